import { inTurns } from '../../infra/turns/index.ts';
import { type AggregatesRow, addAggregates, noAggregates } from './aggregates.types.ts';
import { dimensionColumns, measures, players as playersMeasure } from './rollup.schema.ts';

/** The key of a row within a result. */
type RowKey = Pick<
  AggregatesRow,
  'bucket' | 'integrationId' | 'platformId' | 'operatorId' | 'gameId' | 'sessionType'
>;

/** Rows by the level of the rollup they come from; 0 where the statement does not return several. */
export type RowsByLevel = Map<number, AggregatesRow[]>;

/** The key as text, for maps. */
export const keyText = ({ bucket, integrationId, platformId, operatorId, gameId, sessionType }: RowKey) =>
  `${bucket} ${integrationId} ${platformId} ${operatorId} ${gameId} ${sessionType}`;

/** Returns functions that read the key of the row at an offset, with column positions found once for all rows. */
function createKeyReader(values: BigInt64Array, columns: readonly string[]) {
  const reader = (name: string) => {
    const index = columns.indexOf(name);
    return (start: number) => (index < 0 ? 0 : Number(values[start + index]));
  };
  const level = reader('level');
  const integration = reader(dimensionColumns.integration);
  const operator = reader(dimensionColumns.operator);
  const game = reader(dimensionColumns.game);
  const platform = reader('platform_id');
  const type = reader('session_type');
  const hasPlatform = columns.includes('platform_id');
  return {
    level,
    key: (start: number): RowKey => ({
      bucket: Number(values[start]),
      integrationId: integration(start),
      operatorId: operator(start),
      gameId: game(start),
      sessionType: type(start) as 0 | 1 | 4,
      ...(hasPlatform ? { platformId: platform(start) } : undefined),
    }),
  };
}

/** Where the rows of a result begin. */
function* rowStarts(values: BigInt64Array, columns: readonly string[]): Generator<number> {
  for (let start = 0; start < values.length; start += columns.length) yield start;
}

/** Reads the rows of a statement of sums, whose columns are keys, then measures, then players where there are any. */
export async function readSums(values: BigInt64Array, columns: readonly string[]): Promise<RowsByLevel> {
  const { level, key } = createKeyReader(values, columns);
  const positions = measures.map(({ name, column }) => ({ name, index: columns.indexOf(column) }));
  const players = columns.indexOf(playersMeasure.column);
  const levels: RowsByLevel = new Map();
  await inTurns(rowStarts(values, columns), (start) => {
    const row: AggregatesRow = { ...key(start), ...noAggregates };
    for (const { name, index } of positions) row[name] = values[start + index] ?? 0n;
    if (players >= 0) row.players = Number(values[start + players]);
    const rows = levels.get(level(start));
    if (rows === undefined) levels.set(level(start), [row]);
    else rows.push(row);
  });
  return levels;
}

/** Adds rows of other cells to the rows of a level, key by key. */
export async function addRows(
  levels: RowsByLevel,
  level: number,
  others: readonly AggregatesRow[],
): Promise<void> {
  const rows = levels.get(level) ?? [];
  const known = new Map<string, AggregatesRow>();
  await inTurns(rows, (row) => known.set(keyText(row), row));
  await inTurns(others, (row) => {
    const own = known.get(keyText(row));
    if (own === undefined) rows.push(row);
    else Object.assign(own, addAggregates([own, row]));
  });
  levels.set(level, rows);
}

/** Copies the result of a statement of players, whose last column they are, into the rows of the sums. */
export async function mergePlayers(
  levels: RowsByLevel,
  values: BigInt64Array,
  columns: readonly string[],
): Promise<void> {
  const { level, key } = createKeyReader(values, columns);
  const players = new Map<string, number>();
  await inTurns(rowStarts(values, columns), (start) => {
    const count = Number(values[start + columns.length - 1]);
    players.set(`${level(start)} ${keyText(key(start))}`, count);
  });
  for (const [own, rows] of levels) {
    await inTurns(rows, (row) => {
      row.players = players.get(`${own} ${keyText(row)}`) ?? 0;
    });
  }
}

/** Adds a row for all types together: the sums of both types. Their players are united by the engine, never added. */
export function addAllTypes(rows: AggregatesRow[]): void {
  const groups = new Map<string, AggregatesRow[]>();
  for (const row of rows) {
    const key = keyText({ ...row, sessionType: 0 });
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  for (const [first, ...others] of groups.values()) {
    if (first) rows.push({ ...first, ...addAggregates([first, ...others]), sessionType: 0, players: 0 });
  }
}
