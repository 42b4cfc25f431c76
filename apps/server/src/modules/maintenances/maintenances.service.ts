import {
  type BodyOf,
  type createMaintenance,
  type Maintenance,
  maintenanceNoticeDays,
  type Severity,
} from '@ludus/contract';
import { type Actor, integrationScope } from '../../platform/access/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import { addDays, type Clock, parseInstant, romeDay } from '../../platform/clock/index.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors/index.ts';
import { afterCommit, type Db, type Postgres, type Tx } from '../../platform/postgres/index.ts';
import type { Audience, Realtime } from '../../platform/realtime/index.ts';
import type { ReferenceDirectory } from '../integrations/index.ts';
import {
  deleteAnswers,
  findMaintenances,
  insertMaintenance,
  lockAnswer,
  type MaintenanceRow,
  updateAnswer,
} from './maintenances.repo.ts';
import type { AnnouncedMaintenance } from './maintenances.texts.ts';

/** One integration's word on a maintenance. */
export interface MaintenanceAnswer {
  maintenanceId: number;
  integrationId: number;
  confirmed: boolean;
  actor: Pick<Actor, 'userId' | 'username'>;
}

/** A maintenance as the page of one integration lists it. */
export interface ToldMaintenance {
  id: number;
  date: string;
  description: string;
  severity: number;
  confirmed: boolean | null;
}

/** A maintenance with answers that are already known, as the demo enters them. */
export interface EnteredMaintenance extends AnnouncedMaintenance {
  createdAt: Date;
  integrations: readonly { id: number; confirmed: boolean | null; answeredBy?: string }[];
}

export interface MaintenancesService {
  /** API-049: in the order they were announced. */
  list(actor: Actor): Promise<Maintenance[]>;
  /** API-050, OPEN-21. @throws NotFoundError also for a maintenance that the actor's integration was not told of */
  get(actor: Actor, id: number): Promise<Maintenance>;
  /**
   * API-051. @throws NotFoundError for an integration that there is not
   * @throws ValidationError for a date within the notice time, and for integrations without users
   */
  create(actor: Actor, body: BodyOf<typeof createMaintenance>): Promise<Maintenance>;
  /**
   * NOTIF-11: writes the last word of an integration, within the caller's transaction.
   * @throws NotFoundError when that integration was not told, ConflictError for severity 4 (OPEN-53)
   */
  confirmMaintenance(tx: Tx, answer: MaintenanceAnswer): Promise<void>;
  /** The maintenances an integration was told of, newest first. */
  toldTo(integrationId: number): Promise<ToldMaintenance[]>;
  /** For the deletion of an integration: nothing waits for its answers any more. */
  forgetIntegration(tx: Db, integrationId: number): Promise<void>;
  /** Enters one as it is, without telling anybody; answers its id. */
  enter(tx: Tx, entry: EnteredMaintenance): Promise<number>;
}

export interface MaintenancesDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  realtime: Realtime;
  directory: Pick<ReferenceDirectory, 'read'>;
  /** The integrations that have users who can be told. */
  integrationIdsWithUsers(): Promise<ReadonlySet<number>>;
  /** Tells the users of one integration, once the transaction has committed. */
  tellUsers(tx: Tx, integrationId: number, maintenance: AnnouncedMaintenance & { id: number }): Promise<void>;
  /** Has the integration's platform told, once the transaction has committed. */
  tellPlatform(tx: Tx, integrationId: number, maintenanceId: number): Promise<void>;
}

export function createMaintenancesService(deps: MaintenancesDeps): MaintenancesService {
  const { postgres, clock, realtime } = deps;
  const { db } = postgres;

  const announce = (tx: Db, ids: readonly number[]) => {
    const audiences: Audience[] = [{ providers: true }, ...ids.map((integration) => ({ integration }))];
    afterCommit(tx, () => {
      for (const audience of audiences) {
        realtime.publish({ name: 'changed', data: { topic: 'maintenances' } }, audience);
      }
    });
  };

  /** The names of integrations that may be told. */
  async function checkedNames(ids: readonly number[]): Promise<string[]> {
    const { integrations } = await deps.directory.read();
    const names = ids.flatMap((id) => {
      const known = integrations.get(id);
      return known?.isActive ? [known.name] : [];
    });
    if (names.length < ids.length) throw new NotFoundError('Integration not found');
    return names;
  }

  function enter(tx: Tx, entry: EnteredMaintenance): Promise<number> {
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
      if (row === undefined) throw new NotFoundError('Maintenance not found');
      return maintenanceOf(row);
    },

    async create(actor, { args, integrations }) {
      const ids = [...new Set(integrations)];
      const names = await checkedNames(ids);
      const startsAt = checkedDate(args.date, clock.now());
      const reachable = await deps.integrationIdsWithUsers();
      const without = names.filter((_name, index) => !reachable.has(ids[index] ?? 0));
      if (without.length > 0) {
        const text = `Without users, nobody can be told: ${without.join(', ')}.`;
        throw new ValidationError({ integrations: text }, text);
      }
      const { description, severity } = args;
      const announced: AnnouncedMaintenance = { startsAt, description, severity };
      return postgres.transaction(async (tx) => {
        const id = await enter(tx, {
          ...announced,
          createdAt: clock.now(),
          integrations: ids.map((integrationId) => ({ id: integrationId, confirmed: null })),
        });
        await recordAudit(tx, {
          actor,
          type: 'maintenances',
          action: 'create',
          objectId: id,
          description: `Announced the maintenance of ${romeDay(startsAt)} to ${names.join(', ')}`,
          changes: {
            date: { old: null, new: startsAt.toISOString() },
            description: { old: null, new: description },
            severity: { old: null, new: severity },
            integrations: { old: null, new: names },
          },
          object: { description },
        });
        for (const integrationId of ids) {
          await deps.tellUsers(tx, integrationId, { ...announced, id });
          await deps.tellPlatform(tx, integrationId, id);
        }
        announce(tx, ids);
        const [made] = await findMaintenances(tx, integrationScope(actor), id);
        if (made === undefined) throw new Error('A maintenance has vanished in its own transaction.');
        return maintenanceOf(made);
      });
    },

    async confirmMaintenance(tx, { maintenanceId, integrationId, confirmed, actor }) {
      const before = await lockAnswer(tx, maintenanceId, integrationId);
      if (before === undefined) throw new NotFoundError('Maintenance not found');
      if (before.severity === 4) throw new ConflictError('A critical maintenance asks for no confirmation.');
      if (before.confirmed === confirmed) return;
      await updateAnswer(tx, maintenanceId, integrationId, {
        confirmed,
        answered_at: clock.now(),
        answered_by: actor.username,
      });
      await recordAudit(tx, {
        actor,
        type: 'maintenances',
        action: confirmed ? 'confirm' : 'deny',
        objectId: maintenanceId,
        description: `${before.name} ${confirmed ? 'confirmed' : 'denied'} its availability for a maintenance`,
        changes: { confirmed: { old: before.confirmed, new: confirmed } },
        object: { description: before.description, integration: before.name },
      });
      announce(tx, [integrationId]);
    },

    async toldTo(integrationId) {
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
      announce(tx, []);
    },

    enter,
  };
}

/** MAINT-02: whole days of Rome's calendar, so that the hour of the announcement makes no difference. */
function checkedDate(text: string, now: Date): Date {
  const earliest = addDays(romeDay(now), maintenanceNoticeDays);
  const at = parseInstant(text);
  if (at === null || romeDay(at) < earliest) {
    const problem = `The date cannot be earlier than ${earliest.split('-').reverse().join('/')}, ${maintenanceNoticeDays} days from today.`;
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
