import { type Level, levelOf } from './cube-levels.ts';
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
  operator: 'operator_id',
  game: 'game_id',
};
const dimensionColumns = ['integration_id', 'operator_id', 'game_id'];
const sums = ['sessions', 'open', 'idle', 'open_idle', 'bet', 'win', 'net', 'due', 'rounds'];
// The names differ from the columns', because a name given here would be taken for the column by the next expression.
const baseSums = `count() AS n_sessions, sum(is_open) AS n_open, countIf(rounds = 0) AS n_idle,
  countIf(rounds = 0 AND is_open = 1) AS n_open_idle, sum(bet) AS n_bet, sum(win) AS n_win, sum(net) AS n_net,
  sum(due) AS n_due, sum(rounds) AS n_rounds`;

/** How the keys of buckets come out of each source; see FiguresRow.bucket. */
function bucketSql(source: Piece['source'], bucket: number | Grain): string {
  if (typeof bucket === 'number') return `toUInt32(${bucket})`;
  const instant = source === 'base' ? 'created_at' : 'b';
  if (source === 'day' || source === 'month') {
    return bucket === 'month' ? `toUInt32(toYYYYMM(${instant}))` : `toUInt32(toYYYYMMDD(${instant}))`;
  }
  if (bucket === 'hour') return `toUInt32(toUnixTimestamp(toStartOfHour(${instant}, 'UTC')))`;
  return bucket === 'day'
    ? `toUInt32(toYYYYMMDD(${instant}, 'Europe/Rome'))`
    : `toUInt32(toYYYYMM(${instant}, 'Europe/Rome'))`;
}

/** Days and months are few: their list lets the primary key of the cube find them one by one. */
function cellsWithin(pieces: readonly Piece[]): string {
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

/** Pieces of one source and one kind of bucket are read together. */
function grouped(
  branches: readonly Branch[],
): { source: Piece['source']; bucket: number | Grain; pieces: Piece[] }[] {
  const groups = new Map<string, { source: Piece['source']; bucket: number | Grain; pieces: Piece[] }>();
  for (const { piece, bucket } of branches) {
    const key = `${piece.source} ${bucket}`;
    const group = groups.get(key) ?? { source: piece.source, bucket, pieces: [] };
    group.pieces.push(piece);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** The columns a request groups by; the others are 0. */
function keys(request: FiguresRequest): { group: string[]; select: string } {
  const wanted = new Set((request.by ?? []).map((dimension) => column[dimension]));
  const group = ['k', ...dimensionColumns.filter((name) => wanted.has(name))];
  if (request.byType) group.push('session_type');
  return { group, select: group.join(', ') };
}

function baseWhere(request: FiguresRequest, pieces: readonly Piece[]): string {
  const conditions = [cellsWithin(pieces), ...dimensionFilter(request)];
  if (request.sessionType) conditions.push(`session_type = ${request.sessionType}`);
  if (typeof request.isOpen === 'boolean') conditions.push(`is_open = ${request.isOpen ? 1 : 0}`);
  return conditions.join(' AND ');
}

function level(request: FiguresRequest): Level {
  return levelOf(request);
}

/**
 * Sums of all branches. `players`: 'no'; or 'cells' where each row of the answer is made of cells that share no player
 * (see playersAddUp), so that the stored counts can be added.
 */
export function sumsSql(
  request: FiguresRequest,
  branches: readonly Branch[],
  players: 'no' | 'cells',
): string {
  const { group, select } = keys(request);
  const counted = players === 'cells' ? [...sums, 'players'] : sums;
  const parts = grouped(branches).map(({ source, bucket, pieces }) => {
    const k = bucketSql(source, bucket);
    if (source === 'base') {
      const own = players === 'cells' ? ', toUInt64(groupBitmap(user_id)) AS n_players' : '';
      return currentSessions(
        `${k} AS k, ${[...group.slice(1)].map((name) => `${name}, `).join('')}${baseSums}${own}`,
        baseWhere(request, pieces),
        `GROUP BY ${select}`,
      );
    }
    const types = request.sessionType ? String(request.sessionType) : request.byType ? '1, 4' : '0';
    const where = [
      `lvl = ${level(request)}`,
      `session_type IN (${types})`,
      cellsWithin(pieces),
      ...dimensionFilter(request),
    ].join(' AND ');
    const columns = counted.map((name) =>
      name === 'players' ? 'toUInt64(players) AS n_players' : `${name} AS n_${name}`,
    );
    return `SELECT ${k} AS k, ${group
      .slice(1)
      .map((name) => `${name}, `)
      .join('')}${columns.join(', ')}
      FROM cube_${source}_v1 FINAL WHERE ${where}`;
  });
  return `SELECT ${select}, ${counted.map((name) => `sum(n_${name}) AS ${name}`).join(', ')}
    FROM (${parts.join(' UNION ALL ')}) GROUP BY ${select}`;
}

/** Distinct players per row of the answer; with byType also one row (session_type 0) for all types together. */
export function playersSql(request: FiguresRequest, branches: readonly Branch[]): string {
  const { group, select } = keys(request);
  const rest = group
    .slice(1)
    .map((name) => `${name}, `)
    .join('');
  const parts = grouped(branches).map(({ source, bucket, pieces }) => {
    const k = bucketSql(source, bucket);
    if (source === 'base') {
      return currentSessions(
        `${k} AS k, ${rest}groupBitmapState(user_id) AS pb`,
        baseWhere(request, pieces),
        `GROUP BY ${select}`,
      );
    }
    const types = request.sessionType ? String(request.sessionType) : '1, 4';
    const where = [
      `lvl = ${level(request)}`,
      `session_type IN (${types})`,
      cellsWithin(pieces),
      ...dimensionFilter(request),
    ].join(' AND ');
    return `SELECT ${k} AS k, ${rest}pb FROM cube_${source}_players_v1 FINAL WHERE ${where}`;
  });
  const union = parts.join(' UNION ALL ');
  if (!request.byType)
    return `SELECT ${select}, groupBitmapMerge(pb) AS players FROM (${union}) GROUP BY ${select}`;
  const without = group.filter((name) => name !== 'session_type').join(', ');
  return `SELECT ${select}, groupBitmapMerge(pb) AS players FROM (${union})
    GROUP BY GROUPING SETS ((${select}), (${without}))`;
}
