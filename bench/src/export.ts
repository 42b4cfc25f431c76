/**
 * `npm run bench -- --export --sessions 1000000`: the whole sessions list as CSV and as a workbook, with the memory the
 * process takes for it and how long its event loop stands still; then a detailed report of many leaves from rows to JSON.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { reportRequest } from '@ludus/contract';
import { systemActor } from '../../apps/server/src/infra/access/index.ts';
import { fixedClock } from '../../apps/server/src/infra/clock/index.ts';
import { createLog } from '../../apps/server/src/infra/log/index.ts';
import { csvPieces, type Table, xlsxPieces } from '../../apps/server/src/infra/spreadsheet/index.ts';
import { jsonPieces } from '../../apps/server/src/infra/turns/index.ts';
import type { IntegrationsModule } from '../../apps/server/src/modules/integrations/index.ts';
import { createReportsModule } from '../../apps/server/src/modules/reports/index.ts';
import {
  type AggregatesRow,
  createSessionStore,
  type Dimension,
} from '../../apps/server/src/modules/session-store/index.ts';
import { createWholeLists, writeWhole } from '../../apps/server/src/modules/sessions/index.ts';
import { shown } from './measure.ts';
import { writeResults } from './report.ts';
import { loadSessionStore, openHubStores } from './stores.ts';
import { createWorld } from './world.ts';

type References = Awaited<ReturnType<IntegrationsModule['referenceData']['read']>>;
const noNames = {
  integrations: new Map(),
  platforms: new Map(),
  operators: new Map(),
  games: new Map(),
} as unknown as References;

/** Of memory, and of the longest stop of the event loop. */
const budget = { grownMegabytes: 150, longestMs: 100 };

export async function benchExport(parent: string, sessions: number, write: boolean): Promise<void> {
  const load = loadavg()[0] ?? 0;
  const facts = [
    ...(await exportSessions(parent, sessions)),
    ...(await reportOf(300)),
    ...(await reportOf(60)),
  ];
  const text = [
    '### Exports',
    '',
    `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.version}; load of the machine before it began ${load.toFixed(1)}.`,
    '',
    ...facts.map((fact) => `- ${fact}`),
  ].join('\n');
  process.stdout.write(`${text}\n`);
  if (write) await writeResults('export', text);
}

async function exportSessions(parent: string, sessions: number): Promise<string[]> {
  const folder = await mkdtemp(join(parent, 'ludus-bench-'));
  const world = createWorld(sessions);
  const hub = await openHubStores(folder);
  try {
    const sessionStore = createSessionStore({
      ...hub,
      clock: fixedClock(new Date(world.to).toISOString()),
      log: createLog({ logLevel: 'warn' }),
    });
    await loadSessionStore(hub, sessionStore, world, folder, sessions);
    const lists = createWholeLists({ sessionStore, referenceData: { read: async () => noNames } });
    const filter = { from: new Date(world.from).toISOString(), to: new Date(world.to).toISOString() };
    const list = lists.open(systemActor, filter);
    if ((await list.count()) !== sessions) throw new Error('The session store does not hold every session.');
    const facts: string[] = [];
    for (const [name, piecesOf] of [
      ['CSV', csvPieces],
      ['XLSX', (table: Table) => xlsxPieces([table])],
    ] as const) {
      const path = join(folder, name);
      const { ms, cpuSeconds, grown, p99, longest } = await watched(() =>
        writeWhole(
          list,
          (table) => pipeline(Readable.from(piecesOf(table)), createWriteStream(path)),
          () => {},
        ),
      );
      const megabytes = (await stat(path)).size / 1e6;
      facts.push(
        `${sessions.toLocaleString('en-GB')} sessions as ${name}: ${(ms / 1000).toFixed(1)} s (${cpuSeconds.toFixed(1)} s of processor time), ${megabytes.toFixed(0)} MB; ` +
          `${Math.round(sessions / ms).toLocaleString('en-GB')}k rows/s; memory grew by ${grown.toFixed(0)} MB (budget ${budget.grownMegabytes}); ` +
          `event loop p99 ${shown(p99)} ms, longest ${shown(longest)} ms (budget ${budget.longestMs})`,
      );
      if (grown > budget.grownMegabytes || longest > budget.longestMs) process.exitCode = 1;
    }
    await sessionStore.waitForRefreshes();
    return facts;
  } finally {
    await hub.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** What work costs the process: its time, the most its memory grew, and how the event loop fared. */
async function watched(work: () => Promise<unknown>) {
  const before = process.memoryUsage().rss;
  let most = before;
  const sampling = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  // The first turn is what later ones are measured against.
  await new Promise((turned) => setTimeout(turned, 5));
  const started = performance.now();
  const cpu = process.cpuUsage();
  try {
    await work();
    // What has held the loop is known when it turns again.
    await new Promise((turned) => setTimeout(turned, 5));
    most = Math.max(most, process.memoryUsage().rss);
  } finally {
    loop.disable();
    clearInterval(sampling);
  }
  return {
    ms: performance.now() - started,
    // Whatever else the machine does, this is what the work takes.
    cpuSeconds: (process.cpuUsage(cpu).user + process.cpuUsage(cpu).system) / 1e6,
    grown: (most - before) / 1e6,
    p99: loop.percentile(99) / 1e6,
    longest: loop.max / 1e6,
  };
}

/** 200 integrations with 20 operators each and so many games per operator: from the rows of the session store to the response. */
async function reportOf(games: number): Promise<string[]> {
  const rows = levelRows(games);
  const sessionStore = {
    queryAggregates: async () => [],
    queryAggregatesByLevel: async (_asked: unknown, levels: readonly (readonly Dimension[])[]) =>
      levels.map((by) => rows[by.length] ?? []),
    state: async () => ({}) as never,
  };
  const { service } = createReportsModule(
    { clock: fixedClock('2026-11-20T12:00:00Z') },
    {
      sessionStore,
      referenceData: { read: async () => noNames },
      freshness: async () => ({ asOf: null, notFetched: 0 }),
    },
  );
  const asked = reportRequest.parse({ from: '2026-11-01', to: '2026-11-20' });
  let bytes = 0;
  let packed = 0;
  const { ms, cpuSeconds, grown, longest } = await watched(async () => {
    const report = await service.report(systemActor, asked);
    await pipeline(
      Readable.from(jsonPieces(report)),
      async function* (pieces: AsyncIterable<string>) {
        for await (const piece of pieces) {
          bytes += piece.length;
          yield piece;
        }
      },
      createGzip({ level: 1 }),
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) packed += chunk.length;
      },
    );
  });
  if (longest > budget.longestMs) process.exitCode = 1;
  const leaves = rows[3]?.length ?? 0;
  return [
    `report of ${leaves.toLocaleString('en-GB')} leaves, from rows to gzipped JSON: ${(ms / 1000).toFixed(1)} s (${cpuSeconds.toFixed(1)} s of processor time), ` +
      `${(bytes / 1e6).toFixed(0)} MB, gzipped ${(packed / 1e6).toFixed(1)} MB; memory grew by ${grown.toFixed(0)} MB; ` +
      `longest stop of the event loop ${shown(longest)} ms (budget ${budget.longestMs})`,
  ];
}

/** Rows by the number of dimensions they have: integrations, their operators, and games at each of these. */
function levelRows(games: number): AggregatesRow[][] {
  const levels: AggregatesRow[][] = [[], [], [], []];
  const row = (integrationId: number, operatorId: number, gameId: number): AggregatesRow => ({
    bucket: 0,
    integrationId,
    operatorId,
    gameId,
    sessionType: 0,
    sessions: 100n,
    open: 1n,
    zeroRound: 2n,
    openZeroRound: 0n,
    bet: BigInt(1_000_000 + gameId * 37),
    win: BigInt(950_000 + gameId * 41),
    netWin: 40_000n,
    due: 4_000n,
    rounds: 5_000n,
    players: 60,
  });
  for (let integration = 1; integration <= 200; integration++) {
    levels[1]?.push(row(integration, 0, 0));
    for (let seat = 1; seat <= 20; seat++) {
      const operator = integration * 20 + seat;
      levels[2]?.push(row(integration, operator, 0));
      for (let game = 1; game <= games; game++) levels[3]?.push(row(integration, operator, game));
    }
  }
  return levels;
}
