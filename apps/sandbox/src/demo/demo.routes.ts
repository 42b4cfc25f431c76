import { type DemoGame, gameSlugSchema } from '@ludus/contract/operator-api';
import escapeHtml from 'escape-html';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { notFound, parse } from '../platform/refusal.ts';
import { betLadder, type GameShelf, mediaFiles } from '../world/games.ts';

const HUES: Record<string, number> = {
  egypt: 38,
  norse: 212,
  sea: 190,
  aztec: 160,
  fruit: 280,
  candy: 320,
  gothic: 275,
  west: 25,
  space: 235,
  orient: 355,
  rome: 10,
  pirate: 205,
  fable: 130,
  table: 150,
};

const paramsSchema = z.object({ slug: gameSlugSchema });
const querySchema = z.object({ fullBtn: z.enum(['true', 'false']).default('true') });

const SLOT = '<div class="reels" id="reels" role="img" aria-label="Reels"></div>';
const ROULETTE = `<div class="table"><canvas class="wheel" id="wheel" role="img" aria-label="Roulette wheel"></canvas>
<div><div class="board" id="board"></div></div></div>`;

function demoPage(game: DemoGame, isFullButtonWanted: boolean): string {
  const isRoulette = game.type === 'ROULETTE';
  const facts = {
    name: game.name,
    theme: game.theme,
    reels: game.reels,
    rows: game.gameRows,
    rtp: game.rtp,
    bets: betLadder(game),
  };
  // `<` is the only sign that could end the script element early.
  const data = JSON.stringify(facts).replaceAll('<', '\\u003c');
  const backdrop = mediaFiles(game.slug).includes('cover.webp')
    ? `style="background-image:url(/media/${game.slug}/cover.webp)"`
    : '';
  const subName = game.sub_name ? `<small>${escapeHtml(game.sub_name)}</small>` : '';
  const meter = (id: string, label: string, kind = '') =>
    `<div class="meter ${kind}"><span>${label}</span><output id="${id}"></output></div>`;
  return `<!doctype html>
<html lang="en" style="--hue:${HUES[game.theme] ?? 230}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover"><title>${escapeHtml(game.name)}</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/assets/demo/demo.css">
<script id="game" type="application/json">${data}</script>
<script type="module" src="/assets/demo/${isRoulette ? 'roulette' : 'slot'}.js"></script></head>
<body><div id="backdrop" ${backdrop}></div>
<header><h1>${escapeHtml(game.name)}${subName}</h1><span class="tag">Fun money</span>
${isFullButtonWanted ? '<button type="button" id="full">Full screen</button>' : ''}</header>
<main>${isRoulette ? ROULETTE : SLOT}<div class="message" id="message" role="status"></div></main>
<div class="bar">${meter('balance', 'Balance')}
<div class="stepper"><button type="button" id="less" aria-label="Lower stake">−</button>${meter('stake', isRoulette ? 'Chip' : 'Stake')}
<button type="button" id="more" aria-label="Higher stake">+</button></div>
${isRoulette ? '<button type="button" id="clear">Clear</button>' : ''}
<button type="button" class="go" id="go">SPIN</button>${meter('win', 'Win', 'win')}
${isRoulette ? '<div class="past" id="past" aria-label="Last numbers"></div>' : ''}</div>
</body></html>`;
}

/** The demo-game host: every game that has a demo, playable with fun money, made to be framed by the hub. */
export function demoRoutes(app: FastifyInstance, shelf: GameShelf): void {
  const games = new Map([...shelf.catalogue, ...shelf.storage].map((game) => [game.slug, game]));
  app.get('/demo/:slug', async (request, reply) => {
    const slug = paramsSchema.safeParse(request.params);
    const game = slug.success ? games.get(slug.data.slug) : undefined;
    if (!game?.isDemo) throw notFound('demo game');
    const { fullBtn } = parse(querySchema, request.query);
    return reply
      .header(
        'content-security-policy',
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors *",
      )
      .type('text/html; charset=utf-8')
      .send(demoPage(game, fullBtn === 'true'));
  });
}
