import {
  affectedMessage,
  cancelMaintenance,
  changeMaintenanceEnd,
  changeMaintenanceStart,
  createMaintenance,
  listMaintenances,
  type Maintenance,
  maintenanceCalendar,
} from '@ludus/contract';
import { type CallInput, call, queryFor, useInvalidateTags, useMutation } from '../../lib/api/index.ts';
import { download } from '../../lib/download.ts';
import { renderMessage } from '../../lib/messages.ts';
import { integrationsQuery } from './integrations.ts';

export const maintenancesQuery = () => queryFor(listMaintenances, {});

/** Integrations with their operators, and with the users that decide whether they can be notified. */
export const reachableQuery = () => integrationsQuery('operators', 'users');

export type NewMaintenance = CallInput<typeof createMaintenance>['body'];

export function useCreateMaintenance() {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: (body: NewMaintenance) => call(createMaintenance, { body }),
    onSuccess: () => invalidate(['maintenances']),
  });
}

/** Moves the end of one; null ends it now. Also after a refusal it is read again: someone else was faster. */
export function useChangeMaintenanceEnd(id: number) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: (endsAt: string | null) => call(changeMaintenanceEnd, { params: { id }, body: { endsAt } }),
    onSettled: () => invalidate(['maintenances']),
  });
}

/** Moves one that has not begun, with its end. */
export function useChangeMaintenanceStart(id: number) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: (body: CallInput<typeof changeMaintenanceStart>['body']) =>
      call(changeMaintenanceStart, { params: { id }, body }),
    onSettled: () => invalidate(['maintenances']),
  });
}

export function useCancelMaintenance(id: number) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: (reason: string) => call(cancelMaintenance, { params: { id }, body: { reason } }),
    onSettled: () => invalidate(['maintenances']),
  });
}

/** Saves one as a file for calendar programs, with the same id as in the calendar that people subscribe to. */
export function saveInCalendar(maintenance: Maintenance, title: string): void {
  const { host } = globalThis.location;
  const text = maintenanceCalendar([maintenance], {
    host,
    name: title,
    titleOf: () => title,
    affectedOf: (one) => renderMessage(affectedMessage(one)),
  });
  download(new Blob([text], { type: 'text/calendar;charset=utf-8' }), `maintenance-${maintenance.id}.ics`);
}
