/** The last release runs on while this one migrates, restarts on the migrated stores, and runs beside it: `npm run test:upgrade`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../src/infra/postgres/cluster.ts';
import { addGame } from './catalogue.ts';
import { Browser, Client } from './support/identity/identity-hub.ts';
import {
  addSessions,
  betsOf,
  type EnteredPlatform,
  enterPlatform,
  jobOf,
  readBets,
  requestFetch,
} from './support/processes/hub-client.ts';
import { type HubProcess, type HubProcesses, openHubProcesses } from './support/processes/hub-processes.ts';
import { type Load, startLoad } from './support/processes/load.ts';

const previous = join(process.env.PREVIOUS_RELEASE ?? '', 'apps/server/src');
const password = 'a long enough password';
const sessionsPerFetch = 300;

let world: HubProcesses;
let env: Record<string, string>;
let old: HubProcess;
let current: HubProcess | undefined;
let entered: EnteredPlatform;
let load: Load;
let sessions = 0;

beforeAll(async () => {
  world = await openHubProcesses({ isEmpty: true });
  const port = String(await freePort());
  // The sign-in of the hub itself: it keeps its keys and sessions in the stores. Both processes know it by one address.
  env = {
    OIDC_ISSUER: '',
    ALLOW_INSECURE_ISSUER: '',
    PUBLIC_URL: `http://localhost:${port}`,
    SECOND_FACTOR: 'optional',
    RATE_LIMIT_PERSON: '100000',
    RATE_LIMIT_ADDRESS: '100000',
  };
  old = await startOld();
  await createAdmin();
  const token = (await signIn()).access_token;
  world.tokenOf = async () => token;
  await addGame(world.postgres.db, 'sugar_cascade');
  entered = await enterPlatform(world, old, 'Alpina', { sessions: 0 });
  load = startLoad(world, { signIn });
  load.serve(old);
});

afterAll(async () => {
  await load?.stop();
  await entered?.platform.stop();
  await world?.close();
});

const startOld = () =>
  world.start('old', 'all', { ...env, PORT: new URL(env.PUBLIC_URL ?? '').port }, join(previous, 'main.ts'));

/** An administrator, as the last release makes one. */
async function createAdmin(): Promise<void> {
  const args = ['create-admin', '--username', 'anna', '--email', 'anna@ludus.test', '--password-stdin'];
  const child = spawn(process.execPath, [join(previous, 'cli.ts'), ...args], {
    env: await world.envOf('old', env),
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  child.stdin.end(`${password}\n`);
  expect(await once(child, 'close')).toEqual([0, null]);
}

function signIn() {
  const client = new Client(`${env.PUBLIC_URL}/realms/ludus`, `${env.PUBLIC_URL}/`);
  return client.signIn(new Browser(), 'anna', password);
}

/** Lets the platform have more sessions, has a process fetch them, and expects all of them in the figures of each. */
async function fetchThrough(hub: HubProcess): Promise<void> {
  addSessions(entered.platform, sessions, sessionsPerFetch);
  sessions += sessionsPerFetch;
  const id = await requestFetch(world, hub, entered.integrationId);
  await expect.poll(() => jobOf(world, id)).toMatchObject({ state: 'completed' });
  for (const reader of current === undefined ? [old] : [old, current]) {
    expect(await readBets(world, reader)).toBe(betsOf(entered.platform));
  }
}

it('the last release serves on while this one migrates, and both run side by side', async () => {
  await fetchThrough(old);
  await load.rounds(2);
  current = await world.start('current', 'all', env);
  load.serve(current);
  await fetchThrough(old);
  await fetchThrough(current);
  await load.rounds(3);
  expect(load.failures()).toEqual([]);
});

it('the last release starts again on the migrated stores', async () => {
  await load.pause(old);
  expect(await old.stop()).toBe(0);
  old = await startOld();
  load.serve(old);
  if (current !== undefined) await fetchThrough(current);
  await fetchThrough(old);
  await load.rounds(3);
  expect(load.failures()).toEqual([]);
});

it('the way back: this release stops, and the last one goes on alone', async () => {
  if (current !== undefined) {
    await load.pause(current);
    expect(await current.stop()).toBe(0);
    current = undefined;
  }
  await fetchThrough(old);
  await load.rounds(3);
  expect(load.failures()).toEqual([]);
  expect(load.count()).toBeGreaterThan(100);
});
