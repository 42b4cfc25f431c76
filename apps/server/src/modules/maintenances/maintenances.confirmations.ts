import { messageOf } from '@ludus/contract';
import { changesBetween, recordAudit } from '../../infra/audit/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import { ConflictError, NotFoundError } from '../../infra/errors/index.ts';
import { afterCommit, type Db } from '../../infra/postgres/index.ts';
import type { Audience, Realtime } from '../../infra/realtime/index.ts';
import type { ConfirmMaintenance } from '../notifications/index.ts';
import { lockAnswer, updateAnswer } from './maintenances.repo.ts';

/** Publishes to the provider and to these integrations that maintenances changed, after the commit. */
export function publishMaintenances(realtime: Realtime, tx: Db, integrationIds: readonly number[]): void {
  const audiences: Audience[] = [
    { providers: true },
    ...integrationIds.map((integration) => ({ integration })),
  ];
  afterCommit(tx, () => {
    for (const audience of audiences) {
      realtime.publish({ name: 'changed', data: { topic: 'maintenances' } }, audience);
    }
  });
}

/**
 * Stores the reply of an integration to a maintenance. A part of its own, because notifications take it and the rest of
 * the module takes notifications.
 */
export function createMaintenanceConfirmations({
  clock,
  realtime,
}: {
  clock: Clock;
  realtime: Realtime;
}): ConfirmMaintenance {
  return async (tx, { maintenanceId, integrationId, confirmed, reason: given, actor }) => {
    const before = await lockAnswer(tx, maintenanceId, integrationId);
    if (before === undefined) throw new NotFoundError(messageOf('refusals.maintenanceNotFound'));
    if (before.severity === 4) throw new ConflictError(messageOf('refusals.criticalNoConfirmation'));
    if (before.cancelled_at !== null) throw new ConflictError(messageOf('refusals.maintenanceCancelled'));
    if (before.kind === 'emergency') throw new ConflictError(messageOf('refusals.emergencyNoConfirmation'));
    if (before.starts_at <= clock.now()) throw new ConflictError(messageOf('refusals.begunNoConfirmation'));
    // A denial that is repeated without a reason keeps the one it has.
    const reason = confirmed ? null : (given ?? before.reason);
    if (before.confirmed === confirmed && before.reason === reason) return;
    await updateAnswer(tx, maintenanceId, integrationId, {
      confirmed,
      answered_at: clock.now(),
      answered_by: actor.username,
      reason,
    });
    await recordAudit(tx, {
      actor,
      type: 'maintenances',
      action: confirmed ? 'confirm' : 'deny',
      objectId: maintenanceId,
      description: messageOf(confirmed ? 'logs.maintenanceConfirmed' : 'logs.maintenanceDenied', {
        integration: before.name,
      }),
      changes: changesBetween({ confirmed: before.confirmed, reason: before.reason }, { confirmed, reason }),
      object: { description: before.description, integration: before.name },
    });
    publishMaintenances(realtime, tx, [integrationId]);
  };
}
