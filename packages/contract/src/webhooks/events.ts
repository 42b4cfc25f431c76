/** What operators' machines are notified of, and the body of each event. */
import { z } from 'zod';
import { instant, recordId, rowId } from '../common.ts';
import { services } from '../integrations/schema.ts';
import { maintenanceKinds } from '../maintenances/state.ts';

/** Sessions that one event carries at most: a fetch that closes more of them makes several events. */
export const maxSessionsPerEvent = 200;

const day = z.iso.date();
const integrationId = recordId;

const closedSession = z
  .strictObject({
    /** The hub's id, which calls of the API take. */
    id: z.uuid(),
    /** The platform's id. */
    sessionId: z.string(),
    aamsSessionId: z.string().nullable(),
    aamsTicketId: z.string().nullable(),
    operatorId: recordId,
    gameId: recordId,
    bet: z.number(),
    win: z.number(),
    grossWin: z.number(),
    netWin: z.number(),
    due: z.number(),
    currentRound: z.int().nonnegative(),
    createdAt: instant,
    /** When it last changed at the platform, which is when it was closed. */
    sessionUpdatedAt: instant,
  })
  .meta({ id: 'WebhookClosedSession' });

const gameVisibility = z.strictObject({
  integrationId,
  game: z.strictObject({ id: recordId, name: z.string(), slug: z.string() }),
});

const maintenance = z.strictObject({
  integrationId,
  maintenanceId: rowId,
  kind: z.enum(maintenanceKinds),
  startsAt: instant,
  /** Null where no end was announced. */
  endsAt: instant.nullable(),
  /** The services that it touches; an empty list is all of them. */
  services: z.array(z.enum(services)),
  description: z.string(),
  /** 1 low, 2 medium, 3 high, 4 critical. */
  severity: z.int().min(1).max(4),
});

const outage = z.strictObject({
  integrationId,
  outageId: rowId,
  services: z.array(z.enum(services)),
  openedAt: instant,
});

const data = {
  'session.closed': z.strictObject({
    integrationId,
    sessions: z.array(closedSession).min(1).max(maxSessionsPerEvent),
  }),
  'figures.ready': z.strictObject({
    integrationId,
    /** A day in Europe/Rome. */
    day,
    /** Everything that the platform had at this instant is in the figures. */
    asOf: instant,
  }),
  'game.granted': gameVisibility,
  'game.withdrawn': gameVisibility,
  'maintenance.announced': maintenance,
  'maintenance.changed': maintenance,
  'maintenance.cancelled': maintenance.extend({ reason: z.string() }),
  'maintenance.started': maintenance,
  'maintenance.ended': maintenance,
  'outage.opened': outage,
  'outage.ended': outage.extend({ closedAt: instant }),
  'ticket.answered': z.strictObject({
    integrationId,
    ticketId: rowId,
    answerId: rowId,
    title: z.string(),
    /** The status of the ticket since this answer. */
    status: z.enum(['ongoing', 'closed']),
    /** Whose people have answered. */
    side: z.enum(['provider', 'integration']),
  }),
  'statement.issued': z.strictObject({
    integrationId,
    statementId: rowId,
    number: z.string(),
    month: z.string().regex(/^\d{4}-\d{2}$/),
    /** Euro, value added tax included; negative where the provider owes it. */
    total: z.number(),
    dueOn: day,
  }),
  test: z.strictObject({ integrationId, message: z.string() }),
} as const;

/** Every event, the test included. */
export type WebhookEventType = keyof typeof data;
export type WebhookData<Type extends WebhookEventType> = z.infer<(typeof data)[Type]>;

/** The events that an endpoint can choose, in the order of lists. */
export type WebhookEventName = Exclude<WebhookEventType, 'test'>;
export const webhookEventNames = Object.keys(data).filter((type) => type !== 'test') as WebhookEventName[];
export const webhookEventTypes = Object.keys(data) as WebhookEventType[];

/** The body of an event, as the Standard Webhooks specification has it. */
export function webhookBody<Type extends WebhookEventType>(type: Type) {
  return z.strictObject({
    type: z.literal(type),
    /** When it happened. */
    timestamp: instant,
    data: data[type],
  });
}

const maintenanceExample: z.infer<typeof maintenance> = {
  integrationId: 1,
  maintenanceId: 12,
  kind: 'planned',
  startsAt: '2026-12-01T03:00:00.000Z',
  endsAt: '2026-12-01T05:00:00.000Z',
  services: ['gaming'],
  description: 'New version of the game servers',
  severity: 2,
};
const outageExample: z.infer<typeof outage> = {
  integrationId: 1,
  outageId: 7,
  services: ['gaming', 'data'],
  openedAt: '2026-11-26T10:12:00.000Z',
};
const gameExample = { integrationId: 1, game: { id: 31, name: 'Book of Alps', slug: 'book_of_alps' } };

/** What the API description says of each event. */
export const webhookDescriptions: {
  [Type in WebhookEventType]: { summary: string; description?: string; example: WebhookData<Type> };
} = {
  'session.closed': {
    summary: 'Sessions were closed',
    description: `Real sessions that the hub has stored as closed for the first time, ${maxSessionsPerEvent} at most in one event; a fetch that closes more of them makes several. Sessions that closed before the first endpoint chose this event are left out, and so are later corrections of closed sessions: \`GET /api/bookkeeping/sessions/changes\` has those.`,
    example: {
      integrationId: 1,
      sessions: [
        {
          id: '8d1f0c52-0a4e-8f0b-9d52-6f1f6a3b2c10',
          sessionId: 'S-000000001',
          aamsSessionId: null,
          aamsTicketId: null,
          operatorId: 3,
          gameId: 31,
          bet: 10,
          win: 2.5,
          grossWin: 7.5,
          netWin: 5.85,
          due: 0.88,
          currentRound: 12,
          createdAt: '2026-11-26T10:00:00.000Z',
          sessionUpdatedAt: '2026-11-26T10:14:00.000Z',
        },
      ],
    },
  },
  'figures.ready': {
    summary: 'The figures of a day are ready',
    description:
      'The platform was read to its end after the day was over, with everything that it may have shown late. Later corrections are still possible.',
    example: { integrationId: 1, day: '2026-11-25', asOf: '2026-11-26T01:10:00.000Z' },
  },
  'game.granted': { summary: 'A game became visible to the integration', example: gameExample },
  'game.withdrawn': { summary: 'A game is no longer visible to the integration', example: gameExample },
  'maintenance.announced': { summary: 'A maintenance was announced', example: maintenanceExample },
  'maintenance.changed': { summary: 'A maintenance has another start or end', example: maintenanceExample },
  'maintenance.cancelled': {
    summary: 'A maintenance was cancelled',
    example: { ...maintenanceExample, reason: 'The new version is not ready' },
  },
  'maintenance.started': { summary: 'A maintenance has begun', example: maintenanceExample },
  'maintenance.ended': { summary: 'A maintenance is over', example: maintenanceExample },
  'outage.opened': { summary: 'Services do not respond', example: outageExample },
  'outage.ended': {
    summary: 'An outage is over',
    example: { ...outageExample, closedAt: '2026-11-26T10:31:00.000Z' },
  },
  'ticket.answered': {
    summary: 'A ticket was answered',
    description: 'By either side. `GET /api/tickets/{id}` has the text.',
    example: {
      integrationId: 1,
      ticketId: 41,
      answerId: 97,
      title: 'Session does not close',
      status: 'ongoing',
      side: 'provider',
    },
  },
  'statement.issued': {
    summary: 'A statement was issued',
    example: {
      integrationId: 1,
      statementId: 5,
      number: 'LH-2026-0005',
      month: '2026-10',
      total: 12_345.67,
      dueOn: '2026-12-01',
    },
  },
  test: {
    summary: 'A test that someone has sent from the screen',
    description: 'Sent to any endpoint, whatever events it has chosen.',
    example: { integrationId: 1, message: 'A test of the webhook.' },
  },
};
