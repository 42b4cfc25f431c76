import type { Game } from '@ludus/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { categorise, sectionsOf } from './filter-and-sort.ts';
import { beginCovers, firstGames } from './first-covers.ts';

const game = (id: number, createdAt: string, more: object = {}): Game =>
  ({
    id,
    name: `Game ${id}`,
    sub_name: null,
    isDev: false,
    createdAt,
    game_media: [
      {
        isMainImage: true,
        url: `/media/${id}/original.png`,
        width: 880,
        variants: [
          { url: `/media/${id}/160w.avif`, width: 160 },
          { url: `/media/${id}/320w.avif`, width: 320 },
        ],
      },
    ],
    ...more,
  }) as unknown as Game;
const link = (is_active: string | null) => ({
  integrations: [{ id: 3, name: 'Alpina', integration_games: { is_active, is_requested: null } }],
});
const idsOf = (games: readonly Game[]) => games.map(({ id }) => id);

/** Pictures that were asked for. */
const asked: { srcset?: string; sizes?: string }[] = [];
const catalogue = (rows: Game[]) => Promise.resolve(Response.json({ rows }));

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  asked.length = 0;
  window.history.replaceState(null, '', '/');
});

function watchPictures(): void {
  vi.stubGlobal(
    'Image',
    class {
      constructor() {
        asked.push(this);
      }
    },
  );
}

describe('the first covers of the catalogue', () => {
  it('are those of the games that the grid begins with', () => {
    const staff = [
      game(1, '2026-01-01T00:00:00Z'),
      game(2, '2026-03-01T00:00:00Z'),
      game(3, '2026-04-01T00:00:00Z', { isDev: true }),
      game(4, '2026-02-01T00:00:00Z'),
    ];
    expect(idsOf(firstGames(staff))).toEqual([2, 4]);
    const [first] = sectionsOf(categorise(staff, { integrationId: null }), null, 'createdAt');
    expect(idsOf(first?.games.slice(0, 2) ?? [])).toEqual([2, 4]);

    const member = [
      game(1, '2026-01-01T00:00:00Z', link(null)),
      game(2, '2026-03-01T00:00:00Z', link('2026-03-02T00:00:00Z')),
      game(3, '2026-04-01T00:00:00Z', { integrations: [] }),
    ];
    expect(idsOf(firstGames(member))).toEqual([1]);
    const [available] = sectionsOf(categorise(member, { integrationId: 3 }), null, 'createdAt');
    expect(idsOf(available?.games ?? [])).toEqual([1]);
  });

  it('are asked for with what their cards will ask for, and the response stays to be read', async () => {
    watchPictures();
    const answer = catalogue([game(7, '2026-01-01T00:00:00Z')]);
    await beginCovers(answer);
    expect(asked).toMatchObject([
      { srcset: '/media/7/160w.avif 160w, /media/7/320w.avif 320w', sizes: '(max-width: 639px) 44vw, 200px' },
    ]);
    expect(await (await answer).json()).toMatchObject({ rows: [{ id: 7 }] });
  });

  it('are left to the grid where it has a view of its own', async () => {
    watchPictures();
    localStorage.setItem('ludus.catalog-view', '{"view":"list"}');
    await beginCovers(catalogue([game(7, '2026-01-01T00:00:00Z')]));
    localStorage.clear();
    window.history.replaceState(null, '', '/catalog?sort=name');
    await beginCovers(catalogue([game(7, '2026-01-01T00:00:00Z')]));
    expect(asked).toEqual([]);
  });
});
