/** People who open one screen after the other, in a thread of their own: what asking costs is not the hub's time. */
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import {
  encodeStatisticsRequest,
  getDailyStatistics,
  getStatistics,
  getTrimesterStatistics,
  getYesterdayStatistics,
  listSessions,
} from '@ludus/contract';
import { timingOf } from './measure.ts';
import { wire } from './wire.ts';
import { mixer } from './world.ts';

export interface PeopleOrder {
  url: string;
  /** One of each person. */
  tokens: readonly string[];
  /** What there is to be asked for, in epoch ms. */
  from: number;
  to: number;
  integrations: number;
  seconds: number;
  /** Longest time someone looks at a screen before opening the next; half of it on average. */
  lookMs: number;
}

export const screens = ['dashboard', 'list', 'charts'] as const;
export type Screen = (typeof screens)[number];
/** Screens opened, and how long it took until all of one was there. */
export type PeopleAnswer = Record<Screen | 'all', { count: number; median: number; p95: number }>;

type Random = () => number;

const dayMs = 86_400_000;
const get = wire(80);

/** What a screen asks when it is opened; of lists and charts no two are alike. */
function callsOf(screen: Screen, { from, to, integrations }: PeopleOrder, random: Random): string[] {
  if (screen === 'dashboard') {
    return [getDailyStatistics.path, getYesterdayStatistics.path, getTrimesterStatistics.path];
  }
  const integration = 1 + Math.floor(random() * integrations);
  const days = 1 + Math.floor(random() * 60);
  const start = from + Math.floor(random() * ((to - from) / dayMs - days)) * dayMs;
  const period = { from: new Date(start).toISOString(), to: new Date(start + days * dayMs).toISOString() };
  if (screen === 'list') {
    const query = new URLSearchParams({
      ...period,
      integrationId: String(integration),
      nonZeroRounds: 'true',
      limit: '14',
      page: '1',
    });
    return [`${listSessions.path}?${query}`];
  }
  const split = random() < 0.5 ? { datasetGames: true } : { integrations: [integration] };
  const asked = encodeStatisticsRequest({ ...period, key: 'day', sessionTypeId: 1, ...split });
  return [`${getStatistics.path}?a=${encodeURIComponent(asked)}`];
}

async function look(order: PeopleOrder): Promise<PeopleAnswer> {
  const times: Record<Screen, number[]> = { dashboard: [], list: [], charts: [] };
  const until = performance.now() + order.seconds * 1000;
  const person = async (token: string, index: number) => {
    const random = mixer(index * 7919 + order.tokens.length);
    // They do not all arrive in the same moment.
    await wait(random() * order.lookMs);
    while (performance.now() < until) {
      const screen = screens[Math.floor(random() * screens.length)] ?? 'dashboard';
      const calls = callsOf(screen, order, random);
      const started = performance.now();
      await Promise.all(calls.map((path) => get(`${order.url}/api${path}`, token)));
      times[screen].push(performance.now() - started);
      await wait(random() * order.lookMs);
    }
  };
  await Promise.all(order.tokens.map(person));
  const of = (own: readonly number[]) => {
    const { median, p95 } = timingOf(own);
    return { count: own.length, median, p95 };
  };
  const { dashboard, list, charts } = times;
  return {
    dashboard: of(dashboard),
    list: of(list),
    charts: of(charts),
    all: of(Object.values(times).flat()),
  };
}

parentPort?.on('message', async (order: PeopleOrder) => {
  try {
    parentPort?.postMessage({ value: await look(order) });
  } catch (error) {
    parentPort?.postMessage({ error: String(error) });
  }
});
