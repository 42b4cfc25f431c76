import { gameSlugSchema } from '@ludus/contract/operator-api';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { languageOf } from '../pages/language.ts';
import { notFound, parse } from '../platform/refusal.ts';
import type { GameShelf } from '../world/games.ts';
import { demoPage } from './demo-page.ts';

const paramsSchema = z.object({ slug: gameSlugSchema });
const querySchema = z.object({
  fullBtn: z.enum(['true', 'false']).default('true'),
  lang: z.enum(['en', 'it']).optional(),
  currency: z.enum(['EUR', 'GBP', 'USD', 'CHF', 'SEK', 'PLN', 'BRL']).default('EUR'),
});

/** The demo-game host: every game that has a demo, playable with fun money, made to be framed by the hub. */
export function demoRoutes(app: FastifyInstance, shelf: GameShelf): void {
  const games = new Map([...shelf.catalogue, ...shelf.storage].map((game) => [game.slug, game]));
  app.get('/demo/:slug', async (request, reply) => {
    const slug = paramsSchema.safeParse(request.params);
    const game = slug.success ? games.get(slug.data.slug) : undefined;
    if (!game?.isDemo) throw notFound('demo game');
    const { fullBtn, lang, currency } = parse(querySchema, request.query);
    return reply
      .header(
        'content-security-policy',
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors *",
      )
      .header('vary', 'accept-language')
      .type('text/html; charset=utf-8')
      .send(
        demoPage(game, {
          language: lang ?? languageOf(request.headers['accept-language']),
          currency,
          isFullButtonWanted: fullBtn === 'true',
        }),
      );
  });
}
