import type { ClickHouse } from '../../../../src/infra/clickhouse/index.ts';
import { romeDay } from '../../../../src/infra/clock/index.ts';
import type { SessionStoreState } from '../../../../src/modules/session-store/index.ts';
import { BrokenInvariant } from './broken-invariant.ts';
import type { StoredRow } from './stored-rows.ts';

type Grain = 'hour' | 'day' | 'month';

/** Dimensions of the levels of the rollup, in their order, and whether they are kept by hour. */
const levels: readonly { dimensions: readonly Dimension[]; hasHours: boolean }[] = [
  { dimensions: [], hasHours: true },
  { dimensions: ['integration_id'], hasHours: true },
  { dimensions: ['integration_id', 'operator_id'], hasHours: true },
  { dimensions: ['game_id'], hasHours: false },
  { dimensions: ['integration_id', 'game_id'], hasHours: false },
  { dimensions: ['integration_id', 'operator_id', 'game_id'], hasHours: false },
];
type Dimension = 'integration_id' | 'operator_id' | 'game_id';
const dimensions = ['integration_id', 'operator_id', 'game_id'] as const;
const sums = 'sessions, open, zero_round, open_zero_round, bet, win, net_win, amount_due, rounds, players';

interface Cell {
  grain: Grain;
  /** `2026-06-10` or `2026-06-10 18:00:00`, in UTC. */
  bucket: string;
  key: string;
  sums: string;
}

/**
 * Compares every cell of every clean bucket with the sum of the stored rows, by plain arithmetic: no cell is wrong, missing
 * or left over.
 */
export async function checkCells(
  clickhouse: ClickHouse,
  rows: readonly StoredRow[],
  state: SessionStoreState,
): Promise<void> {
  const stored = await clickhouse.rows<Cell>(
    (['hour', 'day', 'month'] as const)
      .map(
        (grain) => `SELECT '${grain}' AS grain, toString(bucket) AS bucket,
           concatWithSeparator(' ', level, integration_id, operator_id, game_id, session_type) AS key,
           concatWithSeparator(' ', ${sums}) AS sums
         FROM rollup_${grain}_v1 FINAL`,
      )
      .join(' UNION ALL '),
    { label: 'simulation.cells' },
  );
  const expected = expectedCells(rows);
  for (const { grain, bucket, key, sums: found } of stored) {
    const name = `${grain} ${bucket} ${key}`;
    const wanted = expected.get(name)?.toString();
    expected.delete(name);
    if (wanted === found || isDirty(grain, bucket, state)) continue;
    throw new BrokenInvariant(`The cell ${name} is ${found} instead of ${wanted ?? 'none'}`);
  }
  for (const name of expected.keys()) {
    const [grain = '', bucket = '', time = ''] = name.split(' ');
    if (isDirty(grain as Grain, grain === 'hour' ? `${bucket} ${time}` : bucket, state)) continue;
    throw new BrokenInvariant(`The cell ${name} is missing`);
  }
}

function isDirty(grain: Grain, bucket: string, { dirtyDays, dirtyMonths }: SessionStoreState): boolean {
  if (grain === 'month') return dirtyMonths.has(bucket);
  return dirtyDays.has(grain === 'day' ? bucket : romeDay(new Date(`${bucket.replace(' ', 'T')}Z`)));
}

function expectedCells(rows: readonly StoredRow[]): Map<string, ExpectedCell> {
  const cells = new Map<string, ExpectedCell>();
  for (const row of rows) {
    const created = new Date(Number(row.created_ms));
    const day = romeDay(created);
    const buckets = {
      hour: `${created.toISOString().slice(0, 13).replace('T', ' ')}:00:00`,
      day,
      month: `${day.slice(0, 7)}-01`,
    };
    for (const [level, { dimensions: own, hasHours }] of levels.entries()) {
      const key = dimensions.map((dimension) => (own.includes(dimension) ? row[dimension] : 0)).join(' ');
      for (const [grain, bucket] of Object.entries(buckets)) {
        if (grain === 'hour' && !hasHours) continue;
        for (const type of [0, row.session_type]) {
          const name = `${grain} ${bucket} ${level} ${key} ${type}`;
          const cell = cells.get(name) ?? new ExpectedCell();
          cells.set(name, cell);
          cell.add(row);
        }
      }
    }
  }
  return cells;
}

class ExpectedCell {
  readonly #sums = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  readonly #players = new Set<string>();

  add(row: StoredRow): void {
    const isZeroRound = row.rounds === 0 ? 1 : 0;
    const values = [
      1,
      row.is_open,
      isZeroRound,
      isZeroRound * row.is_open,
      Number(row.bet),
      Number(row.win),
      Number(row.net_win),
      Number(row.amount_due),
      row.rounds,
    ];
    for (const [index, value] of values.entries()) this.#sums[index] = (this.#sums[index] ?? 0) + value;
    this.#players.add(`${row.integration_id} ${row.user}`);
  }

  toString(): string {
    return [...this.#sums, this.#players.size].join(' ');
  }
}
