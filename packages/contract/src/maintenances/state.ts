/** Work that was announced in time, and work that cannot wait: an emergency may begin at once. */
export const maintenanceKinds = ['planned', 'emergency'] as const;
export type MaintenanceKind = (typeof maintenanceKinds)[number];

export const maintenanceStates = [
  'announced',
  'confirmed',
  'denied',
  'running',
  'over',
  'cancelled',
] as const;
export type MaintenanceState = (typeof maintenanceStates)[number];

/** Days that a maintenance lasts at most. */
export const maxMaintenanceDays = 30;
/** Hours before the start at which integrations are reminded. */
export const reminderHours = [24, 1] as const;
export const maxRefusalReason = 500;

interface Answered {
  integrations: readonly { maintenance_integrations: { confirmed: boolean | null } }[];
}

/** Confirmed if all are true, Denied if any is false, otherwise Pending. */
export function overallStatus(entry: Answered): 'confirmed' | 'denied' | 'pending' {
  const answers = entry.integrations.map((one) => one.maintenance_integrations.confirmed);
  if (answers.includes(false)) return 'denied';
  return answers.length > 0 && answers.every((answer) => answer === true) ? 'confirmed' : 'pending';
}

/**
 * Whether integrations are asked for their availability. An emergency and a critical one only inform, and nothing is asked once it has
 * begun or was cancelled.
 */
export const asksAvailability = (
  { kind, severity }: { kind: MaintenanceKind; severity: number },
  state: MaintenanceState,
): boolean =>
  kind !== 'emergency' && severity < 4 && state !== 'running' && state !== 'over' && state !== 'cancelled';

/** Where a maintenance stands at an instant. It runs from its start on, and is over at its end. */
export function maintenanceState(
  entry: Answered & { date: string; endsAt: string; cancelledAt: string | null },
  now: Date,
): MaintenanceState {
  if (entry.cancelledAt !== null) return 'cancelled';
  if (now.getTime() >= Date.parse(entry.endsAt)) return 'over';
  if (now.getTime() >= Date.parse(entry.date)) return 'running';
  const status = overallStatus(entry);
  return status === 'pending' ? 'announced' : status;
}
