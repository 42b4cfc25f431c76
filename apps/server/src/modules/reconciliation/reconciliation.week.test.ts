import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type DifferenceClass,
  type ReconciledDayDetail,
  reconciledDayDetail,
  reconciliationMatrix,
} from '@ludus/contract';
import { demoWorldSchema } from '@ludus/contract/operator-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../../sandbox/src/app.ts';
import { movableClock } from '../../../../sandbox/src/clock.ts';
import { type Faults, noFaults, picks } from '../../../../sandbox/src/platform/faults.ts';
import { addGame } from '../../../test/catalogue.ts';
import { type FetchHub, startFetchHub } from '../../../test/support/fetching/fetch-hub.ts';
import { tokenFor } from '../../../test/tokens.ts';
import { systemActor } from '../../infra/access/index.ts';
import { addDays, startOfRomeDay } from '../../infra/clock/index.ts';

/** What the platform does wrong while a day is fetched, and what a comparison has to find in the night after it. */
const week: { day: string; faults: Partial<Faults>; found: DifferenceClass[] }[] = [
  { day: '2026-11-09', faults: { loseRows: true }, found: ['missingHere'] },
  { day: '2026-11-10', faults: { alterRows: true }, found: ['amount'] },
  { day: '2026-11-11', faults: { doubleRows: true }, found: ['doubled'] },
  { day: '2026-11-12', faults: { delayRows: 12 * 60 }, found: ['missingHere'] },
  { day: '2026-11-13', faults: {}, found: [] },
  {
    day: '2026-11-14',
    faults: { loseRows: true, alterRows: true, doubleRows: true },
    found: ['missingHere', 'amount', 'doubled'],
  },
  { day: '2026-11-15', faults: { delayRows: 6 * 60, alterRows: true }, found: ['missingHere', 'amount'] },
];
const first = week[0]?.day ?? '';
const last = week.at(-1)?.day ?? '';
const figures = ['sessions', 'open', 'bet', 'win', 'netWin', 'due', 'rounds'] as const;
const minuteMs = 60_000;

const sandboxClock = movableClock(startOfRomeDay(first).toISOString());
let folder: string;
let sandbox: Sandbox;
let control: string;
let world: FetchHub;
let integrationId: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ludus-sandbox-'));
  [sandbox, world] = await Promise.all([
    startSandbox({
      host: '127.0.0.1',
      port: 0,
      smtpPort: 0,
      dataDir: folder,
      clock: sandboxClock,
      sessionsPerDay: 300,
    }),
    startFetchHub(),
  ]);
  await sandbox.ready;
  const { platforms, games } = demoWorldSchema.parse(await (await fetch(`${sandbox.url}/world.json`)).json());
  const platform = platforms.find(({ key }) => key === 'alpina');
  if (platform === undefined) throw new Error('The sandbox has no such platform.');
  const { db } = world.hub.stores.postgres;
  const known = new Set((await db.selectFrom('games').select('slug').execute()).map(({ slug }) => slug));
  for (const { slug } of games) if (!known.has(slug)) await addGame(db, slug);
  const { gaming, data, play, launch } = platform.services;
  integrationId = await world.integrations.importer.upsert({
    externalIdentifier: 'sandbox',
    name: 'Sandbox',
    version: platform.version,
    urls: { gaming: gaming.url, data: data.url, play: play.url, launch: launch.url },
    tokens: {
      data: data.token,
      play: play.token,
      bookkeeping: platform.bookkeepingToken,
      operator: platform.operatorToken,
    },
  });
  control = `${sandbox.url}/p/alpina/faults`;
});
afterAll(async () => {
  await world?.close();
  await sandbox?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Both the platform and the hub stand at so many minutes after the beginning of a Rome day. */
function goTo(day: string, minutes: number): void {
  const at = startOfRomeDay(day).getTime() + minutes * minuteMs;
  sandboxClock.advance(at - sandboxClock.now());
  world.clock.set(new Date(at).toISOString());
}

async function misbehave(faults: Partial<Faults>): Promise<void> {
  await fetch(control, { method: 'DELETE' });
  const headers = { 'content-type': 'application/json' };
  const { status } = await fetch(control, { method: 'POST', headers, body: JSON.stringify(faults) });
  expect(status).toBe(200);
}

async function fetchDay(day: string): Promise<void> {
  const ids = { dateStart: day, dateEnd: day, integrationIds: [integrationId] };
  const job = await world.settled(await world.fetching.service.requestFetch(systemActor, ids));
  expect(job.state, job.error ?? '').toBe('completed');
}

const adminToken = () => tokenFor('ludus_admin', { now: world.clock.now() });
async function get(path: string) {
  const { status, body } = await world.hub.get(path, await adminToken());
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
const detail = async (day: string): Promise<ReconciledDayDetail> =>
  reconciledDayDetail.parse(await get(`/reconciliation/${integrationId}/${day}`));
const compare = (from: string, to = from) =>
  world.reconciliation.compare({ from, to }, { integrationIds: [integrationId] });
const cents = (parts: { difference: Partial<Record<string, number>> }[], figure: string) =>
  parts.reduce((sum, { difference }) => sum + Math.round((difference[figure] ?? 0) * 100), 0);

describe('a week in which a platform loses, alters, doubles and delays sessions', () => {
  it('is explained every night down to the session, and equal to the cent once it was fetched again', async () => {
    for (const { day, faults, found } of week) {
      await misbehave(faults);
      goTo(day, 23 * 60 + 55);
      await fetchDay(day);
      // By the night its feed is right again, but for what it counts twice.
      await misbehave({ doubleRows: faults.doubleRows ?? false });
      goTo(addDays(day, 1), 4 * 60 + 40);
      await compare(day);

      const night = await detail(day);
      expect([night.state, night.unexplained], day).toEqual(['differs', []]);
      const classes = night.classes ?? [];
      expect(
        classes.map((one) => one.class),
        day,
      ).toEqual(expect.arrayContaining(found));
      for (const figure of figures)
        expect(cents(classes, figure), `${day} ${figure}`).toBe(cents(night.types, figure));
      await checkSessions(day, faults);
    }
    // What was late is not fetched by itself: it changed before what was read last.
    const matrix = reconciliationMatrix.parse(await get(`/reconciliation?to=${last}`));
    const days = matrix.integrations.find(({ integration }) => integration.id === integrationId)?.days;
    expect(days?.map(({ day, state }) => [day, state])).toEqual(week.map(({ day }) => [day, 'differs']));

    await misbehave({});
    for (const { day } of week) {
      const { status, body } = await world.hub.call('POST', `/reconciliation/${integrationId}/${day}/fetch`, {
        body: {},
        token: await adminToken(),
      });
      expect(status, JSON.stringify(body)).toBe(200);
      await world.settled(body.jobId);
    }
    await compare(first, last);
    for (const { day } of week) {
      const settled = await detail(day);
      expect([settled.state, settled.classes, settled.sessions], day).toEqual(['equal', null, 0]);
      for (const { ours, platform } of settled.types) expect(ours, day).toEqual(platform);
      expect(
        settled.types.reduce((sum, { ours }) => sum + ours.sessions, 0),
        day,
      ).toBeGreaterThan(50);
    }
  }, 120_000);
});

/** Every session that a fault has touched stands under its class, with what the fault did to it. */
async function checkSessions(day: string, faults: Partial<Faults>): Promise<void> {
  const { rows } = await get(`/reconciliation/${integrationId}/${day}/sessions?limit=2000`);
  const picked = (fault: 'loseRows' | 'alterRows' | 'doubleRows', id: string) =>
    picks({ ...noFaults(), [fault]: true }, fault, id);
  for (const row of rows as {
    class: DifferenceClass;
    sessionId: string;
    platform: { win: number } | null;
    difference: Record<string, number>;
  }[]) {
    const context = `${day} ${row.class} ${row.sessionId}`;
    if (row.class === 'doubled') expect(picked('doubleRows', row.sessionId), context).toBe(true);
    if (row.class === 'amount' && faults.alterRows && picked('alterRows', row.sessionId))
      expect(row.difference, context).toMatchObject({
        sessions: 0,
        bet: 0,
        win: Math.min(1, row.platform?.win ?? 0),
      });
  }
}
