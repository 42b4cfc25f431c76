/** The calendar of maintenances that a person subscribes to, by an address that only they know. */
import { createHash, randomBytes } from 'node:crypto';
import {
  affectedMessage,
  type Language,
  type Maintenance,
  maintenanceCalendar,
  messageOf,
} from '@ludus/contract';
import type { FastifyPluginAsync } from 'fastify';
import { type Actor, integrationScope } from '../../infra/access/index.ts';
import { type CurrentRights, findActor } from '../../infra/access/principal.ts';
import { recordAudit } from '../../infra/audit/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import { renderMessage } from '../../infra/messages/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import type { ReferenceData } from '../integrations/index.ts';
import { deleteFeed, findFeed, findFeedDate, saveFeed } from './maintenances.calendar.repo.ts';
import { maintenanceOf } from './maintenances.mapper.ts';
import { findMaintenances } from './maintenances.repo.ts';

/** The secret is a parameter, not a part of the path: paths stand in the log. */
export const calendarPath = '/calendar/maintenances.ics';
const shownMs = 180 * 86_400_000;

export interface CalendarDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  publicUrl: string;
  referenceData: Pick<ReferenceData, 'read'>;
  rights: CurrentRights;
}

export interface CalendarFeed {
  createdAt: string | null;
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

export function createCalendarFeeds({ postgres, clock, publicUrl, referenceData, rights }: CalendarDeps) {
  const { db } = postgres;
  const { host } = new URL(publicUrl);

  async function render(actor: Actor, language: Language): Promise<string> {
    const references = await referenceData.read();
    const rows = await findMaintenances(db, integrationScope(actor));
    const since = clock.now().getTime() - shownMs;
    const shown = rows
      .map((row) => maintenanceOf(row, references))
      .filter(({ endsAt }) => Date.parse(endsAt) >= since);
    return maintenanceCalendar(shown, {
      host,
      name: renderMessage(messageOf('notifications.calendarName'), language),
      titleOf: (one) => titleOf(one, language),
      affectedOf: (one) => renderMessage(affectedMessage(one), language),
    });
  }

  return {
    async get(actor: Actor): Promise<CalendarFeed> {
      const at = await findFeedDate(db, actor.userId);
      return { createdAt: at?.toISOString() ?? null };
    },

    /** The address is returned once; the one before it ends. */
    async renew(actor: Actor, language: Language): Promise<{ createdAt: string; url: string }> {
      const secret = randomBytes(32).toString('base64url');
      const now = clock.now();
      const feed = { user_id: actor.userId, secret_hash: hashOf(secret), language, created_at: now };
      await postgres.transaction(async (tx) => {
        await saveFeed(tx, feed);
        await recordAudit(tx, {
          actor,
          type: 'maintenances',
          action: 'create-calendar',
          objectId: null,
          description: messageOf('logs.calendarCreated'),
        });
      });
      const url = new URL(calendarPath, publicUrl);
      url.searchParams.set('key', secret);
      return { createdAt: now.toISOString(), url: url.href };
    },

    async revoke(actor: Actor): Promise<null> {
      await postgres.transaction(async (tx) => {
        if (!(await deleteFeed(tx, actor.userId))) return;
        await recordAudit(tx, {
          actor,
          type: 'maintenances',
          action: 'delete-calendar',
          objectId: null,
          description: messageOf('logs.calendarRevoked'),
        });
      });
      return null;
    },

    /** The calendar of whose secret it is, with what they may see now; null for a secret that is none. */
    async read(secret: string): Promise<string | null> {
      const feed = await findFeed(db, hashOf(secret));
      const actor = feed && (await findActor(feed.user_id, rights));
      return actor?.can('notifications:read') ? render(actor, feed?.language ?? 'en') : null;
    },
  };
}

export type CalendarFeeds = ReturnType<typeof createCalendarFeeds>;

function titleOf({ kind, severity }: Maintenance, language: Language): string {
  return renderMessage(
    messageOf(kind === 'emergency' ? 'notifications.calendarEmergency' : 'notifications.calendarTitle', {
      severity: messageOf(`notifications.severity${severity as 1 | 2 | 3 | 4}`),
    }),
    language,
  );
}

/** What calendar programs read. They send no token, so that the address is the credential. */
export const calendarPlugin =
  (feeds: Pick<CalendarFeeds, 'read'>): FastifyPluginAsync =>
  async (server) => {
    server.get(calendarPath, async (request, reply) => {
      const { key } = request.query as { key?: unknown };
      const calendar = typeof key === 'string' && key.length <= 100 ? await feeds.read(key) : null;
      reply.header('cache-control', 'private, no-store').header('referrer-policy', 'no-referrer');
      if (calendar === null) return reply.code(404).type('text/plain; charset=utf-8').send('Not found.');
      return reply.type('text/calendar; charset=utf-8').send(calendar);
    });
  };
