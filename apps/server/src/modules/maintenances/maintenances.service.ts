import {
  type BodyOf,
  type createMaintenance,
  type Maintenance,
  maintenanceNoticeDays,
  messageOf,
  type Severity,
} from '@ludus/contract';
import { type Actor, integrationScope } from '../../infra/access/index.ts';
import { recordAudit } from '../../infra/audit/index.ts';
import { addDays, type Clock, parseInstant, romeDay } from '../../infra/clock/index.ts';
import { NotFoundError, ValidationError } from '../../infra/errors/index.ts';
import type { Db, Postgres, Tx } from '../../infra/postgres/index.ts';
import type { Realtime } from '../../infra/realtime/index.ts';
import type { ReferenceData } from '../integrations/index.ts';
import { publishMaintenances } from './maintenances.confirmations.ts';
import {
  deleteAnswers,
  findMaintenances,
  insertMaintenance,
  type MaintenanceRow,
} from './maintenances.repo.ts';
import type { AnnouncedMaintenance } from './maintenances.texts.ts';

/** A maintenance as the page of one integration lists it. */
export interface NotifiedMaintenance {
  id: number;
  date: string;
  description: string;
  severity: number;
  confirmed: boolean | null;
}

/** A maintenance with known confirmations, as the demo imports them. */
export interface ImportedMaintenance extends AnnouncedMaintenance {
  createdAt: Date;
  integrations: readonly { id: number; confirmed: boolean | null; answeredBy?: string }[];
}

export interface MaintenancesService {
  /** In the order they were announced. */
  list(actor: Actor): Promise<Maintenance[]>;
  /** @throws NotFoundError also for a maintenance that the actor's integration was not notified of */
  get(actor: Actor, id: number): Promise<Maintenance>;
  /**
   * @throws NotFoundError for an integration that there is not
   * @throws ValidationError for a date within the notice time, and for integrations without users
   */
  create(actor: Actor, body: BodyOf<typeof createMaintenance>): Promise<Maintenance>;
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
        description: entry.description,
        severity: entry.severity,
        created_at: entry.createdAt,
      },
      entry.integrations.map(({ id, confirmed, answeredBy = null }) => ({
        integration_id: id,
        confirmed,
        answered_at: confirmed === null ? null : entry.createdAt,
        answered_by: answeredBy,
      })),
    );
  }

  return {
    list: async (actor) => (await findMaintenances(db, integrationScope(actor))).map(maintenanceOf),

    async get(actor, id) {
      const [row] = await findMaintenances(db, integrationScope(actor), id);
      if (row === undefined) throw new NotFoundError(messageOf('refusals.maintenanceNotFound'));
      return maintenanceOf(row);
    },

    async create(actor, { args, integrations }) {
      const ids = [...new Set(integrations)];
      const names = await checkedNames(ids);
      const startsAt = checkedDate(args.date, clock.now());
      const reachable = await deps.integrationIdsWithUsers();
      const without = names.filter((_name, index) => !reachable.has(ids[index] ?? 0));
      if (without.length > 0) {
        const text = messageOf('fields.withoutUsers', { names: without.join(', ') });
        throw new ValidationError({ integrations: text }, text);
      }
      const { description, severity } = args;
      const announced: AnnouncedMaintenance = { startsAt, description, severity };
      return postgres.transaction(async (tx) => {
        const id = await insert(tx, {
          ...announced,
          createdAt: clock.now(),
          integrations: ids.map((integrationId) => ({ id: integrationId, confirmed: null })),
        });
        await recordAudit(tx, {
          actor,
          type: 'maintenances',
          action: 'create',
          objectId: id,
          description: messageOf('logs.maintenanceAnnounced', {
            day: romeDay(startsAt),
            names: names.join(', '),
          }),
          changes: {
            date: { old: null, new: startsAt.toISOString() },
            description: { old: null, new: description },
            severity: { old: null, new: severity },
            integrations: { old: null, new: names },
          },
          object: { description },
        });
        for (const integrationId of ids) {
          await deps.notifyUsers(tx, integrationId, { ...announced, id });
          await deps.notifyPlatform(tx, integrationId, id);
        }
        publish(tx, ids);
        const [created] = await findMaintenances(tx, integrationScope(actor), id);
        if (created === undefined) throw new Error('A maintenance has vanished in its own transaction.');
        return maintenanceOf(created);
      });
    },

    async notifiedOf(integrationId) {
      const rows = await findMaintenances(db, { kind: 'one', id: integrationId });
      return rows.reverse().map((row) => ({
        id: row.id,
        date: row.starts_at.toISOString(),
        description: row.description,
        severity: row.severity,
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

/** Whole days of Rome's calendar, so that the hour of the announcement makes no difference. */
function checkedDate(text: string, now: Date): Date {
  const earliest = addDays(romeDay(now), maintenanceNoticeDays);
  const at = parseInstant(text);
  if (at === null || romeDay(at) < earliest) {
    const problem = messageOf('fields.dateTooEarly', {
      earliest: earliest.split('-').reverse().join('/'),
      days: maintenanceNoticeDays,
    });
    throw new ValidationError({ 'args.date': problem }, problem);
  }
  return at;
}

function maintenanceOf(row: MaintenanceRow): Maintenance {
  return {
    id: row.id,
    date: row.starts_at.toISOString(),
    description: row.description,
    severity: row.severity as Severity,
    createdAt: row.created_at.toISOString(),
    integrations: row.integrations.map(({ id, name, confirmed, answered_at, answered_by }) => ({
      id,
      name,
      maintenance_integrations: {
        confirmed,
        answeredAt: answered_at === null ? null : new Date(answered_at).toISOString(),
        answeredBy: answered_by,
      },
    })),
  };
}
