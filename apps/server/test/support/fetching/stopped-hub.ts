/** Runs a hub until it is asked to stop, as `npm run hub -- serve` does. It fetches a whole history and serves a download without end. */
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createLog } from '../../../src/infra/log/index.ts';
import type { Infra } from '../../../src/infra/module.ts';
import { runUntilStopped } from '../../../src/stop.ts';
import { testSettings } from '../../harness.ts';
import { startSmallHub } from './small-hub.ts';

const { limits, platformUrl, token, ...given } = z
  .strictObject({
    dataDir: z.string(),
    databaseUrl: z.string(),
    databaseOwnerUrl: z.string(),
    platformUrl: z.string(),
    token: z.string(),
    limits: z.strictObject({ requests: z.number(), longest: z.number() }),
  })
  .parse(JSON.parse(process.argv[2] ?? '{}'));
// Longer than any test takes.
const endlessMs = 3_600_000;
const log = createLog({ logLevel: 'info' });

const downloads = (infra: Infra) => ({
  name: 'downloads',
  plugin: async (server: FastifyInstance) => {
    server.get('/endless', (_request, reply) => {
      const numbers = infra.clickhouse.stream('SELECT number FROM system.numbers', { label: 'test' });
      return reply.send(Readable.from(numbers));
    });
  },
});

await runUntilStopped(
  async () => {
    const { hub, fetching, addPlatform } = await startSmallHub({
      settings: testSettings({ ...given, allowPrivateHosts: ['127.0.0.1'], port: 0 }),
      now: '2026-11-20T12:00:00Z',
      log,
      stopLimits: { requests: limits.requests, jobs: endlessMs, queries: endlessMs },
      modules: (infra) => [downloads(infra)],
    });
    await addPlatform(platformUrl, token);
    await fetching.requestInitialFetch();
    return hub;
  },
  log,
  { longest: limits.longest, echo: 0, flush: endlessMs },
);
process.exit(0);
