import type { IntegrationScope } from '../../platform/access/index.ts';
import type { AskIntegers } from './answers.ts';
import { hasHours, levelDimensions, levelOf, playersAddUp } from './cube-levels.ts';
import type { Estimates } from './estimates.books.ts';
import { isOneBucket, planPieces } from './figures.plan.ts';
import { addAllTypes, putPlayers, type RowsByLevel, readSums } from './figures.rows.ts';
import { type Branch, keyColumns, playersSql, type Statement, sumColumns, sumsSql } from './figures.sql.ts';
import type { Dimension, FiguresRequest, FiguresRow, Period } from './figures.types.ts';
import type { BooksState } from './stale-buckets.repo.ts';

export interface FiguresDeps {
  ask: AskIntegers;
  estimates: Estimates;
}

/** Which side answers a question; everybody but tests and the bench leaves it to the books. */
export type Route = 'best' | 'base' | 'cube';

/** Rows an answer may have; a question that needs more is too large for a screen and is refused by the callers. */
export const mostFigureRows = 250_000;

/**
 * Where the base is asked although the cube could answer, by level: below this many sessions reading them all is faster
 * than finding cells and uniting bitmaps (measured; bench/README.md).
 */
const baseBelow = [3_000, 3_000, 5_000, 15_000, 300_000, 200_000] as const;

/*
 * Cells are few and a screen asks several questions at once: one thread each costs a quarter less than two. All
 * conditions on cells are on their key, so they may be put before versions are merged.
 */
const cubeSettings = { max_threads: 1, optimize_move_to_prewhere_if_final: 1 } as const;

/**
 * The one function behind every sum over sessions: statistics, dashboard, counts, reports. Exact always: stretches that
 * the cube does not hold as the base does are read from the base. `route` is for tests and the bench.
 */
export async function figuresOf(
  deps: FiguresDeps,
  asked: FiguresRequest,
  scope: IntegrationScope,
  state: BooksState,
  route: Route = 'best',
): Promise<FiguresRow[]> {
  const request = scoped(asked, scope);
  if (request === null) return [];
  const branches = await branchesOf(deps, request, state, route);
  return (await answer(deps, { request, branches }, state)).get(0) ?? [];
}

/**
 * The same question with several dimensions, each answered as {@link figuresOf} would. Levels of the cube that the same
 * cells answer are read in one statement: of a report's four, three cost 3 to 4 ms each before they read anything.
 */
export async function figuresByLevel(
  deps: FiguresDeps,
  asked: FiguresRequest,
  levels: readonly (readonly Dimension[])[],
  scope: IntegrationScope,
  state: BooksState,
  route: Route = 'best',
): Promise<FiguresRow[][]> {
  const own = scoped(asked, scope);
  if (own === null) return levels.map(() => []);
  const statements = await Promise.all(
    levels.map(async (by) => {
      const request = { ...own, by };
      return { request, branches: await branchesOf(deps, request, state, route) };
    }),
  );
  const [widest] = statements.filter(isOfCells).toSorted((a, b) => b.request.by.length - a.request.by.length);
  const isTogether = (one: Statement) =>
    widest !== undefined && isOfCells(one) && isWithin(one, widest) && sameCells(one, widest);
  const together = statements.filter(isTogether).map(({ request }) => levelOf(request));
  const shared = widest && answer(deps, { ...widest, levels: together }, state);
  return Promise.all(
    statements.map(async (one) =>
      shared && isTogether(one)
        ? ((await shared).get(levelOf(one.request)) ?? [])
        : ((await answer(deps, one, state)).get(0) ?? []),
    ),
  );
}

/** Whether each row of a statement's answer is made of cells that have its dimensions and no other. */
function isOfCells({ request, branches }: Statement): boolean {
  const by = request.by ?? [];
  return (
    request.byType !== true &&
    branches.length > 0 &&
    branches.every(({ piece }) => piece.source !== 'base') &&
    by.length === (levelDimensions[levelOf(request)] ?? []).length &&
    !by.includes('platform')
  );
}

const isWithin = (one: Statement, other: Statement) =>
  (one.request.by ?? []).every((dimension) => other.request.by?.includes(dimension));

const sameCells = (one: Statement, other: Statement) =>
  JSON.stringify(one.branches) === JSON.stringify(other.branches);

async function answer(
  { ask }: FiguresDeps,
  statement: Statement,
  { generation }: BooksState,
): Promise<RowsByLevel> {
  const { request, branches } = statement;
  if (branches.length === 0) return new Map();
  const fromCube = branches.every(({ piece }) => piece.source !== 'base');
  const options = {
    timeoutMs: 120_000,
    maxRows: mostFigureRows,
    settings: fromCube ? cubeSettings : {},
  };
  const hasCounts = request.players === true && playersPerBucket(request, branches);
  const players = hasCounts ? 'cells' : 'no';
  const [sums, united] = await Promise.all([
    ask(generation, sumsSql(statement, players), { ...options, label: 'books.figures.sums' }),
    request.players && !hasCounts
      ? ask(generation, playersSql(statement), { ...options, label: 'books.figures.players' })
      : null,
  ]);
  const levels = readSums(sums, sumColumns(statement, players));
  if (request.byType && !hasCounts) for (const rows of levels.values()) addAllTypes(rows);
  if (united) putPlayers(levels, united, [...keyColumns(statement), 'players']);
  return levels;
}

/** The request cut down to what the scope shows; null when that is nothing. */
export function scoped<R extends FiguresRequest>(request: R, scope: IntegrationScope): R | null {
  if (scope.kind === 'all') return request;
  if (scope.kind === 'none') return null;
  const { integrations } = request;
  if (integrations && integrations.length > 0 && !integrations.includes(scope.id)) return null;
  return { ...request, integrations: [scope.id] };
}

async function branchesOf(
  deps: FiguresDeps,
  request: FiguresRequest,
  state: BooksState,
  route: Route,
): Promise<Branch[]> {
  const level = levelOf(request);
  const onlyBase = typeof request.isOpen === 'boolean' || route === 'base';
  const bucketOf = (index: number) => request.grain ?? index;
  const wholeBase = (period: Period, index: number): Branch => ({
    piece: { source: 'base', fromMs: period.from.getTime(), toMs: period.to.getTime() },
    bucket: bucketOf(index),
  });
  const periods = request.periods.map((period, index) => ({ period, index }));
  const filled = periods.filter(({ period }) => period.from < period.to);
  if (onlyBase) return filled.map(({ period, index }) => wholeBase(period, index));
  const estimates = route === 'best' ? await deps.estimates.current(state) : null;
  return filled.flatMap(({ period, index }) => {
    if (estimates && estimates.sessionsIn(period, request.integrations) <= baseBelow[level]) {
      return [wholeBase(period, index)];
    }
    const pieces = planPieces(period, {
      largest: request.grain ?? 'month',
      // A day's players come from one source, so a day cut short is not put together from hours.
      hours: hasHours(level) && request.grain !== 'day' && request.grain !== 'month',
      staleDays: state.staleDays,
      staleMonths: state.staleMonths,
    });
    return pieces.map((piece) => ({ piece, bucket: bucketOf(index) }));
  });
}

/**
 * Whether the stored counts of players make up the asked ones: every row of the answer comes from cells of one bucket
 * that share no player, or from the base.
 */
function playersPerBucket(request: FiguresRequest, branches: readonly Branch[]): boolean {
  const sources = new Set(branches.map(({ piece }) => piece.source));
  if (sources.size === 1 && sources.has('base')) return true;
  if (request.byType || !playersAddUp(request)) return false;
  if (request.grain === undefined) return eachInOneBucket(branches);
  sources.delete('base');
  return sources.size === 1 && sources.has(request.grain) && !mixesBase(request, branches);
}

/** Whether every period is answered by one stretch, of the base or of a single bucket of the cube. */
function eachInOneBucket(branches: readonly Branch[]): boolean {
  const periods = new Set(branches.map(({ bucket }) => bucket));
  return (
    periods.size === branches.length &&
    branches.every(({ piece }) => piece.source === 'base' || isOneBucket(piece))
  );
}

// A month may be put together from days and the base; then its players must be united, not added.
function mixesBase(request: FiguresRequest, branches: readonly Branch[]): boolean {
  return request.grain === 'month' && branches.some(({ piece }) => piece.source === 'base');
}
