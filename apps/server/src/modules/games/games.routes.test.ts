import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addGame, addIntegration, linkGame } from '../../../test/catalogue.ts';
import { startTestHub, type TestHub } from '../../../test/hub.ts';
import { createCatalogue } from '../../../test/support/games/create-catalogue.ts';
import { tokenFor } from '../../../test/tokens.ts';

let hub: TestHub;
let own: number;
let foreign: number;
let alpina: { id: number };
const token: Record<string, string> = {};

beforeAll(async () => {
  hub = await startTestHub({ modules: (infra, parts) => [...createCatalogue(infra, parts)] });
  const { db } = hub.stores.postgres;
  alpina = await addIntegration(db, 'Alpina');
  const baltica = await addIntegration(db, 'Baltica');
  expect([alpina.id, baltica.id]).toEqual([1, 2]);
  own = await addGame(db, 'own');
  foreign = await addGame(db, 'foreign');
  await linkGame(db, alpina.id, own);
  await linkGame(db, baltica.id, foreign);
  for (const role of [
    'ludus_admin',
    'ludus_manager',
    'integration_admin',
    'integration_manager',
    'integration_guest',
  ] as const) {
    token[role] = await tokenFor(role);
  }
});
afterAll(() => hub.close());

const slugsFor = async (path: string, role: string) => {
  const { status, body } = await hub.get(path, token[role]);
  return status === 200 ? body.rows.map(({ slug }: { slug: string }) => slug) : status;
};

describe('GET /catalog', () => {
  it('[API-001][ROLE-08][OPEN-02] answers the games a caller may see', async () => {
    const path = '/catalog?with=game_media&mediaTypes=main,mini';
    for (const role of ['ludus_admin', 'ludus_manager']) {
      expect(await slugsFor(path, role)).toEqual(['foreign', 'own']);
    }
    for (const role of ['integration_admin', 'integration_guest']) {
      expect(await slugsFor(path, role)).toEqual(['own']);
    }
  });

  it('gives the same address to each role as it sees it, and follows a change of a game or a link', async () => {
    const { db } = hub.stores.postgres;
    const path = '/catalog?with=integrations';
    const linksOf = async (role: string) =>
      (await hub.get(path, token[role])).body.rows.map(
        ({ name, integrations }: { name: string; integrations: { name: string }[] }) =>
          `${name}: ${integrations.map((integration) => integration.name).join(', ')}`,
      );
    const before = { ludus_admin: await linksOf('ludus_admin'), guest: await linksOf('integration_guest') };
    const nameOf = (slug: string) => db.selectFrom('games').select('name').where('slug', '=', slug);
    const ownName = (await nameOf('own').executeTakeFirstOrThrow()).name;
    const foreignName = (await nameOf('foreign').executeTakeFirstOrThrow()).name;
    expect(before).toEqual({
      ludus_admin: [`${foreignName}: Baltica`, `${ownName}: Alpina`],
      guest: [`${ownName}: Alpina`],
    });
    await linkGame(db, alpina.id, foreign);
    await db.updateTable('games').set({ name: 'Renamed' }).where('id', '=', foreign).execute();
    await expect
      .poll(() => linksOf('integration_guest'))
      .toEqual(expect.arrayContaining(['Renamed: Alpina', `${ownName}: Alpina`]));
    expect(await linksOf('ludus_admin')).toContain('Renamed: Alpina, Baltica');
    await db.updateTable('games').set({ name: foreignName }).where('id', '=', foreign).execute();
    await db
      .deleteFrom('integration_games')
      .where('integration_id', '=', alpina.id)
      .where('game_id', '=', foreign)
      .execute();
    await expect.poll(() => linksOf('integration_guest')).toEqual(before.guest);
  });

  it('[ROLE-02] is closed to integration_manager and to no one in particular', async () => {
    expect(await slugsFor('/catalog', 'integration_manager')).toBe(403);
    expect((await hub.get('/catalog')).status).toBe(401);
  });

  it('refuses parts, kinds and parameters it does not know', async () => {
    for (const query of ['with=certificates', 'mediaTypes=all', 'page=1']) {
      expect((await hub.get(`/catalog?${query}`, token.ludus_admin)).status).toBe(422);
    }
  });

  it('[CONST-05][OPEN-65] answers every row, beyond the configured page too', async () => {
    const { db } = hub.stores.postgres;
    for (let i = 0; i < 55; i++) await addGame(db, `many_${i}`);
    await expect.poll(async () => (await slugsFor('/catalog', 'ludus_admin')).length).toBe(57);
    await db.deleteFrom('games').where('slug', 'like', 'many%').execute();
    await expect.poll(async () => (await slugsFor('/catalog', 'ludus_admin')).length).toBe(2);
  });
});

describe('GET /games', () => {
  it('[API-004][ROLE-17] is for every role, each with its own games', async () => {
    expect(await slugsFor('/games', 'ludus_manager')).toEqual(['foreign', 'own']);
    for (const role of ['integration_admin', 'integration_manager', 'integration_guest']) {
      expect(await slugsFor('/games', role)).toEqual(['own']);
    }
    expect((await hub.get('/games')).status).toBe(401);
  });

  it('[API-006][OPEN-02] narrows to the ids asked for, never beyond what the caller sees', async () => {
    const path = `/games?gameIds=${own},${foreign}&with=game_media&mediaTypes=mini`;
    expect(await slugsFor(path, 'ludus_admin')).toEqual(['foreign', 'own']);
    expect(await slugsFor(path, 'integration_guest')).toEqual(['own']);
    expect((await hub.get('/games?gameIds=none', token.ludus_admin)).status).toBe(422);
    expect((await hub.get('/games?gameIds=70000', token.ludus_admin)).status).toBe(422);
  });
});

describe('GET /games/{id}', () => {
  it('[API-007][API-009] answers a game with what was asked for', async () => {
    const path = `/games/${own}?with=game_media&with=integrations`;
    const reply = await hub.get(path, token.integration_guest);
    expect([reply.status, reply.body.slug, reply.body.game_media]).toEqual([200, 'own', []]);
    expect(reply.body.integrations.map(({ name }: { name: string }) => name)).toEqual(['Alpina']);
  });

  it('[OPEN-02][OPEN-01] is missing for others, closed to roles without a catalogue, and never public', async () => {
    const statusOf = async (id: number | string, caller?: string) =>
      (await hub.get(`/games/${id}`, caller)).status;
    expect(await statusOf(foreign, token.integration_admin)).toBe(404);
    expect(await statusOf(60_000, token.ludus_admin)).toBe(404);
    expect(await statusOf('abc', token.ludus_admin)).toBe(404);
    expect(await statusOf(own, token.integration_manager)).toBe(403);
    expect(await statusOf(own)).toBe(401);
    expect((await hub.get(`/games/${own}?with=all`, token.ludus_admin)).status).toBe(422);
  });
});
