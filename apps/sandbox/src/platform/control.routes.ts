import { CLOSE_AFTER_MINUTES } from '@ludus/contract/operator-api';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Clock, HOUR_MS, MINUTE_MS } from '../clock.ts';
import { type Disturbance, disturbanceSchema } from '../history/disturbances.ts';
import { faultChangeSchema, noFaults } from './faults.ts';
import { conflict, parse } from './refusal.ts';
import type { PlatformRuntime } from './runtime.ts';

const disturbancesSchema = z.strictObject({ disturbances: z.array(disturbanceSchema).max(1_000) });
const rowsSchema = z.strictObject({ rows: z.array(z.unknown()).max(200_000) });

/** Switches for tests and for people who want to see the hub cope: no platform has these. */
export function controlRoutes(
  app: FastifyInstance,
  platform: PlatformRuntime,
  base: string,
  clock: Clock,
): void {
  app.get(`${base}/faults`, async () => platform.state.faults);
  app.post(`${base}/faults`, async (request) => {
    Object.assign(platform.state.faults, parse(faultChangeSchema, request.body));
    await platform.save();
    return platform.state.faults;
  });
  app.delete(`${base}/faults`, async () => {
    platform.state.faults = noFaults();
    await platform.save();
    return platform.state.faults;
  });

  /**
   * Replaces what disturbs the sessions that begin within some time: for those of hours that have begun it is too late, because a
   * history never changes.
   */
  app.put(`${base}/disturbances`, async (request) => {
    const { disturbances } = parse(disturbancesSchema, request.body);
    const { history, now } = await platform.current();
    const nextHour = Math.floor(now / HOUR_MS) * HOUR_MS + HOUR_MS;
    if (disturbances.some(({ from }) => from < nextHour && !isKept(from, history.model.disturbances.all)))
      throw conflict('disturbances begin with the next hour or later');
    history.model.disturbances.replace(disturbances);
    platform.state.disturbances = disturbances;
    await platform.save();
    return { disturbances };
  });
  app.get(`${base}/disturbances`, async () => ({ disturbances: platform.state.disturbances }));

  /** Lines for the feed: JSON `{ rows: [...] }`, or any text, one line each, also such that is not JSON. */
  app.post(`${base}/sessions`, async (request) => {
    const lines =
      typeof request.body === 'string'
        ? request.body.split('\n').filter((line) => line.trim() !== '')
        : parse(rowsSchema, request.body).rows.map((row) =>
            typeof row === 'string' ? row : JSON.stringify(row),
          );
    const { history } = await platform.current();
    history.injected.add(lines, clock.now());
    platform.state.injected = [...history.injected.lines];
    await platform.save();
    return { added: lines.length, held: history.injected.lines.length };
  });
  app.delete(`${base}/sessions`, async () => {
    const { history } = await platform.current();
    history.injected.clear();
    platform.state.injected = [];
    await platform.save();
    return { held: 0 };
  });

  /** Open sessions, newest change first, with whether they may be closed: a quick way to find one for a try. */
  app.get(`${base}/open-sessions`, async () => {
    const { history, now } = await platform.current();
    const open: { sessionId: string; updatedAt: string; canClose: boolean }[] = [];
    for (let i = history.table.count - 1; i >= 0 && open.length < 500; i--) {
      const state = history.state(i);
      if (!state.isOpen || state.updatedAt === 0) continue;
      const canClose = now - state.updatedAt >= CLOSE_AFTER_MINUTES * MINUTE_MS;
      open.push({
        sessionId: history.ids.sessionId(i),
        updatedAt: new Date(state.updatedAt).toISOString(),
        canClose,
      });
    }
    return { sessions: open };
  });
  app.get(`${base}/maintenances`, async () => ({ maintenances: platform.state.maintenances }));
  app.get(`${base}/elsewhere`, async () => ({ message: 'another address' }));
}

const isKept = (from: number, all: readonly Disturbance[]): boolean => all.some((one) => one.from === from);
