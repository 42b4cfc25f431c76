import { game as gameSchema, rowsOf } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorOf, addGame, addIntegration, addMedium, linkGame } from '../../../test/catalogue.ts';
import { openTestPostgres } from '../../../test/harness.ts';

import type { ActorIntegration } from '../../infra/access/index.ts';
import { createInvalidationListener, type InvalidationListener } from '../../infra/invalidation/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import { createGamesService, type GamesService } from './games.service.ts';

let postgres: Postgres;
let changes: InvalidationListener;
let games: GamesService;
let alpina: ActorIntegration;
let baltica: ActorIntegration;
let id: Record<string, number>;

beforeAll(async () => {
  postgres = await openTestPostgres();
  changes = createInvalidationListener(postgres);
  games = createGamesService(postgres, changes);
  const { db } = postgres;
  alpina = await addIntegration(db, 'Alpina');
  baltica = await addIntegration(db, 'Baltica');
  id = {
    both: await addGame(db, 'a_both', { max_exposure_cents: '9007199254740991' }),
    alpina: await addGame(db, 'b_alpina'),
    baltica: await addGame(db, 'c_baltica'),
    noOne: await addGame(db, 'd_nobody'),
    dev: await addGame(db, 'e_dev', { is_dev: true }),
    devAlpina: await addGame(db, 'f_dev_alpina', { is_dev: true }),
    storage: await addGame(db, 'g_storage', { is_catalog: false }),
  };
  await linkGame(db, alpina.id, id.both as number);
  await linkGame(db, baltica.id, id.both as number, 'requested');
  await linkGame(db, alpina.id, id.alpina as number, 'visible');
  await linkGame(db, baltica.id, id.baltica as number);
  await linkGame(db, alpina.id, id.devAlpina as number, 'visible');
  await linkGame(db, alpina.id, id.storage as number, 'visible');
  for (const role of ['main', 'mini', 'banner', 'docs', 'assets'] as const) {
    await addMedium(db, id.both as number, role, { variants: role === 'main' ? [96, 480] : [] });
  }
  await addMedium(db, id.both as number, 'gallery', { position: 2 });
  await addMedium(db, id.both as number, 'gallery', { position: 1 });
});
afterAll(() => postgres.close());

const slugs = ({ rows }: { rows: { slug: string }[] }) => rows.map(({ slug }) => slug);
const admin = actorOf('ludus_admin');
const manager = actorOf('ludus_manager');

describe('the catalogue', () => {
  it('[API-001][API-003][CAT-27] gives staff of the provider every catalogue game, in development too', async () => {
    const all = ['a_both', 'b_alpina', 'c_baltica', 'd_nobody', 'e_dev', 'f_dev_alpina'];
    expect(slugs(await games.catalog(admin, {}))).toEqual(all);
    expect(slugs(await games.catalog(manager, {}))).toEqual(all);
  });

  it('[ROLE-08][OPEN-26] gives people of an integration the games linked to it, those in development too', async () => {
    for (const role of ['integration_admin', 'integration_guest'] as const) {
      expect(slugs(await games.catalog(actorOf(role, alpina), {}))).toEqual([
        'a_both',
        'b_alpina',
        'f_dev_alpina',
      ]);
      expect(slugs(await games.catalog(actorOf(role, baltica), {}))).toEqual(['a_both', 'c_baltica']);
    }
  });

  it('[OPEN-02] gives nothing to someone whose integration does not exist', async () => {
    expect(slugs(await games.catalog(actorOf('integration_admin'), { with: ['integrations'] }))).toEqual([]);
    await expect(games.get(actorOf('integration_admin'), id.both as number, {})).rejects.toMatchObject({
      status: 404,
    });
  });

  it('[ROLE-09][API-003] names the own integration alone in the links, every one to the provider', async () => {
    const own = await games.catalog(actorOf('integration_admin', baltica), { with: ['integrations'] });
    expect(own.rows[0]?.integrations).toEqual([
      {
        id: baltica.id,
        name: 'Baltica',
        externalIdentifier: 'platform-baltica',
        integration_games: { is_active: null, is_requested: '2026-05-01T10:00:00.000Z' },
      },
    ]);
    const all = await games.catalog(admin, { with: ['integrations'] });
    expect(all.rows[0]?.integrations?.map(({ name }) => name)).toEqual(['Alpina', 'Baltica']);
    expect(all.rows[3]?.integrations).toEqual([]);
  });

  it('[API-001][API-002] carries the asked kinds of media, with addresses of smaller renderings', async () => {
    const { rows } = await games.catalog(admin, { with: ['game_media'], mediaTypes: ['main', 'mini'] });
    const media = rows[0]?.game_media ?? [];
    expect(media.map((medium) => [medium.isMainImage, medium.isBanner, medium.isMiniBanner])).toEqual([
      [true, false, false],
      [false, false, true],
    ]);
    expect(media[0]?.variants.map(({ width }) => width)).toEqual([96, 480]);
    expect(media[0]?.url).toMatch(/^\/media\/[0-9a-f]{64}\/main\.webp$/);
    expect(rows[1]?.game_media).toEqual([]);
    const mini = await games.catalog(admin, { with: ['game_media'], mediaTypes: ['mini'] });
    expect(mini.rows[0]?.game_media).toHaveLength(1);
    expect((await games.catalog(admin, {})).rows[0]).not.toHaveProperty('game_media');
  });

  it('keeps what the RTP is measured by to the provider', async () => {
    for (const role of ['ludus_admin', 'ludus_manager'] as const) {
      const { rows } = await games.catalog(actorOf(role), {});
      expect(rows[0], role).toMatchObject({ rtp_std_dev: null, rtp_since: null });
    }
    for (const role of ['integration_admin', 'integration_guest'] as const) {
      const { rows } = await games.catalog(actorOf(role, alpina), {});
      expect(Object.keys(rows[0] ?? {}), role).toContain('rtp');
      expect(Object.keys(rows[0] ?? {}), role).not.toContain('rtp_std_dev');
      expect(Object.keys(rows[0] ?? {}), role).not.toContain('rtp_since');
    }
  });

  it('[OPEN-23] keeps addresses of documents and promo assets from a guest alone', async () => {
    const query = { with: ['game_media' as const] };
    const kinds = async (role: 'integration_guest' | 'integration_admin') =>
      (await games.get(actorOf(role, alpina), id.both as number, query)).game_media?.map(
        ({ mediaType }) => mediaType,
      );
    expect(await kinds('integration_admin')).toContain('assets');
    expect(await kinds('integration_admin')).toContain('docs');
    expect(new Set(await kinds('integration_guest'))).toEqual(new Set(['gallery']));
    const asked = await games.catalog(actorOf('integration_guest', alpina), {
      ...query,
      mediaTypes: ['docs', 'assets'],
    });
    expect(asked.rows.flatMap((row) => row.game_media ?? [])).toEqual([]);
  });

  it('[CAT-24] reads at most one statement for the games and one for each part', async () => {
    let statements = 0;
    const db = postgres.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements += 1;
        return result;
      },
    });
    const counted = createGamesService({ db }, changes);
    await counted.catalog(admin, { with: ['game_media', 'integrations'] });
    expect(statements).toBe(3);
  });
});

describe('the list of games', () => {
  it('[API-004] gives staff of the provider every game, those outside the catalogue too', async () => {
    expect(slugs(await games.list(admin, {}))).toHaveLength(7);
  });

  it('[ROLE-17][OPEN-26] gives people of an integration finished catalogue games of their own', async () => {
    expect(slugs(await games.list(actorOf('integration_manager', alpina), {}))).toEqual([
      'a_both',
      'b_alpina',
    ]);
  });

  it('[API-005][API-006] carries links, and only the games asked for that the caller sees', async () => {
    const ids = [id.both, id.baltica, 60_000] as number[];
    const seen = await games.list(actorOf('integration_admin', alpina), {
      gameIds: ids,
      with: ['game_media', 'integrations'],
      mediaTypes: ['mini'],
    });
    expect(slugs(seen)).toEqual(['a_both']);
    expect(seen.rows[0]?.game_media).toHaveLength(1);
    expect(seen.rows[0]?.integrations).toHaveLength(1);
    expect(slugs(await games.list(admin, { gameIds: ids }))).toEqual(['a_both', 'c_baltica']);
  });
});

describe('one game', () => {
  it('[API-007][API-009][ENT-01][ENT-04] carries its media in gallery order, and its links', async () => {
    const game = await games.get(admin, id.both as number, { with: ['game_media', 'integrations'] });
    expect(gameSchema.parse(game)).toEqual(game);
    expect(game.game_media?.map(({ order }) => order)).toEqual([0, 0, 0, 0, 0, 1, 2]);
    expect(game).toMatchObject({ rtp: 95.12, min_bet: 0.1, max_bet: 100, release_date: '2026-03-29' });
  });

  it('[OPEN-29][ENT-02] has one exposure under both names, exact to the cent', async () => {
    const game = await games.get(admin, id.both as number, {});
    expect(game.max_exposure).toBe(90_071_992_547_409.91);
    expect(game.max_exposure_ratio).toBe(game.max_exposure);
  });

  it('[OPEN-02][ROLE-08] is missing for people of an integration it is not linked to', async () => {
    const guest = actorOf('integration_guest', alpina);
    for (const foreign of [id.baltica, id.noOne, id.dev, id.storage, 60_000]) {
      await expect(games.get(guest, foreign as number, {})).rejects.toMatchObject({ status: 404 });
    }
    expect((await games.get(guest, id.devAlpina as number, {})).isDev).toBe(true);
    expect((await games.get(manager, id.storage as number, {})).isCatalog).toBe(false);
  });
});

describe('a list in memory', () => {
  it('shows a change of a game, a picture or a link at once, and answers what the contract says', async () => {
    await changes.start();
    const query = { with: ['game_media' as const, 'integrations' as const] };
    const before = await games.catalog(admin, query);
    expect(rowsOf(gameSchema).parse(before)).toEqual(before);
    expect(await games.catalog(admin, query)).toBe(before);
    const heard = new Promise<void>((resolve) => changes.onChange(['integration_games'], resolve));
    await linkGame(postgres.db, alpina.id, id.noOne as number);
    await heard;
    const after = await games.catalog(admin, query);
    expect(after.rows[3]?.integrations).toHaveLength(1);
    await changes.stop();
  });
});
