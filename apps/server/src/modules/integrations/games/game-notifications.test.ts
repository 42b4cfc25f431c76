import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addGame, linkGame } from '../../../../test/catalogue.ts';
import { type ManagedHub, startManagedHub } from '../../../../test/support/integrations/managed-hub.ts';

let managed: ManagedHub;
let admin: string;
let alpina: number;
let baltica: number;
let deserta: number;
const games = { active: 0, visible: 0, unlinked: 0, storage: 0 };

beforeAll(async () => {
  managed = await startManagedHub();
  admin = managed.token.ludus_admin;
  alpina = await managed.create('Alpina');
  baltica = await managed.create('Baltica');
  deserta = await managed.create('Deserta');
  games.active = await addGame(db(), 'active_game');
  games.visible = await addGame(db(), 'visible_game');
  games.unlinked = await addGame(db(), 'unlinked_game');
  games.storage = await addGame(db(), 'storage_game', { is_catalog: false });
  for (const id of [alpina, baltica, deserta]) await linkGame(db(), id, games.visible, 'visible');
  await linkGame(db(), alpina, games.active);
  await linkGame(db(), alpina, games.storage, 'visible');
  const person = { roles: ['integration_admin'], created_at: new Date(0), integration_id: null };
  await db()
    .insertInto('users')
    .values([
      {
        ...person,
        subject: 'a1',
        username: 'anna',
        email: 'anna@a.example',
        integration_name: 'alpina',
        language: 'it',
      },
      { ...person, subject: 'a2', username: 'aldo', email: null, integration_name: 'Alpina' },
      { ...person, subject: 'b1', username: 'bea', email: 'bea@b.example', integration_name: 'Baltica' },
    ] as never)
    .execute();
});
afterAll(() => managed?.close());
beforeEach(async () => {
  await db().deleteFrom('notifications').execute();
  await db().deleteFrom('jobs').execute();
});

const db = () => managed.hub.stores.postgres.db;
const post = (path: string, body: object) => managed.hub.call('POST', path, { token: admin, body });
const notices = () =>
  db().selectFrom('notifications').select(['user_id', 'title', 'description']).orderBy('user_id').execute();
const mails = async () =>
  (await db().selectFrom('jobs').select('data').where('name', '=', 'send-mail').execute()).map(
    ({ data }) => data,
  );

describe('telling an integration of games', () => {
  it.each([
    ['API-027', 'notify-integration-games'],
    ['API-029', 'integration-new-games'],
  ])(
    '[%s][OPEN-43] POST /%s/{id} gives each person one notice with all games, in their language',
    async (_row, path) => {
      const gameIds = [games.active, games.visible, games.unlinked, games.storage];
      const reply = await post(`/${path}/${alpina}`, { gameIds });
      expect([reply.status, reply.body]).toEqual([
        200,
        {
          message: 'Alpina was notified: 2 notifications, 1 email.',
          detail: {
            code: 'reached.integration',
            values: {
              integration: 'Alpina',
              notifications: { code: 'reached.notifications', values: { count: 2 } },
              mails: { code: 'reached.mails', values: { count: 1 } },
            },
          },
        },
      ]);
      expect(await notices()).toEqual([
        {
          user_id: 'a1',
          title: '2 nuovi giochi',
          description: 'Ora nel tuo catalogo: active game, visible game.',
        },
        {
          user_id: 'a2',
          title: '2 new games',
          description: 'Now in your Catalog: active game, visible game.',
        },
      ]);
      const sent = JSON.stringify(await mails());
      expect(sent).toContain('anna@a.example');
      expect(sent + JSON.stringify(await notices())).not.toMatch(/Baltica|Deserta|bea|unlinked|storage/);
    },
  );

  it('[OPEN-43] says so when it sees none of the games, or has no one to be notified', async () => {
    const none = await post(`/notify-integration-games/${alpina}`, { gameIds: [games.unlinked] });
    expect(none.body.message).toBe('Alpina sees none of these games, so no one was notified.');
    const empty = await post(`/integration-new-games/${deserta}`, { gameIds: [games.visible] });
    expect(empty.body.message).toBe('Deserta has no users who could be notified.');
    expect([await notices(), await mails()]).toEqual([[], []]);
  });
});

describe('POST /notify-game-integrations/{gameId}', () => {
  it('[API-028][OPEN-43] tells each of the integrations that see the game, of itself alone', async () => {
    const reply = await post(`/notify-game-integrations/${games.visible}`, {
      integrationIds: [alpina, baltica, deserta, alpina],
    });
    expect(reply.body.message).toBe(
      '2 integrations were notified of visible game: 3 notifications, 2 emails.',
    );
    expect((await notices()).map(({ user_id, title }) => [user_id, title])).toEqual([
      ['a1', 'Nuovo gioco: visible game'],
      ['a2', 'New game: visible game'],
      ['b1', 'New game: visible game'],
    ]);
    expect(JSON.stringify([await notices(), await mails()])).not.toMatch(/Alpina|Baltica|Deserta/);
  });

  it('leaves out those that do not see it, and refuses unknown ones before anybody is told', async () => {
    const some = await post(`/notify-game-integrations/${games.active}`, {
      integrationIds: [baltica, alpina],
    });
    expect(some.body.message).toBe('1 integration was notified of active game: 2 notifications, 1 email.');
    const none = await post(`/notify-game-integrations/${games.unlinked}`, { integrationIds: [baltica] });
    expect(none.body.message).toBe('No one at these integrations could be notified of unlinked game.');
    await db().deleteFrom('notifications').execute();
    const unknown = await post(`/notify-game-integrations/${games.visible}`, {
      integrationIds: [alpina, 60_000],
    });
    const hidden = await post(`/notify-game-integrations/${games.storage}`, { integrationIds: [alpina] });
    expect([unknown.status, hidden.status, await notices()]).toEqual([404, 404, []]);
  });
});
