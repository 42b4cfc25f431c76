import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyInstance } from 'fastify';
import { type Clock, HOUR_MS, systemClock } from './clock.ts';
import { demoRoutes } from './demo/demo.routes.ts';
import { inboxRoutes } from './inbox/inbox.routes.ts';
import { MailStore } from './inbox/mail-store.ts';
import { type SmtpInbox, startSmtp } from './inbox/smtp.ts';
import { fontRoutes } from './pages/font.routes.ts';
import { startPageRoutes } from './pages/start-page.routes.ts';
import { controlRoutes } from './platform/control.routes.ts';
import { dataRoutes } from './platform/data.routes.ts';
import { feedPageRoutes } from './platform/feed-page.routes.ts';
import { Refusal } from './platform/refusal.ts';
import { PlatformRuntime } from './platform/runtime.ts';
import { gamingRoutes, healthRoutes, playRoutes } from './platform/service.routes.ts';
import { StateFile } from './state-file.ts';
import { WebhookReceivers } from './webhooks/receivers.ts';
import { webhookRoutes } from './webhooks/webhooks.routes.ts';
import { loadGames } from './world/games.ts';
import { PLATFORM_PLANS } from './world/platforms.ts';
import { worldRoutes } from './world/world.routes.ts';

export interface SandboxOptions {
  host: string;
  /** 0 picks a free port. */
  port: number;
  smtpPort: number;
  dataDir: string;
  clock?: Clock;
  /** Mean number of sessions per day over all platforms. */
  sessionsPerDay?: number;
  /** Seed of a fresh world; a data folder keeps the one it was made with. */
  seed?: number;
}

export interface Sandbox {
  url: string;
  smtpUrl: string;
  /** Settles when the histories of all platforms are built; calls that need one wait for it by themselves. */
  ready: Promise<void>;
  close(): Promise<void>;
}

const SESSIONS_PER_DAY = 2_000;
const SEED = 20_261;
/** Largest body that is taken: rows put in by hand. */
const BODY_LIMIT = 256 * 1024 * 1024;

function createServer(): FastifyInstance {
  const app = Fastify({ bodyLimit: BODY_LIMIT, forceCloseConnections: true });
  // Rows put in by hand may be anything, so every body that is not JSON is kept as text.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof Refusal)
      return reply.status(error.status).send({ code: error.code, message: error.message });
    const status = error.statusCode ?? 500;
    const code = status >= 500 ? 'internal' : 'invalid';
    return reply.status(status).send({ code, message: error.message });
  });
  app.setNotFoundHandler((_request, reply) =>
    reply.status(404).send({ code: 'not_found', message: 'no such address' }),
  );
  return app;
}

/** Starts the whole sandbox: HTTP and SMTP are served when this resolves, the histories are built right after. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const clock = options.clock ?? systemClock;
  const epoch = Math.floor(clock.now() / HOUR_MS) * HOUR_MS;
  const file = new StateFile(join(options.dataDir, 'sandbox.json'), { epoch, seed: options.seed ?? SEED });
  await file.save();
  const shelf = loadGames();
  const store = new MailStore(join(options.dataDir, 'mails'));
  const platforms = PLATFORM_PLANS.map((plan) => new PlatformRuntime(plan, shelf.catalogue, file, clock));

  const app = createServer();
  let smtp: SmtpInbox | null = null;
  const smtpUrl = (): string => `smtp://${options.host}:${smtp?.port ?? options.smtpPort}`;
  app.get('/health', async () => ({ status: 'ok' }));
  await app.register(fastifyStatic, {
    root: join(import.meta.dirname, '../public'),
    prefix: '/assets/',
    index: false,
  });
  fontRoutes(app);
  worldRoutes(app, { platforms, shelf, smtpUrl });
  demoRoutes(app, shelf);
  inboxRoutes(app, store, file);
  webhookRoutes(app, new WebhookReceivers(file, clock));
  startPageRoutes(app, platforms, shelf.catalogue[0]?.slug ?? '');
  for (const platform of platforms) {
    const base = `/p/${platform.plan.key}`;
    healthRoutes(app, platform, base);
    dataRoutes(app, platform, `${base}/data`);
    playRoutes(app, platform, `${base}/play`, clock);
    gamingRoutes(app, platform, `${base}/gaming`);
    feedPageRoutes(app, platform, base, shelf);
    controlRoutes(app, platform, base, clock);
  }
  const url = await app.listen({ host: options.host, port: options.port });
  smtp = await startSmtp({
    host: options.host,
    port: options.smtpPort,
    store,
    clock,
    isRejecting: () => file.rejectMail,
  }).catch(async (error) => {
    await app.close();
    throw error;
  });

  const build = async (): Promise<void> => {
    await store.load();
    for (const platform of platforms)
      await platform.build(shelf.catalogue, options.sessionsPerDay ?? SESSIONS_PER_DAY);
  };
  return {
    url,
    smtpUrl: smtpUrl(),
    ready: build(),
    async close() {
      await app.close();
      await smtp?.close();
      await file.save();
    },
  };
}
