import { describe, expect, it } from 'vitest';
import { noMedia } from '../../domain/game/form/media.ts';
import { memoryFiles } from '../../lib/file-store.ts';
import { aGame } from '../../test/games.ts';
import { type DraftFile, emptyDraft, keepFiles, mediaOf, readDraft } from './draft.ts';
import { nameOfSlug, storageGames } from './name-of-slug.ts';

const file = (key: string) => ({ key, file: new File([], key), width: null, height: null });

describe('a kept draft', () => {
  it('[WIZ-24][OPEN-35] reads back as it was written', () => {
    const draft = {
      ...emptyDraft,
      mode: 'storage' as const,
      storageId: 20,
      values: {
        ...emptyDraft.values,
        name: 'A',
        volatility: 7,
        release_date: '2026-11-20',
        properties: [{ key: '1', name: 'Bonus', value: '4' }],
      },
    };
    expect(readDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
  });

  it.each([null, 7, [], { values: 'x', storageId: 'y' }, { values: { name: 4, properties: {} } }])(
    'falls back to an empty one for what does not fit: %j',
    (kept) => {
      expect(readDraft(kept) ?? emptyDraft).toEqual(emptyDraft);
    },
  );

  it('[OPEN-35] keeps added files in their order and forgets removed ones', async () => {
    const store = memoryFiles<DraftFile>();
    const first = { ...noMedia, main: file('m'), images: [file('a'), file('b')] };
    await keepFiles(store, noMedia, first);
    const second = { ...first, main: null, images: [...first.images.slice(1), file('c')] };
    await keepFiles(store, first, second);
    expect(mediaOf(await store.all())).toMatchObject({
      main: null,
      images: [{ key: 'b' }, { key: 'c' }],
      videos: [],
    });
  });
});

describe('storage games', () => {
  it('[WIZ-07] name a game by their slug', () => {
    expect(nameOfSlug('big_bass_run')).toBe('Big Bass Run');
    expect(nameOfSlug('_wolf__2_')).toBe('Wolf 2');
  });

  it('[WIZ-06] are those outside the catalogue, by slug, holding what is searched', () => {
    const games = [
      aGame({ id: 1, slug: 'zeta', isCatalog: false }),
      aGame({ id: 2, slug: 'alfa_zeta', isCatalog: false }),
      aGame({ id: 3, slug: 'zeta_catalog', isCatalog: true }),
    ];
    expect(storageGames(games, '').map((game) => game.slug)).toEqual(['alfa_zeta', 'zeta']);
    expect(storageGames(games, 'ALFA').map((game) => game.slug)).toEqual(['alfa_zeta']);
  });
});
