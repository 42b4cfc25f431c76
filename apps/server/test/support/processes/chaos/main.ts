/**
 * `npm run test:chaos -- --kills N`: kills processes of the hub while platforms play and people fetch, edit and read. Four in
 * five kills meet two api and three worker processes on one PostgreSQL and one session store, the others a hub that is one
 * process with its stores inside. At the end the figures are those of the platforms to the cent, every accepted job has been
 * completed, and no acknowledged edit is lost.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { TestProject } from 'vitest/node';
import { connectPostgres, type Postgres } from '../../../../src/infra/postgres/index.ts';
import { addGame } from '../../../catalogue.ts';
import setUpServer, { type TestServer } from '../../../global-setup.ts';
import { copyTestPostgres, silentLog } from '../../../harness.ts';
import { type Chance, chanceOf } from '../../fetching/simulation/chance.ts';
import { type HubProcess, type HubProcesses, openHubProcesses } from '../hub-processes.ts';
import { callsTo, startLoad } from './load.ts';
import { findProblems } from './outcome.ts';

interface Role {
  name: string;
  role: 'api' | 'worker' | 'all';
}

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
});
const kills = Number(values.kills);
const chance = chanceOf(Number(values.seed));
const several: Role[] = [
  { name: 'api-1', role: 'api' },
  { name: 'api-2', role: 'api' },
  ...['worker-1', 'worker-2', 'worker-3'].map((name) => ({ name, role: 'worker' as const })),
];
const single: Role[] = [{ name: 'single', role: 'all' }];
/** Without these, a process has its stores inside. */
const inside = Object.fromEntries(
  ['DATABASE_URL', 'DATABASE_OWNER_URL', 'CLICKHOUSE_URL', 'S3_BUCKET', 'S3_ENDPOINT'].map((name) => [
    name,
    undefined,
  ]),
);

let server: TestServer | undefined;
const stop = await setUpServer({
  provide: (_key: string, value: TestServer) => (server = value),
} as unknown as TestProject);
const problems: string[] = [];
try {
  const singleKills = Math.floor(kills / 5);
  problems.push(...(await runChaos(several, kills - singleKills, chance)));
  problems.push(...(await runChaos(single, singleKills, chance)));
} finally {
  await stop();
}
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? `${kills} kills, nothing lost.` : `${problems.length} problems.`);
process.exit(problems.length === 0 ? 0 : 1);

async function runChaos(roles: readonly Role[], count: number, { whole, pick, percent }: Chance) {
  const world = await openHubProcesses({
    open: (options) => copyTestPostgres(server as TestServer, options),
  });
  const isSingle = roles === single;
  const env = { RATE_LIMIT_PERSON: '0', RATE_LIMIT_ADDRESS: '0', ...(isSingle ? inside : {}) };
  const running = new Map<string, HubProcess>();
  const starting = new Map<string, Promise<void>>();
  const start = ({ name, role }: Role) => {
    const started = world
      .start(name, role, env)
      .then((process) => void running.set(name, process))
      .finally(() => starting.delete(name));
    starting.set(name, started);
    return started;
  };
  try {
    // The first one applies the migrations.
    for (const role of roles) await start(role);
    const urls = () => [...running.values()].map(({ url }) => url).filter((url) => url !== '');
    const call = callsTo(urls, world.issuer, chance);
    await addCatalogue(world, isSingle);
    const load = await startLoad(
      call,
      isSingle ? ['Dolomia', 'Emilia'] : ['Alpina', 'Baltica', 'Carnia'],
      chance,
    );
    const killed = new Map<string, number>();
    for (let done = 0; done < count; ) {
      await wait(whole(isSingle ? 6_000 : 1_500));
      const target = pick([...running.values()]);
      if (target === undefined) {
        await Promise.race(starting.values());
        continue;
      }
      running.delete(target.name);
      target.child.kill('SIGKILL');
      await once(target.child, 'exit');
      done += 1;
      killed.set(target.name, (killed.get(target.name) ?? 0) + 1);
      if (done % 10 === 0) console.log(`${done} of ${count} kills`);
      const restarted = start(roles.find(({ name }) => name === target.name) as Role);
      // Now and then the next one is killed while this one starts.
      if (percent(60)) await restarted;
    }
    await Promise.all(starting.values());
    await load.stop();
    console.log(`Killed: ${[...killed].map(([name, times]) => `${name} ${times}`).join(', ')}`);
    const { calls, unanswered, edits } = load.counts;
    console.log(
      `${calls} calls, ${unanswered} without a response; ${edits} edits and ${load.jobIds.size} fetches acknowledged`,
    );
    console.log('Waiting for the jobs to end');
    const found = await findProblems(call, load);
    for (const { platform } of load.platforms) await platform.stop();
    return found;
  } finally {
    // Its PostgreSQL ends with it.
    for (const { child } of isSingle ? running.values() : []) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await world.close();
  }
}

/** Only the catalogue is put into the database by itself: a game for the sessions. */
async function addCatalogue(world: HubProcesses, isSingle: boolean): Promise<void> {
  const postgres = isSingle ? await connectInside(world.folderOf('single')) : world.postgres;
  await addGame(postgres.db, 'sugar_cascade');
  if (isSingle) await postgres.close();
}

async function connectInside(dataDir: string): Promise<Postgres> {
  const read = async (name: string) => (await readFile(join(dataDir, 'postgres', name), 'utf8')).trim();
  const address = `postgres://hub:${await read('password')}@127.0.0.1:${await read('port')}/hub`;
  return connectPostgres({ runtime: address, owner: address }, silentLog);
}
