/**
 * `npm run bench -- --workers`: 1, 2 and 4 worker processes fetch the same number of sessions from platforms that take half a second
 * for each page, as platforms over the internet do.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { addGame, addOperator } from '../../apps/server/test/catalogue.ts';
import { openProcessGroup } from '../../apps/server/test/support/processes/process-group.ts';
import { timed } from './measure.ts';
import { writeResults } from './report.ts';
import { type HubStores, openHubStores } from './stores.ts';
import type { PlatformsOrder } from './workers-platforms.ts';

const workerCounts = [1, 2, 4] as const;
/** One job of a fetch each; a worker runs two of them at a time. */
const platforms = 8;
const order: PlatformsOrder = {
  platforms,
  sessions: 20_000,
  rowsPerPage: 1_000,
  pageMs: 500,
  dayMs: Math.floor(Date.now() / 86_400_000) * 86_400_000 - 86_400_000,
};
const pollMs = 100;

type Group = Awaited<ReturnType<typeof openProcessGroup>>;

export async function benchWorkers(parent: string, write: boolean): Promise<void> {
  const folder = await mkdtemp(join(parent, 'ludus-bench-'));
  const stores = await openHubStores(folder);
  const thread = new Worker(new URL('./workers-platforms.ts', import.meta.url), { workerData: order });
  const [urls] = (await once(thread, 'message')) as [string[]];
  const group = await openProcessGroup({
    postgres: stores.postgres,
    sessionStoreFolder: join(folder, 'hub', 'session-store'),
    folder,
  });
  try {
    const api = await group.start('api', 'api', { RATE_LIMIT_PERSON: '0' });
    await addGame(stores.postgres.db, 'sugar_cascade');
    const facts: string[] = [];
    for (const count of workerCounts) facts.push(await fetchWith(count, urls, group, api.url, stores));
    const text = [
      '### Workers',
      '',
      `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.version}, load ${loadavg()[0]?.toFixed(1)} on end.`,
      '',
      `${platforms} platforms with ${order.sessions.toLocaleString('en-GB')} sessions each, ${order.rowsPerPage.toLocaleString('en-GB')} a page, ${order.pageMs} ms for each page:`,
      '',
      ...facts.map((fact) => `- ${fact}`),
    ].join('\n');
    process.stdout.write(`${text}\n`);
    if (write) await writeResults('workers', text);
  } finally {
    await thread.terminate();
    await group.close();
    await stores.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Enters the platforms as new integrations, and fetches all of their sessions with so many workers. */
async function fetchWith(
  count: number,
  urls: readonly string[],
  group: Group,
  apiUrl: string,
  { postgres }: HubStores,
): Promise<string> {
  const authorization = `Bearer ${await group.tokenOf('fetches')}`;
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(`${apiUrl}/api${path}`, { ...init, headers });
    // biome-ignore lint/suspicious/noExplicitAny: a response of any call
    const body: any = await response.json();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${body.message}`);
    return body;
  };
  const integrationIds: number[] = [];
  for (const [index, url] of urls.entries()) {
    const service = (kind: string) => ({ [`${kind}ServiceURL`]: url, [`${kind}ServiceToken`]: 'token' });
    const services = Object.assign({}, ...['gaming', 'data', 'play', 'launch'].map(service));
    const body = JSON.stringify({ name: `Platform ${count}-${index}`, version: 'GAI2', ...services });
    const [{ id }] = await call('/integrations', { method: 'POST', body });
    await addOperator(postgres.db, id, 'VIVA');
    integrationIds.push(id);
  }
  const names = Array.from({ length: count }, (_, index) => `worker-${count}-${index}`);
  const workers = await Promise.all(names.map((name) => group.start(name, 'worker')));
  const day = new Date(order.dayMs).toISOString().slice(0, 10);
  const { ms } = await timed(async () => {
    const jobs = await Promise.all(
      integrationIds.map((id) =>
        call(
          `/bookkeeping/sessions/fetch?dateStart=${day}&dateEnd=${day}&integrationIds=${id}&forceUpdate=false`,
        ),
      ),
    );
    await untilCompleted(
      postgres,
      jobs.map(({ jobId }) => jobId),
    );
  });
  for (const worker of workers) await worker.stop();
  const rows = platforms * order.sessions;
  return `${count} ${count === 1 ? 'worker' : 'workers'}: ${Math.round(rows / (ms / 1000)).toLocaleString('en-GB')} rows/s (${(ms / 1000).toFixed(1)} s)`;
}

async function untilCompleted({ pool }: HubStores['postgres'], ids: readonly string[]): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ state: string; received: number }>(
      "SELECT state, (summary ->> 'received')::int AS received FROM jobs WHERE id = ANY($1)",
      [ids],
    );
    if (rows.some(({ state }) => state === 'failed')) throw new Error('A fetch has failed');
    if (rows.every(({ state }) => state === 'completed')) {
      const other = rows.find(({ received }) => received !== order.sessions);
      if (other !== undefined) throw new Error(`A fetch received ${other.received} sessions`);
      return;
    }
    await setTimeout(pollMs);
  }
}
