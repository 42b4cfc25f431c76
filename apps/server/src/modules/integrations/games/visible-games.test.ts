import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addGame, linkGame } from '../../../../test/catalogue.ts';
import {
  lastEntry,
  type ManagedHub,
  startManagedHub,
} from '../../../../test/support/integrations/managed-hub.ts';

let managed: ManagedHub;
let admin: string;
let id: number;
let name: string;
let count = 0;
let games: { active: number; visible: number; asked: number; free: number; other: number; storage: number };

beforeAll(async () => {
  managed = await startManagedHub();
  admin = managed.token.ludus_admin;
});
afterAll(() => managed?.close());
beforeEach(async () => {
  count += 1;
  name = `Platform ${count}`;
  id = await managed.create(name);
  const add = (slug: string, values = {}) => addGame(db(), `${slug}_${count}`, values);
  games = {
    active: await add('active'),
    visible: await add('visible'),
    asked: await add('asked'),
    free: await add('free'),
    other: await add('other'),
    storage: await add('storage', { is_catalog: false }),
  };
  await linkGame(db(), id, games.active);
  await linkGame(db(), id, games.visible, 'visible');
  await linkGame(db(), id, games.asked, 'requested');
});

const db = () => managed.hub.stores.postgres.db;
/** How many connections to the hub's own database wait for a lock of another. */
async function waitingForLocks() {
  const { rows } = await sql`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
    db(),
  );
  return rows.length;
}
const save = (body: object) => managed.hub.call('POST', `/integrations/${id}/games`, { token: admin, body });
async function links() {
  const rows = await db()
    .selectFrom('integration_games')
    .select(['game_id', 'is_active', 'is_requested'])
    .where('integration_id', '=', id)
    .orderBy('game_id')
    .execute();
  return rows.map(({ game_id, is_active, is_requested }) => [
    game_id,
    is_active !== null,
    is_requested !== null,
  ]);
}

describe('POST /integrations/{id}/games', () => {
  it('[API-030][OPEN-44][VIS-14][VIS-15][ENT-03] makes the list the full set of visible games; active ones stay', async () => {
    const reply = await save({ games: [games.asked, games.free] });
    expect(reply.status).toBe(200);
    expect(reply.body.rows.map((row: { id: number }) => row.id)).toEqual([
      games.active,
      games.asked,
      games.free,
    ]);
    expect(reply.body.rows[2].integration_games).toEqual({ is_active: null, is_requested: null });
    expect(await links()).toEqual([
      [games.active, true, false],
      [games.asked, false, true],
      [games.free, false, false],
    ]);
    await save({ games: [] });
    expect(await links()).toEqual([[games.active, true, false]]);
  });

  it('[LOG-14] writes one entry with the names of what came and went, and none when nothing did', async () => {
    await save({ games: [games.asked, games.free, games.other] });
    const entry = await lastEntry(managed);
    expect(entry).toMatchObject({
      action: 'set-games',
      related_id: String(id),
      updates: {
        added: { old: null, new: [`free ${count}`, `other ${count}`] },
        removed: { old: [`visible ${count}`], new: null },
      },
    });
    await save({ games: [games.asked, games.free, games.other, games.active] });
    expect(await lastEntry(managed)).toEqual(entry);
  });

  it('[VIS-13][OPEN-44] refuses games outside the catalogue by name, and then changes nothing', async () => {
    const before = await links();
    const reply = await save({ games: [games.free, games.storage, 65_000] });
    expect(reply.status).toBe(422);
    expect(reply.body.fields.games).toBe(`Not in the Catalog: storage ${count}, game 65000.`);
    expect(await links()).toEqual(before);
  });

  it('[OPEN-72] refuses to save over someone else, and names what they changed', async () => {
    const seen = [games.visible, games.asked];
    expect((await save({ games: [games.asked, games.free], basedOn: seen })).status).toBe(200);
    const after = await links();
    const reply = await save({ games: [games.visible, games.asked, games.other], basedOn: seen });
    expect([reply.status, reply.body.message]).toEqual([
      409,
      `Someone else has changed the games of ${name} in the meantime: added free ${count}; removed visible ${count}. Load them again.`,
    ]);
    expect(await links()).toEqual(after);
    // Whoever saw active games among the others saw the same set.
    const current = [games.active, games.asked, games.free];
    expect((await save({ games: current, basedOn: current })).status).toBe(200);
  });

  it('waits for a save of one of its games before it locks what that save goes on to lock', async () => {
    let reply: ReturnType<typeof save> | undefined;
    // A save of a game locks the game, then its links.
    await managed.hub.stores.postgres.transaction(async (tx) => {
      await sql`SELECT FROM games WHERE id = ${games.visible} FOR UPDATE`.execute(tx);
      reply = save({ games: [games.visible, games.free] });
      await expect.poll(waitingForLocks).toBe(1);
      await sql`SELECT FROM integration_games WHERE game_id = ${games.visible} FOR UPDATE`.execute(tx);
    });
    expect((await reply)?.status).toBe(200);
  });

  it('[OPEN-72] lets one of two people who save at once win, whole', async () => {
    const seen = [games.visible, games.asked];
    const wishes = [
      [games.visible, games.asked, games.free],
      [games.asked, games.other],
    ];
    const replies = await Promise.all(wishes.map((wish) => save({ games: wish, basedOn: seen })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = wishes[replies.findIndex(({ status }) => status === 200)] ?? [];
    expect((await links()).map(([game]) => game)).toEqual(
      [games.active, ...winner].sort((a, b) => +(a ?? 0) - +(b ?? 0)),
    );
  });

  it('does not stand in the way of a save of one of its games, nor the other way round', async () => {
    const { body: game } = await managed.hub.get(`/games/${games.free}?with=integrations`, admin);
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, turn) =>
        turn % 2 === 0
          ? save({ games: turn === 0 ? [games.free] : [games.asked] })
          : saveGame(game, { integrationsToAdd: [id] }),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

/** The body of an editor that changes nothing but who sees the game. */
function saveGame(game: Record<string, unknown>, change: object) {
  const {
    integrations: _links,
    createdAt: _at,
    isCatalog: _is,
    providerId: _by,
    max_exposure_ratio: _of,
    updatedAt: _was,
    ...fields
  } = game;
  return managed.hub.call('PUT', `/games/update/${game.id}?providerName=gamestorage`, {
    token: admin,
    body: { ...fields, ...change },
  });
}

describe('PUT /games/update/{id}', () => {
  it('[OPEN-38][OPEN-72] lets one of two people who save who sees a game win, and the other does nothing', async () => {
    const others = [await managed.create(`First ${count}`), await managed.create(`Second ${count}`)];
    const { body: game } = await managed.hub.get(`/games/${games.visible}?with=integrations`, admin);
    const replies = await Promise.all([
      saveGame(game, {
        updatedAt: game.updatedAt,
        integrationsToAdd: [others[0]],
        integrationsToRemove: [id],
      }),
      saveGame(game, { updatedAt: game.updatedAt, integrationsToAdd: [others[1]] }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const linked = await db()
      .selectFrom('integration_games')
      .select('integration_id')
      .where('game_id', '=', games.visible)
      .orderBy('integration_id')
      .execute();
    const expected = replies[0]?.status === 200 ? [others[0]] : [id, others[1]];
    expect(linked.map(({ integration_id }) => integration_id)).toEqual(expected);
  });

  it('[OPEN-72] links no game to a deleted integration', async () => {
    const gone = await managed.create(`Gone ${count}`);
    await managed.hub.call('DELETE', `/integrations/${gone}`, { token: admin });
    const { body: game } = await managed.hub.get(`/games/${games.free}?with=integrations`, admin);
    const reply = await saveGame(game, { integrationsToAdd: [gone] });
    expect([reply.status, reply.body.fields]).toEqual([
      422,
      { integrationsToAdd: 'This integration does not exist.' },
    ]);
  });
});
