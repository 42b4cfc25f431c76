import type { PlatformSession } from '@ludus/contract/operator-api';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { platformSession } from '../../../test/fake-platform.ts';
import {
  type FetchHub,
  internationalSession,
  startFetchHub,
} from '../../../test/support/fetching/fetch-hub.ts';
import { tokenFor } from '../../../test/tokens.ts';
import { renderMessage } from '../../infra/messages/index.ts';
import type { JobRow } from '../../infra/queue/index.ts';

let world: FetchHub;
let token: string;
const period = 'dateStart=2026-11-01&dateEnd=2026-11-20';

beforeAll(async () => {
  world = await startFetchHub({ pageSize: 100, fetching: { rowsPerPage: 100 } });
  token = await tokenFor('ludus_admin', { now: world.clock.now() });
});
afterAll(() => world?.close());

// Each test plays on days of its own.
let day = 0;
beforeEach(() => {
  day += 1;
});
afterEach(() => {
  for (const platform of [world.alpina, world.baltica]) {
    platform.junk.length = 0;
    platform.faults.length = 0;
    platform.lastingFault = undefined;
    platform.onPage = undefined;
    platform.token = 'good-token';
    platform.sessions.clear();
    platform.asked.length = 0;
  }
});

const dayText = () => `2026-11-${String(day).padStart(2, '0')}`;
const at = (time: string) => `${dayText()}T${time}.000Z`;
const sessionOf = (number: number, parts: Partial<PlatformSession> = {}) =>
  platformSession(day * 100_000 + number, { createdAt: at('10:00:00'), updatedAt: at('10:20:00'), ...parts });

async function fetch(query = period): Promise<JobRow> {
  const { status, body } = await world.hub.get(`/bookkeeping/sessions/fetch?${query}`, token);
  expect(status, JSON.stringify(body)).toBe(200);
  return world.settled(body.jobId);
}
const ofAlpina = () => `${period}&integrationIds=${world.ids.alpina}`;
const partOf = (job: JobRow, name: string) => job.integrations.find((part) => part.integrationName === name);

async function storedStates(): Promise<number> {
  const sql = 'SELECT count() AS states FROM sessions_v1';
  const [row] = await world.hub.stores.clickhouse.rows<{ states: string }>(sql, { label: 'test.states' });
  return Number(row?.states);
}

/** No difference between the session store and the platform's own totals of these days. */
async function expectReconciled(from = dayText(), to = dayText()): Promise<void> {
  const reports = await world.fetching.reconcile({ from, to });
  for (const report of reports) expect(report).toMatchObject({ error: null, differences: [] });
}

describe('a fetch of sessions', () => {
  it('[SESS-10][SESS-11][API-083] brings every session of the period into the session store, and says what it did', async () => {
    world.alpina.put(...Array.from({ length: 250 }, (_, index) => sessionOf(index)));
    world.baltica.put(
      internationalSession(day * 100_000 + 999, { createdAt: at('11:00:00'), updatedAt: at('11:00:00') }),
    );
    const job = await fetch();
    expect(job).toMatchObject({ state: 'completed', percentage: 100, queue: 'bookkeeping' });
    expect(job.summary).toEqual({ received: 251, new: 251, changed: 0, unchanged: 0, quarantined: 0 });
    expect(partOf(job, 'Alpina')).toMatchObject({ received: 250, new: 250, error: null });
    expect(partOf(job, 'Baltica')).toMatchObject({ received: 1, new: 1, error: null });
    await expectReconciled();
  });

  it('again changes nothing, not even the number of stored states; with forceUpdate the figures stay the same', async () => {
    world.alpina.put(...Array.from({ length: 120 }, (_, index) => sessionOf(index)));
    await fetch(ofAlpina());
    const before = await storedStates();
    const again = await fetch(ofAlpina());
    expect(again.summary).toMatchObject({ received: 120, new: 0, changed: 0, unchanged: 120 });
    expect(await storedStates()).toBe(before);
    const forced = await fetch(`${ofAlpina()}&forceUpdate=true`);
    expect(forced.summary).toMatchObject({ received: 120, new: 0, changed: 120 });
    await expectReconciled();
  });

  it('takes over what has changed since, and counts apart what was created outside of the period', async () => {
    world.alpina.put(sessionOf(1, { isOpen: true }), sessionOf(2));
    const first = await fetch(ofAlpina());
    expect(first.summary).toMatchObject({ new: 2, changed: 0 });
    expect(first.summary).not.toHaveProperty('elsewhere');
    const latest = '2026-11-20T11:59:00.000Z';
    const today = (number: number) =>
      sessionOf(number, { createdAt: '2026-11-20T11:00:00.000Z', updatedAt: latest });
    world.alpina.put(sessionOf(1, { bet: 5_000, updatedAt: latest }), today(3), today(4));
    const dayAlone = `dateStart=${dayText()}&dateEnd=${dayText()}&integrationIds=${world.ids.alpina}`;
    const job = await fetch(dayAlone);
    expect(job.summary).toMatchObject({ new: 0, changed: 1, elsewhere: 2 });
    expect(partOf(job, 'Alpina')).toMatchObject({ new: 0, changed: 1, elsewhere: 2 });
    await expectReconciled();
  });

  it('leaves a newer state alone when an older one arrives late', async () => {
    world.alpina.put(sessionOf(1, { rounds: 9, updatedAt: at('12:00:00') }));
    await fetch(ofAlpina());
    world.alpina.put(sessionOf(1, { rounds: 5, updatedAt: at('11:00:00') }));
    expect((await fetch(ofAlpina())).summary).toMatchObject({ changed: 0, unchanged: 1 });
    world.alpina.put(sessionOf(1, { rounds: 9, updatedAt: at('12:00:00') }));
    await expectReconciled();
  });

  it('quarantines malformed, unknown and conflicting rows with their reason, and the rest as usual', async () => {
    world.alpina.put(sessionOf(1));
    await fetch(ofAlpina());
    const conflicting = sessionOf(1, { userId: 'someone-else', updatedAt: at('13:00:00') });
    const late = sessionOf(6, { externalTicketId: null });
    world.alpina.junk.push('{"broken', '[]', JSON.stringify(sessionOf(3, { bet: -1 })));
    world.alpina.put(sessionOf(2), conflicting, sessionOf(4, { gameSlug: 'no_such_game' }));
    world.alpina.put(sessionOf(5, { operatorCode: 'UNKNOWN' }), late);
    const job = await fetch(ofAlpina());
    expect(job).toMatchObject({ state: 'completed' });
    expect(job.summary).toMatchObject({ received: 8, new: 1, quarantined: 7 });

    const { status, body } = await world.hub.get(`/bookkeeping/sessions/quarantine?jobId=${job.id}`, token);
    expect(status).toBe(200);
    expect(body.count).toBe(7);
    const reasons = body.rows.map((row: { reason: string }) => row.reason).join('\n');
    for (const reason of [
      'The row is not JSON.',
      'bet: ',
      'player differs',
      'Unknown game no_such_game.',
      'Unknown operator UNKNOWN.',
      'needs its external session and ticket IDs',
    ]) {
      expect(reasons).toContain(reason);
    }

    await fetch(ofAlpina());
    const again = await world.hub.get(
      `/bookkeeping/sessions/quarantine?integrationId=${world.ids.alpina}`,
      token,
    );
    expect(again.body.count).toBe(7);
    expect(again.body.rows.map(({ times }: { times: number }) => times)).toEqual([2, 2, 2, 2, 2, 2, 2]);
    const unknownGame = again.body.rows.find(
      (row: { sessionId: string }) => row.sessionId === sessionOf(4).sessionId,
    );
    expect(renderMessage(unknownGame.reasonDetail, 'it')).toBe('Gioco no_such_game sconosciuto.');
  });

  it('makes an operator known that the platform has opened since', async () => {
    world.alpina.operators.push({ code: 'NUOVO', name: 'Nuovo', platform: null });
    world.alpina.put(sessionOf(1, { operatorCode: 'NUOVO' }));
    expect((await fetch(ofAlpina())).summary).toMatchObject({ new: 1, quarantined: 0 });
    await expectReconciled();
  });

  it('stores duplicates within a page once', async () => {
    world.alpina.put(sessionOf(1), sessionOf(2));
    const line = JSON.stringify(sessionOf(1));
    world.alpina.junk.push(line, line);
    expect((await fetch(ofAlpina())).summary).toMatchObject({ received: 4, new: 2, unchanged: 2 });
    await expectReconciled();
  });

  it('meets a session again that moved on while its page was on the way', async () => {
    world.alpina.put(...Array.from({ length: 150 }, (_, index) => sessionOf(index, { isOpen: true })));
    world.alpina.onPage = (page) => {
      if (page !== 2) return;
      world.alpina.put(sessionOf(149, { bet: 77_700, updatedAt: '2026-11-20T12:00:30.000Z' }));
    };
    await fetch(`dateStart=${dayText()}&dateEnd=${dayText()}&integrationIds=${world.ids.alpina}`);
    await expectReconciled();
  });
});

describe('a platform that misbehaves', () => {
  it.each([
    ['hang', 'The data service did not answer in time. Called 3 times.'],
    ['error', 'The data service answered with an error (500). It says: Something broke. Called 3 times.'],
    ['cut', 'The data service cut off its response. Called 3 times.'],
    ['web-page', 'The data service answered with a web page instead of data.'],
    ['same-page', 'The data service leads back to a page that was read already.'],
  ] as const)('%s: its part ends with a clear message, and the others go on', async (fault, message) => {
    world.alpina.lastingFault = fault;
    world.baltica.put(
      internationalSession(day * 100_000 + 1, { createdAt: at('09:00:00'), updatedAt: at('09:00:00') }),
    );
    const job = await fetch();
    expect(job.state).toBe('completed');
    expect(partOf(job, 'Alpina')?.error).toBe(message);
    expect(partOf(job, 'Baltica')).toMatchObject({ new: 1, error: null });
    expect(job.summary).toMatchObject({ failed: 'Alpina' });
    expect(job.message).toContain(`Alpina: ${message}`);
  });

  it('a refused token is said, and a fetch without any answer has failed', async () => {
    world.alpina.token = 'another-token';
    const job = await fetch(ofAlpina());
    expect(job.state).toBe('failed');
    expect(job.error).toBe('Alpina: The data service refused the token (401).');
    expect(JSON.stringify(job)).not.toContain('good-token');
  });

  it('a page cut once is asked for again, and nothing is lost or doubled', async () => {
    world.alpina.put(...Array.from({ length: 350 }, (_, index) => sessionOf(index)));
    world.alpina.faults.push(undefined, 'cut', 'error', undefined, 'cut-cleanly');
    expect((await fetch(ofAlpina())).summary).toMatchObject({ received: 350, new: 350, unchanged: 0 });
    await expectReconciled();
  });
});

describe('the request', () => {
  it('[SESS-10][ERR-081][OPEN-95] 31 days are fetched, 32 are refused with the text of the documents', async () => {
    const refused = await world.hub.get(
      '/bookkeeping/sessions/fetch?dateStart=2026-10-01&dateEnd=2026-11-01',
      token,
    );
    expect(refused.status).toBe(422);
    const text = "You can't fetch more than 31 days of sessions at the same time.";
    expect(refused.body).toMatchObject({ code: 'validation', message: text, fields: { dateEnd: text } });
    const allowed = await fetch('dateStart=2026-10-01T00:00:00%2B02:00&dateEnd=2026-10-31T23:59:00%2B01:00');
    expect(allowed.state).toBe('completed');
  });

  it.each([
    ['dateStart=2026-11-02&dateEnd=2026-11-01', 'dateEnd'],
    ['dateStart=2026-02-30&dateEnd=2026-03-01', 'dateStart'],
    ['dateStart=2026-11-01', 'dateEnd'],
    [`${period}&integrationIds=9999`, 'integrationIds'],
    [`${period}&integrationIds=0`, 'integrationIds'],
    [`${period}&surprise=1`, 'surprise'],
  ])('%s is refused with 422, naming the field', async (query, field) => {
    const { status, body } = await world.hub.get(`/bookkeeping/sessions/fetch?${query}`, token);
    expect(status).toBe(422);
    expect(Object.keys(body.fields).join()).toContain(field);
  });

  it('quarantined rows are listed by page, newest first, with where they came from', async () => {
    world.alpina.junk.push('{"one', '{"two', '{"three');
    const job = await fetch(ofAlpina());
    const page = (number: number) =>
      world.hub.get(`/bookkeeping/sessions/quarantine?jobId=${job.id}&limit=2&page=${number}`, token);
    const [first, second] = [await page(1), await page(2)];
    expect([first.body.count, first.body.rows.length, second.body.rows.length]).toEqual([3, 2, 1]);
    expect(second.body.rows[0]).toMatchObject({
      integrationId: world.ids.alpina,
      integrationName: 'Alpina',
      jobId: job.id,
      sessionId: null,
      row: expect.stringContaining('{"'),
    });
    for (const query of ['limit=501', 'page=0', 'integrationId=x', 'surprise=1']) {
      expect((await world.hub.get(`/bookkeeping/sessions/quarantine?${query}`, token)).status).toBe(422);
    }
  });

  it('[SESS-03] is only for ludus_admin, and so are the quarantined rows', async () => {
    for (const path of [
      `/bookkeeping/sessions/fetch?${period}`,
      '/bookkeeping/sessions/quarantine',
      '/bookkeeping/sessions/quarantine/counts',
    ]) {
      expect((await world.hub.get(path)).status).toBe(401);
      for (const role of [
        'ludus_manager',
        'integration_admin',
        'integration_manager',
        'integration_guest',
      ] as const) {
        expect((await world.hub.get(path, await tokenFor(role, { now: world.clock.now() }))).status).toBe(
          403,
        );
      }
    }
  });
});
