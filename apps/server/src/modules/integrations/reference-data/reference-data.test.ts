import { gameSummary } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addGame, addIntegration, addMedium, addOperator, linkGame } from '../../../../test/catalogue.ts';
import { openTestPostgres } from '../../../../test/harness.ts';
import type { ActorIntegration } from '../../../infra/access/index.ts';
import { createInvalidationListener, type InvalidationListener } from '../../../infra/invalidation/index.ts';
import type { Postgres } from '../../../infra/postgres/index.ts';
import { createReferenceData, type ReferenceData } from './reference-data.ts';

let postgres: Postgres;
let changes: InvalidationListener;
let referenceData: ReferenceData;
let alpina: ActorIntegration;
let game: number;

beforeAll(async () => {
  postgres = await openTestPostgres();
  changes = createInvalidationListener(postgres);
  await changes.start();
  referenceData = createReferenceData(postgres, changes);
  const { db } = postgres;
  alpina = await addIntegration(db, 'Alpina');
  await addIntegration(db, 'Asleep', { is_active: false });
  game = await addGame(db, 'sugar_cascade', { sub_name: 'Deluxe' });
  await addMedium(db, game, 'main', { variants: [480, 96] });
  await addMedium(db, game, 'mini');
  await addMedium(db, game, 'gallery', { position: 1 });
  await linkGame(db, alpina.id, game);
  await linkGame(db, alpina.id, await addGame(db, 'in_dev', { is_dev: true }));
});
afterAll(async () => {
  await changes.stop();
  await postgres.close();
});

describe('the referenceData of names', () => {
  it('[ENT-19] gives a game as sessions answer it, with its smallest pictures', async () => {
    const { games, gameIdBySlug } = await referenceData.read();
    const found = games.get(gameIdBySlug.get('sugar_cascade') ?? 0);
    expect(gameSummary.parse(found?.summary)).toEqual(found?.summary);
    expect(found).toMatchObject({ id: game, summary: { sub_name: 'Deluxe', isCatalog: true } });
    expect(found?.thumbUrl).toMatch(/\/96w\.webp$/);
    expect(found?.miniBannerUrl).toMatch(/\/mini\.webp$/);
    expect(found?.summary.game_media).toEqual([
      { url: found?.thumbUrl, isMainImage: true, isMiniBanner: false },
      { url: found?.miniBannerUrl, isMainImage: false, isMiniBanner: true },
    ]);
    expect(games.get(gameIdBySlug.get('in_dev') ?? 0)).toMatchObject({
      thumbUrl: null,
      summary: { isDev: true },
    });
  });

  it('[OPEN-26][ENT-19] gives an integration with what its filters offer, games in development left out', async () => {
    const { integrations } = await referenceData.read();
    const found = integrations.get(alpina.id);
    expect(found).toMatchObject({
      name: 'Alpina',
      gamingServiceUrl: 'http://alpina.invalid/gaming',
      dataServiceUrl: 'http://alpina.invalid/data',
    });
    expect(found?.games.map(({ slug }) => slug)).toEqual(['sugar_cascade']);
  });

  it('follows every change, and gives the same reading until there is one', async () => {
    const before = await referenceData.read();
    expect(await referenceData.read()).toBe(before);
    const heard = new Promise<void>((resolve) => changes.onChange(['operators'], resolve));
    const operator = await addOperator(postgres.db, alpina.id, 'CIMA', 'Monti');
    await heard;
    const after = await referenceData.read();
    expect(after.operators.get(operator.id)).toMatchObject({ code: 'CIMA', integrationId: alpina.id });
    expect(after.platforms.get(operator.platformId ?? 0)).toMatchObject({ name: 'Monti' });
    expect(before.operators.size).toBe(0);
  });

  it('[ROLE-08] finds an active integration by the name in a token, whatever its case', async () => {
    expect(await referenceData.findByName(' aLpInA ')).toEqual(alpina);
    expect(await referenceData.findByName('Alpin')).toBeNull();
    expect(await referenceData.findByName('Asleep')).toBeNull();
  });
});
