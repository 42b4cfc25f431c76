import {
  type BodyOf,
  type closeRtpCase,
  gameLabel,
  type listRtpCases,
  messageOf,
  type openRtpCase,
  type QueryOf,
  type ResponseOf,
  type RtpCase,
  type RtpCaseRow,
  type RtpContext,
  type RtpEvidence,
  type runRtpMonitor,
} from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { recordAudit } from '../../infra/audit/index.ts';
import { type Clock, romeDay, startOfRomeDay } from '../../infra/clock/index.ts';
import { ConflictError, NotFoundError } from '../../infra/errors/index.ts';
import type { SignFileUrl } from '../../infra/http/index.ts';
import { afterCommit, type Db, type Postgres, type Tx } from '../../infra/postgres/index.ts';
import type { Realtime } from '../../infra/realtime/index.ts';
import type { NotificationContent, Notify } from '../notifications/index.ts';
import { findConclusion, type Measured, measuredOf, newsAt } from './cases.alerts.ts';
import { contextOf, createContextReader } from './cases.context.ts';
import {
  type CasePlace,
  type CaseRow,
  closeCase,
  findCase,
  findCases,
  findEvents,
  findOpenAt,
  findOpenCases,
  findOpenPlaces,
  insertCase,
  insertEvent,
  lockRuns,
  noteOnce,
  reopenCase,
  type StoredCase,
  updateMeasured,
} from './cases.repo.ts';
import { deviationText, percentText } from './evidence.formats.ts';
import { hashOfInputs, inputsHashOf } from './evidence.hash.ts';
import type { MeasuredRunWithDays, RtpMonitorService } from './rtp-monitor.service.ts';

export interface RtpCasesDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  realtime: Pick<Realtime, 'publish'>;
  /** Every game as measured now, without what is pinned. */
  measureAll(): Promise<MeasuredRunWithDays>;
  /** One game as measured now. */
  measureOne: RtpMonitorService['measureOne'];
  urlSigner(): Promise<SignFileUrl>;
  notify: Notify;
}

export interface RtpCasesService {
  list(query: QueryOf<typeof listRtpCases>): Promise<ResponseOf<typeof listRtpCases>>;
  /** Notes that the person looked. @throws NotFoundError */
  get(actor: Actor, id: number): Promise<RtpCase>;
  /** @throws NotFoundError */
  addNote(actor: Actor, id: number, text: string): Promise<RtpCase>;
  /** @throws NotFoundError, ConflictError when it is closed already */
  close(actor: Actor, id: number, given: BodyOf<typeof closeRtpCase>): Promise<RtpCase>;
  /** By hand, measured now. @throws NotFoundError, ConflictError where one is open or nothing can be measured */
  open(actor: Actor, given: BodyOf<typeof openRtpCase>): Promise<RtpCase>;
  /** @throws NotFoundError, ConflictError when it is open, or another one of the same place is */
  reopen(actor: Actor, id: number, reason: string): Promise<RtpCase>;
  /** Measures, opens a case of each confirmed alert that has none, and brings the open ones up to date. */
  run(): Promise<ResponseOf<typeof runRtpMonitor>>;
}

export function createRtpCasesService(deps: RtpCasesDeps): RtpCasesService {
  const { postgres, clock, realtime } = deps;

  const publishAfter = (tx: Db) =>
    afterCommit(tx, () =>
      realtime.publish({ name: 'changed', data: { topic: 'rtp-cases' } }, { providers: true }),
    );

  async function read(db: Db, id: number): Promise<CaseRow> {
    const row = await findCase(db, id);
    if (row === undefined) throw new NotFoundError(messageOf('refusals.rtpCaseNotFound'));
    return row;
  }

  async function show(actor: Actor, id: number): Promise<RtpCase> {
    const [row, events, urlOf] = await Promise.all([
      read(postgres.db, id),
      findEvents(postgres.db, id),
      deps.urlSigner(),
    ]);
    const file = (language: 'en' | 'it') =>
      urlOf({ id: `${id}-${language}`, name: evidenceName(id, language) }, actor.userId);
    const { context = null, ...latest } = row.latest;
    return {
      ...toRow(row),
      reason: row.reason,
      opened: row.opened,
      latest,
      context,
      events: events.map(({ id: eventId, at, kind, username, text, conclusion }) => ({
        id: eventId,
        at: at.toISOString(),
        kind,
        username,
        text,
        conclusion,
      })),
      files: { en: file('en'), it: file('it') },
    };
  }

  /** Returns the id of the case, undefined where none was opened. */
  async function openUnlessKnown(
    tx: Tx,
    found: Measured,
    context: RtpContext,
    at: Date,
  ): Promise<number | undefined> {
    const { evidence, z } = found;
    if (evidence === null) return undefined;
    if ((await findConclusion(tx, found, at)) !== undefined) return undefined;
    const id = await insertCase(tx, {
      gameId: found.gameId,
      integrationId: found.integrationId,
      side: z > 0 ? 'over' : 'under',
      z,
      at,
      evidence,
      context,
      inputs: hashOfInputs(found, { ...evidence, context }),
    });
    await insertEvent(tx, id, { at, kind: 'opened', text: z.toFixed(1) });
    await deps.notify(tx, { staff: true }, noticeOf(id, found, evidence));
    return id;
  }

  async function bringUpToDate(
    tx: Db,
    open: StoredCase,
    { evidence, z }: Measured,
    context: RtpContext,
    at: Date,
  ): Promise<void> {
    if (evidence === null) return;
    const isWorse = Math.abs(z) >= Math.abs(open.worst_z) + newsAt;
    await updateMeasured(tx, open.id, {
      evidence: { ...evidence, context },
      z,
      worst: isWorse ? z : open.worst_z,
    });
    if (isWorse) await insertEvent(tx, open.id, { at, kind: 'worse', text: z.toFixed(1) });
  }

  return {
    async list({ limit, offset, ...filter }) {
      const { rows, count } = await findCases(postgres.db, filter, { limit, offset });
      return { rows: rows.map(toRow), count };
    },

    async get(actor, id) {
      const at = clock.now();
      await read(postgres.db, id);
      const since = startOfRomeDay(romeDay(at));
      await noteOnce(postgres.db, id, { at, kind: 'viewed', userId: actor.userId, since });
      return show(actor, id);
    },

    async addNote(actor, id, text) {
      await postgres.transaction(async (tx) => {
        await read(tx, id);
        await insertEvent(tx, id, { at: clock.now(), kind: 'noted', userId: actor.userId, text });
        publishAfter(tx);
      });
      return show(actor, id);
    },

    async close(actor, id, { conclusion, reason }) {
      await postgres.transaction(async (tx) => {
        const row = await read(tx, id);
        const at = clock.now();
        const inputs = inputsHashOf(row);
        if (!(await closeCase(tx, id, { at, userId: actor.userId, conclusion, reason, inputs })))
          throw new ConflictError(messageOf('refusals.rtpCaseClosed'));
        await insertEvent(tx, id, { at, kind: 'closed', userId: actor.userId, text: reason, conclusion });
        await recordAudit(tx, {
          actor,
          type: 'games',
          action: 'close-rtp-case',
          objectId: row.game_id,
          description: messageOf('logs.rtpCaseClosed', logged(row)),
          changes: {
            conclusion: { old: null, new: conclusion },
            reason: { old: null, new: reason },
            inputsSha256: { old: row.opened_inputs, new: inputs },
          },
        });
        publishAfter(tx);
      });
      return show(actor, id);
    },

    async open(actor, { gameId, integrationId, reason }) {
      const measured = await deps.measureOne(gameId, integrationId ?? undefined);
      if (measured === undefined) throw new NotFoundError(messageOf('refusals.gameNotFound'));
      const { game, integrations, played, ...run } = measured;
      const found = measuredOf({ ...run, games: [{ game, integrations }] }).find(
        (one) => one.integrationId === integrationId,
      );
      if (found === undefined) throw new NotFoundError(messageOf('refusals.integrationNotFound'));
      const { evidence, z } = found;
      if (evidence === null) throw new ConflictError(messageOf('refusals.rtpNotJudged'));
      const context = contextOf(integrations, played, found);
      const id = await postgres.transaction(async (tx) => {
        await lockRuns(tx);
        const at = clock.now();
        await refuseSecond(tx, found);
        const side = z > 0 ? 'over' : 'under';
        const inputs = hashOfInputs(found, { ...evidence, context });
        const own = await insertCase(tx, { gameId, integrationId, side, z, at, evidence, context, inputs });
        await insertEvent(tx, own, { at, kind: 'opened', userId: actor.userId, text: z.toFixed(1) });
        await insertEvent(tx, own, { at, kind: 'noted', userId: actor.userId, text: reason });
        const row = await read(tx, own);
        await deps.notify(tx, { staff: true }, noticeByHand(actor, row, reason, 'rtpCaseOpenedByText'));
        await recordAudit(tx, {
          actor,
          type: 'games',
          action: 'open-rtp-case',
          objectId: gameId,
          description: messageOf('logs.rtpCaseOpened', logged(row)),
          changes: { reason: { old: null, new: reason }, inputsSha256: { old: null, new: inputs } },
        });
        publishAfter(tx);
        return own;
      });
      return show(actor, id);
    },

    async reopen(actor, id, reason) {
      await postgres.transaction(async (tx) => {
        await lockRuns(tx);
        const before = await read(tx, id);
        await refuseSecond(tx, { gameId: before.game_id, integrationId: before.integration_id });
        await reopenCase(tx, id);
        await insertEvent(tx, id, { at: clock.now(), kind: 'reopened', userId: actor.userId, text: reason });
        await deps.notify(tx, { staff: true }, noticeByHand(actor, before, reason, 'rtpCaseReopenedByText'));
        await recordAudit(tx, {
          actor,
          type: 'games',
          action: 'reopen-rtp-case',
          objectId: before.game_id,
          description: messageOf('logs.rtpCaseReopened', logged(before)),
          changes: {
            conclusion: { old: before.conclusion, new: null },
            reason: { old: before.reason, new: reason },
          },
        });
        publishAfter(tx);
      });
      return show(actor, id);
    },

    async run() {
      const measuredRun = await deps.measureAll();
      const measured = measuredOf(measuredRun);
      const contextOf = await createContextReader(measuredRun, [
        ...measured.filter(({ isAlert }) => isAlert),
        ...(await findOpenPlaces(postgres.db)),
      ]);
      return postgres.transaction(async (tx) => {
        await lockRuns(tx);
        const at = clock.now();
        const open = await findOpenCases(tx);
        const opened: number[] = [];
        for (const found of measured) {
          const own = open.find(
            (row) => row.game_id === found.gameId && row.integration_id === found.integrationId,
          );
          const context = contextOf(found);
          // Neither an alert nor a known case before this transaction: the next run measures it.
          if (context === undefined) continue;
          if (own !== undefined) await bringUpToDate(tx, own, found, context, at);
          else if (found.isAlert) {
            const id = await openUnlessKnown(tx, found, context, at);
            if (id !== undefined) opened.push(id);
          }
        }
        publishAfter(tx);
        return { opened: opened.length, open: open.length + opened.length, caseIds: opened };
      });
    },
  };
}

/** Whoever may conclude about the case gets to know of it, as of an incident. */
function noticeOf(id: number, { name, place, z }: Measured, evidence: RtpEvidence): NotificationContent {
  const { month, variant } = evidence;
  const decisive = Math.abs(month.z ?? 0) >= Math.abs(variant.z ?? 0) ? month : variant;
  return {
    severity: 3,
    path: `/rtp-monitor?view=cases&case=${id}`,
    mail: true,
    texts: {
      title: messageOf('notifications.rtpCaseOpened', {
        id,
        name,
        place: place ?? messageOf('logs.allIntegrations'),
      }),
      description: messageOf('notifications.rtpCaseOpenedText', {
        finding: messageOf(z > 0 ? 'notifications.rtpPaysTooMuch' : 'notifications.rtpPaysTooLittle'),
        observed: percentText(decisive.observed),
        expected: percentText(evidence.rtp),
        deviation: deviationText(z),
      }),
    },
  };
}

/** Of what a person did without an alert; whoever did it is told as well, as of any other case. */
function noticeByHand(
  { username: person }: Actor,
  row: CaseRow,
  reason: string,
  text: 'rtpCaseOpenedByText' | 'rtpCaseReopenedByText',
): NotificationContent {
  return {
    severity: 2,
    path: `/rtp-monitor?view=cases&case=${row.id}`,
    mail: true,
    texts: {
      title: messageOf('notifications.rtpCaseOpened', logged(row)),
      description: messageOf(`notifications.${text}`, { person, reason }),
    },
  };
}

/** A second open case of a place would be judged by the same figures. */
async function refuseSecond(tx: Tx, place: CasePlace): Promise<void> {
  const id = await findOpenAt(tx, place);
  if (id !== undefined) throw new ConflictError(messageOf('refusals.rtpCaseOpen', { id }));
}

const logged = (row: CaseRow) => ({ id: row.id, name: gameLabel(row), place: placeOf(row) });

export const evidenceName = (id: number, language: string) => `rtp-case-${id}-${language}.pdf`;

const placeOf = ({ integration_name }: CaseRow) => integration_name ?? messageOf('logs.allIntegrations');

export function toRow(row: CaseRow): RtpCaseRow {
  return {
    id: row.id,
    gameId: row.game_id,
    name: row.name,
    sub_name: row.sub_name,
    integrationId: row.integration_id,
    integrationName: row.integration_name,
    state: row.closed_at === null ? 'open' : 'closed',
    side: row.side,
    openedAt: row.opened_at.toISOString(),
    openedZ: row.opened_z,
    latestZ: row.latest_z,
    latestUntil: row.latest.until,
    closedAt: row.closed_at?.toISOString() ?? null,
    closedBy: row.closed_by_name,
    conclusion: row.conclusion,
  };
}
