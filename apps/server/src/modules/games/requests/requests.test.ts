import { categoryOf, type Game, visibilityOf } from '@ludus/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addGame, addIntegration, linkGame } from '../../../../test/catalogue.ts';
import { startTestHub, type TestHub } from '../../../../test/hub.ts';
import { logOf } from '../../../../test/support/games/create-catalogue.ts';
import { tokenFor } from '../../../../test/tokens.ts';
import { renderMessage } from '../../../infra/messages/index.ts';
import { createMediaModule } from '../../media/index.ts';
import type { NotificationContent } from '../../notifications/index.ts';
import type { Recipients } from '../../users/index.ts';
import { createGamesModule } from '../index.ts';

let hub: TestHub;
let alpina: number;
let baltica: number;
let game: number;
let count = 0;
/** Whoever was notified, in order. */
let notified: { to: Recipients; content: NotificationContent }[] = [];

beforeAll(async () => {
  hub = await startTestHub({
    modules: (infra, { changes, outgoing }) => {
      const media = createMediaModule(infra);
      const notify = async (_tx: unknown, to: Recipients, content: NotificationContent) => {
        notified.push({ to, content });
        return { notices: 1, mails: 0, people: [] };
      };
      return [media, createGamesModule(infra, { changes, outgoing, media: media.service, notify })];
    },
  });
  alpina = (await addIntegration(hub.stores.postgres.db, 'Alpina')).id;
  baltica = (await addIntegration(hub.stores.postgres.db, 'Baltica')).id;
});
afterAll(() => hub.close());
beforeEach(async () => {
  game = await addGame(postgres(), `game_${++count}`);
  notified = [];
});

const postgres = () => hub.stores.postgres.db;
const admin = () => tokenFor('ludus_admin');
const ofAlpina = () => tokenFor('integration_admin');
const ofBaltica = () => tokenFor('integration_admin', { integration: 'Baltica' });

async function ask(gameId = game): Promise<number> {
  await linkGame(postgres(), alpina, gameId, 'visible');
  const path = `/games/interested?integrationName=Alpina&gameId=${gameId}&isInterested=true`;
  expect((await hub.call('POST', path, { token: await ofAlpina() })).status).toBe(200);
  const { body } = await hub.get(`/requests?gameId=${gameId}&state=open`, await admin());
  return body.rows[0].id;
}
const post = async (path: string, token: string, body?: unknown) =>
  hub.call('POST', `/requests/${path}`, { token, ...(body === undefined ? {} : { body }) });
const mark = (gameId = game) =>
  postgres()
    .selectFrom('integration_games')
    .select(['is_active', 'is_requested'])
    .where('game_id', '=', gameId)
    .where('integration_id', '=', alpina)
    .executeTakeFirst();
const kinds = (body: { events: { kind: string; side: string | null; username: string | null }[] }) =>
  body.events.map(({ kind, side, username }) => [kind, side, username]);

describe('the way of a request', () => {
  it('goes from the wishlist over the review to a grant, with its history, log and notices', async () => {
    const id = await ask();
    const reviewed = await post(`${id}/review`, await admin());
    expect([reviewed.status, reviewed.body.state]).toEqual([200, 'reviewing']);
    const commented = await post(`${id}/comments`, await ofAlpina(), { text: 'For the start of March.' });
    expect(commented.status).toBe(200);
    const { status, body } = await post(`${id}/decision`, await admin(), {
      decision: 'grant',
      reason: 'Live next week.',
    });
    expect([status, body.state, body.reason, body.isVisible]).toEqual([
      200,
      'granted',
      'Live next week.',
      true,
    ]);
    expect(kinds(body)).toEqual([
      ['asked', 'integration', 'user-integration_admin'],
      ['reviewing', 'provider', 'user-ludus_admin'],
      ['comment', 'integration', 'user-integration_admin'],
      ['granted', 'provider', 'user-ludus_admin'],
    ]);
    expect((await logOf(hub, game)).map(({ action }) => action)).toEqual([
      'grant-request',
      'comment-request',
      'review-request',
      'request',
    ]);
    expect((await logOf(hub, game))[0]?.updates).toEqual({
      state: { old: 'reviewing', new: 'granted' },
      reason: { old: null, new: 'Live next week.' },
    });
    const toAlpina = { speakersOf: [alpina], subjects: ['user-integration_admin'] };
    expect(
      notified.map(({ to, content }) => [to, renderMessage(content.texts.title), content.path, content.mail]),
    ).toEqual([
      [toAlpina, `In review: game ${count}`, `/requests?id=${id}`, false],
      [{ staff: true }, `Request of Alpina for game ${count}: new comment`, `/requests?id=${id}`, true],
      [toAlpina, `Request granted: game ${count}`, `/requests?id=${id}`, true],
    ]);
    expect(notified.at(-1)?.content.texts.title.values.gameId).toBe(game);
    // It becomes active once the platform offers it; until then it is not asked for again.
    expect(await mark()).toMatchObject({ is_active: null, is_requested: expect.any(Date) });
  });

  it('is marked as granted for both sides, guests included, until the platform offers the game', async () => {
    const id = await ask();
    await post(`${id}/decision`, await admin(), { decision: 'grant' });
    const path = `/requests/marks?gameId=${game}`;
    const readers = [await admin(), await ofAlpina(), await tokenFor('integration_guest')];
    for (const token of readers) {
      const { rows } = (await hub.get(path, token)).body;
      expect(rows).toMatchObject([{ id, state: 'granted', decidedAt: expect.any(String) }]);
    }
    expect((await hub.get(path, await ofBaltica())).body.rows).toEqual([]);
    expect((await hub.get(path)).status).toBe(401);
    expect((await hub.get('/requests/marks?gameId=none', await admin())).status).toBe(422);
    await postgres()
      .updateTable('integration_games')
      .set({ is_active: new Date('2026-05-02T10:00:00Z') })
      .where('game_id', '=', game)
      .execute();
    for (const token of readers) expect((await hub.get(path, token)).body.rows).toEqual([]);
  });

  it('is no longer marked once the provider has taken a granted game away', async () => {
    const id = await ask();
    await post(`${id}/decision`, await admin(), { decision: 'grant' });
    await postgres().deleteFrom('integration_games').where('game_id', '=', game).execute();
    for (const token of [await admin(), await ofAlpina()])
      expect((await hub.get(`/requests/marks?gameId=${game}`, token)).body.rows).toEqual([]);
  });

  it('a refusal needs a reason, takes the game off the wishlist, and lets it be asked for again', async () => {
    const id = await ask();
    const without = await post(`${id}/decision`, await admin(), { decision: 'refuse' });
    expect([without.status, Object.keys(without.body.fields)]).toEqual([422, ['reason']]);
    const reason = 'Not certified for Italy.';
    const refused = await post(`${id}/decision`, await admin(), { decision: 'refuse', reason });
    expect([refused.status, refused.body.state, refused.body.reason]).toEqual([200, 'refused', reason]);
    expect(await mark()).toMatchObject({ is_requested: null });
    const { body } = await hub.get(`/requests/marks?gameId=${game}`, await ofAlpina());
    expect(body.rows).toMatchObject([{ id, state: 'refused', reason, gameId: game }]);
    expect((await hub.get(`/requests/marks?gameId=${game}`, await admin())).body.rows).toEqual([]);

    const path = `/games/interested?integrationName=Alpina&gameId=${game}&isInterested=true`;
    expect((await hub.call('POST', path, { token: await ofAlpina() })).status).toBe(200);
    const again = (await hub.get(`/requests/marks?gameId=${game}`, await ofAlpina())).body.rows;
    expect(again).toMatchObject([{ state: 'asked' }]);
    expect(again[0].id).toBeGreaterThan(id);
  });

  it('is withdrawn by the integration, and the provider hears of it', async () => {
    const id = await ask();
    const { status, body } = await post(`${id}/withdraw`, await ofAlpina());
    expect([status, body.state]).toEqual([200, 'withdrawn']);
    expect(await mark()).toMatchObject({ is_requested: null });
    expect(notified.at(-1)).toMatchObject({ to: { staff: true }, content: { mail: true } });
    expect((await hub.get(`/requests/marks?gameId=${game}`, await ofAlpina())).body.rows).toEqual([]);
  });

  it('is withdrawn in the place of a guest, who hears of it, too', async () => {
    await linkGame(postgres(), alpina, game, 'visible');
    const asker = await tokenFor('integration_guest', { userId: 'guest-7' });
    const path = `/games/interested?integrationName=Alpina&gameId=${game}&isInterested=true`;
    expect((await hub.call('POST', path, { token: asker })).status).toBe(200);
    const [{ id }] = (await hub.get('/requests', asker)).body.rows;
    expect((await post(`${id}/withdraw`, await tokenFor('integration_manager'))).status).toBe(200);
    expect(notified.at(-1)?.to).toEqual({ staff: true, subjects: ['guest-7'] });
  });

  it('makes a game visible again that the provider has taken away in the meantime', async () => {
    const id = await ask();
    await postgres().deleteFrom('integration_games').where('game_id', '=', game).execute();
    expect((await hub.get(`/requests/${id}`, await admin())).body.isVisible).toBe(false);
    const { body } = await post(`${id}/decision`, await admin(), { decision: 'grant' });
    expect([body.state, body.isVisible]).toEqual(['granted', true]);
  });

  it('is granted by the hub when the platform offers the game', async () => {
    const id = await ask();
    await postgres()
      .updateTable('integration_games')
      .set({ is_active: new Date('2026-05-02T10:00:00Z') })
      .where('game_id', '=', game)
      .execute();
    const { body } = await hub.get(`/requests/${id}`, await admin());
    expect([body.state, body.decidedBy, body.activeSince]).toEqual([
      'granted',
      null,
      '2026-05-02T10:00:00.000Z',
    ]);
    expect(kinds(body).at(-1)).toEqual(['granted', null, null]);
  });
});

describe('what two do at once', () => {
  it('only one of them does, and the other one learns what has happened', async () => {
    const id = await ask();
    const reason = 'Another game instead.';
    const both = await Promise.all([
      post(`${id}/decision`, await admin(), { decision: 'refuse', reason }),
      post(`${id}/withdraw`, await ofAlpina()),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const events = (await hub.get(`/requests/${id}`, await admin())).body.events;
    expect(events).toHaveLength(2);
    const late = await post(`${id}/review`, await admin());
    expect(late.status).toBe(409);
    expect([
      `user-ludus_admin has refused this request in the meantime: ${reason}`,
      'Alpina has withdrawn this request in the meantime.',
    ]).toContain(late.body.message);
  });

  it('many are decided each by itself, with the reason where one could not be', async () => {
    const id = await ask();
    const inDevelopment = await addGame(postgres(), `dev_${count}`, { is_dev: true });
    await linkGame(postgres(), alpina, inDevelopment, 'requested');
    const stored = await addGame(postgres(), `stored_${count}`, { is_catalog: false });
    await linkGame(postgres(), alpina, stored, 'requested');
    const idOf = async (gameId: number) =>
      (await hub.get(`/requests?gameId=${gameId}`, await admin())).body.rows[0].id;
    const ids = [id, await idOf(inDevelopment), await idOf(stored), 9_999];
    const { status, body } = await post('decisions', await admin(), { ids, decision: 'grant' });
    expect(status).toBe(200);
    expect(
      body.rows.map(({ failure }: { failure: Parameters<typeof renderMessage>[0] | null }) =>
        failure === null ? null : renderMessage(failure),
      ),
    ).toEqual([
      null,
      `dev ${count} is in development: it can be granted once it is released.`,
      `stored ${count} is not in the Catalog: add it before you grant it.`,
      'Request not found',
    ]);
    const one = await post(`${ids[1]}/decision`, await admin(), { decision: 'grant' });
    expect([one.status, one.body.message]).toEqual([
      409,
      `dev ${count} is in development: it can be granted once it is released.`,
    ]);
    expect((await mark(inDevelopment))?.is_requested).not.toBeNull();
  });
});

describe('the queue', () => {
  it('has open requests first, the oldest first, by integration and state', async () => {
    await postgres().deleteFrom('game_requests').execute();
    // Before the hub reads games for a response: what is written past it is not announced to what it remembers.
    const marked = await addGame(postgres(), `marked_${count}`);
    const refused = await ask();
    await post(`${refused}/decision`, await admin(), { decision: 'refuse', reason: 'No demand.' });
    const younger = await ask(await addGame(postgres(), `younger_${count}`));
    await linkGame(postgres(), baltica, marked, 'requested');
    const all = (await hub.get('/requests', await admin())).body;
    expect([all.count, all.open]).toEqual([3, 2]);
    expect(
      all.rows.map((row: { integration: { name: string }; state: string; askedAt: string }) => [
        row.integration.name,
        row.state,
      ]),
    ).toEqual([
      ['Baltica', 'asked'],
      ['Alpina', 'asked'],
      ['Alpina', 'refused'],
    ]);
    // A mark that no request was made for has one all the same; it knows no person.
    expect(all.rows[0]).toMatchObject({ askedAt: '2026-05-01T10:00:00.000Z', askedBy: null });
    const narrowed = await hub.get(`/requests?state=open&integrationId=${alpina}`, await admin());
    expect(narrowed.body.rows.map(({ id }: { id: number }) => id)).toEqual([younger]);
    expect((await hub.get('/requests?state=lost', await admin())).status).toBe(422);
  });

  it('[OPEN-02] shows an integration its own requests, and those of others are missing', async () => {
    const id = await ask();
    const rows = (await hub.get('/requests', await ofBaltica())).body.rows;
    expect(rows.every((row: { integration: { id: number } }) => row.integration.id === baltica)).toBe(true);
    const token = await ofBaltica();
    expect((await hub.get(`/requests/${id}`, token)).status).toBe(404);
    expect((await post(`${id}/withdraw`, token)).status).toBe(404);
    expect((await post(`${id}/comments`, token, { text: 'Ours?' })).status).toBe(404);
    expect((await hub.get(`/requests/${id}`, await ofAlpina())).status).toBe(200);
  });

  it('is withdrawn by the guest who has asked, who finds it among their own, and by no other guest', async () => {
    await linkGame(postgres(), alpina, game, 'visible');
    const asker = await tokenFor('integration_guest', { userId: 'guest-1' });
    const other = await tokenFor('integration_guest', { userId: 'guest-2' });
    const foreign = await tokenFor('integration_guest', { userId: 'guest-1', integration: 'Baltica' });
    const path = `/games/interested?integrationName=Alpina&gameId=${game}&isInterested=true`;
    expect((await hub.call('POST', path, { token: asker })).status).toBe(200);
    const own = async (token?: string) => hub.get(`/requests/own?gameId=${game}`, token);
    const { rows } = (await own(asker)).body;
    expect(rows).toMatchObject([{ gameId: game, state: 'asked', integration: { id: alpina } }]);
    const { id } = rows[0];
    for (const token of [other, foreign, await ofAlpina()]) expect((await own(token)).body.rows).toEqual([]);
    for (const role of ['ludus_admin', 'ludus_manager'] as const)
      expect((await own(await tokenFor(role))).status).toBe(403);
    expect((await own()).status).toBe(401);
    expect((await hub.get('/requests/own?gameId=none', asker)).status).toBe(422);
    expect((await post(`${id}/withdraw`, other)).status).toBe(404);
    expect((await post(`${id}/withdraw`, foreign)).status).toBe(404);
    expect((await hub.call('POST', `/requests/${id}/withdraw`)).status).toBe(401);
    expect((await mark())?.is_requested).not.toBeNull();
    const withdrawn = await post(`${id}/withdraw`, asker);
    expect([withdrawn.status, withdrawn.body.state]).toEqual([200, 'withdrawn']);
    expect((await mark())?.is_requested).toBeNull();
    expect((await own(asker)).body.rows).toEqual([]);
    expect((await post(`${id}/withdraw`, asker)).status).toBe(409);
  });

  it('is read by the guest who has asked, with what has become of it, and by no other guest', async () => {
    await ask();
    const mine = await addGame(postgres(), `game_${++count}`);
    await linkGame(postgres(), alpina, mine, 'visible');
    const asker = await tokenFor('integration_guest', { userId: 'guest-3' });
    const other = await tokenFor('integration_guest', { userId: 'guest-4' });
    const path = `/games/interested?integrationName=Alpina&gameId=${mine}&isInterested=true`;
    expect((await hub.call('POST', path, { token: asker })).status).toBe(200);
    const list = async (token: string) => {
      const { rows, count: all, open } = (await hub.get('/requests', token)).body;
      return [rows.map(({ game: { id } }: { game: { id: number } }) => id), all, open];
    };
    expect(await list(asker)).toEqual([[mine], 1, 1]);
    expect(await list(other)).toEqual([[], 0, 0]);
    const [{ id }] = (await hub.get('/requests', asker)).body.rows;
    await post(`${id}/decision`, await admin(), { decision: 'refuse', reason: 'Not certified.' });
    const { status, body } = await hub.get(`/requests/${id}`, asker);
    expect([status, body.state, body.reason]).toEqual([200, 'refused', 'Not certified.']);
    expect((await hub.get(`/requests/${id}`, other)).status).toBe(404);
  });

  it('is commented on by the guest who has asked, notified of what others write there, and by no other guest', async () => {
    await linkGame(postgres(), alpina, game, 'visible');
    const asker = await tokenFor('integration_guest', { userId: 'guest-5' });
    const path = `/games/interested?integrationName=Alpina&gameId=${game}&isInterested=true`;
    expect((await hub.call('POST', path, { token: asker })).status).toBe(200);
    const [{ id }] = (await hub.get('/requests', asker)).body.rows;
    for (const integration of ['Alpina', 'Baltica']) {
      const other = await tokenFor('integration_guest', { userId: 'guest-6', integration });
      expect((await post(`${id}/comments`, other, { text: 'Why?' })).status).toBe(404);
    }
    expect((await hub.call('POST', `/requests/${id}/comments`, { body: { text: 'Why?' } })).status).toBe(401);
    expect((await post(`${id}/comments`, asker, { text: '' })).status).toBe(422);
    notified = [];
    await post(`${id}/comments`, await admin(), { text: 'Which market?' });
    const { status, body } = await post(`${id}/comments`, asker, { text: 'For Italy.' });
    expect([status, body.events.at(-1).text]).toEqual([200, 'For Italy.']);
    await post(`${id}/comments`, await ofAlpina(), { text: 'And Malta.' });
    expect(notified.map(({ to }) => to)).toEqual([
      { speakersOf: [alpina], subjects: ['guest-5'] },
      { staff: true },
      { staff: true, subjects: ['guest-5'] },
    ]);
  });

  it('is decided by staff of the provider', async () => {
    const id = await ask();
    for (const role of ['integration_admin', 'integration_manager', 'integration_guest'] as const) {
      const token = await tokenFor(role);
      expect((await post(`${id}/review`, token)).status).toBe(403);
      expect((await post(`${id}/decision`, token, { decision: 'grant' })).status).toBe(403);
      expect((await post('decisions', token, { ids: [id], decision: 'grant' })).status).toBe(403);
    }
    for (const role of ['ludus_admin', 'ludus_manager'] as const)
      expect((await post(`${id}/withdraw`, await tokenFor(role))).status).toBe(403);
    expect((await hub.get('/requests')).status).toBe(401);
    expect((await hub.get(`/requests/${id}`, await tokenFor('ludus_manager'))).status).toBe(200);
    const granted = await post(`${id}/decision`, await tokenFor('ludus_manager'), { decision: 'grant' });
    expect([granted.status, granted.body.state, granted.body.decidedBy]).toEqual([
      200,
      'granted',
      'user-ludus_manager',
    ]);
    const short = await post(`${id}/comments`, await tokenFor('ludus_manager'), { text: ' ' });
    expect([short.status, Object.keys(short.body.fields)]).toEqual([422, ['text']]);
  });
});

describe('the rule of the catalogue', () => {
  it('[OPEN-02] shows an integration exactly what its rule says, and each game in the list that it says', async () => {
    const combinations = [true, false].flatMap((isCatalog) =>
      [true, false].flatMap((isDev) =>
        (['active', 'visible', null] as const).map((state) => ({ isCatalog, isDev, state })),
      ),
    );
    const expected = new Map<number, string | null>();
    for (const [place, { isCatalog, isDev, state }] of combinations.entries()) {
      const columns = { is_catalog: isCatalog, is_dev: isDev };
      const id = await addGame(postgres(), `combined_${place}`, columns);
      if (state !== null) await linkGame(postgres(), alpina, id, state);
      const link = state === null ? null : { is_active: state === 'active' ? '2026-05-01T10:00:00Z' : null };
      expected.set(id, visibilityOf({ isCatalog, isDev }, link).list);
    }
    const { body } = await hub.get('/catalog?with=integrations', await ofAlpina());
    const seen = new Map<number, string | null>(
      body.rows.map((one: Game) => [one.id, categoryOf(one, { integrationId: alpina })]),
    );
    expect([...expected].map(([id]) => [id, seen.get(id) ?? null])).toEqual([...expected]);
  });
});
