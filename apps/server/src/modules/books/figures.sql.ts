import { levelDimensions, levelOf } from './cube-levels.ts';
import type { Piece } from './figures.plan.ts';
import type { Dimension, FiguresFilter, FiguresRequest, Grain } from './figures.types.ts';
import { at, currentSessions, idList } from './sessions.books.ts';

/** A stretch with the bucket its sums belong to: a number, or the grain that cuts it. */
export interface Branch {
  piece: Piece;
  bucket: number | Grain;
}

const column: Record<Dimension, string> = {
  integration: 'integration_id',
  platform: 'platform_id',
  operator: 'operator_id',
  game: 'game_id',
};
const dimensionColumns = ['integration_id', 'platform_id', 'operator_id', 'game_id'];
const sums = ['sessions', 'open', 'idle', 'open_idle', 'bet', 'win', 'net', 'due', 'rounds'];
// The names differ from the columns', because a name given here would be taken for the column by the next expression.
const baseSums = `count() AS n_sessions, sum(is_open) AS n_open, countIf(rounds = 0) AS n_idle,
  countIf(rounds = 0 AND is_open = 1) AS n_open_idle, sum(bet) AS n_bet, sum(win) AS n_win, sum(net) AS n_net,
  sum(due) AS n_due, sum(rounds) AS n_rounds`;

type Source = Piece['source'];

/** How the keys of buckets come out of each source; see FiguresRow.bucket. */
function grainSql(source: Source, grain: Grain): string {
  if (source === 'day' || source === 'month') {
    return grain === 'month' ? 'toUInt32(toYYYYMM(b))' : 'toUInt32(toYYYYMMDD(b))';
  }
  const instant = source === 'base' ? 'created_at' : 'b';
  if (grain === 'hour') return `toUInt32(toUnixTimestamp(toStartOfHour(${instant}, 'UTC')))`;
  return grain === 'day'
    ? `toUInt32(toYYYYMMDD(${instant}, 'Europe/Rome'))`
    : `toUInt32(toYYYYMM(${instant}, 'Europe/Rome'))`;
}

/** The key of a source's rows: cut by the grain, or the number of the period; a row may lie in several periods. */
function keySql({ source, branches }: SourceBranches): string {
  const [first] = branches;
  if (first === undefined) throw new Error('There is nothing to sum');
  if (typeof first.bucket === 'string') return grainSql(source, first.bucket);
  const byPeriod = new Map<number | Grain, Piece[]>();
  for (const { piece, bucket } of branches) byPeriod.set(bucket, [...(byPeriod.get(bucket) ?? []), piece]);
  if (byPeriod.size === 1) return `toUInt32(${first.bucket})`;
  const places = [...byPeriod].map(([bucket, pieces]) => `if(${within(pieces)}, [toUInt32(${bucket})], [])`);
  return `arrayJoin(arrayConcat(${places.join(', ')}))`;
}

function within(pieces: readonly Piece[]): string {
  const stretches = pieces.map((piece) => {
    if ('from' in piece) return `(b >= '${piece.from}' AND b < '${piece.to}')`;
    if (piece.source === 'hour') {
      return `(b >= toDateTime(${piece.fromMs / 1000}, 'UTC') AND b < toDateTime(${piece.toMs / 1000}, 'UTC'))`;
    }
    return `(created_at >= ${at(piece.fromMs)} AND created_at < ${at(piece.toMs)})`;
  });
  return stretches.length === 1 ? (stretches[0] ?? '') : `(${stretches.join(' OR ')})`;
}

function dimensionFilter(filter: FiguresFilter): string[] {
  const conditions: string[] = [];
  const add = (name: string, ids: readonly number[] | null | undefined) => {
    if (ids && ids.length > 0) conditions.push(`${name} IN ${idList(ids)}`);
  };
  add('integration_id', filter.integrations);
  add('operator_id', filter.operators);
  add('game_id', filter.games);
  return conditions;
}

interface SourceBranches {
  source: Source;
  branches: Branch[];
}

/** Each source is read once, whatever number of stretches and periods is asked of it. */
function bySource(branches: readonly Branch[]): SourceBranches[] {
  const groups = new Map<Source, Branch[]>();
  for (const branch of branches) {
    groups.set(branch.piece.source, [...(groups.get(branch.piece.source) ?? []), branch]);
  }
  return [...groups].map(([source, own]) => ({ source, branches: own }));
}

/** The columns a request groups by; the others are 0. */
function keys(request: FiguresRequest): { group: string[]; select: string } {
  const wanted = new Set((request.by ?? []).map((dimension) => column[dimension]));
  const group = ['k', ...dimensionColumns.filter((name) => wanted.has(name))];
  if (request.byType) group.push('session_type');
  return { group, select: group.join(', ') };
}

/** The columns of a part of the answer, named as it groups by them. */
function partColumns(request: FiguresRequest, own: SourceBranches, group: readonly string[]): string[] {
  return [
    `${keySql(own)} AS k`,
    ...group.slice(1).map((name) => (name === 'platform_id' ? platformSql(request) : name)),
  ];
}

function platformSql({ platformOf = new Map() }: FiguresRequest): string {
  if (platformOf.size === 0) return 'toUInt16(0) AS platform_id';
  const lists = [platformOf.keys(), platformOf.values()].map((ids) => `[${idList([...ids]).slice(1, -1)}]`);
  return `toUInt16(transform(operator_id, ${lists.join(', ')}, 0)) AS platform_id`;
}

function baseWhere(request: FiguresRequest, branches: readonly Branch[]): string {
  const conditions = [within(branches.map(({ piece }) => piece)), ...dimensionFilter(request)];
  if (request.sessionType) conditions.push(`session_type = ${request.sessionType}`);
  if (typeof request.isOpen === 'boolean') conditions.push(`is_open = ${request.isOpen ? 1 : 0}`);
  return conditions.join(' AND ');
}

function cubeWhere(request: FiguresRequest, branches: readonly Branch[], allTypes: string): string {
  return [
    `lvl = ${levelOf(request)}`,
    `session_type IN (${request.sessionType ? String(request.sessionType) : allTypes})`,
    within(branches.map(({ piece }) => piece)),
    ...dimensionFilter(request),
  ].join(' AND ');
}

/** The columns that {@link sumsSql} answers, in order: the keys of the rows, then their sums. */
export function sumColumns(request: FiguresRequest, players: 'no' | 'cells'): string[] {
  return [...keys(request).group, ...sums, ...(players === 'cells' ? ['players'] : [])];
}

/**
 * Sums of all branches. `players`: 'no'; or 'cells' where each row of the answer is made of cells that share no player
 * (see playersAddUp), so that the stored counts can be added, or comes from the base alone. With byType and 'cells',
 * which only the base can answer together, there is also a row (session_type 0) for all types.
 */
export function sumsSql(
  request: FiguresRequest,
  branches: readonly Branch[],
  players: 'no' | 'cells',
): string {
  const { group, select } = keys(request);
  const counted = players === 'cells' ? [...sums, 'players'] : sums;
  const sources = bySource(branches);
  const parts = sources.map((own) => {
    const columns = partColumns(request, own, group);
    if (own.source === 'base') {
      const distinct = players === 'cells' ? ', toUInt64(groupBitmap(user_id)) AS n_players' : '';
      return currentSessions(
        `${columns.join(', ')}, ${baseSums}${distinct}`,
        baseWhere(request, own.branches),
        // Of both types together the players are counted, not added; that is right here alone, where all rows are read.
        players === 'cells' && request.byType ? withoutType(group) : `GROUP BY ${select}`,
      );
    }
    const cells = counted.map((name) =>
      name === 'players' ? 'toUInt64(players) AS n_players' : `${name} AS n_${name}`,
    );
    return `SELECT ${[...columns, ...cells].join(', ')} FROM cube_${own.source}_v1 FINAL
      WHERE ${cubeWhere(request, own.branches, request.byType ? '1, 4' : '0')}`;
  });
  const answered = (sum: (name: string) => string) =>
    `SELECT ${select}, ${counted.map((name) => `${sum(`n_${name}`)} AS ${name}`).join(', ')}
     FROM (${parts.join(' UNION ALL ')})`;
  return sources.every((own) => isSummed(request, own, players)) && sources.length === 1
    ? answered((name) => name)
    : `${answered((name) => `sum(${name})`)} GROUP BY ${select}`;
}

/**
 * Whether a source gives one row per key: the base groups by them, and a cell of the cube is a row where the request
 * has every dimension of its level and one bucket per key, as 'cells' says. Adding single rows up takes a quarter of the
 * time of a large answer (6,000 rows: 3 of 12 ms).
 */
function isSummed(request: FiguresRequest, { source }: SourceBranches, players: 'no' | 'cells'): boolean {
  if (source === 'base') return true;
  const by = request.by ?? [];
  const dimensions = levelDimensions[levelOf(request)] ?? [];
  return players === 'cells' && dimensions.every((dimension) => by.includes(dimension));
}

/** Distinct players per row of the answer; with byType also one row (session_type 0) for all types together. */
export function playersSql(request: FiguresRequest, branches: readonly Branch[]): string {
  const { group, select } = keys(request);
  const parts = bySource(branches).map((own) => {
    const columns = partColumns(request, own, group).join(', ');
    if (own.source === 'base') {
      return currentSessions(
        `${columns}, groupBitmapState(user_id) AS pb`,
        baseWhere(request, own.branches),
        `GROUP BY ${select}`,
      );
    }
    return `SELECT ${columns}, pb FROM cube_${own.source}_players_v1 FINAL
      WHERE ${cubeWhere(request, own.branches, '1, 4')}`;
  });
  const union = parts.join(' UNION ALL ');
  if (!request.byType) {
    return `SELECT ${select}, groupBitmapMerge(pb) AS players FROM (${union}) GROUP BY ${select}`;
  }
  return `SELECT ${select}, groupBitmapMerge(pb) AS players FROM (${union}) ${withoutType(group)}`;
}

/** Groups by the type and once more without it; the type of the latter rows is 0. */
function withoutType(group: readonly string[]): string {
  const rest = group.filter((name) => name !== 'session_type');
  return `GROUP BY GROUPING SETS ((${group.join(', ')}), (${rest.join(', ')}))`;
}
