import {
  type BodyOf,
  type changeMaintenanceStart,
  type createMaintenance,
  type Maintenance,
  type MaintenanceKind,
  type MaintenanceState,
  maintenanceState,
  messageOf,
  reminderHours,
  type Severity,
} from '@ludus/contract';
import { type Actor, integrationScope } from '../../infra/access/index.ts';
import { recordAudit } from '../../infra/audit/index.ts';
import { type Clock, dayText, romeDay } from '../../infra/clock/index.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../infra/errors/index.ts';
import type { Db, Postgres, Tx } from '../../infra/postgres/index.ts';
import type { Realtime } from '../../infra/realtime/index.ts';
import type { ReferenceData } from '../integrations/index.ts';
import type { NotificationTexts } from '../notifications/index.ts';
import { publishMaintenances } from './maintenances.confirmations.ts';
import { endOf, maintenanceOf } from './maintenances.mapper.ts';
import {
  checkedEnd,
  checkedStart,
  type PlanContext,
  type PlannedChange,
  planCancel,
  planEnd,
  planStart,
} from './maintenances.plans.ts';
import {
  clearAnswers,
  deleteAnswers,
  findMaintenances,
  insertMaintenance,
  lockMaintenance,
  type MaintenanceRow,
  restartReminders,
  updateMaintenance,
} from './maintenances.repo.ts';
import type { AnnouncedMaintenance } from './maintenances.texts.ts';
import { takesPlace } from './maintenances.times.repo.ts';
import { publishMaintenance } from './maintenances.webhooks.ts';

/** A maintenance as the page of one integration lists it. */
export interface NotifiedMaintenance {
  id: number;
  date: string;
  description: string;
  severity: number;
  kind: MaintenanceKind;
  state: MaintenanceState;
  confirmed: boolean | null;
}

/** A maintenance with known confirmations, as the demo imports them. */
export interface ImportedMaintenance extends AnnouncedMaintenance {
  createdAt: Date;
  gameIds?: readonly number[];
  integrations: readonly {
    id: number;
    confirmed: boolean | null;
    answeredBy?: string;
    reason?: string;
  }[];
}

export interface MaintenancesService {
  /** In the order they were announced. */
  list(actor: Actor): Promise<Maintenance[]>;
  /** Those of the actor's integrations, or of one of them, that are not over and take place, the next one first. */
  upcoming(actor: Actor, integrationId: number | undefined): Promise<Maintenance[]>;
  /** @throws NotFoundError also for a maintenance that the actor's integration was not notified of */
  get(actor: Actor, id: number): Promise<Maintenance>;
  /**
   * @throws NotFoundError for an integration that there is not
   * @throws ValidationError for a date within the notice time, and for integrations without users
   */
  create(actor: Actor, body: BodyOf<typeof createMaintenance>): Promise<Maintenance>;
  /**
   * Moves the end, or ends it now (null), and notifies its integrations.
   * @throws ConflictError for one that is over or cancelled, and for one to end now that has not begun
   */
  changeEnd(actor: Actor, id: number, endsAt: string | null): Promise<Maintenance>;
  /**
   * Moves one that has not begun, with an announced end, and asks its integrations again.
   * @throws ConflictError for one that has begun or was cancelled
   * @throws ValidationError for a start within the notice time
   */
  changeStart(actor: Actor, id: number, move: BodyOf<typeof changeMaintenanceStart>): Promise<Maintenance>;
  /** @throws ConflictError for one that has begun or was cancelled before */
  cancel(actor: Actor, id: number, reason: string): Promise<Maintenance>;
  /** The maintenances an integration was notified of, newest first. */
  notifiedOf(integrationId: number): Promise<NotifiedMaintenance[]>;
  /** For the deletion of an integration: nothing waits for its confirmations any more. */
  forgetIntegration(tx: Db, integrationId: number): Promise<void>;
  /** Stores one as it is, without notifying anyone; returns its id. */
  insert(tx: Tx, entry: ImportedMaintenance): Promise<number>;
}

export interface MaintenancesDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  realtime: Realtime;
  referenceData: Pick<ReferenceData, 'read'>;
  /** The integrations that have users who can be notified. */
  integrationIdsWithUsers(): Promise<ReadonlySet<number>>;
  /** Notifies the users of one integration, once the transaction has committed. */
  notifyUsers(
    tx: Tx,
    integrationId: number,
    maintenance: AnnouncedMaintenance & { id: number },
  ): Promise<void>;
  /** Notifies the users of one integration that something about a maintenance has changed. */
  notifyChange(
    tx: Tx,
    integrationId: number,
    change: { id: number; severity: Severity; texts: NotificationTexts },
  ): Promise<void>;
  /** Takes the replies to a maintenance out of everyone's notices of it. */
  clearConfirmations(tx: Tx, maintenanceId: number): Promise<void>;
  /** Has the integration's platform notified, once the transaction has committed. */
  notifyPlatform(tx: Tx, integrationId: number, maintenanceId: number): Promise<void>;
}

export function createMaintenancesService(deps: MaintenancesDeps): MaintenancesService {
  const { postgres, clock, realtime } = deps;
  const { db } = postgres;

  const publish = (tx: Db, ids: readonly number[]) => publishMaintenances(realtime, tx, ids);

  /** The names of integrations that may be notified. */
  async function checkedNames(ids: readonly number[]): Promise<string[]> {
    const { integrations } = await deps.referenceData.read();
    const names = ids.flatMap((id) => {
      const known = integrations.get(id);
      return known?.isActive ? [known.name] : [];
    });
    if (names.length < ids.length) throw new NotFoundError(messageOf('refusals.integrationNotFound'));
    return names;
  }

  function insert(tx: Tx, entry: ImportedMaintenance): Promise<number> {
    return insertMaintenance(
      tx,
      {
        starts_at: entry.startsAt,
        ends_at: entry.endsAt ?? null,
        kind: entry.kind ?? 'planned',
        description: entry.description,
        severity: entry.severity,
        services: [...(entry.services ?? [])],
        game_ids: [...(entry.gameIds ?? [])],
        created_at: entry.createdAt,
      },
      entry.integrations.map(({ id, confirmed, answeredBy = null, reason = null }) => ({
        integration_id: id,
        confirmed,
        answered_at: confirmed === null ? null : entry.createdAt,
        answered_by: answeredBy,
        reason,
      })),
    );
  }

  async function read(from: Db, actor: Actor, id: number): Promise<Maintenance> {
    const [row] = await findMaintenances(from, integrationScope(actor), id);
    if (row === undefined) throw new NotFoundError(messageOf('refusals.maintenanceNotFound'));
    return maintenanceOf(row, await deps.referenceData.read());
  }

  /** For a maintenance at another time: confirmations and reminders of the time before count no more, and platforms get the new one. */
  async function askAgain(
    tx: Tx,
    id: number,
    startsAt: Date,
    integrationIds: readonly number[],
    now: Date,
  ): Promise<void> {
    await clearAnswers(tx, id);
    await deps.clearConfirmations(tx, id);
    await restartReminders(tx, { id, startsAt, now, hours: reminderHours });
    for (const integrationId of integrationIds) await deps.notifyPlatform(tx, integrationId, id);
  }

  /** Applies a change to one that is neither over nor cancelled, logs it, and notifies its integrations. */
  async function change(
    actor: Actor,
    id: number,
    plan: (row: MaintenanceRow, context: PlanContext) => PlannedChange | null,
  ): Promise<Maintenance> {
    return postgres.transaction(async (tx) => {
      await lockMaintenance(tx, id);
      const [row] = await findMaintenances(tx, integrationScope(actor), id);
      if (row === undefined) throw new NotFoundError(messageOf('refusals.maintenanceNotFound'));
      if (row.cancelled_at !== null) throw new ConflictError(messageOf('refusals.maintenanceCancelled'));
      const now = clock.now();
      if (endOf(row) <= now) throw new ConflictError(messageOf('refusals.maintenanceOver'));
      const planned = plan(row, { now, references: await deps.referenceData.read() });
      if (planned !== null) {
        const { columns, action, description, changes, texts } = planned;
        await updateMaintenance(tx, id, { ...columns, changed_at: now });
        await recordAudit(tx, {
          actor,
          type: 'maintenances',
          action,
          objectId: id,
          description,
          changes,
          object: { description: row.description },
        });
        const ids = row.integrations.map((one) => one.id);
        const severity = row.severity as Severity;
        const startsAt = columns.starts_at ?? row.starts_at;
        if (planned.asksAgain) await askAgain(tx, id, startsAt, ids, now);
        for (const one of ids) await deps.notifyChange(tx, one, { id, severity, texts });
        await publishMaintenance(
          tx,
          planned.event,
          { ...row, ...columns, starts_at: startsAt },
          {
            integrationIds: ids,
            at: now,
            key: planned.event === 'maintenance.changed' ? now.toISOString() : '',
          },
        );
        publish(tx, ids);
      }
      return read(tx, actor, id);
    });
  }

  return {
    async list(actor) {
      const references = await deps.referenceData.read();
      const rows = await findMaintenances(db, integrationScope(actor));
      return rows.map((row) => maintenanceOf(row, references));
    },

    get: (actor, id) => read(db, actor, id),

    async create(actor, { args, integrations }) {
      const ids = [...new Set(integrations)];
      const names = await checkedNames(ids);
      const { kind = 'planned', services = [], games = [] } = args;
      const startsAt = checkedStart(args.date, kind, clock.now());
      const endsAt = args.endsAt === undefined ? null : checkedEnd(args.endsAt, startsAt, clock.now());
      const gameIds = [...new Set(games)];
      const references = await deps.referenceData.read();
      if (!gameIds.every((id) => references.games.has(id))) {
        throw new ValidationError({ 'args.games': messageOf('fields.gamesUnknown') });
      }
      const reachable = await deps.integrationIdsWithUsers();
      const without = names.filter((_name, index) => !reachable.has(ids[index] ?? 0));
      if (without.length > 0) {
        const text = messageOf('fields.withoutUsers', { names: without.join(', ') });
        throw new ValidationError({ integrations: text }, text);
      }
      const { description, severity } = args;
      const announced: AnnouncedMaintenance = {
        startsAt,
        endsAt,
        kind,
        description,
        severity,
        services: [...new Set(services)],
        games: gameIds.map((gameId) => ({
          name: references.games.get(gameId)?.summary.name ?? `#${gameId}`,
        })),
      };
      return postgres.transaction(async (tx) => {
        const id = await insert(tx, {
          ...announced,
          gameIds,
          createdAt: clock.now(),
          integrations: ids.map((integrationId) => ({ id: integrationId, confirmed: null })),
        });
        await recordAudit(tx, {
          actor,
          type: 'maintenances',
          action: 'create',
          objectId: id,
          description: messageOf('logs.maintenanceAnnounced', {
            day: dayText(romeDay(startsAt)),
            names: names.join(', '),
          }),
          changes: {
            date: { old: null, new: startsAt.toISOString() },
            description: { old: null, new: description },
            severity: { old: null, new: severity },
            ...(endsAt === null ? {} : { endsAt: { old: null, new: endsAt.toISOString() } }),
            ...(kind === 'planned' ? {} : { kind: { old: null, new: kind } }),
            integrations: { old: null, new: names },
          },
          object: { description },
        });
        for (const integrationId of ids) {
          await deps.notifyUsers(tx, integrationId, { ...announced, id });
          await deps.notifyPlatform(tx, integrationId, id);
        }
        const published = { id, kind, starts_at: startsAt, ends_at: endsAt, services, description, severity };
        await publishMaintenance(tx, 'maintenance.announced', published, {
          integrationIds: ids,
          at: clock.now(),
        });
        publish(tx, ids);
        return read(tx, actor, id);
      });
    },

    changeStart: (actor, id, move) => change(actor, id, (row, context) => planStart(row, move, context)),
    changeEnd: (actor, id, text) => change(actor, id, (row, context) => planEnd(row, text, context)),
    cancel: (actor, id, reason) => change(actor, id, (row, context) => planCancel(row, reason, context)),

    async upcoming(actor, integrationId) {
      const own = integrationScope(actor);
      const now = clock.now();
      const rows = await findMaintenances(db, own);
      const references = await deps.referenceData.read();
      // What an integration has denied concerns the others only.
      const concerns = ({ severity, integrations }: MaintenanceRow) =>
        integrations.some(
          ({ id, confirmed }) =>
            (integrationId === undefined || id === integrationId) && takesPlace({ confirmed, severity }),
        );
      return rows
        .filter((row) => row.cancelled_at === null && endOf(row) > now && concerns(row))
        .sort((a, b) => a.starts_at.getTime() - b.starts_at.getTime())
        .map((row) => maintenanceOf(row, references));
    },

    async notifiedOf(integrationId) {
      const [rows, references] = await Promise.all([
        findMaintenances(db, { kind: 'one', id: integrationId }),
        deps.referenceData.read(),
      ]);
      const now = clock.now();
      return rows.reverse().map((row) => ({
        id: row.id,
        date: row.starts_at.toISOString(),
        description: row.description,
        severity: row.severity,
        kind: row.kind,
        state: maintenanceState(maintenanceOf(row, references), now),
        confirmed: row.integrations[0]?.confirmed ?? null,
      }));
    },

    async forgetIntegration(tx, integrationId) {
      await deleteAnswers(tx, integrationId);
      publish(tx, []);
    },

    insert,
  };
}
