import type { WebhookEventType } from '@ludus/contract';

/** The texts of events: a key of texts holds no full stop. */
export const eventKeys = {
  'session.closed': 'sessionClosed',
  'figures.ready': 'figuresReady',
  'game.granted': 'gameGranted',
  'game.withdrawn': 'gameWithdrawn',
  'maintenance.announced': 'maintenanceAnnounced',
  'maintenance.changed': 'maintenanceChanged',
  'maintenance.cancelled': 'maintenanceCancelled',
  'maintenance.started': 'maintenanceStarted',
  'maintenance.ended': 'maintenanceEnded',
  'outage.opened': 'outageOpened',
  'outage.ended': 'outageEnded',
  'ticket.answered': 'ticketAnswered',
  'statement.issued': 'statementIssued',
  test: 'test',
} as const satisfies Record<WebhookEventType, string>;
