import {
  type BodyOf,
  type Message,
  maxNotifications,
  messageOf,
  type Notification,
  type updateNotification,
} from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import { ConflictError, NotFoundError } from '../../infra/errors/index.ts';
import { afterCommit, type Db, type Postgres, type Tx } from '../../infra/postgres/index.ts';
import { isOpenTo } from './notifications.paths.ts';
import {
  findNotification,
  findNotifications,
  insertNotifications,
  type NotificationRow,
  textColumns,
  updateAllSeen,
  updateAnswered,
  updateConfirmations,
  updateSeen,
} from './notifications.repo.ts';

/** A notice as it is written; severity is 1 low, 2 medium, 3 high, 4 critical. */
export interface Notice {
  title: Message;
  description: Message;
  /** Where in the hub it leads; nowhere unless given. */
  path?: string;
  severity: 1 | 2 | 3 | 4;
  maintenanceId?: number;
  /** With a maintenance: the integration that confirms it, and its reply. */
  integrationId?: number;
  confirmation?: boolean;
  /** Now unless given. */
  createdAt?: Date;
  seen?: boolean;
}

/**
 * Stores the reply of an integration to a maintenance, in the caller's transaction.
 * @throws NotFoundError when the integration was not notified of it
 */
export type ConfirmMaintenance = (
  tx: Tx,
  answer: {
    maintenanceId: number;
    integrationId: number;
    confirmed: boolean;
    /** Why it is denied. */
    reason?: string | undefined;
    actor: Actor;
  },
) => Promise<void>;

export interface NoticesService {
  /** The actor's newest ones, oldest first. */
  list(actor: Actor): Promise<Notification[]>;
  /**
   * Marks a notice as seen, or confirms for the actor's integration, which marks their notices of the maintenance as seen.
   * @throws NotFoundError for a notice of someone else, as for a missing one
   * @throws ConflictError for a confirmation that was not requested
   */
  update(actor: Actor, id: number, change: BodyOf<typeof updateNotification>): Promise<Notification>;
  /** Marks the actor's notices up to one as seen. */
  markSeen(actor: Actor, upTo: number): Promise<void>;
  /**
   * Stores a notice for each user in the caller's transaction; their browsers are notified once it has committed.
   */
  insertNotices(tx: Db, userIds: readonly string[], notice: Notice): Promise<void>;
}

export interface ServiceDeps {
  postgres: Postgres;
  clock: Clock;
  /** Notifies the browsers of these users that their notices changed. */
  publishChange(userIds: readonly string[]): void;
  confirmMaintenance: ConfirmMaintenance;
}

export function createNoticesService(deps: ServiceDeps): NoticesService {
  const { postgres, clock, publishChange } = deps;

  async function confirm(
    tx: Tx,
    actor: Actor,
    notice: NotificationRow,
    { confirmation: confirmed, reason }: { confirmation: boolean; reason?: string | undefined },
  ): Promise<void> {
    const { maintenance_id: maintenanceId, integration_id } = notice;
    if (maintenanceId === null) throw new ConflictError(messageOf('refusals.noConfirmation'));
    if (notice.severity === 4) throw new ConflictError(messageOf('refusals.criticalNoConfirmation'));
    if (actor.integration === null) {
      throw new ConflictError(messageOf('refusals.confirmationOfIntegration'));
    }
    const integrationId = actor.integration.id;
    // Someone may have moved to another integration since.
    if (integration_id !== integrationId) {
      throw new ConflictError(messageOf('refusals.confirmationOfOther'));
    }
    await deps.confirmMaintenance(tx, { maintenanceId, integrationId, confirmed, reason, actor });
    await updateAnswered(tx, { userId: actor.userId, maintenanceId });
    const notified = await updateConfirmations(tx, { maintenanceId, integrationId }, confirmed);
    afterCommit(tx, () => publishChange(notified));
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
        if (found === undefined) throw new NotFoundError(messageOf('refusals.notificationNotFound'));
        if ('confirmation' in change) await confirm(tx, actor, found, change);
        if ('seen' in change) {
          await updateSeen(tx, id);
          // The same person's other windows count the unseen ones too.
          afterCommit(tx, () => publishChange([actor.userId]));
        }
        return notificationOf(
          {
            ...found,
            // Whoever has answered has read it.
            seen: true,
            confirmation: 'confirmation' in change ? change.confirmation : found.confirmation,
          },
          actor,
        );
      }),

    markSeen: (actor, upTo) =>
      postgres.transaction(async (tx) => {
        const marked = await updateAllSeen(tx, actor.userId, upTo);
        if (marked > 0) afterCommit(tx, () => publishChange([actor.userId]));
      }),

    async insertNotices(tx, userIds, notice) {
      const users = [...new Set(userIds)];
      const created_at = notice.createdAt ?? clock.now();
      await insertNotifications(
        tx,
        users.map((user_id) => ({
          user_id,
          ...textColumns(notice, 'en'),
          path: notice.path ?? null,
          severity: notice.severity,
          maintenance_id: notice.maintenanceId ?? null,
          integration_id: notice.integrationId ?? null,
          confirmation: notice.confirmation ?? null,
          seen: notice.seen ?? false,
          created_at,
        })),
      );
      afterCommit(tx, () => publishChange(users));
    },
  };
}

function notificationOf(row: NotificationRow, { roles }: Actor): Notification {
  return {
    id: row.id,
    title: row.title,
    ...(row.title_detail === null ? {} : { titleDetail: row.title_detail }),
    description: row.description,
    ...(row.description_detail === null ? {} : { descriptionDetail: row.description_detail }),
    createdAt: row.created_at.toISOString(),
    seen: row.seen,
    severity: row.severity,
    maintenanceId: row.maintenance_id,
    confirmation: row.confirmation,
    // Rights may have changed since it was written.
    path: row.path !== null && isOpenTo(row.path, roles) ? row.path : null,
  };
}
