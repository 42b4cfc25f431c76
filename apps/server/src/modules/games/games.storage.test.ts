import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addGame } from '../../../test/catalogue.ts';
import { startTestHub, type TestHub } from '../../../test/hub.ts';
import { createCatalogue } from '../../../test/support/games/create-catalogue.ts';
import { tokenFor } from '../../../test/tokens.ts';
import type { GamesModule } from './index.ts';

let hub: TestHub;
let games: GamesModule;
let storage: http.Server;
let known: string[] = ['cold_store', 'warm_store'];
let admin: string;

beforeAll(async () => {
  storage = http.createServer((request, response) => {
    if (request.url === '/v1/games') response.end(JSON.stringify({ games: known.map(storedGame) }));
    else response.writeHead(404).end();
  });
  storage.listen(0, '127.0.0.1');
  await once(storage, 'listening');
  const gameStorageUrl = `http://127.0.0.1:${(storage.address() as AddressInfo).port}`;
  hub = await startTestHub({
    settings: { gameStorageUrl, allowPrivateHosts: ['127.0.0.1'] },
    modules: (infra, parts) => {
      const modules = createCatalogue(infra, parts);
      games = modules.find(({ name }) => name === 'games') as GamesModule;
      return modules;
    },
  });
  admin = await tokenFor('ludus_admin');
});
afterAll(async () => {
  await hub.close();
  storage.close();
});

const rows = async (path: string, token = admin) =>
  (await hub.get(path, token)).body.rows.map(({ slug, isCatalog, providerId }: Record<string, unknown>) => [
    slug,
    isCatalog,
    providerId,
  ]);

describe('[WIZ-06] games of the storage', () => {
  it('[API-004] come by themselves, outside the catalogue, for staff of the provider alone', async () => {
    await expect
      .poll(() => rows('/games'))
      .toEqual([
        ['cold_store', false, 'gs-cold_store'],
        ['warm_store', false, 'gs-warm_store'],
      ]);
    expect(await rows('/catalog')).toEqual([]);
    expect(await rows('/games', await tokenFor('integration_admin'))).toEqual([]);
  });

  it('are entered once: what the hub knows stays as people have made it', async () => {
    await addGame(hub.stores.postgres.db, 'made_here');
    await hub.stores.postgres.db
      .updateTable('games')
      .set({ is_catalog: true, name: 'Ours', slug: 'renamed' })
      .where('slug', '=', 'cold_store')
      .execute();
    known = ['cold_store', 'warm_store', 'made_here', 'new_store'];
    expect(await games.storage.synchronise()).toBe(1);
    expect(await games.storage.synchronise()).toBe(0);
    expect((await rows('/games')).map(([slug]: [string]) => slug).sort()).toEqual([
      'made_here',
      'new_store',
      'renamed',
      'warm_store',
    ]);
  });
});

function storedGame(slug: string) {
  return {
    id: `gs-${slug}`,
    name: slug.replace('_', ' '),
    sub_name: null,
    slug,
    theme: 'cold',
    type: 'SLOT MACHINE',
    format: 'HTML5',
    rtp: 95.5,
    rtpStdDev: 5,
    volatility: 4,
    hit_frequency: 30,
    max_multiplier_win: 1_000,
    min_bet: 0.1,
    max_bet: 50,
    pay_method: 'Paylines',
    lines: 20,
    reels: 5,
    gameRows: 3,
    isBuyBonus: false,
    isDev: false,
    isDemo: true,
    supportedPlatforms: { mobile: true, desktop: true },
    release_date: '2026-01-15',
    propertiesData: {},
    description_en: '',
    description_it: '',
    popularity: 0.5,
  };
}
