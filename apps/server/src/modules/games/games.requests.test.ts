import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addGame, addIntegration, linkGame } from '../../../test/catalogue.ts';
import { startTestHub, type TestHub } from '../../../test/hub.ts';
import { createCatalogue, logOf } from '../../../test/support/games/create-catalogue.ts';
import { tokenFor } from '../../../test/tokens.ts';

let hub: TestHub;
let alpina: number;
let baltica: number;
let game: number;
let count = 0;

beforeAll(async () => {
  hub = await startTestHub({ modules: createCatalogue });
  alpina = (await addIntegration(hub.stores.postgres.db, 'Alpina')).id;
  baltica = (await addIntegration(hub.stores.postgres.db, 'Baltica')).id;
});
afterAll(() => hub.close());
beforeEach(async () => {
  game = await addGame(hub.stores.postgres.db, `wished_${++count}`);
});

const postgres = () => hub.stores.postgres.db;
const request = async (token: string | undefined, name = 'Alpina', gameId: number = game) =>
  hub.call('POST', `/games/interested?integrationName=${name}&gameId=${gameId}&isInterested=true`, {
    ...(token === undefined ? {} : { token }),
  });
const notify = (token: string | undefined, gameIds: number[]) =>
  hub.call('POST', '/notify-requested-games', {
    ...(token === undefined ? {} : { token }),
    body: { gameIds },
  });

describe('[API-020] POST /games/interested', () => {
  it('[OPEN-10] puts a visible game on the wishlist of the own integration, for a guest too', async () => {
    await linkGame(postgres(), alpina, game, 'visible');
    const { status, body } = await request(await tokenFor('integration_guest'), 'ALPINA');
    expect(status).toBe(200);
    expect(body.integrations[0].integration_games.is_requested).not.toBeNull();
    expect(body.integrations[0].integration_games.is_active).toBeNull();
    expect((await logOf(hub, game))[0]).toMatchObject({
      type: 'games',
      action: 'request',
      updates: { requestedBy: { old: null, new: 'Alpina' } },
    });
  });

  it('refuses a game that is on the list or in use already, also when asked for twice at once', async () => {
    await linkGame(postgres(), alpina, game, 'visible');
    const token = await tokenFor('integration_admin');
    const both = await Promise.all([request(token), request(token)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const played = await addGame(postgres(), `played_${count}`);
    await linkGame(postgres(), alpina, played, 'active');
    expect((await request(token, 'Alpina', played)).status).toBe(409);
    expect((await logOf(hub, game)).length).toBe(1);
  });

  it('[OPEN-02] is missing for other integrations and for games that the own one does not see', async () => {
    await linkGame(postgres(), baltica, game, 'visible');
    const token = await tokenFor('integration_admin');
    expect((await request(token)).status).toBe(404);
    expect((await request(token, 'Baltica')).status).toBe(404);
    expect((await request(token, 'No one')).status).toBe(404);
    const storage = await addGame(postgres(), `stored_${count}`, { is_catalog: false });
    await linkGame(postgres(), alpina, storage, 'visible');
    expect((await request(token, 'Alpina', storage)).status).toBe(404);
  });

  it('[OPEN-10] is not for the provider, nor for anybody without a token', async () => {
    for (const role of ['ludus_admin', 'ludus_manager'] as const) {
      expect((await request(await tokenFor(role))).status).toBe(403);
    }
    expect((await request(undefined)).status).toBe(401);
    const bad = await hub.call('POST', '/games/interested?gameId=1', {
      token: await tokenFor('integration_admin'),
    });
    expect(Object.keys(bad.body.fields)).toEqual(['integrationName']);
  });
});

describe('[OPEN-42] POST /notify-requested-games', () => {
  it('[ERR-016] gives every administrator of the provider one notice with integration, user and games', async () => {
    const second = await addGame(postgres(), `second_${count}`);
    for (const id of [game, second]) await linkGame(postgres(), alpina, id, 'requested');
    const { status, body } = await notify(await tokenFor('integration_manager'), [game, second, game]);
    expect([status, body]).toEqual([200, { message: 'Game added to wishlist' }]);
    for (const userId of ['user-ludus_admin', 'user-second-admin']) {
      const notices = (await hub.get('/notifications', await tokenFor('ludus_admin', { userId }))).body;
      expect(notices).toHaveLength(1);
      expect(notices[0]).toMatchObject({
        title: 'Alpina requested 2 games',
        severity: 1,
        seen: false,
        path: `/requests?integration=${alpina}`,
      });
      expect(notices[0].description).toBe(
        `integration_manager of Alpina requested: wished ${count} and second ${count}.`,
      );
    }
    expect((await hub.get('/notifications', await tokenFor('ludus_manager'))).body).toEqual([]);
  });

  it('[OPEN-02] tells no one of games that are not asked for, or by another integration', async () => {
    await linkGame(postgres(), alpina, game, 'visible');
    const foreign = await addGame(postgres(), `foreign_${count}`);
    await linkGame(postgres(), baltica, foreign, 'requested');
    const token = await tokenFor('integration_admin');
    for (const ids of [[game], [foreign], [60_000]]) expect((await notify(token, ids)).status).toBe(404);
    expect((await notify(token, [])).status).toBe(422);
  });

  it('is for those who review requests', async () => {
    for (const role of ['ludus_admin', 'ludus_manager', 'integration_guest'] as const) {
      expect((await notify(await tokenFor(role), [game])).status).toBe(403);
    }
    expect((await notify(undefined, [game])).status).toBe(401);
  });
});

describe('[API-020][GAME-31] POST /games/interested with notify', () => {
  it('notifies every administrator of the provider of the one game, for a guest too, and not when it is refused', async () => {
    await linkGame(postgres(), alpina, game, 'visible');
    const admin = await tokenFor('ludus_admin');
    const before = (await hub.get('/notifications', admin)).body.length;
    const path = `/games/interested?integrationName=Alpina&gameId=${game}&isInterested=true&notify=true`;
    const guest = await tokenFor('integration_guest');
    expect((await hub.call('POST', path, { token: guest })).status).toBe(200);
    expect((await hub.call('POST', path, { token: guest })).status).toBe(409);
    const notices = (await hub.get('/notifications', admin)).body;
    expect(notices).toHaveLength(before + 1);
    expect(notices.at(-1)).toMatchObject({
      title: `Alpina requested wished ${count}`,
      description: `integration_guest of Alpina requested: wished ${count}.`,
      severity: 1,
    });
  });

  it('without it, notifies no one', async () => {
    await linkGame(postgres(), alpina, game, 'visible');
    const admin = await tokenFor('ludus_admin');
    const before = (await hub.get('/notifications', admin)).body;
    expect((await request(await tokenFor('integration_admin'))).status).toBe(200);
    expect((await hub.get('/notifications', admin)).body).toEqual(before);
  });
});
