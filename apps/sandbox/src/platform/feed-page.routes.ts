import type { PlatformSession } from '@ludus/contract/operator-api';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { languageOf } from '../pages/language.ts';
import type { GameShelf } from '../world/games.ts';
import { feedPage } from './feed-page.ts';
import { notFound } from './refusal.ts';
import { roundsOf, roundsOfInjected } from './rounds.ts';
import type { PlatformRuntime } from './runtime.ts';

// A reader who asks for what there is not still gets the page, as it is by itself.
const querySchema = z.object({
  theme: z.enum(['light', 'dark']).optional().catch(undefined),
  lang: z.enum(['en', 'it']).optional().catch(undefined),
  embed: z.literal('true').optional().catch(undefined),
});

/** The page that the hub frames and links to: every round of a session with the balance after it. */
export function feedPageRoutes(
  app: FastifyInstance,
  platform: PlatformRuntime,
  base: string,
  shelf: GameShelf,
): void {
  app.get(`${base}/feed/:sessionId`, async (request, reply) => {
    const { sessionId } = request.params as { sessionId: string };
    const { theme, lang, embed } = querySchema.parse(request.query);
    const { history } = await platform.current();
    const injected = history.injected.sessions.get(sessionId);
    const i = injected ? -1 : history.find(sessionId);
    if (!injected && i < 0) throw notFound('session');
    const session = injected ?? (JSON.parse(history.line(i, history.state(i))) as PlatformSession);
    const operator = platform.plan.operators.find(({ code }) => code === session.operatorCode);
    return reply
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; frame-ancestors ${
          platform.state.faults.forbidFrames ? "'none'" : '*'
        }`,
      )
      .header('vary', 'accept-language')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(
        feedPage({
          session,
          rounds: injected ? roundsOfInjected(injected) : roundsOf(history, i),
          game: shelf.catalogue.find(({ slug }) => slug === session.gameSlug),
          platform: { name: platform.plan.name, operator: operator?.name ?? session.operatorCode },
          language: lang ?? languageOf(request.headers['accept-language']),
          theme,
          isEmbedded: embed === 'true',
        }),
      );
  });
}
