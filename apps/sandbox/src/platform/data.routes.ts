import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import {
  CLOSE_AFTER_MINUTES,
  MAX_TOTALS_DAYS,
  NDJSON_MEDIA_TYPE,
  platformSessionIdSchema,
  sessionFeedQuerySchema,
  totalsQuerySchema,
  transactionsFeedQuerySchema,
} from '@ludus/contract/operator-api';
import type { FastifyInstance } from 'fastify';
import { DAY_MS, MINUTE_MS } from '../clock.ts';
import { isoText } from '../history/lines.ts';
import { dayNumberOf } from '../zone.ts';
import { picks } from './faults.ts';
import { faultyPage } from './feed-cursor.ts';
import { streamPage } from './feed-stream.ts';
import { conflict, invalid, notFound, parse } from './refusal.ts';
import type { PlatformRuntime } from './runtime.ts';
import { guard } from './service-guard.ts';

/** The data service: sessions, totals, closing, and the link to a session's rounds. */
export function dataRoutes(app: FastifyInstance, platform: PlatformRuntime, base: string): void {
  const bookkeeping = guard(platform, 'bookkeeping');
  const sessionIdOf = (params: unknown): string =>
    parse(platformSessionIdSchema, (params as { sessionId: string }).sessionId);

  app.get(`${base}/v1/sessions`, bookkeeping, async (request, reply) => {
    const query = parse(sessionFeedQuerySchema, request.query);
    const [from, to] = [Date.parse(query.changedFrom), Date.parse(query.changedTo)];
    if (from >= to) throw invalid('changedTo: must be after changedFrom');
    const { history, now } = await platform.current();
    const { page, next } = faultyPage(
      { ...query, from, to },
      { history, now, faults: platform.state.faults },
    );
    const body = Readable.from(streamPage(history, page, next, { ...platform.state.faults }), {
      objectMode: false,
    });
    reply.type(NDJSON_MEDIA_TYPE);
    const isForced = platform.state.faults.forceGzip && request.headers['accept-encoding'] === 'identity';
    return isForced
      ? reply.header('content-encoding', 'gzip').send(body.pipe(createGzip()))
      : reply.send(body);
  });

  app.get(`${base}/v1/sessions/:sessionId`, bookkeeping, async (request, reply) => {
    const sessionId = sessionIdOf(request.params);
    const { history } = await platform.current();
    const injected = history.injected.sessions.get(sessionId);
    if (injected) return injected;
    const i = history.find(sessionId);
    if (i < 0 && platform.state.faults.nullUnknown) return reply.type('application/json').send('null');
    if (i < 0) throw notFound('session');
    return reply.type('application/json').send(history.line(i, history.state(i)));
  });

  app.post(`${base}/v1/sessions/:sessionId/close`, bookkeeping, async (request, reply) => {
    const sessionId = sessionIdOf(request.params);
    const { history, now } = await platform.current();
    const injected = history.injected.sessions.get(sessionId);
    const i = injected ? -1 : history.find(sessionId);
    const state = injected
      ? { isOpen: injected.isOpen, updatedAt: Date.parse(injected.updatedAt) }
      : i >= 0 && history.state(i);
    if (!state) throw notFound('session');
    if (!state.isOpen) throw conflict('the session is closed already');
    if (now - state.updatedAt < CLOSE_AFTER_MINUTES * MINUTE_MS) {
      throw conflict(
        `the session is in play: its last change is less than ${CLOSE_AFTER_MINUTES} minutes old`,
      );
    }
    if (injected) {
      history.injected.add([JSON.stringify({ ...injected, isOpen: false, updatedAt: isoText(now) })], now);
      platform.state.injected = [...history.injected.lines];
    } else {
      history.close(i, now);
      platform.state.closes[sessionId] = now;
    }
    await platform.save();
    if (injected) return history.injected.sessions.get(sessionId);
    return reply.type('application/json').send(history.line(i, history.state(i)));
  });

  app.get(`${base}/v1/totals`, bookkeeping, async (request) => {
    const { from, to } = parse(totalsQuerySchema, request.query);
    if (from > to) throw invalid('to: must not be before from');
    if (dayNumberOf(to) - dayNumberOf(from) >= MAX_TOTALS_DAYS)
      throw invalid(`to: at most ${MAX_TOTALS_DAYS} days`);
    const { history, now } = await platform.current();
    const { faults } = platform.state;
    const timesOf = (sessionId: string): number => (picks(faults, 'doubleRows', sessionId) ? 2 : 1);
    const startOf = faults.utcDays ? (day: number): number => day * DAY_MS : undefined;
    const totals = history.totals(from, to, timesOf, startOf);
    if (faults.roundTotals && from !== to)
      for (const total of totals) total.bet = Math.floor(total.bet / 100) * 100;
    return { asOf: isoText(now), totals };
  });

  app.get(`${base}/transactions/feed/:sessionId`, guard(platform, 'data'), async (request) => {
    parse(transactionsFeedQuerySchema, request.query);
    const sessionId = sessionIdOf(request.params);
    const { history } = await platform.current();
    if (history.find(sessionId) < 0 && !history.injected.sessions.has(sessionId)) throw notFound('session');
    return { url: `http://${request.host}/p/${platform.plan.key}/feed/${encodeURIComponent(sessionId)}` };
  });
}
