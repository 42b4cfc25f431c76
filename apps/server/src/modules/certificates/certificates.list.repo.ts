import { type DocumentState, namedGames, type QueryOf, type searchCertificates } from '@ludus/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Day } from '../../infra/clock/index.ts';
import type { Db } from '../../infra/postgres/index.ts';
import type { DocumentView } from './certificates.policy.ts';
import type { CertificateRow } from './certificates.repo.ts';
import { stateOn } from './certificates.state.repo.ts';

export type ListFilter = Omit<QueryOf<typeof searchCertificates>, 'page' | 'limit'>;

export interface ListedRow extends CertificateRow {
  game_count: number;
}

export interface ListedPage {
  rows: ListedRow[];
  count: number;
  states: Record<DocumentState, number>;
  withoutJurisdiction: number;
}

/** Games of a document that the view shows. */
function gamesOf(view: DocumentView): RawBuilder<unknown> {
  const own = view.kind === 'one' ? view.id : null;
  return sql`certificate_games cg JOIN games g ON g.id = cg.game_id
    WHERE cg.certificate_id = c.id AND (${view.kind === 'all'} OR (g.is_catalog AND EXISTS (
      SELECT FROM integration_games l WHERE l.game_id = g.id AND l.integration_id = ${own}::integer)))`;
}

/** What the view shows and the filter leaves, whatever their state. */
function matching(view: DocumentView, filter: ListFilter, today: Day): RawBuilder<unknown> {
  const own = view.kind === 'one' ? view.id : null;
  const { type, jurisdiction, integrationId, gameId, within, find = '' } = filter;
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  const conditions = [
    view.kind === 'all'
      ? sql`true`
      : sql`(c.integration_id = ${own}::integer OR (c.integration_id IS NULL AND EXISTS (SELECT FROM ${gamesOf(view)})))`,
    ...(type === undefined ? [] : [sql`c.document_type = ${type}`]),
    ...(jurisdiction === undefined
      ? []
      : jurisdiction === 'none'
        ? [sql`c.jurisdiction IS NULL`]
        : [sql`c.jurisdiction = ${jurisdiction}`]),
    ...(integrationId === undefined
      ? []
      : [sql`(c.integration_id IS NULL OR c.integration_id = ${integrationId}::integer)`]),
    ...(gameId === undefined
      ? []
      : [
          sql`EXISTS (SELECT FROM certificate_games cg WHERE cg.certificate_id = c.id AND cg.game_id = ${gameId}::integer)`,
        ]),
    ...(within === undefined
      ? []
      : [sql`c.valid_until BETWEEN ${today}::date AND ${today}::date + ${within}::integer`]),
    ...(words.length === 0
      ? []
      : [
          sql`(SELECT bool_and(strpos(lower(concat_ws(' ', c.name, c.file_name, i.name,
            (SELECT string_agg(g.name, ' ') FROM ${gamesOf(view)}))), word) > 0)
            FROM unnest(${words}::text[]) AS word)`,
        ]),
  ];
  return sql.join(conditions, sql` AND `);
}

/**
 * A page of documents by their end, with how many there are in each state: one statement, so that they agree. Documents name few of
 * their games.
 */
export async function findListed(
  db: Db,
  view: DocumentView,
  filter: ListFilter,
  { today, limit, offset }: { today: Day; limit: number; offset: number },
): Promise<ListedPage> {
  const isShown = filter.state === undefined ? sql`state <> 'replaced'` : sql`state = ${filter.state}`;
  const { rows } = await sql<{
    states: Partial<Record<DocumentState, number>>;
    without_jurisdiction: number;
    rows: (Omit<ListedRow, 'updated_at'> & { updated_at: string })[];
  }>`
    WITH matching AS (
      SELECT c.*, i.name AS integration_name, s.name AS successor_name, s.valid_from AS successor_from,
        ${stateOn(today)} AS state
      FROM certificates c
      LEFT JOIN integrations i ON i.id = c.integration_id
      LEFT JOIN certificates s ON s.id = c.replaced_by
      WHERE ${matching(view, filter, today)}
    ), page AS (
      SELECT c.*, named.games, named.game_count
      FROM (
        SELECT * FROM matching WHERE ${isShown}
        ORDER BY valid_until NULLS LAST, lower(name), id LIMIT ${limit} OFFSET ${offset}
      ) c
      CROSS JOIN LATERAL (
        SELECT coalesce(json_agg(json_build_object('id', n.id, 'name', n.name) ORDER BY n.place)
            FILTER (WHERE n.place <= ${namedGames}), '[]') AS games,
          count(*)::integer AS game_count
        FROM (
          SELECT g.id, g.name, row_number() OVER (ORDER BY lower(g.name), g.id) AS place FROM ${gamesOf(view)}
        ) n
      ) named
    )
    SELECT
      (SELECT coalesce(json_object_agg(state, count), '{}')
        FROM (SELECT state, count(*)::integer AS count FROM matching GROUP BY state) counted) AS states,
      (SELECT count(*)::integer FROM matching
        WHERE document_type = 'certificate' AND jurisdiction IS NULL AND state IN ('valid', 'expiring')
      ) AS without_jurisdiction,
      (SELECT coalesce(json_agg(page ORDER BY valid_until NULLS LAST, lower(name), id), '[]') FROM page) AS rows`.execute(
    db,
  );
  const [found] = rows;
  const states = { upcoming: 0, valid: 0, expiring: 0, expired: 0, replaced: 0, ...found?.states };
  const { replaced, ...current } = states;
  const all = Object.values(current).reduce((sum, one) => sum + one, 0);
  return {
    rows: (found?.rows ?? []).map((row) => ({ ...row, updated_at: new Date(row.updated_at) })),
    count: filter.state === undefined ? all : states[filter.state],
    states,
    withoutJurisdiction: found?.without_jurisdiction ?? 0,
  };
}
