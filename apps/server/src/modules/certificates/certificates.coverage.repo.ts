import {
  type ActionState,
  actionStates,
  type CertificateAction,
  type CoverageCell,
  type CoverageOrder,
  type CoverageRow,
  type CoverageState,
  type CoverageTotals,
  defaultJurisdictions,
  type NeededJurisdiction,
  neededJurisdictions,
} from '@ludus/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Day } from '../../infra/clock/index.ts';
import type { Db } from '../../infra/postgres/index.ts';
import type { DocumentView } from './certificates.policy.ts';
import { stateOn } from './certificates.state.repo.ts';
import '../games/index.ts';
import '../integrations/index.ts';

export interface CoverageFilter {
  integrationId?: number | undefined;
  gameId?: number | undefined;
  /** Only these games, whatever else is asked. */
  gameIds?: readonly number[] | undefined;
  jurisdiction?: readonly NeededJurisdiction[] | undefined;
  /** What the names of games contain. */
  find?: string | undefined;
}

/** What of a matrix is listed, and in which order: by name unless something else is asked for. */
export interface CoverageListing extends CoverageFilter {
  /** Only games of which something is expired or missing. */
  gaps?: boolean | undefined;
  order?: CoverageOrder | undefined;
}

/** From the least to the most urgent; a cell shows the last of those that its integrations are in. */
const ranked: readonly CoverageState[] = ['valid', 'expiring', 'missing', 'expired'];

/**
 * The common tables of a matrix. `needs`: what each integration needs of each of its games. `held`: what certificates there are, one
 * that holds anywhere in every jurisdiction. `judged`: `coverageState` of the contract in SQL, of each need; with what a cell shows
 * beside its state only where it is asked for, which takes most of the time of a whole matrix.
 */
function judged(
  view: DocumentView,
  filter: CoverageFilter,
  today: Day,
  shows: keyof typeof shown,
): RawBuilder<unknown> {
  const own = view.kind === 'all' ? (filter.integrationId ?? null) : view.kind === 'one' ? view.id : 0;
  const { gameId = null, jurisdiction, find = '' } = filter;
  const gameIds = filter.gameIds === undefined ? null : [...filter.gameIds];
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = jurisdiction === undefined || jurisdiction.length === 0 ? null : [...jurisdiction];
  return sql`
    needs AS (
      SELECT l.game_id, l.integration_id, needed.code
      FROM integration_games l
      JOIN integrations i ON i.id = l.integration_id AND i.deleted_at IS NULL
      JOIN games g ON g.id = l.game_id AND g.is_catalog
      LEFT JOIN integration_jurisdictions r ON r.integration_id = i.id
      CROSS JOIN LATERAL unnest(coalesce(r.jurisdictions, ${[...defaultJurisdictions]}::text[])) AS needed(code)
      WHERE (${own}::integer IS NULL OR l.integration_id = ${own}::integer)
        AND (${gameId}::integer IS NULL OR l.game_id = ${gameId}::integer)
        AND (${gameIds}::integer[] IS NULL OR l.game_id = ANY(${gameIds}::integer[]))
        AND needed.code = ANY(coalesce(${wanted}::text[], ${[...neededJurisdictions]}::text[]))
        AND (${words.length === 0} OR (SELECT bool_and(strpos(lower(concat_ws(' ', g.name, g.sub_name)), word) > 0)
          FROM unnest(${words}::text[]) AS word))
    ), held AS MATERIALIZED (
      SELECT cg.game_id, place.code, c.integration_id, c.id, c.valid_from, c.valid_until, life.state
      FROM certificates c
      JOIN certificate_games cg ON cg.certificate_id = c.id
      LEFT JOIN certificates s ON s.id = c.replaced_by
      CROSS JOIN LATERAL (SELECT ${stateOn(today)} AS state) life
      CROSS JOIN LATERAL unnest(CASE WHEN c.jurisdiction = 'any' THEN ${[...neededJurisdictions]}::text[]
        ELSE ARRAY[c.jurisdiction] END) AS place(code)
      WHERE c.document_type = 'certificate' AND c.jurisdiction IS NOT NULL AND life.state <> 'replaced'
        AND (${gameId}::integer IS NULL OR cg.game_id = ${gameId}::integer)
        AND (${gameIds}::integer[] IS NULL OR cg.game_id = ANY(${gameIds}::integer[]))
    ), found AS (
      SELECT n.game_id, n.code, n.integration_id,
        bool_or(h.state = 'valid') AS is_valid,
        max(h.valid_until) FILTER (WHERE h.state = 'expiring') AS last_end,
        min(h.valid_from) FILTER (WHERE h.state = 'upcoming') AS next_start,
        bool_or(h.state = 'expired') AS is_over${shown[shows]}
      FROM needs n
      LEFT JOIN held h ON h.game_id = n.game_id AND h.code = n.code
        AND (h.integration_id IS NULL OR h.integration_id = n.integration_id)
      GROUP BY n.game_id, n.code, n.integration_id
    ), judged AS (
      SELECT *, CASE
          WHEN is_valid THEN 0
          WHEN last_end IS NOT NULL THEN CASE WHEN next_start <= last_end + 1 THEN 0 ELSE 1 END
          WHEN is_over THEN 3
          ELSE 2
        END AS rank
      FROM found
    )`;
}

const ended = sql`,
        max(h.valid_until) FILTER (WHERE h.state = 'expired') AS ended`;

/** What is found beside that which decides about a state. */
const shown = {
  ranks: sql``,
  lapsed: ended,
  details: sql`${ended},
        max(coalesce(h.valid_until, 'infinity')) FILTER (WHERE h.state <> 'expired') AS held_until,
        (array_agg(h.id ORDER BY h.state = 'expired', h.valid_until DESC NULLS FIRST, h.id DESC)
          FILTER (WHERE h.id IS NOT NULL))[1] AS certificate_id`,
};

const namesOfIntegrations = sql`json_agg(json_build_object('id', i.id, 'name', i.name) ORDER BY lower(i.name), i.id)`;

/** Of a game in a jurisdiction the worst of its needs, with the integrations that are in it. */
async function findCells(
  db: Db,
  view: DocumentView,
  filter: CoverageFilter,
  today: Day,
): Promise<(StoredCell & { game_id: number })[]> {
  const { rows } = await sql<StoredCell & { game_id: number }>`
    WITH ${judged(view, filter, today, 'details')}, worst AS (
      SELECT *, max(rank) OVER (PARTITION BY game_id, code) AS worst FROM judged
    )
    SELECT w.game_id, w.code, w.rank,
      min(CASE w.rank WHEN 0 THEN nullif(w.held_until, 'infinity') WHEN 1 THEN w.last_end WHEN 3 THEN w.ended END)::text AS until,
      CASE WHEN w.rank >= 2 AND bool_and(w.next_start IS NOT NULL) THEN max(w.next_start)::text END AS starts,
      CASE WHEN w.rank <> 2 OR bool_and(w.next_start IS NOT NULL) THEN max(w.certificate_id) END AS certificate_id,
      ${namesOfIntegrations} AS integrations
    FROM worst w JOIN integrations i ON i.id = w.integration_id
    WHERE w.rank = w.worst
    GROUP BY w.game_id, w.code, w.rank
    ORDER BY w.game_id, w.code`.execute(db);
  return rows;
}

interface StoredCell {
  code: NeededJurisdiction;
  rank: number;
  until: string | null;
  starts: string | null;
  certificate_id: number | null;
  integrations: { id: number; name: string }[];
}

function cellOf({ code, rank, until, starts, certificate_id, integrations }: StoredCell): CoverageCell {
  const state = ranked[rank] ?? 'missing';
  return { jurisdiction: code, state, until, from: starts, certificateId: certificate_id, integrations };
}

export interface CoveragePage {
  rows: CoverageRow[];
  count: number;
  jurisdictions: NeededJurisdiction[];
  totals: CoverageTotals;
  byJurisdiction: { jurisdiction: NeededJurisdiction; totals: CoverageTotals }[];
}

/** How many cells of a jurisdiction have a rank. */
interface RankCount {
  code: NeededJurisdiction;
  rank: number;
  count: number;
}

function totalsOf(counts: readonly RankCount[]): CoverageTotals {
  const totals = { valid: 0, expiring: 0, expired: 0, missing: 0 };
  for (const { rank, count } of counts) totals[ranked[rank] ?? 'missing'] += count;
  return totals;
}

/** What has ended or ends asks for someone before what never was: the other way round than the ranks, which say what a cell shows. */
const urgency = sql`CASE rank WHEN 3 THEN 3 WHEN 1 THEN 2 WHEN 2 THEN 1 ELSE 0 END`;
const soonestEnd = sql`min(CASE rank WHEN 1 THEN last_end WHEN 3 THEN ended END)`;
const mostUrgentFirst = sql`listed.urgency DESC, listed.ends NULLS LAST, listed.missing DESC,`;

/** A page of the matrix with its columns and totals; without a limit the whole of it. */
export async function findCoverage(
  db: Db,
  view: DocumentView,
  { gaps = false, order = 'name', ...filter }: CoverageListing,
  { today, limit = null, offset = 0 }: { today: Day; limit?: number | null; offset?: number },
): Promise<CoveragePage> {
  const isByUrgency = order === 'urgency';
  const { rows: found } = await sql<{
    count: number;
    ranks: RankCount[];
    games: { id: number; name: string; sub_name: string | null }[];
  }>`
    WITH ${judged(view, filter, today, isByUrgency ? 'lapsed' : 'ranks')}, ranked AS (
      SELECT game_id, code, max(rank) AS rank, ${isByUrgency ? soonestEnd : sql`NULL::date`} AS ends
      FROM judged GROUP BY game_id, code
    ), listed AS (
      SELECT game_id, max(${urgency}) AS urgency, min(ends) AS ends, count(*) FILTER (WHERE rank = 2) AS missing
      FROM ranked GROUP BY game_id HAVING ${!gaps} OR max(rank) >= 2
    ), page AS (
      SELECT g.id, g.name, g.sub_name,
        row_number() OVER (ORDER BY ${isByUrgency ? mostUrgentFirst : sql``} lower(g.name), lower(g.sub_name), g.id) AS place
      FROM listed JOIN games g ON g.id = listed.game_id
      ORDER BY place LIMIT ${limit}::integer OFFSET ${offset}
    )
    SELECT
      (SELECT count(*)::integer FROM listed) AS count,
      (SELECT coalesce(json_agg(counted), '[]')
        FROM (SELECT code, rank, count(*)::integer AS count FROM ranked GROUP BY code, rank) counted) AS ranks,
      (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'sub_name', sub_name) ORDER BY place), '[]')
        FROM page) AS games`.execute(db);
  const { count = 0, ranks = [], games = [] } = found[0] ?? {};
  // Only the cells that are read are made whole, and joined here: the database misjudges how many of them there are.
  const gameIds = limit === null && !gaps ? undefined : games.map(({ id }) => id);
  const cells = Map.groupBy(await findCells(db, view, { ...filter, gameIds }, today), (cell) => cell.game_id);
  const byCode = Map.groupBy(ranks, ({ code }) => code);
  const jurisdictions = neededJurisdictions.filter((code) => byCode.has(code));
  return {
    rows: games.map((game) => ({ game, cells: (cells.get(game.id) ?? []).map(cellOf) })),
    count,
    jurisdictions,
    totals: totalsOf(ranks),
    byJurisdiction: jurisdictions.map((jurisdiction) => ({
      jurisdiction,
      totals: totalsOf(byCode.get(jurisdiction) ?? []),
    })),
  };
}

export interface ActionsFilter extends CoverageFilter {
  state?: ActionState | undefined;
}

export interface ActionsPage {
  rows: CertificateAction[];
  count: number;
  totals: Record<ActionState, number>;
}

/** A page of what needs action, by urgency; without a limit all of it. */
export async function findActions(
  db: Db,
  view: DocumentView,
  { state, ...filter }: ActionsFilter,
  { today, limit = null, offset = 0 }: { today: Day; limit?: number | null; offset?: number },
): Promise<ActionsPage> {
  type Row = StoredCell & { game: CertificateAction['game'] };
  const wanted = state === undefined ? null : ranked.indexOf(state);
  const { rows: found } = await sql<{ counts: { rank: number; count: number }[]; rows: Row[] }>`
    WITH ${judged(view, filter, today, 'details')}, needing AS (
      SELECT j.game_id, j.code, j.rank,
        min(CASE j.rank WHEN 1 THEN j.last_end WHEN 3 THEN j.ended END) AS ends,
        CASE WHEN j.rank >= 2 AND bool_and(j.next_start IS NOT NULL) THEN max(j.next_start)::text END AS starts,
        CASE WHEN j.rank <> 2 OR bool_and(j.next_start IS NOT NULL) THEN max(j.certificate_id) END AS certificate_id,
        ${namesOfIntegrations} AS integrations
      FROM judged j JOIN integrations i ON i.id = j.integration_id
      WHERE j.rank > 0
      GROUP BY j.game_id, j.code, j.rank
    ), page AS (
      SELECT n.code, n.rank, n.ends::text AS until, n.starts, n.certificate_id, n.integrations,
        json_build_object('id', g.id, 'name', g.name, 'sub_name', g.sub_name) AS game,
        row_number() OVER (
          ORDER BY ${urgency} DESC, n.ends NULLS LAST, lower(g.name), lower(g.sub_name), g.id, n.code) AS place
      FROM needing n JOIN games g ON g.id = n.game_id
      WHERE ${wanted}::integer IS NULL OR n.rank = ${wanted}::integer
      ORDER BY place LIMIT ${limit}::integer OFFSET ${offset}
    )
    SELECT
      (SELECT coalesce(json_agg(counted), '[]')
        FROM (SELECT rank, count(*)::integer AS count FROM needing GROUP BY rank) counted) AS counts,
      (SELECT coalesce(json_agg(page ORDER BY place), '[]') FROM page) AS rows`.execute(db);
  const { counts = [], rows = [] } = found[0] ?? {};
  const countOf = (one: ActionState) => counts.find(({ rank }) => ranked[rank] === one)?.count ?? 0;
  const totals = {
    expired: countOf('expired'),
    expiring: countOf('expiring'),
    missing: countOf('missing'),
  };
  return {
    rows: rows.map(({ game, ...cell }) => ({ ...cellOf(cell), state: actionOf(cell), game })),
    count: state === undefined ? totals.expired + totals.expiring + totals.missing : totals[state],
    totals,
  };
}

const actionOf = ({ rank }: StoredCell): ActionState =>
  actionStates.find((one) => one === ranked[rank]) ?? 'missing';

/** Cells that have lapsed, by game and jurisdiction. */
export async function findLapsed(
  db: Db,
  view: DocumentView,
  filter: CoverageFilter,
  today: Day,
): Promise<
  {
    gameId: number;
    jurisdiction: NeededJurisdiction;
    until: string;
    integrations: { id: number; name: string }[];
  }[]
> {
  type Lapsed = Pick<StoredCell, 'code' | 'integrations'> & { game_id: number; until: string };
  // Nothing is worse than what has lapsed.
  const { rows } = await sql<Lapsed>`
    WITH ${judged(view, filter, today, 'lapsed')}
    SELECT j.game_id, j.code, min(j.ended)::text AS until, ${namesOfIntegrations} AS integrations
    FROM judged j JOIN integrations i ON i.id = j.integration_id
    WHERE j.rank = 3
    GROUP BY j.game_id, j.code
    ORDER BY j.game_id, j.code`.execute(db);
  return rows.map(({ game_id, code, until, integrations }) => ({
    gameId: game_id,
    jurisdiction: code,
    until,
    integrations,
  }));
}

/** Integrations that need a certificate which is there where it holds, each with the names of its games. */
export async function findConcerned(
  db: Db,
  certificateId: number,
): Promise<{ integration_id: number; games: string[] }[]> {
  const { rows } = await sql<{ integration_id: number; games: string[] }>`
    SELECT i.id AS integration_id, json_agg(g.name ORDER BY lower(g.name), g.id) AS games
    FROM certificates c
    JOIN certificate_games cg ON cg.certificate_id = c.id
    JOIN games g ON g.id = cg.game_id AND g.is_catalog
    JOIN integration_games l ON l.game_id = g.id
    JOIN integrations i ON i.id = l.integration_id AND i.deleted_at IS NULL
    LEFT JOIN integration_jurisdictions r ON r.integration_id = i.id
    CROSS JOIN LATERAL (SELECT coalesce(r.jurisdictions, ${[...defaultJurisdictions]}::text[]) AS codes) needed
    WHERE c.id = ${certificateId} AND c.document_type = 'certificate'
      AND (c.integration_id IS NULL OR c.integration_id = i.id)
      AND (c.jurisdiction = ANY(needed.codes) OR (c.jurisdiction = 'any' AND cardinality(needed.codes) > 0))
    GROUP BY i.id ORDER BY i.id`.execute(db);
  return rows;
}

/** What an integration needs; undefined for one that is gone, null while no one has set it. */
export async function findNeeded(
  db: Db,
  integrationId: number,
): Promise<{ name: string; jurisdictions: string[] | null } | undefined> {
  return db
    .selectFrom('integrations as i')
    .leftJoin('integration_jurisdictions as r', 'r.integration_id', 'i.id')
    .select(['i.name', 'r.jurisdictions'])
    .where('i.id', '=', integrationId)
    .where('i.deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function upsertNeeded(
  tx: Db,
  integrationId: number,
  jurisdictions: readonly NeededJurisdiction[],
): Promise<void> {
  await tx
    .insertInto('integration_jurisdictions')
    .values({ integration_id: integrationId, jurisdictions: [...jurisdictions] })
    .onConflict((conflict) =>
      conflict.column('integration_id').doUpdateSet({ jurisdictions: [...jurisdictions] }),
    )
    .execute();
}

export async function deleteNeeded(tx: Db, integrationId: number): Promise<void> {
  await tx.deleteFrom('integration_jurisdictions').where('integration_id', '=', integrationId).execute();
}
