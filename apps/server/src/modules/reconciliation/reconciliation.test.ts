import { randomUUID } from 'node:crypto';
import {
  listReconciledDays,
  type Message,
  messageOf,
  type ReconciledDayDetail,
  type ReconciliationMatrix,
  reconciledDayDetail,
  reconciliationMatrix,
} from '@ludus/contract';
import type { PlatformSession } from '@ludus/contract/operator-api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { platformSession } from '../../../test/fake-platform.ts';
import { silentLog } from '../../../test/harness.ts';
import { type OpenHub, startOpenHub, type Who } from '../../../test/support/open-sessions/open-hub.ts';
import { renderMessage } from '../../infra/messages/index.ts';
import { type CompareJob, differenceText } from './reconciliation.job.ts';

const day = '2026-11-10';
const path = '/reconciliation';
const latest = '2026-11-19';

let hub: OpenHub;
let world: OpenHub['world'];
let sent: PlatformSession[];

beforeAll(async () => {
  hub = await startOpenHub();
  ({ world } = hub);
});
afterAll(() => world?.close());
beforeEach(async () => {
  world.alpina.token = 'good-token';
  world.alpina.totalsOffBy = 0;
  world.alpina.doubled.clear();
});

/** Sessions of the day that no other test knows, as the platform has them and the hub after a fetch. */
let lastNumber = 1_000;
async function addSessions(count: number, part: Partial<PlatformSession> = {}): Promise<void> {
  sent = Array.from({ length: count }, () => {
    lastNumber += 1;
    return platformSession(lastNumber, { sessionType: 1, ...part });
  });
  world.alpina.put(...sent);
  await world.settled(await world.fetching.requestInitialFetch([world.ids.alpina]));
}

const change = (index: number, part: Partial<PlatformSession>) => {
  const session = { ...(sent[index] as PlatformSession), updatedAt: '2026-11-10T11:00:00.000Z', ...part };
  world.alpina.put(session);
  return session;
};

async function compare(from = day, to = from, who: Who = 'admin') {
  const body = { from, to, integrationIds: [world.ids.alpina] };
  const { status, body: answer } = await hub.post(`${path}/compare`, body, who);
  expect(status, JSON.stringify(answer)).toBe(200);
  return world.settled(answer.jobId);
}

async function detail(who: Who = 'admin', at = day): Promise<ReconciledDayDetail> {
  const { status, body } = await hub.get(`${path}/${world.ids.alpina}/${at}`, who);
  expect(status, JSON.stringify(body)).toBe(200);
  return reconciledDayDetail.parse(body);
}

async function sessionsOf(who: Who = 'admin', query = '') {
  const { status, body } = await hub.get(`${path}/${world.ids.alpina}/${day}/sessions${query}`, who);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const classesOf = ({ classes }: ReconciledDayDetail) =>
  classes?.map((one) => [one.class, one.sessions]) ?? null;
const cents = (euros: number | undefined) => Math.round((euros ?? 0) * 100);

describe('a comparison of a day', () => {
  it('finds equal days equal, and stores when, as of when and who asked', async () => {
    await addSessions(3);
    const job = await compare(day, day, 'manager');
    expect(job).toMatchObject({ name: 'compare-days', state: 'completed', summary: { Alpina: 0 } });
    const found = await detail('manager');
    expect(found).toMatchObject({
      state: 'equal',
      username: 'manager',
      comparedAt: '2026-11-20T12:00:00.000Z',
      asOf: '2026-11-20T12:00:00.000Z',
      classes: null,
      sessions: 0,
    });
    const real = found.types.find(({ sessionTypeId }) => sessionTypeId === 1);
    expect(real?.ours).toEqual(real?.platform);
    expect(world.events.at(-1)?.[0]).not.toBeUndefined();
    expect(world.events.map(([event]) => event)).toContainEqual({
      name: 'changed',
      data: { topic: 'reconciliation' },
    });
  });

  it('classes every difference down to the session, and the classes add up to the cent', async () => {
    await addSessions(7);
    const isOpen = { isOpen: true };
    const unknownGame = platformSession(9_001, { sessionType: 1, gameSlug: 'no_such_game' });
    world.alpina.put(unknownGame);
    await world.settled(await world.fetching.requestInitialFetch([world.ids.alpina]));

    world.alpina.put(platformSession(9_000, { sessionType: 1 }));
    world.alpina.sessions.delete(sent[0]?.sessionId ?? '');
    change(1, { bet: 99_999, due: -1 });
    change(2, isOpen);
    change(3, { createdAt: '2026-11-09T22:59:00.000Z' });
    world.alpina.doubled.add(sent[4]?.sessionId ?? '');
    await compare();

    const found = await detail();
    expect(found.state).toBe('differs');
    expect(classesOf(found)).toEqual([
      ['missingHere', 1],
      ['missingThere', 1],
      ['amount', 1],
      ['openThere', 1],
      ['dayBoundary', 1],
      ['quarantined', 1],
      ['doubled', 1],
    ]);
    expect(found.unexplained).toEqual([]);
    const real = found.types.find(({ sessionTypeId }) => sessionTypeId === 1);
    for (const figure of ['sessions', 'open', 'bet', 'win', 'netWin', 'due', 'rounds'] as const) {
      const sum = (found.classes ?? []).reduce((total, one) => total + cents(one.difference[figure]), 0);
      expect(sum, figure).toBe(cents(real?.difference[figure]));
    }

    // A file of the days says of this one what its page says.
    const { keptSessions: _kept, ...onFile } = found;
    const { body: file } = await hub.get(`${path}/days?from=${day}&to=${day}`);
    expect(listReconciledDays.response.parse(file).rows).toContainEqual(onFile);
    // Its download stands in the log, as those of other files do.
    const entries = await world.hub.infra.postgres.db
      .selectFrom('logs')
      .select(['action', 'description', 'username'])
      .where('action', '=', 'download')
      .execute();
    expect(entries).toEqual([
      {
        action: 'download',
        description: `Downloaded the reconciliation from ${day} to ${day}`,
        username: expect.any(String),
      },
    ]);

    const { rows, count } = await sessionsOf();
    expect([rows.length, count]).toEqual([7, 7]);
    const ofClass = (name: string) => rows.find((row: { class: string }) => row.class === name);
    expect(ofClass('missingHere')).toMatchObject({ sessionId: 'S-000009000', hubId: null, ours: null });
    expect(ofClass('missingThere')).toMatchObject({
      sessionId: sent[0]?.sessionId,
      hubId: hub.idOf(sent[0] as PlatformSession),
      platform: null,
    });
    expect(ofClass('dayBoundary')).toMatchObject({ ourDay: day, platformDay: '2026-11-09' });
    const quarantined = ofClass('quarantined');
    expect(quarantined.reasonDetail).toEqual(messageOf('quarantine.unknownGame', { slug: 'no_such_game' }));
    const quarantine = await hub.get('/bookkeeping/sessions/quarantine');
    expect(quarantine.body.rows.map(({ id }: { id: string }) => id)).toContain(quarantined.quarantinedRowId);
    const amounts = await sessionsOf('admin', '?class=amount&limit=1');
    expect([amounts.count, amounts.rows[0].difference.bet]).toEqual([
      1,
      (99_999 - (sent[1]?.bet ?? 0)) / 100,
    ]);
    // The other day has the session that its platform moved there, as seen from that side.
    await compare('2026-11-09');
    expect(classesOf(await detail('admin', '2026-11-09'))).toEqual([['dayBoundary', 1]]);
  });

  it('fetched again, what can be mended is mended; what the platform corrected leaves the quarantine', async () => {
    world.alpina.put(platformSession(9_001, { sessionType: 1, updatedAt: '2026-11-10T12:00:00.000Z' }));
    const { status, body } = await hub.post(`${path}/${world.ids.alpina}/${day}/fetch`, {});
    expect(status, JSON.stringify(body)).toBe(200);
    const compared = await world.settled(body.jobId);
    const fetched = await world.settled(body.fetchJobId);
    expect(compared.startedAt && fetched.finishedAt).toBeTruthy();
    expect(fetched).toMatchObject({ name: 'fetch-sessions', state: 'completed' });
    const found = await detail();
    // What only the platform can mend is left: sessions that it has lost and moved.
    expect(classesOf(found)).toEqual([
      ['missingThere', 1],
      ['dayBoundary', 1],
    ]);
    expect(found.unexplained).toEqual([]);
    world.alpina.put(sent[0] as PlatformSession, sent[3] as PlatformSession);
    const again = await hub.post(`${path}/${world.ids.alpina}/${day}/fetch`, {});
    await world.settled(again.body.jobId);
    expect(await detail()).toMatchObject({ state: 'equal', classes: null, sessions: 0 });
    expect((await sessionsOf()).count).toBe(0);
  });

  it('says what the sessions do not explain', async () => {
    world.alpina.totalsOffBy = 5;
    await compare();
    const found = await detail();
    expect([found.state, found.classes]).toEqual(['differs', []]);
    expect(found.unexplained).toMatchObject([{ sessionTypeId: 1, difference: { bet: 0.05, sessions: 0 } }]);
    world.alpina.totalsOffBy = 0;
    await compare();
  });

  it('keeps what was known where the platform does not answer, with the reason', async () => {
    await compare();
    const before = await detail();
    world.alpina.token = 'changed';
    const job = await compare();
    expect(job.state).toBe('completed');
    const failed = await detail();
    expect(failed).toMatchObject({
      state: 'failed',
      types: before.types,
      comparedAt: before.comparedAt,
      failedAt: '2026-11-20T12:00:00.000Z',
      reasonDetail: messageOf('services.tokenRefused', { service: 'data', status: 401 }),
    });
    const states = await world.reconciliation.findDayStates({ from: day, to: day }, { kind: 'all' });
    expect(states.find(({ integrationId }) => integrationId === world.ids.alpina)).toEqual({
      integrationId: world.ids.alpina,
      day,
      comparedAt: new Date(before.comparedAt ?? ''),
      isEqual: true,
    });
    world.alpina.token = 'good-token';
    await compare();
    expect(await detail()).toMatchObject({ state: 'equal', failedAt: null, reason: null });
  });

  it('tells the state of each day of the integrations in scope', async () => {
    const days = { from: '2026-11-09', to: day };
    const one = { kind: 'one', id: world.ids.baltica } as const;
    expect(await world.reconciliation.findDayStates(days, one)).toEqual(
      ['2026-11-09', day].map((of) => ({
        integrationId: world.ids.baltica,
        day: of,
        comparedAt: null,
        isEqual: false,
      })),
    );
    expect(await world.reconciliation.findDayStates(days, { kind: 'none' })).toEqual([]);
  });
});

describe('every night', () => {
  it('the last 31 whole days are compared, and what differs is said by integration', async () => {
    const job = world.reconciliation.jobs?.[0] as CompareJob;
    const said: { summary: Record<string, string | number>; message?: Message } = { summary: {} };
    const run = (payload: Parameters<CompareJob['run']>[0]['payload'] = {}) =>
      job.run({
        payload,
        job: { id: randomUUID(), name: job.name, attempt: 1, userId: 'system', username: 'system' },
        log: silentLog,
        signal: new AbortController().signal,
        progress: (_percentage, message) => {
          said.message = message;
        },
        summarise: (summary) => {
          said.summary = { ...summary };
        },
        summariseIntegrations: () => {},
        checkpoint: async () => {},
        readCheckpoint: async () => null,
      });
    world.alpina.totalsOffBy = 1;
    await run();
    world.alpina.totalsOffBy = 0;
    expect(said.summary).toEqual({ from: '2026-10-20', to: latest, Alpina: expect.any(Number), Baltica: 0 });
    expect(said.summary.Alpina).toBeGreaterThan(0);
    expect(said.message).toEqual(messageOf('jobs.compared', { equal: 1, all: 2 }));
    expect((await detail()).username).toBeNull();

    // Of a longer time platforms are asked for no more days at once.
    const asked: string[] = [];
    const { totals } = world.alpina;
    world.alpina.totals = (from, to) => {
      asked.push(`${from} ${to}`);
      return totals(from, to);
    };
    await run({ from: '2026-08-20', to: latest, integrationIds: [world.ids.alpina] });
    world.alpina.totals = totals;
    expect(asked).toEqual(['2026-08-20 2026-09-19', '2026-09-20 2026-10-20', '2026-10-21 2026-11-19']);
    const states = await world.reconciliation.findDayStates(
      { from: '2026-08-20', to: latest },
      { kind: 'one', id: world.ids.alpina },
    );
    expect(states.length).toBe(92);
    expect(states.every(({ comparedAt }) => comparedAt !== null)).toBe(true);

    world.alpina.token = 'changed';
    await run();
    expect(said.summary).toEqual({ from: '2026-10-20', to: latest, Baltica: 0 });
    expect(renderMessage(said.message as Message, 'it')).toBe(
      'Integrazioni senza differenze: 1 su 2. Alpina: Il servizio data ha rifiutato il token (401).',
    );
    expect(
      differenceText({ day: '2026-11-12', sessionType: 4, figure: 'bet', sessionStore: 5n, platform: -7n }),
    ).toBe('2026-11-12 fun bet: stored 5, platform -7');
  });
});

describe('GET /reconciliation', () => {
  const matrixOf = async (who: Who, query = ''): Promise<ReconciliationMatrix> => {
    const { status, body } = await hub.get(`${path}${query}`, who);
    expect(status, JSON.stringify(body)).toBe(200);
    return reconciliationMatrix.parse(body);
  };

  it('has 31 days of each integration, whose differences add up', async () => {
    await addSessions(1);
    world.alpina.totalsOffBy = 250;
    await compare('2026-10-20', latest);
    world.alpina.totalsOffBy = 0;
    const matrix = await matrixOf('admin');
    expect(matrix).toMatchObject({ from: '2026-10-20', to: latest, latest });
    const alpina = matrix.integrations.find(({ integration }) => integration.name === 'Alpina');
    expect(alpina?.days.length).toBe(31);
    const sum = alpina?.days.reduce((total, one) => total + cents(one.difference.bet), 0);
    expect(sum).toBe(cents(alpina?.difference.bet));
    expect(cents(matrix.difference.bet)).toBe(sum);
    expect(alpina?.days.find((one) => one.day === day)).toMatchObject({
      state: 'differs',
      differing: 1,
      difference: { bet: 2.5, sessions: 0 },
    });
    await compare('2026-10-20', latest);
  });

  it('shows an administrator of an integration only its own days', async () => {
    expect((await matrixOf('alpinaAdmin')).integrations.map(({ integration }) => integration.name)).toEqual([
      'Alpina',
    ]);
    expect((await matrixOf('balticaAdmin')).integrations.map(({ integration }) => integration.name)).toEqual([
      'Baltica',
    ]);
    expect((await hub.get(`${path}/${world.ids.alpina}/${day}`, 'balticaAdmin')).status).toBe(404);
    expect((await hub.get(`${path}/${world.ids.alpina}/${day}/sessions`, 'balticaAdmin')).status).toBe(404);
    expect((await hub.get(`${path}/${world.ids.alpina}/${day}`, 'alpinaAdmin')).status).toBe(200);
  });

  it('shows net win and due to whoever may see them', async () => {
    for (const [who, has] of [
      ['admin', true],
      ['alpinaAdmin', true],
      ['manager', false],
    ] as const) {
      const { difference } = await matrixOf(who);
      expect(['netWin' in difference, 'due' in difference], who).toEqual([has, has]);
      const [type] = (await detail(who)).types;
      expect('due' in (type?.ours ?? {}), who).toBe(has);
    }
  });

  it('lists every day of the integrations that someone sees, compared or not', async () => {
    const days = async (who: Who) =>
      (await hub.get(`${path}/days?from=2026-08-01&to=2026-08-02`, who)).body.rows.map(
        (row: ReconciledDayDetail) => [row.integration.id, row.day, row.state],
      );
    const own = [
      [world.ids.alpina, '2026-08-01', null],
      [world.ids.alpina, '2026-08-02', null],
    ];
    expect(await days('alpinaAdmin')).toEqual(own);
    expect(await days('admin')).toEqual(expect.arrayContaining(own));
    expect((await hub.get(`${path}/days?from=2026-10-02&to=2026-10-01`)).status).toBe(422);
  });

  it('goes back as far as asked, never beyond yesterday', async () => {
    expect(await matrixOf('admin', '?to=2026-10-01')).toMatchObject({ from: '2026-09-01', to: '2026-10-01' });
    expect(await matrixOf('admin', '?to=2027-01-01')).toMatchObject({ to: latest });
    expect((await hub.get(`${path}?to=soon`)).status).toBe(422);
  });

  it('has the days asked for, 31 of them at most', async () => {
    const daysOf = async (query: string) => {
      const { from, to } = await matrixOf('admin', query);
      return [from, to];
    };
    expect(await daysOf('?from=2026-09-01&to=2026-09-30')).toEqual(['2026-09-01', '2026-09-30']);
    expect(await daysOf('?from=2026-08-01&to=2026-09-30')).toEqual(['2026-08-31', '2026-09-30']);
    // What begins after yesterday has no day that is over.
    expect(await daysOf('?from=2027-01-01&to=2027-01-31')).toEqual([latest, latest]);
    const { status, body } = await hub.get(`${path}?from=2026-10-02&to=2026-10-01`);
    expect([status, Object.keys((body as { fields: object }).fields)]).toEqual([422, ['to']]);
  });
});

describe('what is refused', () => {
  it('without a token, and to roles that have nothing to do with it', async () => {
    const one = `${path}/${world.ids.alpina}/${day}`;
    for (const call of [path, `${path}/days`, one, `${one}/sessions`]) {
      expect((await world.hub.get(call)).status, call).toBe(401);
      for (const who of ['guest', 'alpinaManager'] as const)
        expect((await hub.get(call, who)).status, `${call} ${who}`).toBe(403);
    }
    const body = { from: day, to: day };
    for (const call of [`${path}/compare`, `${one}/fetch`]) {
      expect((await world.hub.call('POST', call, { body })).status, call).toBe(401);
      for (const who of ['guest', 'alpinaManager', 'alpinaAdmin'] as const)
        expect((await hub.post(call, body, who)).status, `${call} ${who}`).toBe(403);
    }
  });

  it('names the field of a comparison that cannot be', async () => {
    const fieldsOf = async (body: object) => {
      const { status, body: answer } = await hub.post(`${path}/compare`, body);
      expect(status, JSON.stringify(body)).toBe(422);
      return Object.keys(answer.fields ?? {});
    };
    expect(await fieldsOf({ from: day, to: '2026-11-20' })).toEqual(['to']);
    expect(await fieldsOf({ from: day, to: '2026-11-09' })).toEqual(['to']);
    expect(await fieldsOf({ from: '2025-10-01', to: '2026-11-10' })).toEqual(['to']);
    expect(await fieldsOf({ from: day, to: day, integrationIds: [9_999] })).toEqual(['integrationIds']);
    expect(await fieldsOf({ from: 'x', to: day })).toContain('from');
  });

  it('an integration that is not there, a day that is not over, and a day that there is not', async () => {
    expect((await hub.get(`${path}/9999/${day}`)).status).toBe(404);
    expect((await hub.post(`${path}/9999/${day}/fetch`, {})).status).toBe(404);
    expect((await hub.post(`${path}/${world.ids.alpina}/2026-11-20/fetch`, {})).status).toBe(422);
    expect((await hub.get(`${path}/${world.ids.alpina}/2026-11-31`)).status).toBe(404);
  });
});
