import fastifyStatic from '@fastify/static';
import type {
  DemoGame,
  DemoPlatform,
  DemoWorld,
  PLATFORM_SERVICES,
  StorageGames,
} from '@ludus/contract/operator-api';
import type { FastifyInstance } from 'fastify';
import { isoText } from '../history/lines.ts';
import type { PlatformRuntime } from '../platform/runtime.ts';
import { hashText } from '../random.ts';
import { GAMES_FOLDER, type GameShelf, mediaFiles } from './games.ts';
import { tokenOf } from './platforms.ts';

function describePlatform({ plan, offers, historyFrom }: PlatformRuntime, origin: string): DemoPlatform {
  const service = (name: (typeof PLATFORM_SERVICES)[number]) => ({
    url: `${origin}/p/${plan.key}/${name}`,
    token: tokenOf(plan, name),
  });
  return {
    key: plan.key,
    name: plan.name,
    version: plan.version,
    services: {
      gaming: service('gaming'),
      data: service('data'),
      play: service('play'),
      launch: service('launch'),
    },
    bookkeepingToken: tokenOf(plan, 'bookkeeping'),
    operatorToken: tokenOf(plan, 'operator'),
    maintenanceToken: tokenOf(plan, 'maintenance'),
    historyFrom: isoText(historyFrom),
    operators: plan.operators.map(({ weight: _, ...operator }) => operator),
    users: plan.users,
    games: offers.map(({ game, state, since }) => ({ slug: game.slug, state, since: isoText(since) })),
  };
}

function withMedia(game: DemoGame, origin: string): DemoWorld['games'][number] {
  const files = mediaFiles(game.slug);
  const url = (file: string): string => `${origin}/media/${game.slug}/${file}`;
  const named = (name: string): string | null => (files.includes(name) ? url(name) : null);
  return {
    ...game,
    media: {
      cover: named('cover.webp'),
      banner: named('banner.webp'),
      mini: named('mini.webp'),
      gallery: files.filter((file) => file.startsWith('gallery-')).map(url),
    },
  };
}

/** What a demo hub has to know of the outside world, the pictures of the games, and the provider's game storage. */
export function worldRoutes(
  app: FastifyInstance,
  deps: { platforms: PlatformRuntime[]; shelf: GameShelf; smtpUrl: () => string },
): void {
  app.get('/world.json', async (request): Promise<DemoWorld> => {
    const origin = `http://${request.host}`;
    return {
      demoHostUrl: `${origin}/demo`,
      storageUrl: `${origin}/storage`,
      inboxUrl: `${origin}/inbox`,
      smtpUrl: deps.smtpUrl(),
      webhooksUrl: `${origin}/webhooks`,
      platforms: deps.platforms.map((platform) => describePlatform(platform, origin)),
      games: deps.shelf.catalogue.map((game) => withMedia(game, origin)),
      storageGames: deps.shelf.storage.map((game) => withMedia(game, origin)),
    };
  });

  app.get('/storage/v1/games', async (): Promise<StorageGames> => {
    const games = [...deps.shelf.storage, ...deps.shelf.catalogue];
    return {
      games: games.map((game) => ({
        ...game,
        id: `gs-${hashText(game.slug).toString(16).padStart(8, '0')}`,
      })),
    };
  });

  app.register(fastifyStatic, {
    root: GAMES_FOLDER,
    prefix: '/media/',
    index: false,
    allowedPath: (path) => /^\/[a-z0-9_]+\/[a-z0-9-]+\.(webp|mp4)$/.test(path),
    maxAge: '1d',
    decorateReply: false,
  });
}
