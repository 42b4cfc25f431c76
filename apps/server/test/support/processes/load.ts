/** A load on processes of the hub: people who sign in and read without a break. */
import { call, yesterday } from './hub-client.ts';
import type { HubProcess, HubProcesses } from './hub-processes.ts';

export interface Load {
  /** Sends requests to a process, too. */
  serve(hub: HubProcess): void;
  /** Sends no further requests to a process; resolves when none is under way. */
  pause(hub: HubProcess): Promise<void>;
  /** Resolves when so many further rounds of every request have ended. */
  rounds(count: number): Promise<void>;
  /** What has not succeeded, with the process. */
  failures(): string[];
  /** Requests so far. */
  count(): number;
  stop(): Promise<void>;
}

const day = yesterday.toISOString().slice(0, 10);
const dayAfter = new Date(yesterday.getTime() + 86_400_000).toISOString().slice(0, 10);
const reads = [
  '/me',
  '/integrations',
  '/games',
  '/jobs/active/bookkeeping',
  '/users',
  '/logs',
  '/tickets',
  '/notifications',
  '/maintenances',
  '/mailing-list-reports',
  '/bookkeeping/yesterday-stats',
  '/bookkeeping/daily-stats',
  `/bookkeeping/sessions/range?from=${day}&to=${dayAfter}&limit=100`,
  '/bookkeeping/sessions/quarantine',
];

/** @param signIn signs in at the address that everyone knows; done once a round */
export function startLoad(world: HubProcesses, { signIn }: { signIn(): Promise<unknown> }): Load {
  const served = new Set<HubProcess>();
  const running = new Map<HubProcess, Promise<void>>();
  const failed: string[] = [];
  let requests = 0;
  let ended = 0;
  let waiting: { at: number; done: () => void }[] = [];

  async function request(name: string, work: () => Promise<number>): Promise<void> {
    requests += 1;
    try {
      const status = await work();
      if (status !== 200) failed.push(`${name}: ${status}`);
    } catch (error) {
      failed.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }

  async function send(hub: HubProcess): Promise<void> {
    while (served.has(hub)) {
      for (const path of reads) {
        await request(`${hub.name} ${path}`, async () => (await call(world, hub, path, 'load')).status);
      }
      if (hub.name === 'old') await request('sign-in', () => signIn().then(() => 200));
      ended += 1;
      for (const { done } of waiting.filter(({ at }) => at <= ended)) done();
      waiting = waiting.filter(({ at }) => at > ended);
    }
  }

  const load: Load = {
    serve(hub) {
      served.add(hub);
      running.set(hub, send(hub));
    },
    async pause(hub) {
      served.delete(hub);
      await running.get(hub);
    },
    rounds: (count) => new Promise((done) => waiting.push({ at: ended + count * served.size, done })),
    failures: () => [...new Set(failed)],
    count: () => requests,
    async stop() {
      await Promise.all([...served].map((hub) => load.pause(hub)));
    },
  };
  return load;
}
