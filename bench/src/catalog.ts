/**
 * `npm run bench -- --catalog`: the catalogue call of 300 games against a bare Fastify that returns the same bytes, in
 * the same run; then how long the event loop stands still while a picture of 12 megapixels goes up and is rendered.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { fastify } from 'fastify';
import sharp from 'sharp';
import { composeHub } from '../../apps/server/src/app.modules.ts';
import { type Hub, startHub } from '../../apps/server/src/app.ts';
import { loadSettings } from '../../apps/server/src/infra/config/settings.ts';
import { createLog } from '../../apps/server/src/infra/log/index.ts';
import { addGame, addIntegration, addMedium, linkGame } from '../../apps/server/test/catalogue.ts';
import { testIssuer, testKeys, tokenFor } from '../../apps/server/test/tokens.ts';
import type { Asked, Order } from './catalog-client.ts';
import { shown, timingOf } from './measure.ts';
import { writeResults } from './report.ts';

const games = 300;
const rounds = 151;
const uploads = 7;
const path = '/api/catalog?with=game_media&with=integrations&mediaTypes=main&mediaTypes=mini';

export async function benchCatalogue(parent: string, write: boolean): Promise<void> {
  const folder = await mkdtemp(join(parent, 'ludus-bench-'));
  const settings = {
    ...loadSettings({ ...process.env, NODE_ENV: 'production', HUB_DATA_DIR: folder }),
    sandbox: false,
    // One machine makes more calls here than any person.
    rateLimitPerson: 0,
    rateLimitAddress: 0,
    fetchIntervalMinutes: 0,
    port: 0,
    host: '127.0.0.1',
  };
  const client = new Worker(new URL('./catalog-client.ts', import.meta.url));
  let hub: Hub | undefined;
  try {
    hub = await startHub({
      settings,
      log: createLog({ logLevel: 'warn' }),
      role: 'all',
      compose: (platform, parts) => ({
        ...composeHub(platform, parts),
        identity: { issuer: testIssuer, keys: testKeys },
      }),
    });
    const url = hub.url ?? '';
    const token = await tokenFor('ludus_admin', { expiresIn: 3600 });
    const game = await fillCatalogue(hub);
    const facts = [
      ...(await againstBare(client, url, token)),
      ...(await whileUploading(client, url, token, game)),
    ];
    const text = [
      '### Catalogue',
      '',
      `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.version}.`,
      '',
      ...facts.map((fact) => `- ${fact}`),
    ].join('\n');
    process.stdout.write(`${text}\n`);
    if (write) await writeResults('catalog', text);
  } finally {
    await client.terminate();
    await hub?.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Games as a real catalogue has them: with pictures, and linked to three integrations. Returns the id of one. */
async function fillCatalogue({ infra }: Hub): Promise<number> {
  const { db } = infra.postgres;
  const integrations = await Promise.all(['North', 'South', 'West'].map((name) => addIntegration(db, name)));
  let last = 0;
  for (let index = 0; index < games; index++) {
    last = await addGame(db, `game_${index}`, { sub_name: `Feature ${index}`, is_dev: index % 10 === 0 });
    await addMedium(db, last, 'main', { variants: [96, 320, 480] });
    await addMedium(db, last, 'mini', { variants: [576] });
    for (const { id } of integrations) await linkGame(db, id, last, index % 3 === 0 ? 'visible' : 'active');
  }
  // One without pictures, so that what is sent to it is the only one.
  return addGame(db, 'painted');
}

async function order<Answer>(client: Worker, what: Order): Promise<Answer> {
  client.postMessage(what);
  const [{ value, error }] = (await once(client, 'message')) as [{ value?: Answer; error?: string }];
  if (error !== undefined || value === undefined) throw new Error(error);
  return value;
}

async function againstBare(client: Worker, url: string, token: string): Promise<string[]> {
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const bare = fastify();
  bare.get('/api/catalog', (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes));
  const bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' });
  try {
    const ask = (at: string) =>
      order<Asked>(client, { kind: 'ask', url: at + path, token, count: 40, lanes: 4 });
    await ask(url);
    await ask(bareUrl);
    const ratios: { hub: number; bare: number }[] = [];
    // By short turns, so that whatever else the machine does meets both.
    for (let round = 0; round < rounds; round++) {
      const [own, other] = [await ask(url), await ask(bareUrl)];
      if (own.bytes !== other.bytes)
        throw new Error(`The hub returns ${own.bytes}, the other ${other.bytes}`);
      ratios.push({ hub: own.perSecond, bare: other.perSecond });
    }
    const middle = ratios.toSorted((a, b) => a.hub / a.bare - b.hub / b.bare)[Math.floor(rounds / 2)];
    if (middle === undefined) throw new Error('Nothing was measured');
    return [
      `GET /catalog, ${games} games, ${(bytes.length / 1000).toFixed(0)} kB: ${middle.hub.toFixed(0)} a second; ` +
        `a bare Fastify with the same bytes ${middle.bare.toFixed(0)}; ratio ${(middle.hub / middle.bare).toFixed(2)} ` +
        `(median of ${rounds} rounds by turns)`,
    ];
  } finally {
    await bare.close();
  }
}

async function whileUploading(client: Worker, url: string, token: string, game: number): Promise<string[]> {
  const longest: number[] = [];
  const times: number[] = [];
  let megabytes = 0;
  for (let run = 0; run < uploads; run++) {
    const picture = await painted();
    megabytes = picture.length / 1e6;
    const loop = monitorEventLoopDelay({ resolution: 1 });
    loop.enable();
    times.push(await order<number>(client, { kind: 'upload', url, game, token, picture }));
    loop.disable();
    longest.push(loop.max / 1e6);
  }
  // Delays of the process without an upload, to separate them from those of an upload.
  const idle = monitorEventLoopDelay({ resolution: 1 });
  idle.enable();
  await new Promise((done) => setTimeout(done, 3000));
  idle.disable();
  const held = longest.toSorted((a, b) => a - b);
  const middle = (values: readonly number[]) => timingOf(values).median;
  return [
    `a picture of 12 megapixels (${megabytes.toFixed(1)} MB), sent, stored and rendered in three sizes: ` +
      `${(middle(times) / 1000).toFixed(1)} s; longest stop of the event loop in ${uploads} uploads: least ` +
      `${shown(held[0] ?? 0)} ms, median ${shown(middle(held))} ms, most ${shown(held.at(-1) ?? 0)} ms ` +
      `(without an upload ${shown(idle.max / 1e6)} ms in 3 s)`,
  ];
}

/** Noise, which is harder to pack and unpack than any game's art, and never the same twice. */
function painted(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  return sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#808080', noise } })
    .jpeg({ quality: 85 })
    .toBuffer();
}
