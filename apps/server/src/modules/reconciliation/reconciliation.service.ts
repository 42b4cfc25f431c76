import {
  type BodyOf,
  type compareDays,
  type getReconciliation,
  type listDifferingSessions,
  type listReconciledDays,
  messageOf,
  mostComparedDays,
  type QueryOf,
  type ReconciledDay,
  type ReconciledDayDetail,
  type ReconciledState,
  type ReconciledTerms,
  type ReconciliationMatrix,
  type ResponseOf,
} from '@ludus/contract';
import {
  type Actor,
  type IntegrationScope,
  integrationsInScope,
  visibleIntegrations,
} from '../../infra/access/index.ts';
import { recordAudit } from '../../infra/audit/index.ts';
import { addDays, addMonths, type Clock, romeDay } from '../../infra/clock/index.ts';
import { NotFoundError, ValidationError } from '../../infra/errors/index.ts';
import { renderMessage } from '../../infra/messages/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import type { JobQueueClient } from '../../infra/queue/index.ts';
import type { FetchingService } from '../fetching/index.ts';
import type { ReferenceData, ReferenceIntegration } from '../integrations/index.ts';
import { sessionIdOf } from '../session-store/index.ts';
import {
  addTo,
  type Figures,
  figuresOf,
  noFigures,
  shownFigures,
  subtract,
} from './reconciliation.figures.ts';
import type { CompareJob } from './reconciliation.job.ts';
import { daysOf } from './reconciliation.read.ts';
import {
  type DayRecord,
  type DifferingSessionRecord,
  differenceOf,
  findDay,
  listDays,
  listSessions,
} from './reconciliation.repo.ts';

/** Whether a day of an integration was compared with its platform, and was equal. */
export interface DayState {
  integrationId: number;
  day: string;
  /** Of the last comparison to which the platform responded; null when there was none. */
  comparedAt: Date | null;
  isEqual: boolean;
}

/** What a document of a month is made of. */
export interface ReconciledMonth extends ResponseOf<typeof listReconciledDays> {
  /** The last day of the month, also where it is not over. */
  end: string;
  integrations: { id: number; name: string }[];
}

export interface ReconciliationService {
  matrix(actor: Actor, query: QueryOf<typeof getReconciliation>): Promise<ReconciliationMatrix>;
  /** Stands in the log: it is the content of a file. */
  days(
    actor: Actor,
    query: QueryOf<typeof listReconciledDays>,
  ): Promise<ResponseOf<typeof listReconciledDays>>;
  /** The days of a month that are over, and whether all are. @throws ValidationError where none is */
  month(actor: Actor, month: string): Promise<ReconciledMonth>;
  day(actor: Actor, place: { integrationId: number; day: string }): Promise<ReconciledDayDetail>;
  sessions(
    actor: Actor,
    place: { integrationId: number; day: string },
    query: QueryOf<typeof listDifferingSessions>,
  ): Promise<ResponseOf<typeof listDifferingSessions>>;
  /** Queues a comparison and returns the job's id. @throws ValidationError for unknown integrations and days that are not over */
  compare(actor: Actor, body: BodyOf<typeof compareDays>): Promise<string>;
  /** Queues a forced fetch of a day and a comparison after it. */
  refetch(
    actor: Actor,
    place: { integrationId: number; day: string },
  ): Promise<{ fetchJobId: string; jobId: string }>;
  /** Of every active integration in the scope and each day, both ends included. */
  findDayStates(days: { from: string; to: string }, scope: IntegrationScope): Promise<DayState[]>;
}

const defaultPage = 100;

export interface ReconciliationDeps {
  clock: Clock;
  postgres: Pick<Postgres, 'db'>;
  jobs: Pick<JobQueueClient, 'enqueue'>;
  compareJob: CompareJob;
  fetching: Pick<FetchingService, 'requestFetch'>;
  referenceData: Pick<ReferenceData, 'read'>;
  /** Closed months with a day of these that have terms of settlement; of all integrations where null is given. */
  findTerms(
    days: { from: string; to: string },
    integrations: readonly number[] | null,
  ): Promise<ReconciledTerms[]>;
}

export function createReconciliationService(deps: ReconciliationDeps): ReconciliationService {
  const { clock, postgres, jobs, compareJob, referenceData } = deps;
  const yesterday = () => addDays(romeDay(clock.now()), -1);

  async function integrationsOf(ids: readonly number[] | null): Promise<ReferenceIntegration[]> {
    const { integrations } = await referenceData.read();
    return [...integrations.values()]
      .filter(({ id, isActive }) => isActive && (ids === null || ids.includes(id)))
      .sort((a, b) => a.name.localeCompare(b.name));
  }

  async function requireIntegration(actor: Actor, integrationId: number): Promise<ReferenceIntegration> {
    const [integration] = await integrationsOf(visibleIntegrations(actor, [integrationId]) ?? []);
    if (integration === undefined) throw new NotFoundError(messageOf('refusals.integrationNotFound'));
    return integration;
  }

  /** Each of these days of each integration that the actor sees, also those that were not compared. */
  async function daysWith(actor: Actor, days: { from: string; to: string }) {
    const visible = visibleIntegrations(actor);
    const [integrations, records] = await Promise.all([
      integrationsOf(visible),
      listDays(postgres.db, days, visible),
    ]);
    const known = new Map(records.map((record) => [`${record.integration_id} ${record.day}`, record]));
    return {
      integrations: integrations.map(({ id, name }) => ({ id, name })),
      rows: integrations.flatMap(({ id, name }) =>
        daysOf(days).map((day) => detailOf({ id, name }, day, known.get(`${id} ${day}`), actor)),
      ),
    };
  }

  return {
    async matrix(actor, query) {
      const latest = yesterday();
      const { from, to } = shownDays(query, latest);
      const visible = visibleIntegrations(actor);
      const [integrations, records, terms] = await Promise.all([
        integrationsOf(visible),
        listDays(postgres.db, { from, to }, visible),
        actor.can('money:net-and-due') ? deps.findTerms({ from, to }, visible) : undefined,
      ]);
      const byIntegration = Map.groupBy(records, ({ integration_id }) => integration_id);
      const all = noFigures();
      const rows = integrations.map(({ id, name }) => {
        const own = byIntegration.get(id) ?? [];
        const sum = noFigures();
        for (const record of own) addTo(sum, differenceOf(record));
        addTo(all, sum);
        return {
          integration: { id, name },
          days: own.map((record) => dayOf(record, actor)),
          difference: shownFigures(sum, actor),
        };
      });
      return {
        from,
        to,
        latest,
        integrations: rows,
        difference: shownFigures(all, actor),
        ...(terms === undefined ? {} : { terms }),
      };
    },

    async days(actor, query) {
      const shown = shownDays(query, yesterday());
      const { rows } = await daysWith(actor, shown);
      await recordAudit(postgres.db, {
        actor,
        type: 'exports',
        action: 'download',
        objectId: null,
        description: messageOf('logs.reconciliationDownloaded', shown),
        object: { kind: 'reconciliation', ...shown, integration: actor.integration?.name ?? null },
      });
      return { ...shown, rows };
    },

    async month(actor, month) {
      const from = `${month}-01`;
      const end = addDays(addMonths(from, 1), -1);
      const latest = yesterday();
      if (from > latest) throw new ValidationError({ month: messageOf('fields.monthNotBegun') });
      const to = end < latest ? end : latest;
      return { from, to, end, ...(await daysWith(actor, { from, to })) };
    },

    async day(actor, place) {
      const { id, name } = await requireIntegration(actor, place.integrationId);
      const [record, kept] = await Promise.all([
        findDay(postgres.db, id, place.day),
        listSessions(postgres.db, place, { offset: 0, limit: 0 }),
      ]);
      return { ...detailOf({ id, name }, place.day, record, actor), keptSessions: kept.count };
    },

    async sessions(actor, place, { class: ofClass, page = 1, limit = defaultPage }) {
      const { id } = await requireIntegration(actor, place.integrationId);
      const { rows, count } = await listSessions(
        postgres.db,
        { ...place, class: ofClass },
        { offset: (page - 1) * limit, limit },
      );
      return { count, rows: rows.map((row) => sessionOf(row, id, actor)) };
    },

    async compare(actor, { from, to, integrationIds }) {
      if (to > yesterday()) throw new ValidationError({ to: messageOf('fields.dayNotOver') });
      const known = new Set((await integrationsOf(null)).map(({ id }) => id));
      const unknown = integrationIds?.filter((id) => !known.has(id)) ?? [];
      if (unknown.length > 0) {
        const ids = unknown.join(', ');
        throw new ValidationError({ integrationIds: messageOf('fields.noActiveIntegration', { ids }) });
      }
      return jobs.enqueue(
        compareJob,
        {
          from,
          to,
          ...(integrationIds === undefined ? {} : { integrationIds: [...new Set(integrationIds)] }),
        },
        { actor },
      );
    },

    async refetch(actor, { integrationId, day }) {
      await requireIntegration(actor, integrationId);
      if (day > yesterday()) throw new ValidationError({ day: messageOf('fields.dayNotOver') });
      const integrationIds = [integrationId];
      const fetchJobId = await deps.fetching.requestFetch(actor, {
        dateStart: day,
        dateEnd: day,
        integrationIds,
        forceUpdate: true,
      });
      const jobId = await jobs.enqueue(
        compareJob,
        { from: day, to: day, integrationIds, afterJobId: fetchJobId },
        { actor },
      );
      return { fetchJobId, jobId };
    },

    async findDayStates(days, scope) {
      const visible = integrationsInScope(scope);
      const [integrations, records] = await Promise.all([
        integrationsOf(visible),
        listDays(postgres.db, days, visible),
      ]);
      const known = new Map(records.map((record) => [`${record.integration_id} ${record.day}`, record]));
      return integrations.flatMap(({ id }) =>
        daysOf(days).map((day) => {
          const record = known.get(`${id} ${day}`);
          const comparedAt = record?.compared_at ?? null;
          return {
            integrationId: id,
            day,
            comparedAt,
            isEqual: comparedAt !== null && record?.differing === 0,
          };
        }),
      );
    },
  };
}

/** The days that are shown: those that are over, as many as a table has room for. */
function shownDays(query: QueryOf<typeof getReconciliation>, latest: string): { from: string; to: string } {
  const to = query.to === undefined || query.to > latest ? latest : query.to;
  const earliest = addDays(to, 1 - mostComparedDays);
  const wanted = query.from !== undefined && query.from > to ? to : query.from;
  return { from: wanted === undefined || wanted < earliest ? earliest : wanted, to };
}

/** What is known of a day; without a record nothing is. */
function detailOf(
  integration: ReconciledDayDetail['integration'],
  day: string,
  record: DayRecord | undefined,
  actor: Actor,
): Omit<ReconciledDayDetail, 'keptSessions'> {
  const shown = (figures: Figures) => shownFigures(figures, actor);
  return {
    integration,
    day,
    state: record === undefined ? null : stateOf(record),
    comparedAt: record?.compared_at?.toISOString() ?? null,
    asOf: record?.as_of?.toISOString() ?? null,
    username: record?.username ?? null,
    failedAt: record?.failed_at?.toISOString() ?? null,
    ...reasonOf(record?.reason ?? null),
    types: (record?.types ?? []).map(({ sessionType, ...sides }) => {
      const [ours, platform] = [figuresOf(sides.ours), figuresOf(sides.platform)];
      return {
        sessionTypeId: sessionType,
        ours: shown(ours),
        platform: shown(platform),
        difference: shown(subtract(platform, ours)),
      };
    }),
    classes:
      record?.classes?.map(({ class: ofClass, sessionType, sessions, difference }) => ({
        class: ofClass,
        sessionTypeId: sessionType,
        sessions,
        difference: shown(figuresOf(difference)),
      })) ?? null,
    unexplained: (record?.unexplained ?? []).map(({ sessionType, difference }) => ({
      sessionTypeId: sessionType,
      difference: shown(figuresOf(difference)),
    })),
    unreadableRows: record?.unreadable_rows ?? 0,
    sessions: record?.sessions ?? 0,
  };
}

function stateOf({ failed_at, differing }: DayRecord): ReconciledState {
  if (failed_at !== null) return 'failed';
  return differing === 0 ? 'equal' : 'differs';
}

function reasonOf(reason: DayRecord['reason']): Pick<ReconciledDayDetail, 'reason' | 'reasonDetail'> {
  return reason === null ? { reason: null } : { reason: renderMessage(reason), reasonDetail: reason };
}

function dayOf(record: DayRecord, actor: Actor): ReconciledDay {
  return {
    day: record.day,
    state: stateOf(record),
    comparedAt: record.compared_at?.toISOString() ?? null,
    difference: shownFigures(differenceOf(record), actor),
    differing: record.differing,
  };
}

function sessionOf(row: DifferingSessionRecord, integrationId: number, actor: Actor) {
  const shown = (figures: DifferingSessionRecord['ours']) =>
    figures === null ? null : shownFigures(figuresOf(figures), actor);
  const isStored = row.our_day !== null;
  return {
    class: row.class,
    sessionId: row.session_id,
    hubId: isStored ? sessionIdOf(integrationId, row.session_id) : null,
    sessionTypeId: row.session_type,
    ours: shown(row.ours),
    platform: shown(row.platform),
    difference: shownFigures(figuresOf(row.difference), actor),
    ourDay: row.our_day,
    platformDay: row.platform_day,
    ...reasonOf(row.reason),
    quarantinedRowId: row.quarantined_row_id,
  };
}
