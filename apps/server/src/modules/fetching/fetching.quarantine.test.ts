import { randomUUID } from 'node:crypto';
import type { FetchSummary, QuarantinedRow } from '@ludus/contract';
import type { PlatformSession } from '@ludus/contract/operator-api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addGame } from '../../../test/catalogue.ts';
import { platformSession } from '../../../test/fake-platform.ts';
import {
  type FetchHub,
  internationalSession,
  startFetchHub,
} from '../../../test/support/fetching/fetch-hub.ts';
import { tokenFor } from '../../../test/tokens.ts';
import { createLog } from '../../infra/log/index.ts';
import type { JobRow } from '../../infra/queue/index.ts';

let world: FetchHub;
let token: string;

beforeAll(async () => {
  world = await startFetchHub();
  token = await tokenFor('ludus_admin', { now: world.clock.now() });
});
afterAll(() => world?.close());

beforeEach(async () => {
  for (const platform of [world.alpina, world.baltica]) {
    platform.junk.length = 0;
    platform.sessions.clear();
  }
  const { db } = world.hub.stores.postgres;
  await db.deleteFrom('quarantined_rows').execute();
  await db.deleteFrom('counter_totals').execute();
});

const at = (time: string) => `2026-11-03T${time}.000Z`;
const sessionOf = (number: number, parts: Partial<PlatformSession> = {}) =>
  platformSession(number, { createdAt: at('10:00:00'), updatedAt: at('10:20:00'), ...parts });
const malformed = (session: PlatformSession) => JSON.stringify({ ...session, bet: -1 });

async function fetch({ force = false } = {}): Promise<JobRow> {
  const { status, body } = await world.hub.get(
    `/bookkeeping/sessions/fetch?dateStart=2026-11-01&dateEnd=2026-11-20&forceUpdate=${force}`,
    token,
  );
  expect(status, JSON.stringify(body)).toBe(200);
  return world.settled(body.jobId);
}

async function quarantined(query = ''): Promise<QuarantinedRow[]> {
  const { body } = await world.hub.get(`/bookkeeping/sessions/quarantine?${query}`, token);
  return body.rows;
}
const idsInQuarantine = async () => (await quarantined()).map(({ sessionId }) => sessionId).sort();

async function importRows(...lines: string[]): Promise<FetchSummary> {
  async function* chunks() {
    yield Buffer.from(`${lines.join('\n')}\n`);
  }
  return world.fetching.importSessions(world.ids.alpina, chunks(), () => {});
}

const refresh = ({ sessionId }: PlatformSession) =>
  world.fetching.single.refresh({ integrationId: world.ids.alpina, sessionId }, new AbortController().signal);

/** The samples of the metrics of the quarantine. */
async function samples(): Promise<string[]> {
  const { body } = await world.hub.fetch('/metrics');
  return String(body)
    .split('\n')
    .filter((line) => line.startsWith('hub_quarantine_'));
}

describe('a quarantined row', () => {
  it('of an unknown game leaves once the game is there and its days are fetched anew, and is counted', async () => {
    world.alpina.put(
      sessionOf(1, { gameSlug: 'new_game' }),
      sessionOf(2, { gameSlug: 'new_game' }),
      sessionOf(3),
    );
    const first = await fetch();
    expect(first.summary).toEqual({ received: 3, new: 1, changed: 0, unchanged: 0, quarantined: 2 });
    expect(first.message).toBe('3 sessions received. Integrations reached: 2 of 2. 2 rows quarantined.');
    expect(await samples()).toEqual([
      'hub_quarantine_added_rows_total{integration="Alpina",scope="hub"} 2',
      'hub_quarantine_rows{integration="Alpina",scope="hub"} 2',
    ]);

    await addGame(world.hub.stores.postgres.db, 'new_game');
    const again = await fetch({ force: true });
    expect(again.summary).toEqual({ received: 3, new: 2, changed: 1, unchanged: 0, quarantined: 0 });
    expect(again.message).toBe('3 sessions received. Integrations reached: 2 of 2.');
    expect(await quarantined()).toEqual([]);
    expect(await samples()).toEqual([
      'hub_quarantine_added_rows_total{integration="Alpina",scope="hub"} 2',
      'hub_quarantine_released_rows_total{integration="Alpina",scope="hub"} 2',
    ]);
    const [report] = await world.fetching.reconcile({ from: '2026-11-03', to: '2026-11-03' });
    expect(report).toMatchObject({ integrationName: 'Alpina', error: null, differences: [] });
  });

  it('leaves alone: of a partly malformed page, only the rows of sessions that are stored since', async () => {
    const [cured, ill] = [sessionOf(11), sessionOf(12)];
    world.alpina.junk.push(malformed(cured), malformed(ill), '{"broken');
    world.alpina.put(sessionOf(13));
    expect((await fetch()).summary).toMatchObject({ received: 4, new: 1, quarantined: 3 });
    expect(await idsInQuarantine()).toEqual([cured.sessionId, ill.sessionId, null].sort());

    world.alpina.junk.splice(0, 1);
    world.alpina.put({ ...cured, updatedAt: at('10:30:00') });
    expect((await fetch()).summary).toMatchObject({ new: 1, unchanged: 1, quarantined: 2 });
    expect(await idsInQuarantine()).toEqual([ill.sessionId, null].sort());
    expect(await samples()).toEqual([
      'hub_quarantine_added_rows_total{integration="Alpina",scope="hub"} 3',
      'hub_quarantine_released_rows_total{integration="Alpina",scope="hub"} 1',
      'hub_quarantine_rows{integration="Alpina",scope="hub"} 2',
    ]);
  });

  it('stays while the same page has a row of its session that is refused', async () => {
    const session = sessionOf(21);
    world.alpina.junk.push(malformed(session));
    world.alpina.put(session);
    await fetch();
    await fetch();
    expect(await quarantined()).toMatchObject([{ sessionId: session.sessionId, times: 2 }]);
  });

  it('leaves with a state of the same time or a later one, and not with an earlier one', async () => {
    const session = sessionOf(31, { updatedAt: at('12:00:00') });
    const other = sessionOf(32, { updatedAt: at('12:00:00') });
    await importRows(malformed(session), malformed(other));
    await importRows(
      JSON.stringify({ ...session, updatedAt: at('11:59:59') }),
      JSON.stringify({ ...other, updatedAt: at('12:00:00') }),
    );
    expect(await idsInQuarantine()).toEqual([session.sessionId]);
    await importRows(JSON.stringify({ ...session, updatedAt: at('12:00:01') }));
    expect(await idsInQuarantine()).toEqual([]);
  });

  it('dated in the future leaves with the corrected row, although that is dated earlier', async () => {
    const session = sessionOf(41);
    await importRows(JSON.stringify({ ...session, updatedAt: '2030-01-01T00:00:00.000Z' }));
    expect(await quarantined()).toMatchObject([{ reason: 'updatedAt is in the future.' }]);
    await importRows(JSON.stringify(session));
    expect(await quarantined()).toEqual([]);
  });

  it('in conflict with the stored session leaves once the platform has put it right', async () => {
    world.alpina.put(sessionOf(51));
    await fetch();
    world.alpina.put(sessionOf(51, { userId: 'someone-else', updatedAt: at('11:00:00') }));
    expect((await fetch()).summary).toMatchObject({ quarantined: 1 });
    expect((await fetch({ force: true })).summary).toMatchObject({ quarantined: 1 });
    expect(await quarantined()).toMatchObject([{ times: 2 }]);
    world.alpina.put(sessionOf(51, { updatedAt: at('11:10:00') }));
    await fetch();
    expect(await quarantined()).toEqual([]);
  });

  it('leaves when its session is refreshed by itself', async () => {
    const session = sessionOf(61);
    await importRows(malformed(session));
    world.alpina.put({ ...session, gameSlug: 'no_such_game' });
    await expect(refresh(session)).rejects.toThrow('Unknown game no_such_game.');
    expect(await quarantined()).toMatchObject([{ jobId: 'single session' }, { jobId: 'import' }]);
    world.alpina.put(session);
    await refresh(session);
    expect(await quarantined()).toEqual([]);
  });

  it('of another integration stays', async () => {
    for (const platform of [world.alpina, world.baltica]) platform.junk.push(malformed(sessionOf(71)));
    expect((await fetch()).summary).toMatchObject({ quarantined: 2 });
    await importRows(JSON.stringify(sessionOf(71)));
    expect(await quarantined()).toMatchObject([{ integrationName: 'Baltica' }]);
  });

  it('is counted by integration for those who may fetch', async () => {
    const latestReceivedAt = world.clock.now().toISOString();
    world.alpina.junk.push('{"one', '{"two');
    world.baltica.junk.push('{"three');
    await fetch();
    const { status, body } = await world.hub.get('/bookkeeping/sessions/quarantine/counts', token);
    expect(status).toBe(200);
    expect(body).toEqual([
      { integrationId: world.ids.alpina, integrationName: 'Alpina', count: 2, latestReceivedAt },
      { integrationId: world.ids.baltica, integrationName: 'Baltica', count: 1, latestReceivedAt },
    ]);
  });
});

describe('the log', () => {
  it('has a line for each integration with its counts, a warning where rows were quarantined', async () => {
    world.alpina.put(sessionOf(81), sessionOf(82));
    world.alpina.junk.push('{"broken');
    world.baltica.put(internationalSession(83, { createdAt: at('10:00:00'), updatedAt: at('10:20:00') }));
    const lines: Record<string, unknown>[] = [];
    const log = createLog({ logLevel: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
    await world.fetching.jobs?.[0]?.run({
      payload: { kind: 'history', integrationIds: null, force: false },
      job: { id: randomUUID(), name: 'fetch-sessions', attempt: 1, userId: 'system', username: 'system' },
      log,
      signal: new AbortController().signal,
      progress: () => {},
      summarise: () => {},
      summariseIntegrations: () => {},
      checkpoint: async () => {},
      readCheckpoint: async () => null,
    });
    const byIntegration = lines.sort((a, b) => String(a.integration).localeCompare(String(b.integration)));
    expect(byIntegration).toEqual([
      expect.objectContaining({
        level: 40,
        integration: 'Alpina',
        received: 3,
        new: 2,
        changed: 0,
        unchanged: 0,
        quarantined: 1,
      }),
      expect.objectContaining({
        level: 30,
        integration: 'Baltica',
        received: 1,
        new: 1,
        changed: 0,
        unchanged: 0,
        quarantined: 0,
      }),
    ]);
  });
});
