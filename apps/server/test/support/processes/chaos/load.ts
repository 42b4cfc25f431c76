import { setTimeout as wait } from 'node:timers/promises';
import { type FakePlatform, platformSession, startFakePlatform } from '../../../fake-platform.ts';
import { tokenFor } from '../../../tokens.ts';
import type { Chance } from '../../fetching/simulation/chance.ts';

/** A platform with its integration, and what was done to it. */
export interface LoadedPlatform {
  platform: FakePlatform;
  integrationId: number;
  /** Names that the integration was given, in order; with those whose request got no response. */
  names: { name: string; isAcknowledged: boolean }[];
}

/** What people and platforms do while processes are killed. */
export interface Load {
  platforms: LoadedPlatform[];
  /** Fetches that were accepted. */
  jobIds: Set<string>;
  counts: Record<'calls' | 'unanswered' | 'edits', number>;
  /** Ends everything that goes on. */
  stop(): Promise<void>;
}

export interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: responses of any shape are read
  body: any;
}

/** Makes a call to any process that listens; undefined where it got no response. */
export type Call = (path: string, init?: RequestInit) => Promise<Reply | undefined>;

const dayMs = 86_400_000;
const sessionsPerTurn = 5;

export function callsTo(urls: () => string[], issuer: string, chance: Chance): Call {
  let persons = 0;
  return async (path, init = {}) => {
    const url = chance.pick(urls());
    if (url === undefined) return undefined;
    // Each by another person: limits per person are not what is tested.
    const token = await tokenFor('ludus_admin', { userId: `person-${persons++ % 200}`, issuer });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    try {
      const response = await fetch(`${url}/api${path}`, {
        ...init,
        headers,
        signal: AbortSignal.timeout(20_000),
      });
      return { status: response.status, body: await response.json() };
    } catch {
      return undefined;
    }
  };
}

/** Enters platforms and lets them play, while people edit, fetch and read. */
export async function startLoad(call: Call, names: readonly string[], chance: Chance): Promise<Load> {
  const counts = { calls: 0, unanswered: 0, edits: 0 };
  const jobIds = new Set<string>();
  const platforms: LoadedPlatform[] = [];
  for (const name of names) platforms.push(await enterPlatform(call, name));
  let isStopped = false;

  const attempt: Call = async (path, init) => {
    const reply = await call(path, init);
    counts.calls += 1;
    if (reply === undefined) counts.unanswered += 1;
    return reply;
  };
  const repeat = async (pauseMs: number, work: () => Promise<unknown>) => {
    while (!isStopped) {
      await work();
      await wait(pauseMs);
    }
  };
  const running = [
    repeat(500, async () => {
      for (const { platform } of platforms) play(platform, chance);
    }),
    repeat(200, async () => {
      const { integrationId, names: given } = chance.pick(platforms) as LoadedPlatform;
      const name = `${given[0]?.name} ${given.length}`;
      const edit = { name, isAcknowledged: false };
      given.push(edit);
      const reply = await attempt(`/integrations/${integrationId}`, {
        method: 'PUT',
        body: JSON.stringify({ name }),
      });
      edit.isAcknowledged = reply?.status === 200;
      if (edit.isAcknowledged) counts.edits += 1;
    }),
    repeat(3_000, async () => {
      const { integrationId } = chance.pick(platforms) as LoadedPlatform;
      const reply = await attempt(fetchPath(integrationId, chance.percent(20)));
      if (reply?.status === 200) jobIds.add(reply.body.jobId);
    }),
    repeat(1_000, () => attempt('/bookkeeping/yesterday-stats')),
  ];
  return {
    platforms,
    jobIds,
    counts,
    async stop() {
      isStopped = true;
      await Promise.all(running);
    },
  };
}

/** The fetch of all days in which sessions are played. */
export function fetchPath(integrationId: number, force: boolean): string {
  const [from, to] = playedDays();
  return `/bookkeeping/sessions/fetch?dateStart=${from}&dateEnd=${to}&integrationIds=${integrationId}&forceUpdate=${force}`;
}

/** First and last day of the sessions, with room for a midnight in between. */
export function playedDays(): [string, string] {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return [day(Date.now() - 4 * dayMs), day(Date.now() + dayMs)];
}

async function enterPlatform(call: Call, name: string): Promise<LoadedPlatform> {
  const platform = await startFakePlatform({ now: () => new Date(), pageSize: 200 });
  const services = ['gaming', 'data', 'play', 'launch'].flatMap((kind) => [
    [`${kind}ServiceURL`, platform.url],
    [`${kind}ServiceToken`, platform.token],
  ]);
  const body = JSON.stringify({ name, version: 'GAI2', ...Object.fromEntries(services) });
  const reply = await call('/integrations', { method: 'POST', body });
  if (reply?.status !== 200) throw new Error(`${name} was not entered: ${JSON.stringify(reply)}`);
  return { platform, integrationId: reply.body[0].id, names: [{ name, isAcknowledged: true }] };
}

/** New sessions, and changes of old ones. */
function play(platform: FakePlatform, { whole }: Chance): void {
  const now = Date.now();
  const updatedAt = new Date(now).toISOString();
  const { size } = platform.sessions;
  for (let number = size; number < size + sessionsPerTurn; number += 1) {
    const createdAt = new Date(now - whole(2 * dayMs)).toISOString();
    platform.put(platformSession(number, { createdAt, updatedAt }));
  }
  for (let count = 0; count < 5 && size > 0; count += 1) {
    const known = [...platform.sessions.values()][whole(size)];
    if (known !== undefined) platform.put({ ...known, bet: known.bet + whole(5_000), updatedAt });
  }
}
