import type { BodyOf, Notification, updateNotification } from '@ludus/contract';
import { maxNotifications } from '@ludus/contract';
import type { Actor } from '../../platform/access/index.ts';
import type { Clock } from '../../platform/clock/index.ts';
import { ConflictError, NotFoundError } from '../../platform/errors/index.ts';
import { afterCommit, type Db, type Postgres, type Tx } from '../../platform/postgres/index.ts';
import { isOpenTo } from './notifications.paths.ts';
import {
  findNotification,
  findNotifications,
  insertNotifications,
  type NotificationRow,
  updateConfirmations,
  updateSeen,
} from './notifications.repo.ts';

/** A notice as it is written. Texts are plain; severity is 1 low, 2 medium, 3 high, 4 critical. */
export interface Notice {
  title: string;
  description: string;
  severity: 1 | 2 | 3 | 4;
  maintenanceId?: number;
  /** With a maintenance: whose answer its confirmation is, and what that was. */
  integrationId?: number;
  confirmation?: boolean;
  /** Now unless given. */
  createdAt?: Date;
  seen?: boolean;
}

/**
 * Takes the answer of an integration to a maintenance, in the caller's transaction.
 * @throws NotFoundError when the integration was not told of it
 */
export type ConfirmMaintenance = (
  tx: Tx,
  answer: { maintenanceId: number; integrationId: number; confirmed: boolean; actor: Actor },
) => Promise<void>;

export interface NoticesService {
  /** API-052: the actor's newest ones, oldest first. */
  list(actor: Actor): Promise<Notification[]>;
  /**
   * API-053: marks a notice as seen, answers for the actor's integration, or both.
   * @throws NotFoundError for a notice of somebody else, as for a missing one
   * @throws ConflictError for an answer that nobody asked for (OPEN-53)
   */
  update(actor: Actor, id: number, change: BodyOf<typeof updateNotification>): Promise<Notification>;
  /**
   * Writes a notice to each user in the caller's transaction; their browsers are told once it has committed.
   */
  notify(tx: Db, userIds: readonly string[], notice: Notice): Promise<void>;
}

export interface ServiceDeps {
  postgres: Postgres;
  clock: Clock;
  /** Tells the browsers of these users that their notices changed. */
  announce(userIds: readonly string[]): void;
  confirmMaintenance: ConfirmMaintenance;
}

export function createNoticesService(deps: ServiceDeps): NoticesService {
  const { postgres, clock, announce } = deps;

  async function confirm(tx: Tx, actor: Actor, notice: NotificationRow, confirmed: boolean): Promise<void> {
    const { maintenance_id: maintenanceId, integration_id } = notice;
    if (maintenanceId === null) throw new ConflictError('This notification asks for no confirmation.');
    if (notice.severity === 4) throw new ConflictError('A critical maintenance asks for no confirmation.');
    if (actor.integration === null) {
      throw new ConflictError('Only people of an integration can confirm its availability.');
    }
    const integrationId = actor.integration.id;
    // Somebody may have gone over to another integration since.
    if (integration_id !== integrationId) {
      throw new ConflictError('This maintenance was announced to another integration.');
    }
    await deps.confirmMaintenance(tx, { maintenanceId, integrationId, confirmed, actor });
    const told = await updateConfirmations(tx, { maintenanceId, integrationId }, confirmed);
    afterCommit(tx, () => announce(told));
  }

  return {
    async list(actor) {
      return (await findNotifications(postgres.db, actor.userId, maxNotifications)).map((row) =>
        notificationOf(row, actor),
      );
    },

    update: (actor, id, change) =>
      postgres.transaction(async (tx) => {
        const found = await findNotification(tx, actor.userId, id);
        if (found === undefined) throw new NotFoundError('Notification not found');
        if ('confirmation' in change) await confirm(tx, actor, found, change.confirmation);
        if ('seen' in change) {
          await updateSeen(tx, id);
          // The same person's other windows count the unseen ones too.
          afterCommit(tx, () => announce([actor.userId]));
        }
        return notificationOf(
          {
            ...found,
            seen: found.seen || 'seen' in change,
            confirmation: 'confirmation' in change ? change.confirmation : found.confirmation,
          },
          actor,
        );
      }),

    async notify(tx, userIds, notice) {
      const users = [...new Set(userIds)];
      const created_at = notice.createdAt ?? clock.now();
      await insertNotifications(
        tx,
        users.map((user_id) => ({
          user_id,
          title: notice.title,
          description: notice.description,
          severity: notice.severity,
          maintenance_id: notice.maintenanceId ?? null,
          integration_id: notice.integrationId ?? null,
          confirmation: notice.confirmation ?? null,
          seen: notice.seen ?? false,
          created_at,
        })),
      );
      afterCommit(tx, () => announce(users));
    },
  };
}

function notificationOf(row: NotificationRow, { roles }: Actor): Notification {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    createdAt: row.created_at.toISOString(),
    seen: row.seen,
    severity: row.severity,
    maintenanceId: row.maintenance_id,
    confirmation: row.confirmation,
    // Rights may have changed since it was told.
    path: row.path !== null && isOpenTo(row.path, roles) ? row.path : null,
  };
}
