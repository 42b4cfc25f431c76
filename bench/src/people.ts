/**
 * `npm run bench -- --people --sessions 10000000`: one person, then 50, open dashboards, lists and charts of a hub over
 * HTTP. Every list and chart is another one, so little of it is remembered; dashboards are everyone's.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { composeHub } from '../../apps/server/src/app.modules.ts';
import { startHub } from '../../apps/server/src/app.ts';
import { type Clock, fixedClock } from '../../apps/server/src/infra/clock/index.ts';
import { loadSettings } from '../../apps/server/src/infra/config/settings.ts';
import { createLog } from '../../apps/server/src/infra/log/index.ts';
import { createSessionStore } from '../../apps/server/src/modules/session-store/index.ts';
import { addIntegration } from '../../apps/server/test/catalogue.ts';
import { testIssuer, testKeys, tokenFor } from '../../apps/server/test/tokens.ts';
import { shown } from './measure.ts';
import { type PeopleAnswer, type PeopleOrder, screens } from './people-client.ts';
import { writeResults } from './report.ts';
import { type HubStores, loadSessionStore, openHubStores, settleMonths } from './stores.ts';
import { createWorld, integrationCount, type World } from './world.ts';

const people = 50;
const seconds = { one: 20, many: 60 };
const lookMs = { one: 200, many: 6_000 };
const log = createLog({ logLevel: 'warn' });

/** With a folder that holds these sessions already, they are not loaded again. */
export async function benchPeople(
  parent: string,
  kept: string | undefined,
  sessions: number,
  write: boolean,
): Promise<void> {
  const folder = kept ?? (await mkdtemp(join(parent, 'ludus-bench-')));
  const world = createWorld(sessions);
  const clock = fixedClock(new Date(world.to - 4 * 3_600_000).toISOString());
  const stores = await openHubStores(folder);
  try {
    await fill(stores, world, folder, clock);
    const facts = await lookAt(stores, world, folder, clock);
    const text = [
      `### People at ${sessions.toLocaleString('en-GB')} sessions`,
      '',
      `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.version}, load ${loadavg()[0]?.toFixed(1)} on end.`,
      '',
      ...facts.map((fact) => `- ${fact}`),
    ].join('\n');
    process.stdout.write(`${text}\n`);
    if (write) await writeResults('people', text);
  } finally {
    await stores.close();
    if (kept === undefined) await rm(folder, { recursive: true, force: true });
  }
}

async function fill({ clickhouse, postgres }: HubStores, world: World, folder: string, clock: Clock) {
  const [found] = await clickhouse.rows<{ n: string }>('SELECT count() AS n FROM sessions_v1', {
    label: 'bench',
  });
  const known = await postgres.db.selectFrom('integrations').select('id').execute();
  for (let id = known.length + 1; id <= integrationCount; id++) {
    await addIntegration(postgres.db, `Integration ${id}`);
  }
  if (Number(found?.n) === world.sessions) return;
  const sessionStore = createSessionStore({ clickhouse, postgres, clock, log });
  await loadSessionStore({ clickhouse, postgres }, sessionStore, world, folder, world.sessions);
  await settleMonths(clickhouse);
  await sessionStore.waitForRefreshes();
}

async function lookAt(stores: HubStores, world: World, folder: string, clock: Clock): Promise<string[]> {
  const settings = {
    ...loadSettings({ ...process.env, NODE_ENV: 'production', HUB_DATA_DIR: join(folder, 'hub') }),
    sandbox: false,
    // One machine makes more calls here than any person.
    rateLimitPerson: 0,
    rateLimitAddress: 0,
    fetchIntervalMinutes: 0,
    port: 0,
    host: '127.0.0.1',
  };
  const client = new Worker(new URL('./people-client.ts', import.meta.url));
  const hub = await startHub({
    settings,
    log,
    clock,
    stores,
    role: 'all',
    compose: (platform, parts) => ({
      ...composeHub(platform, parts),
      identity: { issuer: testIssuer, keys: testKeys },
    }),
  });
  try {
    const tokens = await Promise.all(
      Array.from({ length: people }, (_, index) =>
        tokenFor('ludus_admin', { userId: `person-${index}`, expiresIn: 3600, now: clock.now() }),
      ),
    );
    const order = { url: hub.url ?? '', from: world.from, to: world.to, integrations: integrationCount };
    const asked = (own: readonly string[], how: 'one' | 'many') =>
      watched(client, { ...order, tokens: own, seconds: seconds[how], lookMs: lookMs[how] });
    await asked(tokens.slice(0, 1), 'one');
    const one = await asked(tokens.slice(0, 1), 'one');
    const many = await asked(tokens, 'many');
    const ratio = many.answer.all.p95 / one.answer.all.p95;
    return [
      `one person, one screen after the other: ${told(one.answer)}`,
      `${people} people, each with a new screen every ${lookMs.many / 2000} s: ${told(many.answer)}`,
      `95 of 100 screens of ${people} people take at most ${ratio.toFixed(1)} times as long as those of one; no call failed`,
      `stops of the hub’s event loop meanwhile: p99 ${shown(many.p99)} ms, longest ${shown(many.longest)} ms`,
    ];
  } finally {
    await client.terminate();
    await hub.close();
  }
}

async function watched(client: Worker, order: PeopleOrder) {
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  client.postMessage(order);
  const [{ value, error }] = (await once(client, 'message')) as [{ value?: PeopleAnswer; error?: string }];
  loop.disable();
  if (value === undefined) throw new Error(error);
  return { answer: value, p99: loop.percentile(99) / 1e6, longest: loop.max / 1e6 };
}

const told = (answer: PeopleAnswer) =>
  [...screens, 'all' as const]
    .map((screen) => {
      const { count, median, p95 } = answer[screen];
      return `${screen} ${shown(median)} ms (p95 ${shown(p95)}, ${count} times)`;
    })
    .join(', ');
