import type { Notification } from '@ludus/contract';

/** The newest notice that the maintenance of an older one was moved: that one's date and question are out of date. */
export function movedBy(
  notification: Pick<Notification, 'id' | 'maintenanceId'>,
  all: readonly Notification[],
): Notification | undefined {
  const { id, maintenanceId } = notification;
  if (maintenanceId === null) return undefined;
  return all.findLast(
    (one) =>
      one.id > id &&
      one.maintenanceId === maintenanceId &&
      one.titleDetail?.code === 'notifications.maintenanceMoved',
  );
}
