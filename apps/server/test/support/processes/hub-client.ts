/** Calls to processes of the hub, as an administrator of the provider makes them. */
import { expect } from 'vitest';
import { addOperator } from '../../catalogue.ts';
import { type FakePlatform, platformSession, startFakePlatform } from '../../fake-platform.ts';
import type { HubProcess, HubProcesses } from './hub-processes.ts';

/** The day whose sessions platforms of these tests have. */
export const yesterday = new Date(Date.now() - 86_400_000);

/** A platform that the hub knows. */
export interface EnteredPlatform {
  platform: FakePlatform;
  integrationId: number;
}

/** A call by a person of their own, so that no test uses up the limit of another. */
export async function call(
  world: HubProcesses,
  process: HubProcess | undefined,
  path: string,
  userId: string,
  init: RequestInit = {},
) {
  const authorization = `Bearer ${await world.tokenOf(userId)}`;
  const headers = { authorization, 'content-type': 'application/json' };
  const response = await fetch(`${process?.url}/api${path}`, { ...init, headers });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of any shape
  const body: any = isJson ? JSON.parse(text) : text;
  return { status: response.status, body };
}

/** Lets a platform have further sessions of yesterday, with numbers from `first` on. */
export function addSessions(platform: FakePlatform, first: number, count: number): void {
  for (let number = first; number < first + count; number += 1) {
    const at = new Date(yesterday.getTime() + number).toISOString();
    platform.put(platformSession(number, { createdAt: at, updatedAt: at }));
  }
}

/** Enters a platform with sessions of yesterday, through the API. */
export async function enterPlatform(
  world: HubProcesses,
  process: HubProcess | undefined,
  name: string,
  { sessions, pageSize }: { sessions: number; pageSize?: number },
): Promise<EnteredPlatform> {
  const platform = await startFakePlatform({
    now: () => new Date(),
    ...(pageSize === undefined ? {} : { pageSize }),
  });
  addSessions(platform, 0, sessions);
  const service = (kind: string) => ({
    [`${kind}ServiceURL`]: platform.url,
    [`${kind}ServiceToken`]: platform.token,
  });
  const body = JSON.stringify({
    name,
    version: 'GAI2',
    ...Object.assign({}, ...['gaming', 'data', 'play', 'launch'].map(service)),
  });
  const reply = await call(world, process, '/integrations', 'enters', { method: 'POST', body });
  expect([reply.status, reply.body.message]).toEqual([200, undefined]);
  const { id } = reply.body[0];
  await addOperator(world.postgres.db, id, 'VIVA');
  return { platform, integrationId: id };
}

/** Requests yesterday of an integration, and returns the id of the job. */
export async function requestFetch(
  world: HubProcesses,
  process: HubProcess | undefined,
  integrationId: number | undefined,
  force = false,
): Promise<string> {
  const day = yesterday.toISOString().slice(0, 10);
  const path = `/bookkeeping/sessions/fetch?dateStart=${day}&dateEnd=${day}&integrationIds=${integrationId}&forceUpdate=${force}`;
  const { body } = await call(world, process, path, 'fetches');
  return body.jobId;
}

/** A job as PostgreSQL has it. */
export async function jobOf(world: HubProcesses, id: string) {
  const { rows } = await world.postgres.pool.query(
    "SELECT state, attempt, (summary ->> 'received')::int AS received FROM jobs WHERE id = $1",
    [id],
  );
  return rows[0];
}

/** The bets of yesterday in cents, as the hub shows them. */
export async function readBets(world: HubProcesses, process: HubProcess): Promise<number> {
  const { body } = await call(world, process, '/bookkeeping/yesterday-stats', 'reads');
  const bet = body.datasets.totals.find(({ stat }: { stat: string }) => stat === 'bet');
  return Math.round(bet.total * 100);
}

/** The bets of the sessions of a platform in cents, those of fun money left out as on the dashboard. */
export function betsOf({ sessions }: FakePlatform): number {
  return [...sessions.values()]
    .filter(({ sessionType }) => sessionType === 1)
    .reduce((sum, { bet }) => sum + bet, 0);
}
