import type { ClickHouse } from '../../apps/server/src/infra/clickhouse/index.ts';
import type { SessionStore } from '../../apps/server/src/modules/session-store/index.ts';
import { type BenchRow, integrationCount, type World } from './world.ts';

export interface Fact {
  name: string;
  value: string;
}

/** The rows of a page of the feed. */
const batchSize = 20_000;

interface Batch {
  integrationId: number;
  rows: BenchRow[];
}

/** The batches of each integration as a fetch makes them, in the order of the platform's changes. */
function batches(world: World, first: number, last: number): Batch[][] {
  const byIntegration = Array.from({ length: integrationCount }, (): BenchRow[] => []);
  for (const row of world.rows(first, last)) byIntegration[row.integrationId - 1]?.push(row);
  return byIntegration.map((rows, index) => {
    rows.sort((a, b) => a.updatedAtMs - b.updatedAtMs);
    const made: Batch[] = [];
    for (let start = 0; start < rows.length; start += batchSize) {
      made.push({ integrationId: index + 1, rows: rows.slice(start, start + batchSize) });
    }
    return made;
  });
}

async function rowsInBase(clickhouse: ClickHouse): Promise<number> {
  const rows = await clickhouse.rows<{ n: string }>('SELECT count() AS n FROM sessions_v1', {
    label: 'bench.count',
  });
  return Number(rows[0]?.n);
}

/** Stores the last part of the world through the hub's ingest, twice, and what raw lines would have taken. */
export async function ingestQuestions(
  sessionStore: SessionStore,
  clickhouse: ClickHouse,
  world: World,
  first: number,
  last: number,
): Promise<Fact[]> {
  const fetches = batches(world, first, last);
  const all = fetches.flat();
  const count = last - first;
  const pass = async () => {
    const started = performance.now();
    const waiting = fetches.values();
    // Two integrations at a time, as a fetch of several does.
    const lane = async () => {
      for (const fetch of waiting) {
        for (const { integrationId, rows } of fetch) await sessionStore.ingest(integrationId, rows);
      }
    };
    await Promise.all([lane(), lane()]);
    return performance.now() - started;
  };
  const rate = (ms: number) => `${Math.round(count / ms).toLocaleString('en-GB')}k rows/s`;

  await clickhouse.command('CREATE TABLE raw AS sessions_v1', { label: 'bench.raw' });
  const lines = all.map(({ integrationId, rows }) =>
    Buffer.from(
      rows
        .map((row) =>
          JSON.stringify({
            id: '00000000-0000-4000-8000-000000000000',
            session_id: row.sessionId,
            ext_session_id: row.externalSessionId,
            ext_ticket_id: row.externalTicketId,
            integration_id: integrationId,
            operator_id: row.operatorId,
            game_id: row.gameId,
            user_id: row.player,
            session_type: row.sessionType,
            is_open: row.isOpen ? 1 : 0,
            is_mobile: row.isMobile ? 1 : 0,
            bet: row.bet,
            win: row.win,
            net_win: row.netWin,
            amount_due: row.due,
            rounds: row.rounds,
            created_at: row.createdAtMs,
            updated_at: row.updatedAtMs,
            fetched_at: row.updatedAtMs,
          }),
        )
        .join('\n'),
    ),
  );
  const rawStarted = performance.now();
  for (const part of lines) await clickhouse.insertLines('raw', part, { label: 'bench.raw' });
  const raw = performance.now() - rawStarted;
  await clickhouse.command('DROP TABLE raw', { label: 'bench.raw' });

  const firstPass = await pass();
  const refreshStarted = performance.now();
  await sessionStore.refreshDirty();
  const refresh = performance.now() - refreshStarted;
  const before = await rowsInBase(clickhouse);
  const again = await pass();
  const grown = (await rowsInBase(clickhouse)) - before;
  if (grown !== 0) throw new Error(`Fetching again added ${grown} rows`);
  return [
    { name: 'ingest', value: rate(firstPass) },
    { name: 'ingest and rollup', value: rate(firstPass + refresh) },
    { name: 'raw lines into the engine', value: rate(raw) },
    { name: 'ingest against raw lines', value: `${(raw / firstPass).toFixed(2)}x` },
    { name: 'the same again', value: rate(again) },
    { name: 'rows the base grows by then', value: String(grown) },
  ];
}
