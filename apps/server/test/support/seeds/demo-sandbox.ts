import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { DemoGame, DemoPlatform, DemoWorld } from '@ludus/contract/operator-api';
import sharp from 'sharp';

const since = '2026-04-01T10:00:00.000Z';

/** A sandbox with a world of two platforms and three games. */
export async function startWorld() {
  const picture = (width: number, height: number, background: string) =>
    sharp({ create: { width, height, channels: 3, background } })
      .webp()
      .toBuffer();
  const pictures: Record<string, Buffer> = {
    '/media/amber_hall/cover.webp': await picture(621, 732, '#aa7700'),
    '/media/amber_hall/mini.webp': await picture(576, 40, '#aa7700'),
    '/media/amber_hall/banner.webp': await picture(800, 300, '#aa7700'),
    '/media/amber_hall/gallery-1.webp': await picture(320, 180, '#aa7700'),
    '/media/amber_hall/gallery-2.webp': await picture(320, 180, '#aa7711'),
  };
  const asked: string[] = [];
  /** What receivers of webhooks were given, by their names. */
  const secrets = new Map<string, string>();
  const server = http.createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    if (state.silent) return response.destroy();
    const file = pictures[path];
    const key = /^\/p\/(\w+)\/play\/v1\/(operators|games)$/.exec(path);
    const found = world().platforms.find((infra) => infra.key === key?.[1]);
    const receiver = /^\/webhooks\/(\w+)\/secrets$/.exec(path)?.[1];
    if (file !== undefined) response.end(file);
    else if (receiver !== undefined)
      void text(request).then((body) => {
        secrets.set(receiver, body);
        response.end('{}');
      });
    else if (path === '/world.json') response.end(JSON.stringify(world()));
    else if (path === '/storage/v1/games') response.end(JSON.stringify(storage()));
    else if (found !== undefined && key?.[2] === 'operators') {
      response.end(JSON.stringify({ operators: found.operators }));
    } else if (found !== undefined) {
      const active = found.games.filter((offer) => offer.state === 'active');
      response.end(JSON.stringify({ games: active.map(({ slug }) => ({ slug, activeSince: since })) }));
    } else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const none = { cover: null, banner: null, mini: null, gallery: [] };
  const at = (file: string) => `${url}/media/amber_hall/${file}`;
  const world = (): DemoWorld => ({
    demoHostUrl: `${url}/demo`,
    storageUrl: `${url}/storage`,
    inboxUrl: `${url}/inbox`,
    smtpUrl: 'smtp://127.0.0.1:1',
    webhooksUrl: `${url}/webhooks`,
    platforms: [
      platformOf('alpina', 'Alpina', url, [
        { slug: 'amber_hall', state: 'active', since },
        { slug: 'boreal_fox', state: 'visible', since },
      ]),
      platformOf('baltica', 'Baltica', url, [{ slug: 'amber_hall', state: 'requested', since }]),
    ],
    games: [
      {
        ...gameOf('amber_hall', 'Amber Hall', 'Sparks'),
        media: {
          cover: at('cover.webp'),
          banner: at('banner.webp'),
          mini: at('mini.webp'),
          gallery: [at('gallery-1.webp'), at('gallery-2.webp')],
        },
      },
      { ...gameOf('boreal_fox', 'Boreal Fox', null), isDev: true, media: none },
    ],
    storageGames: [{ ...gameOf('cold_store', 'Cold Store', null), media: none }],
  });
  const storage = () => ({
    games: [...world().games, ...world().storageGames].map(({ media: _, ...game }) => ({
      ...game,
      id: `gs-${game.slug}`,
    })),
  });
  const state = {
    url,
    asked,
    secrets,
    silent: false,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return state;
}

function gameOf(slug: string, name: string, sub_name: string | null): DemoGame {
  return {
    name,
    sub_name,
    slug,
    theme: 'fire',
    type: 'SLOT MACHINE',
    format: 'HTML5',
    rtp: 95.12,
    rtpStdDev: 7.5,
    volatility: 6,
    hit_frequency: 26.4,
    max_multiplier_win: 5_000,
    min_bet: 0.1,
    max_bet: 50,
    pay_method: 'Ways',
    lines: 243,
    reels: 5,
    gameRows: 3,
    isBuyBonus: false,
    isDev: false,
    isDemo: true,
    supportedPlatforms: { mobile: true, desktop: true },
    release_date: '2026-03-16',
    propertiesData: { Feature: 'sparks' },
    description_en: 'Words.',
    description_it: 'Parole.',
    popularity: 0.5,
  };
}

function platformOf(key: string, name: string, url: string, games: DemoPlatform['games']): DemoPlatform {
  const service = (part: string) => ({ url: `${url}/p/${key}/${part}`, token: `${key} ${part}` });
  return {
    key,
    name,
    version: 'GAI2',
    services: {
      gaming: service('gaming'),
      data: service('data'),
      play: service('play'),
      launch: service('launch'),
    },
    bookkeepingToken: `${key} bookkeeping`,
    operatorToken: `${key} operator`,
    maintenanceToken: `${key} maintenance`,
    historyFrom: since,
    operators: [{ code: `${key.slice(0, 3).toUpperCase()}1`, name: `First of ${name}`, platform: null }],
    users: [],
    games,
  };
}
