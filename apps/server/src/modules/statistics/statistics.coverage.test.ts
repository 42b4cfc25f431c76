import { figuresCoverage, maxCountedQuarantineRows, maxQuarantineDays } from '@ludus/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { platformSession } from '../../../test/fake-platform.ts';
import { type FetchHub, startFetchHub, testNow } from '../../../test/support/fetching/fetch-hub.ts';
import { tokenFor } from '../../../test/tokens.ts';

let world: FetchHub;
let gamma: number;
const token = {} as Record<'admin' | 'alpina' | 'nowhere' | 'guest', string>;

const at = (day: string, time: string) => `2026-11-${day}T${time}.000Z`;
const sessionOf = (number: number, day: string, isOpen = false) =>
  platformSession(number, {
    createdAt: at(day, '10:00:00'),
    updatedAt: at(day, '10:20:00'),
    sessionType: 1,
    isOpen,
  });

beforeAll(async () => {
  world = await startFetchHub({ fetchIntervalMinutes: 10 });
  const now = world.clock.now();
  token.admin = await tokenFor('ludus_admin', { now, expiresIn: 7_200 });
  token.alpina = await tokenFor('integration_manager', { now, expiresIn: 7_200 });
  token.guest = await tokenFor('integration_guest', { now, expiresIn: 7_200 });
  token.nowhere = await tokenFor('integration_admin', { now, expiresIn: 7_200, integration: 'Nowhere' });

  world.alpina.put(sessionOf(1, '03'), sessionOf(2, '03'), sessionOf(3, '19', true), sessionOf(4, '19'));
  // 23:30 on the 4th of November is the 5th in Rome.
  const refused = [sessionOf(11, '03'), { ...sessionOf(12, '04'), updatedAt: at('04', '23:30:00') }];
  world.alpina.junk.push(...refused.map((row) => JSON.stringify({ ...row, bet: -1 })), '{"broken');
  const { body } = await world.hub.get(
    '/bookkeeping/sessions/fetch?dateStart=2026-11-01&dateEnd=2026-11-20',
    token.admin,
  );
  await world.settled(body.jobId);
  gamma = await world.enter('Gamma', 'GAI2', world.baltica);
});
afterAll(() => world?.close());

const ask = (query: string, by: string | undefined = token.admin) =>
  world.hub.get(`/bookkeeping/coverage?${query}`, by);
async function coverageOf(query: string, by?: string) {
  const { status, body } = await ask(query, by);
  expect(status, JSON.stringify(body)).toBe(200);
  return figuresCoverage.parse(body);
}
const month = 'from=2026-11-01&to=2026-11-20';

describe('GET /bookkeeping/coverage', () => {
  it('says of each integration as of when its figures are, what is missing in them, and what is open', async () => {
    const coverage = await coverageOf(month);
    expect(coverage).toMatchObject({
      from: '2026-10-31T23:00:00.000Z',
      to: '2026-11-20T23:00:00.000Z',
      zone: 'Europe/Rome',
      isRunning: true,
      sessions: 4,
      openSessions: 1,
      notFetched: 1,
    });
    const none = {
      sessions: 0,
      openSessions: 0,
      quarantinedRows: 0,
      quarantinedDays: [],
      unreconciledDays: 0,
      latestUnreconciledDays: [],
    };
    const asOf = new Date(testNow).toISOString();
    expect(coverage.asOf).toBe(asOf);
    expect(coverage.integrations).toMatchObject([
      {
        integrationId: world.ids.alpina,
        integrationName: 'Alpina',
        asOf,
        state: 'upToDate',
        sessions: 4,
        openSessions: 1,
        quarantinedRows: 3,
        hasMoreQuarantinedRows: false,
        quarantinedDays: [
          // It names no time: it counts when it was received.
          { day: '2026-11-20', rows: 1 },
          { day: '2026-11-05', rows: 1 },
          { day: '2026-11-03', rows: 1 },
        ],
      },
      { integrationName: 'Baltica', asOf, state: 'upToDate', ...none },
      { integrationId: gamma, integrationName: 'Gamma', asOf: null, state: 'neverFetched', ...none },
    ]);
  });

  it('is of the period, the filter and the zone that are asked for', async () => {
    const ofDay = await coverageOf('from=2026-11-03&to=2026-11-03');
    expect(ofDay).toMatchObject({ isRunning: false, sessions: 2, openSessions: 0 });
    expect(ofDay.integrations[0]?.quarantinedDays).toEqual([{ day: '2026-11-03', rows: 1 }]);
    const elsewhere = await coverageOf(`${month}&timeZone=America/New_York`);
    expect(elsewhere.integrations[0]?.quarantinedDays.map(({ day }) => day)).toContain('2026-11-04');

    const counts = async (filter: string) => {
      const { sessions, openSessions, integrations } = await coverageOf(`${month}&${filter}`);
      return [sessions, openSessions, integrations.length];
    };
    expect(await counts('isOpen=true')).toEqual([1, 1, 3]);
    expect(await counts('isOpen=false')).toEqual([3, 0, 3]);
    expect(await counts('sessionTypeId=4')).toEqual([0, 0, 3]);
    expect(await counts(`games=${world.games.sugar}`)).toEqual([4, 1, 3]);
    expect(await counts(`games=${world.games.comet}`)).toEqual([0, 0, 3]);
    expect(await counts(`integrations=${world.ids.baltica},${gamma}`)).toEqual([0, 0, 2]);
  });

  it('names the days whose last comparison found differences, until they are equal', async () => {
    const compare = async (from: string, to: string) => {
      const reports = await world.reconciliation.compare({ from, to });
      expect(reports.map(({ error }) => error)).toEqual([null, null, null].slice(0, reports.length));
    };
    const known = async (query = month, by?: string) =>
      (await coverageOf(query, by)).integrations
        .filter(({ unreconciledDays }) => unreconciledDays > 0)
        .map(({ integrationName, unreconciledDays, latestUnreconciledDays }) => [
          integrationName,
          unreconciledDays,
          latestUnreconciledDays,
        ]);
    world.alpina.put({ ...sessionOf(1, '03'), bet: 777, updatedAt: at('03', '11:00:00') });
    world.alpina.put(sessionOf(5, '19'));
    await compare('2026-11-01', '2026-11-19');
    const both = ['Alpina', 2, ['2026-11-19', '2026-11-03']];
    expect(await known()).toEqual([both]);
    // A comparison is of all games and both types: the figures of every filter may be concerned.
    expect(await known(`${month}&sessionTypeId=4&games=${world.games.comet}`)).toEqual([both]);
    expect(await known('from=2026-11-04&to=2026-11-19')).toEqual([['Alpina', 1, ['2026-11-19']]]);
    // 21:30 to 22:30 in Rome; midnight in Rome ends the period before the other day begins.
    expect(await known('from=2026-11-03T20:30:00Z&to=2026-11-03T21:30:00Z')).toEqual([
      ['Alpina', 1, ['2026-11-03']],
    ]);
    expect(await known('from=2026-11-17T23:00:00Z&to=2026-11-18T23:00:00Z')).toEqual([]);
    expect(await known(`${month}&integrations=${world.ids.baltica}`)).toEqual([]);
    expect(await known(month, token.alpina)).toEqual([both]);
    expect(await known(month, token.nowhere)).toEqual([]);

    world.alpina.token = 'changed';
    await world.reconciliation.compare({ from: '2026-11-03', to: '2026-11-03' });
    world.alpina.token = 'good-token';
    // A platform that does not respond settles nothing.
    expect(await known('from=2026-11-03&to=2026-11-03')).toEqual([['Alpina', 1, ['2026-11-03']]]);
    world.alpina.put(sessionOf(1, '03'));
    world.alpina.sessions.delete(sessionOf(5, '19').sessionId);
    await compare('2026-11-01', '2026-11-19');
    expect(await known()).toEqual([]);
  });

  it('is late where the last fetch was longer before the end of the period, or now, than its schedule allows', async () => {
    const stateOf = async (query: string) =>
      (await coverageOf(`${query}&integrations=${world.ids.alpina}`)).integrations[0]?.state;
    world.clock.set('2026-11-20T12:30:00Z');
    expect(await stateOf(month)).toBe('upToDate');
    world.clock.set('2026-11-20T12:31:00Z');
    expect(await stateOf(month)).toBe('late');
    // A day that is over was fetched whole.
    expect(await stateOf('from=2026-11-19&to=2026-11-19')).toBe('upToDate');
    // One that is over is measured from its end.
    expect(await stateOf('from=2026-11-20T00:00:00Z&to=2026-11-20T12:29:00Z')).toBe('upToDate');
    expect(await stateOf('from=2026-11-20T00:00:00Z&to=2026-11-20T12:30:59Z')).toBe('late');
    world.clock.set(testNow);
  });

  it('[OPEN-02][ROLE-09] shows people of an integration their own, whatever they ask for', async () => {
    const own = await coverageOf(month, token.alpina);
    expect(own.integrations.map(({ integrationName }) => integrationName)).toEqual(['Alpina']);
    expect(own).toMatchObject({ sessions: 4, notFetched: 0 });
    for (const by of [token.alpina, token.nowhere]) {
      const foreign = await ask(`${month}&integrations=${world.ids.baltica},${gamma}`, by);
      expect(foreign.body).toMatchObject({ sessions: 0, openSessions: 0, asOf: null, integrations: [] });
      expect(JSON.stringify(foreign.body)).not.toMatch(/Baltica|Gamma/);
    }
  });

  it('[OPEN-01] is for signed-in people who may see figures', async () => {
    expect((await world.hub.get(`/bookkeeping/coverage?${month}`)).status).toBe(401);
    expect((await ask(month, token.guest)).status).toBe(403);
  });

  it.each([
    ['from=2026-11-01', ['to']],
    ['from=2026-11-20&to=2026-11-01', ['to']],
    ['from=yesterday&to=2026-11-01', ['from']],
    [`${month}&sessionTypeId=2`, ['sessionTypeId']],
    [`${month}&integrations=0`, ['integrations.0']],
    [`${month}&timeZone=Mars`, ['timeZone']],
    [`${month}&colour=red`, ['colour']],
  ])('refuses %s', async (query, fields) => {
    const { status, body } = await ask(query);
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, fields]);
  });

  it('counts no more rows of an integration than a screen can wait for, and says that there are more', async () => {
    const { db } = world.hub.stores.postgres;
    const days = maxQuarantineDays + 3;
    await sql`
      INSERT INTO quarantined_rows (integration_id, row_hash, job_id, changed_at_ms, reason, row_text, times,
        first_received_at, received_at)
      SELECT ${gamma}::integer, decode(md5(n::text), 'hex'), 'job', extract(epoch FROM
        timestamptz '2026-09-01 12:00:00Z' + (n % ${days}::integer) * interval '1 day') * 1000, '{}', '', 1, now(), now()
      FROM generate_series(1, ${maxCountedQuarantineRows + 50}::integer) AS n`.execute(db);
    const query = `from=2026-09-01&to=2026-11-20&integrations=${gamma}`;
    const [row] = (await coverageOf(query)).integrations;
    expect(row).toMatchObject({
      hasMoreQuarantinedRows: true,
      quarantinedRows: maxCountedQuarantineRows + 1,
    });
    expect(row?.quarantinedDays).toHaveLength(maxQuarantineDays);
    expect(row?.quarantinedDays[0]?.day).toBe('2026-10-04');
  });
});
