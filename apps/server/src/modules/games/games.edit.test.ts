import { io } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addGame, addIntegration, linkGame } from '../../../test/catalogue.ts';
import { startTestHub, type TestHub } from '../../../test/hub.ts';
import { createCatalogue, gameForm, logOf } from '../../../test/support/games/create-catalogue.ts';
import { tokenFor } from '../../../test/tokens.ts';

let hub: TestHub;
let admin: string;
let alpina: number;
let baltica: number;
let stored: number;
let count = 0;

beforeAll(async () => {
  hub = await startTestHub({ modules: createCatalogue });
  const { db } = hub.stores.postgres;
  alpina = (await addIntegration(db, 'Alpina')).id;
  baltica = (await addIntegration(db, 'Baltica')).id;
  stored = await addGame(db, 'cold_store', { is_catalog: false });
  await db.updateTable('games').set({ provider_id: 'gs-1' }).where('id', '=', stored).execute();
  admin = await tokenFor('ludus_admin');
});
afterAll(() => hub.close());

const call = (method: string, path: string, body?: unknown, token: string | null = admin) =>
  hub.call(method, path, { ...(token === null ? {} : { token }), ...(body === undefined ? {} : { body }) });
const create = (changes: Record<string, unknown> = {}, source = 'local') =>
  call('POST', `/games/create/${source}`, gameForm(changes));
const update = (id: number, changes: Record<string, unknown>) =>
  call('PUT', `/games/update/${id}`, gameForm(changes));
const slug = () => `game_${++count}`;

async function newGame(changes: Record<string, unknown> = {}) {
  const { status, body } = await create({ slug: slug(), ...changes });
  expect([status, body.message]).toEqual([200, undefined]);
  return body;
}
const linksOf = (body: { integrations: { name: string }[] }) => body.integrations.map(({ name }) => name);

describe('[API-014] POST /games/create/local', () => {
  it('[FORM-15][OPEN-31] makes a catalogue game, amounts with two decimals', async () => {
    const game = await newGame({ rtp: 96.126, max_bet: 99.999, sub_name: '' });
    expect(game).toMatchObject({
      isCatalog: true,
      providerId: null,
      sub_name: null,
      rtp: 96.13,
      max_bet: 100,
      propertiesData: { Jackpot: 'none' },
      game_media: [],
      integrations: [],
    });
    expect((await hub.get('/catalog', admin)).body.rows.map(({ id }: { id: number }) => id)).toContain(
      game.id,
    );
  });

  it('[OPEN-29] works the exposure out of bet and win unless it is sent', async () => {
    expect((await newGame()).max_exposure).toBe(500_000);
    expect((await newGame({ max_exposure: 7.5 })).max_exposure_ratio).toBe(7.5);
    expect((await newGame({ max_bet: null })).max_exposure).toBeNull();
    const { status, body } = await create({
      slug: slug(),
      max_bet: 9_000_000,
      max_multiplier_win: 999_999_999,
    });
    expect([status, Object.keys(body.fields)]).toEqual([422, ['max_multiplier_win']]);
  });

  it('[FORM-08] keeps lines for Paylines and Ways alone', async () => {
    const lines = async (pay_method: string) => (await newGame({ pay_method })).lines;
    expect([
      await lines('Paylines'),
      await lines('Ways'),
      await lines('Scatter'),
      await lines('Tumble'),
    ]).toEqual([25, 25, 0, 0]);
  });

  it.each([
    ['rtp', 101],
    ['rtp', -1],
    ['rtp', 'NaN'],
    ['rtp', null, true],
    ['rtp_std_dev', 0],
    ['rtp_std_dev', -1],
    ['rtp_std_dev', 10_001],
    ['rtp_std_dev', 'high'],
    ['rtp_std_dev', 3.62, true],
    ['rtp_std_dev', null, true],
    ['rtp_since', '2026-02-30'],
    ['rtp_since', '1899-12-31'],
    ['rtp_since', '2026-11-05', true],
    ['rtp_since', null, true],
    ['volatility', 11],
    ['volatility', 1.5],
    ['volatility', 0, true],
    ['lines', -1],
    ['reels', -1],
    ['gameRows', -1],
    ['min_bet', -0.1],
    ['max_bet', -1],
    ['max_multiplier_win', -1],
    ['hit_frequency', -1],
    ['slug', ''],
    ['slug', '../etc/passwd'],
    ['slug', 'drop"table'],
    ['name', ' '],
    ['name', 'Zero \u0000 byte'],
    ['propertiesData', { note: 'zero \u0000 byte' }],
    ['name', `🎰 "quoted" <script>alert(1)</script> ../`, true],
    ['type', 'POKER'],
    ['pay_method', 'Lottery'],
    ['release_date', '2026-02-30'],
    ['isCatalog', false],
  ] as [string, unknown, boolean?][])(
    '[FORM-01][FORM-02][FORM-03][FORM-04][FORM-05][FORM-06][OPEN-30][OPEN-33] %s of %j',
    async (field, value, fine = false) => {
      const { status, body } = await create({ slug: slug(), [field]: value });
      expect(status).toBe(fine ? 200 : 422);
      if (!fine) expect(Object.keys(body.fields)[0]).toMatch(new RegExp(`^${field}`));
      if (fine) expect(body[field]).toEqual(value);
    },
  );

  it('keeps what the RTP is measured by while an editor does not send it, and logs its changes', async () => {
    const game = await newGame({ rtp_std_dev: 3.624, rtp_since: '2026-03-02' });
    expect(game).toMatchObject({ rtp_std_dev: 3.62, rtp_since: '2026-03-02' });
    const kept = await update(game.id, { slug: game.slug });
    expect(kept.body).toMatchObject({ rtp_std_dev: 3.62, rtp_since: '2026-03-02' });
    const changed = await update(game.id, { slug: game.slug, rtp_std_dev: 4, rtp_since: null });
    expect(changed.body).toMatchObject({ rtp_std_dev: 4, rtp_since: null });
    const [entry] = await logOf(hub, game.id);
    expect(entry?.updates).toEqual({
      rtp_std_dev: { old: 3.62, new: 4 },
      rtp_since: { old: '2026-03-02', new: null },
    });
  });

  it('refuses unknown fields and broken numbers', async () => {
    expect((await create({ slug: slug(), providerId: 'x' })).body.fields).toEqual({
      providerId: 'Unknown field.',
    });
    const raw = await hub.fetch('/api/games/create/local', {
      method: 'POST',
      headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
      body: JSON.stringify(gameForm({ slug: slug() })).replace('"rtp":96.123', '"rtp":NaN'),
    });
    expect(raw.status).toBe(422);
  });

  it('[OPEN-33] lets one of two games with one slug in, at the same moment too', async () => {
    const both = slug();
    const answers = await Promise.all(Array.from({ length: 4 }, () => create({ slug: both })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect([refused?.body.code, Object.keys(refused?.body.fields)]).toEqual(['conflict', ['slug']]);
  });

  it('[LOG-14] is written to the log', async () => {
    const game = await newGame();
    const [entry, ...others] = await logOf(hub, game.id);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      type: 'games',
      action: 'create',
      description: 'Created the game Frostjarl',
      username: 'ludus_admin',
      related_object: { name: 'Frostjarl', slug: game.slug },
    });
    expect(entry?.updates.rtp).toEqual({ old: null, new: 96.12 });
  });
});

describe('[API-013] POST /games/create/gamestorage', () => {
  it('puts a game of the storage into the catalogue under its id, once', async () => {
    expect((await create({ slug: 'cold_store' }, 'gamestorage')).body.fields).toHaveProperty('id');
    expect((await create({ slug: 'cold_store', id: 60_000 }, 'gamestorage')).status).toBe(404);
    expect((await create({ slug: slug(), id: stored }, 'gamestorage')).status).toBe(422);
    const { status, body } = await create({ slug: 'cold_store', id: stored }, 'gamestorage');
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: stored, isCatalog: true, providerId: 'gs-1', name: 'Frostjarl' });
    expect((await create({ slug: 'cold_store', id: stored }, 'gamestorage')).status).toBe(409);
    expect((await logOf(hub, stored)).map(({ action }) => action)).toEqual(['create']);
  });

  it('takes no game that people have made, and no other source', async () => {
    const game = await newGame();
    expect((await create({ slug: game.slug, id: game.id }, 'gamestorage')).status).toBe(404);
    expect([404, 422]).toContain((await create({ slug: slug() }, 'elsewhere')).status);
  });
});

describe('[API-010] PUT /games/update/{id}', () => {
  it('[API-011][OPEN-39] saves every field, with the provider named or not', async () => {
    const game = await newGame();
    const changes = { slug: game.slug, name: 'Renamed', rtp: null, isDev: true, propertiesData: { a: 'b' } };
    for (const query of ['', '?providerName=gamestorage']) {
      const { status, body } = await call('PUT', `/games/update/${game.id}${query}`, gameForm(changes));
      expect([status, body.name, body.rtp, body.isDev, body.propertiesData]).toEqual([
        200,
        'Renamed',
        null,
        true,
        { a: 'b' },
      ]);
    }
    expect((await hub.get(`/games/${game.id}`, admin)).body.name).toBe('Renamed');
    expect((await call('PUT', `/games/update/${game.id}?providerName=x`, gameForm(changes))).status).toBe(
      422,
    );
  });

  it('[OPEN-29] keeps the exposure that is sent, and the old one without', async () => {
    const { id, slug: same } = await newGame();
    expect((await update(id, { slug: same, max_exposure: 12.34 })).body.max_exposure).toBe(12.34);
    expect((await update(id, { slug: same, max_bet: 1 })).body.max_exposure).toBe(12.34);
  });

  it('[OPEN-29] lets an exposure that was worked out follow bet and win, to the cent', async () => {
    const { id, slug: same } = await newGame({ max_bet: 1 });
    expect((await update(id, { slug: same, max_bet: 100 })).body.max_exposure).toBe(500_000);
    const odd = { slug: same, max_bet: 0.29, max_multiplier_win: 100.1 };
    expect((await update(id, odd)).body.max_exposure).toBe(29.02);
    expect((await update(id, { slug: same, max_bet: null })).body.max_exposure).toBeNull();
  });

  it('[OPEN-33] refuses a lowest bet above the highest, and names the field', async () => {
    const { id, slug: same } = await newGame();
    const reply = await update(id, { slug: same, min_bet: 10, max_bet: 1 });
    expect([reply.status, Object.keys(reply.body.fields)]).toEqual([422, ['min_bet']]);
    expect((await create({ slug: slug(), min_bet: 10, max_bet: 1 })).status).toBe(422);
    expect((await update(id, { slug: same, min_bet: 1, max_bet: 1 })).status).toBe(200);
  });

  it('[LOG-14] logs old and new values of what changed, and nothing for a save of the same', async () => {
    const { id, slug: same } = await newGame();
    await update(id, { slug: same, name: 'Renamed', integrationsToAdd: [alpina] });
    await update(id, { slug: same, name: 'Renamed' });
    const entries = await logOf(hub, id);
    expect(entries.map(({ action }) => action)).toEqual(['update', 'create']);
    expect(entries[0]?.updates).toEqual({
      name: { old: 'Frostjarl', new: 'Renamed' },
      integrations: { old: [], new: ['Alpina'] },
    });
  });

  it('refuses a slug that another game has, and keeps the game as it was', async () => {
    const [first, second] = [await newGame(), await newGame()];
    const { status, body } = await update(second.id, {
      slug: first.slug,
      name: 'X',
      integrationsToAdd: [alpina],
    });
    expect([status, Object.keys(body.fields)]).toEqual([409, ['slug']]);
    const now = (await hub.get(`/games/${second.id}?with=integrations`, admin)).body;
    expect([now.name, now.integrations, (await logOf(hub, second.id)).length]).toEqual(['Frostjarl', [], 1]);
  });

  it('[EDIT-12][OPEN-38] adds and removes links under either name; ids in both lists cancel each other', async () => {
    const { id, slug: same } = await newGame({ integrationsToAdd: [alpina] });
    const save = async (lists: Record<string, number[]>) =>
      linksOf((await update(id, { slug: same, ...lists })).body);
    expect(await save({})).toEqual(['Alpina']);
    expect(await save({ integrationsToAdd: [baltica], integrationsToDelete: [alpina] })).toEqual(['Baltica']);
    expect(await save({ integrationsToAdd: [alpina], integrationsToRemove: [baltica] })).toEqual(['Alpina']);
    expect(await save({ integrationsToAdd: [alpina], integrationsToDelete: [alpina] })).toEqual(['Alpina']);
    expect(await save({ integrationsToAdd: [baltica], integrationsToRemove: [baltica] })).toEqual(['Alpina']);
    expect(await save({ integrationsToDelete: [baltica], integrationsToRemove: [alpina] })).toEqual([]);
  });

  it('[OPEN-25][OPEN-38] never takes an active link away, and makes none active', async () => {
    const { id, slug: same } = await newGame({ integrationsToAdd: [baltica] });
    await linkGame(hub.stores.postgres.db, alpina, id);
    const { status, body } = await update(id, {
      slug: same,
      name: 'X',
      integrationsToRemove: [alpina, baltica],
    });
    expect([status, body.code]).toEqual([409, 'conflict']);
    const now = (await hub.get(`/games/${id}?with=integrations`, admin)).body;
    expect([now.name, linksOf(now)]).toEqual(['Frostjarl', ['Alpina', 'Baltica']]);
    expect(now.integrations[1].integration_games).toEqual({ is_active: null, is_requested: null });
  });

  it('refuses integrations there are not, and the id of another game', async () => {
    const { id, slug: same } = await newGame();
    expect((await update(id, { slug: same, integrationsToAdd: [60_000] })).body.fields).toHaveProperty(
      'integrationsToAdd',
    );
    expect((await update(id, { slug: same, integrationsToDelete: [60_000] })).status).toBe(422);
    expect((await update(id, { slug: same, id: id + 1 })).status).toBe(422);
    expect((await update(id, { slug: same, id })).status).toBe(200);
  });

  it('is missing for what is not in the catalogue', async () => {
    const storage = await addGame(hub.stores.postgres.db, 'still_stored', { is_catalog: false });
    for (const id of [storage, 60_000, 0]) expect((await update(id, { slug: slug() })).status).toBe(404);
  });

  it('does not write over what someone else has saved meanwhile', async () => {
    const { id, slug: same, updatedAt } = await newGame();
    const first = await update(id, { slug: same, name: 'First', updatedAt });
    expect(first.status).toBe(200);
    expect(Date.parse(first.body.updatedAt)).toBeGreaterThan(Date.parse(updatedAt));
    const second = await update(id, { slug: same, name: 'Second', updatedAt });
    expect([second.status, second.body.code]).toEqual([409, 'conflict']);
    expect(second.body.message).toContain('Someone else has saved this game');
    const links = await update(id, {
      slug: same,
      integrationsToAdd: [alpina],
      updatedAt: first.body.updatedAt,
    });
    expect(Date.parse(links.body.updatedAt)).toBeGreaterThan(Date.parse(first.body.updatedAt));
    const both = await Promise.all(
      ['A', 'B'].map((name) => update(id, { slug: same, name, updatedAt: links.body.updatedAt })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('tells every browser once it is saved', async () => {
    const { id, slug: same } = await newGame();
    const socket = io(hub.url, { auth: { token: admin }, transports: ['websocket'], reconnection: false });
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
    const heard = new Promise((resolve) => socket.once('changed', resolve));
    await update(id, { slug: same, name: 'Heard' });
    expect(await heard).toEqual({ topic: 'games', id: String(id) });
    socket.disconnect();
  });
});

describe('[API-019] DELETE /games/delete/{id}', () => {
  it('removes the game with its links and logs what it was', async () => {
    const { id } = await newGame({ integrationsToAdd: [alpina] });
    const { status, body } = await call('DELETE', `/games/delete/${id}`);
    expect([status, body]).toEqual([200, null]);
    expect((await hub.get(`/games/${id}`, admin)).status).toBe(404);
    expect((await call('DELETE', `/games/delete/${id}`)).status).toBe(404);
    const links = hub.stores.postgres.db
      .selectFrom('integration_games')
      .selectAll()
      .where('game_id', '=', id);
    expect(await links.execute()).toEqual([]);
    const [entry] = await logOf(hub, id);
    expect([entry?.action, entry?.updates.name]).toEqual(['delete', { old: 'Frostjarl', new: null }]);
  });

  it('[OPEN-24][ERR-010] refuses while an integration uses it, and says so', async () => {
    const { id } = await newGame();
    await linkGame(hub.stores.postgres.db, alpina, id);
    const { status, body } = await call('DELETE', `/games/delete/${id}`);
    expect([status, body.message]).toEqual([
      409,
      "You can't delete a game that is in use by an integration.",
    ]);
    expect((await hub.get(`/games/${id}`, admin)).status).toBe(200);
  });
});

describe('[OPEN-22] changing games', () => {
  let id: number;
  beforeEach(async () => {
    ({ id } = await newGame());
  });

  it('is for ludus_admin alone', async () => {
    const calls = [
      ['POST', '/games/create/local', gameForm({ slug: slug() })],
      ['PUT', `/games/update/${id}`, gameForm()],
      ['DELETE', `/games/delete/${id}`, undefined],
    ] as const;
    for (const [method, path, body] of calls) {
      expect((await call(method, path, body, null)).status).toBe(401);
      for (const role of ['ludus_manager', 'integration_admin', 'integration_guest'] as const) {
        expect((await call(method, path, body, await tokenFor(role))).status).toBe(403);
      }
    }
  });
});
