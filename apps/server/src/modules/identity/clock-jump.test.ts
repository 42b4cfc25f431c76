import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../test/folders.ts';
import { openTestPostgres, silentLog, testSettings } from '../../../test/harness.ts';
import {
  Browser,
  Client,
  type RunningIdentity,
  runIdentity,
  type Tokens,
} from '../../../test/support/identity/identity-hub.ts';
import { systemClock } from '../../infra/clock/index.ts';
import type { Settings } from '../../infra/config/settings.ts';
import { freePort } from '../../infra/postgres/cluster.ts';
import type { Postgres } from '../../infra/postgres/index.ts';

const hourMs = 3_600_000;
let postgres: Postgres;
let settings: Settings;
let hub: RunningIdentity;
let client: Client;

beforeAll(async () => {
  postgres = await openTestPostgres();
  settings = testSettings({ sandbox: true, dataDir: await temporaryFolder('clock-jump') });
  hub = await runIdentity({ settings, postgres, clock: systemClock, log: silentLog, port: await freePort() });
  await hub.identity.ensureDemoAccounts();
  client = new Client(hub.issuer, `${hub.origin}/`);
});
afterAll(async () => {
  vi.useRealTimers();
  await hub?.close();
  await postgres?.close();
  await rm(settings.dataDir, { recursive: true, force: true });
});

async function refreshed({ refresh_token }: Tokens): Promise<Tokens> {
  const response = await client.refresh(refresh_token);
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()) as Tokens;
}

it('a clock that jumps an hour ahead and back signs no one out', async () => {
  const first = await client.signIn(new Browser(), 'admin', 'ludus-demo');
  // Only the clock of the day: what measures time goes on, as in a process whose machine sets its clock.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hourMs });
  await expect(client.verify(first.access_token)).rejects.toThrow('"exp" claim timestamp check failed');
  const ahead = await refreshed(first);
  await client.verify(ahead.access_token);
  vi.setSystemTime(Date.now() - hourMs);
  // It was issued in what is the future now.
  await client.verify(ahead.access_token);
  await client.verify((await refreshed(ahead)).access_token);
  const other = await client.signIn(new Browser(), 'manager', 'ludus-demo');
  await client.verify(other.access_token);
});
