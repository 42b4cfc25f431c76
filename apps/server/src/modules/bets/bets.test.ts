import { type Role, textMessage } from '@ludus/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addGame, addOperator, linkGame } from '../../../test/catalogue.ts';
import { startTestHub, type TestHub } from '../../../test/hub.ts';
import { outOfPatienceAtSilence } from '../../../test/silence.ts';
import { type FakeGaming, startFakeGaming } from '../../../test/support/bets/fake-gaming.ts';
import { type TokenOptions, tokenFor } from '../../../test/tokens.ts';
import { type FixedClock, fixedClock } from '../../infra/clock/index.ts';
import { createOperatorApi } from '../../infra/operator-api/index.ts';
import { createIntegrationsModule, type IntegrationsModule } from '../integrations/index.ts';
import { type BetsModule, createBetsModule } from './index.ts';

const now = new Date('2026-11-20T12:00:00Z');
/** Good for the day that the tests move the clock in. */
const token = (role: Role, options: TokenOptions = {}) =>
  tokenFor(role, { now, expiresIn: 86_400, ...options });

let hub: TestHub;
let clock: FixedClock;
let gaming: FakeGaming;
let bets: BetsModule;
let admin: string;
const ids = { alpina: 0, baltica: 0, fox: 0 };

beforeAll(async () => {
  gaming = await startFakeGaming();
  clock = fixedClock(now.toISOString());
  let integrations: IntegrationsModule | undefined;
  hub = await startTestHub({
    clock,
    settings: { allowPrivateHosts: ['127.0.0.1'] },
    modules(infra, parts) {
      integrations = createIntegrationsModule(infra, { ...parts, isFetching: async () => false });
      const { connections, referenceData } = integrations;
      const operatorApi = createOperatorApi(outOfPatienceAtSilence(parts.outgoing));
      bets = createBetsModule(infra, { operatorApi, connections, referenceData });
      return [integrations, bets];
    },
  });
  const { db } = hub.stores.postgres;
  const enter = async (name: string) => {
    const urls = { gaming: gaming.url, data: gaming.url, play: gaming.url, launch: gaming.url };
    const entry = {
      externalIdentifier: name,
      name,
      version: 'GAI2' as const,
      urls,
      tokens: { gaming: 'open sesame' },
    };
    return (await integrations?.importer.upsert(entry)) ?? 0;
  };
  ids.fox = await addGame(db, 'ember_fox');
  const seen = await addGame(db, 'only_seen');
  for (const [name, code] of [
    ['Alpina', 'RIFUGIO'],
    ['Baltica', 'HANSA'],
  ] as const) {
    const id = await enter(name);
    await addOperator(db, id, code);
    await linkGame(db, id, ids.fox);
    await linkGame(db, id, seen, 'visible');
    ids[name === 'Alpina' ? 'alpina' : 'baltica'] = id;
  }
  admin = await token('ludus_admin', { username: 'anna' });
});

afterAll(async () => {
  await hub?.close();
  await gaming?.close();
});

const key = 'RIFUGIO/ember_fox';
let written = 0;

beforeEach(async () => {
  gaming.lists.set(key, [10, 20, 50]);
  Object.assign(gaming, { canChangeBets: true, isDown: false, onChange: undefined });
  gaming.faults.length = 0;
  gaming.changes.length = 0;
  await hub.stores.postgres.db.deleteFrom('bet_changes').execute();
  written = (await entries()).length;
});

const pathOf = (integration: number, operator = 'RIFUGIO', game = 'ember_fox') =>
  `/integrations/${integration}/operators/${operator}/game/${game}/bets`;
const read = (token: string | undefined = admin) => hub.get(pathOf(ids.alpina), token);
const save = (list: unknown, more: object = {}, token = admin) =>
  hub.call('POST', pathOf(ids.alpina), { token, body: { bets: list, ...more } });

const entries = () => hub.stores.postgres.db.selectFrom('logs').selectAll().orderBy('id').execute();
const newEntries = async () => (await entries()).slice(written);
const open = () => hub.stores.postgres.db.selectFrom('bet_changes').selectAll().execute();

describe('GET /api/integrations/:id/operators/:operatorCode/game/:gameSlug/bets', () => {
  it('[API-093][ENT-25] answers the bets of the platform in cents, ascending, asked for with its own token', async () => {
    gaming.lists.set(key, [50, 10, 20]);
    gaming.tokens.length = 0;
    const { status, body } = await read();
    expect(status).toBe(200);
    expect(body).toEqual({ bets: [10, 20, 50], minFactor: 10, canChangeBets: true, maxBet: 10_000 });
    expect(gaming.tokens).toEqual(['Bearer open sesame']);
  });

  it('[OPEN-02] knows no operator or game of another integration, and no game that is not played there', async () => {
    for (const path of [
      pathOf(ids.alpina, 'HANSA'),
      pathOf(ids.baltica, 'RIFUGIO'),
      pathOf(ids.alpina, 'RIFUGIO', 'only_seen'),
      pathOf(ids.alpina, 'RIFUGIO', 'no_game'),
      pathOf(60_000),
      pathOf(ids.baltica, 'HANSA'),
    ])
      for (const method of ['GET', 'POST'])
        expect(
          (await hub.call(method, path, { token: admin, ...(method === 'POST' && { body: { bets: [10] } }) }))
            .status,
          path,
        ).toBe(404);
    expect(await newEntries()).toEqual([]);
  });

  it('[ERR-092] answers 502 while the platform does not', async () => {
    gaming.isDown = true;
    expect((await read()).status).toBe(502);
    expect((await save([10])).status).toBe(502);
    expect([await newEntries(), await open()]).toEqual([[], []]);
  });

  it('[NAV-18][API-093][API-094] is for ludus_admin alone', async () => {
    expect((await hub.get(pathOf(ids.alpina))).status).toBe(401);
    expect((await hub.call('POST', pathOf(ids.alpina), { body: { bets: [10] } })).status).toBe(401);
    for (const role of [
      'ludus_manager',
      'integration_admin',
      'integration_manager',
      'integration_guest',
    ] as const) {
      const foreign = await token(role);
      expect((await read(foreign)).status, role).toBe(403);
      expect((await save([10], {}, foreign)).status, role).toBe(403);
    }
  });
});

describe('POST to the same path', () => {
  it('[API-094][BET-11][LOG-14] stores the list ascending and writes one entry with old and new bets', async () => {
    const { status, body } = await save([100, 10, 20], { readBets: [10, 20, 50] });
    expect(status).toBe(200);
    expect(body).toEqual({ bets: [10, 20, 100], minFactor: 10, canChangeBets: true, maxBet: 10_000 });
    expect(gaming.changes).toEqual([[10, 20, 100]]);
    expect(await newEntries()).toMatchObject([
      {
        log_type_id: 4,
        action: 'update-bets',
        description: 'Changed the bets of ember fox at Operator RIFUGIO, Alpina',
        user_id: 'user-ludus_admin',
        username: 'anna',
        related_id: String(ids.fox),
        related_object: {
          slug: 'ember_fox',
          operator: 'Operator RIFUGIO',
          integration: 'Alpina',
          integrationId: ids.alpina,
        },
        updates: { oldBets: [10, 20, 50], newBets: [10, 20, 100] },
      },
    ]);
    expect(await open()).toEqual([]);
  });

  it('[OPEN-90][BET-05][BET-06] refuses duplicates and what is no multiple of the minimum factor, naming the bet', async () => {
    expect((await save([10, 20, 10])).body).toMatchObject({
      code: 'validation',
      fields: { 'bets.2': 'This bet already exists' },
    });
    expect((await save([10, 25])).body).toMatchObject({
      code: 'validation',
      fields: { 'bets.1': 'Invalid bet' },
    });
    for (const bad of [[], [0], [-10], [10.5], ['10'], null]) expect((await save(bad)).status).toBe(422);
    expect((await save([10], { more: 1 })).status).toBe(422);
    expect([gaming.changes, await newEntries(), await open()]).toEqual([[], [], []]);
  });

  it("[API-094][OPEN-90] refuses new bets above the game's max bet, and keeps those that the platform holds", async () => {
    const text = 'The max bet of this game is 100.00 €.';
    expect(await save([10, 10_010])).toMatchObject({
      status: 422,
      body: { code: 'validation', message: text, fields: { 'bets.1': text } },
    });
    expect([gaming.changes, await newEntries(), await open()]).toEqual([[], [], []]);
    expect((await save([10, 10_000])).status).toBe(200);
    gaming.lists.set(key, [10, 20_000]);
    expect(await save([20_000, 20])).toMatchObject({ status: 200, body: { bets: [20, 20_000] } });
    expect((await save([20, 20_000, 30_000])).status).toBe(422);
  });

  it('[BET-12][OPEN-89][OPEN-90][ERR-094] answers 409 with the documented sentence where no change is allowed', async () => {
    gaming.canChangeBets = false;
    const { status, body } = await save([10]);
    expect([status, body.message]).toEqual([409, 'Operator or Game does not allow to change bets.']);
    expect([gaming.changes, await newEntries(), await open()]).toEqual([[], [], []]);
  });

  it('refuses with 409 a change made from a list that the platform no longer holds', async () => {
    gaming.lists.set(key, [10, 20, 50, 70]);
    expect((await save([10, 20], { readBets: [10, 20, 50] })).status).toBe(409);
    expect([gaming.changes, await newEntries()]).toEqual([[], []]);
  });

  it('[LOG-14] writes no entry for a list that the platform holds already', async () => {
    expect((await save([50, 20, 10])).status).toBe(200);
    expect([gaming.changes, await newEntries(), await open()]).toEqual([[], [], []]);
  });

  it.each([
    [401, 502],
    [404, 404],
    [409, 409],
    [422, 422],
  ] as const)('[LOG-14] writes no entry when the platform refuses with %i', async (refusal, status) => {
    gaming.faults.push(refusal);
    expect((await save([10])).status).toBe(status);
    expect([gaming.lists.get(key), await newEntries(), await open()]).toEqual([[10, 20, 50], [], []]);
  });

  it.each(['fail', 'cut-after', 'silent'] as const)(
    '[LOG-14] reads the list again when the answer is lost (%s), and logs the change that was made',
    async (fault) => {
      gaming.faults.push(fault);
      expect(await save([10, 90])).toMatchObject({ status: 200, body: { bets: [10, 90] } });
      expect(await newEntries()).toMatchObject([{ updates: { oldBets: [10, 20, 50], newBets: [10, 90] } }]);
      expect(await open()).toEqual([]);
    },
  );

  it.each(['cut-before', 503] as const)(
    '[LOG-14] says that the new bets are not there when the change was not made (%s), and logs nothing',
    async (fault) => {
      gaming.faults.push(fault);
      const { status, body } = await save([10, 90]);
      expect(status).toBe(502);
      expect(body.message).toContain('does not have the new bets');
      expect(await newEntries()).toEqual([]);
    },
  );

  it('logs what the platform took where that is not what it was asked for', async () => {
    gaming.faults.push('round');
    expect((await save([10, 80, 90])).status).toBe(502);
    expect(await newEntries()).toMatchObject([{ updates: { oldBets: [10, 20, 50], newBets: [10, 80] } }]);
    gaming.faults.push('ignore');
    expect((await save([10, 30])).body.message).toContain('nothing was changed');
    expect(await newEntries()).toHaveLength(1);
    expect(await open()).toEqual([]);
  });

  it('makes one change at a time: whoever comes meanwhile is refused, and both are logged as they happened', async () => {
    let goOn = () => {};
    let arrived = () => {};
    const underWay = new Promise<void>((resolve) => (arrived = resolve));
    gaming.onChange = () => {
      arrived();
      return new Promise((resolve) => (goOn = resolve));
    };
    const first = save([10]);
    await underWay;
    const second = await save([20]);
    expect(second.status).toBe(409);
    gaming.onChange = undefined;
    goOn();
    expect((await first).status).toBe(200);
    expect((await save([20])).status).toBe(200);
    expect((await newEntries()).map(({ updates }) => updates)).toEqual([
      { oldBets: [10, 20, 50], newBets: [10] },
      { oldBets: [10], newBets: [20] },
    ]);
  });
});

describe('a change whose answer was lost', () => {
  async function lose(list: number[]) {
    gaming.faults.push('cut-before');
    expect((await save(list)).status).toBe(502);
  }

  it('[LOG-14] is logged once, in the name of who asked, when the platform turns out to have made it', async () => {
    gaming.onChange = async () => {
      gaming.isDown = true;
    };
    gaming.faults.push('cut-after');
    const { status, body } = await save([10, 40]);
    expect([status, body.message]).toEqual([502, expect.stringContaining('could not be asked')]);
    await bets.service.settleLost();
    expect(await newEntries()).toEqual([]);
    gaming.isDown = false;
    await Promise.all([bets.service.settleLost(), bets.service.settleLost()]);
    await bets.service.settleLost();
    expect(await newEntries()).toMatchObject([
      { username: 'anna', updates: { oldBets: [10, 20, 50], newBets: [10, 40] } },
    ]);
    expect(await open()).toEqual([]);
  });

  it('is logged before the next change of the same list', async () => {
    await lose([10, 40]);
    gaming.lists.set(key, [10, 40]);
    expect((await save([10, 60])).status).toBe(200);
    expect((await newEntries()).map(({ updates }) => updates)).toEqual([
      { oldBets: [10, 20, 50], newBets: [10, 40] },
      { oldBets: [10, 40], newBets: [10, 60] },
    ]);
  });

  it('is not credited with the same list when someone else saves it later', async () => {
    await lose([10, 40]);
    const bruno = await token('ludus_admin', { userId: 'u-bruno', username: 'bruno' });
    expect((await save([10, 40], {}, bruno)).status).toBe(200);
    await bets.service.settleLost();
    expect((await newEntries()).map(({ username }) => username)).toEqual(['bruno']);
  });

  it('is forgotten after a quarter of an hour in which the platform did not make it', async () => {
    await lose([10, 40]);
    clock.advance(14 * 60_000);
    await bets.service.settleLost();
    expect(await open()).toHaveLength(1);
    clock.advance(2 * 60_000);
    await bets.service.settleLost();
    expect([await open(), await newEntries()]).toEqual([[], []]);
  });

  it('is forgotten as well when the platform knows the game no more', async () => {
    await lose([10, 40]);
    gaming.lists.delete(key);
    clock.advance(16 * 60_000);
    await bets.service.settleLost();
    expect([await open(), await newEntries()]).toEqual([[], []]);
  });

  it('[LOG-14] is found by the next process when the hub died while the platform was asked', async () => {
    const { db } = hub.stores.postgres;
    let goOn = () => {};
    let arrived = () => {};
    const underWay = new Promise<void>((resolve) => (arrived = resolve));
    gaming.onChange = () => {
      arrived();
      return new Promise((resolve) => (goOn = resolve));
    };
    const dying = save([10, 40]);
    await underWay;
    const [left] = await open();
    expect(left).toMatchObject({ state: 'requested', old_bets: [10, 20, 50], new_bets: [10, 40] });
    goOn();
    await dying;
    // What a process that died at that moment leaves behind: the row, the platform's new list, and no entry.
    await db.deleteFrom('bet_changes').execute();
    const { id: _, ...row } = left as NonNullable<typeof left>;
    const json = {
      ...row,
      old_bets: undefined,
      new_bets: '[10,40]',
      related_object: JSON.stringify(row.related_object),
      description: JSON.stringify(row.description),
    };
    await db
      .insertInto('bet_changes')
      .values({ ...json, state: 'checking' })
      .execute();
    await db.updateTable('bet_changes').set({ state: 'requested', old_bets: '[10,20,50]' }).execute();
    const before = (await newEntries()).length;
    expect((await save([10])).status).toBe(409);
    clock.advance(3 * 60_000);
    await bets.service.settleLost();
    expect((await newEntries()).slice(before)).toMatchObject([
      { updates: { oldBets: [10, 20, 50], newBets: [10, 40] } },
    ]);
    expect(await open()).toEqual([]);
  });

  it('holds no one up when the hub died before it asked', async () => {
    gaming.onChange = undefined;
    const { db } = hub.stores.postgres;
    await db
      .insertInto('bet_changes')
      .values({
        integration_id: ids.alpina,
        operator_code: 'RIFUGIO',
        game_slug: 'ember_fox',
        user_id: 'x',
        username: 'x',
        description: JSON.stringify(textMessage('x')),
        related_id: '1',
        related_object: '{}',
        state: 'checking',
        new_bets: '[10]',
        started_at: clock.now(),
      })
      .execute();
    expect((await save([10])).status).toBe(409);
    clock.advance(3 * 60_000);
    expect((await save([10])).status).toBe(200);
    expect((await newEntries()).map(({ username }) => username)).toEqual(['anna']);
  });
});
