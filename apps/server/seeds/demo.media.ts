import type { DemoWorld } from '@ludus/contract/operator-api';
import type { Log } from '../src/infra/log/index.ts';
import type { Outgoing } from '../src/infra/outgoing/index.ts';
import type { Db } from '../src/infra/postgres/index.ts';
import type { GameImporter, MediumRole } from '../src/modules/games/index.ts';
import type { MediaService } from '../src/modules/media/index.ts';
import type { Steps } from './demo.steps.ts';
import type { WorldGame } from './demo.world.ts';

interface Picture {
  role: MediumRole;
  position: number;
  url: string;
}

/** What a list of games shows comes first, for every game, then the rest. */
const rounds: { name: string; pictures(game: WorldGame): Picture[] }[] = [
  {
    name: 'cover',
    pictures: ({ media }) => [...single('main', media.cover), ...single('mini', media.mini)],
  },
  {
    name: 'gallery',
    pictures: ({ media }) => [
      ...single('banner', media.banner),
      ...media.gallery.map((url, index) => ({ role: 'gallery' as const, position: index + 1, url })),
    ],
  },
];

function single(role: MediumRole, url: string | null): Picture[] {
  return url === null ? [] : [{ role, position: 0, url }];
}

const gamesSideBySide = 3;
const limits = { timeoutMs: 60_000, maxBytes: 50_000_000 };

export interface MediaDeps {
  steps: Steps;
  games: GameImporter;
  media: MediaService;
  outgoing: Outgoing;
  db: Db;
  log: Log;
  /** After a round: the lists may be read again. */
  onRound(): void;
}

/**
 * Fetches the games' pictures and makes their smaller renderings, covers of all games before anything else. A game whose
 * pictures do not come is left for the next start.
 */
export async function enterMedia(deps: MediaDeps, world: DemoWorld, signal: AbortSignal): Promise<void> {
  const { steps, games, media, log } = deps;
  const ids = await games.idsBySlug(deps.db);
  for (const { name, pictures } of rounds) {
    const waiting = world.games.filter(({ slug }) => !steps.done(`${name} ${slug}`));
    const total = waiting.length;
    const workers = Array.from({ length: gamesSideBySide }, async () => {
      for (let game = waiting.shift(); game !== undefined && !signal.aborted; game = waiting.shift()) {
        const gameId = ids.get(game.slug);
        if (gameId === undefined) continue;
        try {
          await enterPictures(deps, `${name} ${game.slug}`, gameId, pictures(game), signal);
        } catch (error) {
          if (!signal.aborted)
            log.warn({ err: error, game: game.slug }, 'pictures of a demo game did not come');
        }
      }
    });
    await Promise.all(workers);
    if (signal.aborted) return;
    const rendered = await media.renderMissing(signal);
    if (total + rendered > 0) deps.onRound();
  }
}

async function enterPictures(
  { steps, games, media, outgoing }: MediaDeps,
  step: string,
  gameId: number,
  pictures: readonly Picture[],
  signal: AbortSignal,
): Promise<void> {
  const stored: { role: MediumRole; position: number; hash: string }[] = [];
  for (const { role, position, url } of pictures) {
    const response = await outgoing.send(url, { ...limits, signal });
    if (response.status !== 200) {
      response.discard();
      throw new Error(`${url} answered ${response.status}.`);
    }
    const { hash } = await media.store(
      await response.bytes(),
      new URL(url).pathname.split('/').at(-1) ?? role,
    );
    stored.push({ role, position, hash });
  }
  await steps.once(step, async (tx) => {
    for (const picture of stored) await games.addPicture(tx, gameId, picture);
  });
}
