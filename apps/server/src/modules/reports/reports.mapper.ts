import {
  type DetailedReport,
  gameLabel,
  type ReportFigures,
  type ReportGame,
  type ReportIntegration,
  type ReportOperator,
  type ReportPlatform,
  reportMetricIds,
} from '@ludus/contract';
import { integrationName, type References } from '../integrations/index.ts';
import type { Aggregates, AggregatesRow } from '../session-store/index.ts';
import { grandTotalsOf } from '../statistics/index.ts';

/** The sums of each level of the tree, each queried separately: players of a level are not the sum of those below. */
export interface ReportLevels {
  integrations: readonly AggregatesRow[];
  /** Rows of platform 0 are of operators without one. */
  platforms: readonly AggregatesRow[];
  operators: readonly AggregatesRow[];
  games: readonly AggregatesRow[];
}

/** Maps the figures of a row, without net win and due where the caller may not see them. */
export function reportFiguresOf(figures: Aggregates, withNetAndDue: boolean): ReportFigures {
  const totals = grandTotalsOf(figures, withNetAndDue);
  const visible = reportMetricIds.filter((id) => totals[id] !== undefined);
  return Object.fromEntries(visible.map((id) => [id, totals[id]])) as unknown as ReportFigures;
}

/** Returns the tree, sorted by name on every level. */
export function reportTree(
  levels: ReportLevels,
  names: References,
  withNetAndDue: boolean,
): DetailedReport['response'] {
  const figures = (row: Aggregates) => reportFiguresOf(row, withNetAndDue);
  const integrationOf = (id: number) => integrationName(names, id);
  const platformOf = (id: number) => names.platforms.get(id)?.name ?? `Platform ${id}`;
  const operatorOf = (id: number) => names.operators.get(id)?.name ?? `Operator ${id}`;
  const gameOf = (id: number) => {
    const game = names.games.get(id);
    return game === undefined ? `Game ${id}` : gameLabel(game.summary);
  };

  const gamesBelow = new Map<string, ReportGame[]>();
  for (const row of sortByName(levels.games, ({ gameId }) => gameId, gameOf)) {
    const { gameId } = row;
    push(gamesBelow, placeOf(row, row.operatorId), { gameId, gameName: gameOf(gameId), ...figures(row) });
  }
  const direct = new Map<number, ReportOperator[]>();
  const grouped = new Map<string, ReportOperator[]>();
  for (const row of sortByName(levels.operators, ({ operatorId }) => operatorId, operatorOf)) {
    const { operatorId, integrationId } = row;
    const operator: ReportOperator = {
      operatorId,
      operatorName: operatorOf(operatorId),
      ...figures(row),
      games: gamesBelow.get(placeOf(row, operatorId)) ?? [],
    };
    const platformId = names.operators.get(operatorId)?.platformId ?? 0;
    if (platformId === 0) push(direct, integrationId, operator);
    else push(grouped, placeOf(row, platformId), operator);
  }
  const platforms = new Map<number, ReportPlatform[]>();
  for (const row of sortByName(levels.platforms, ({ platformId = 0 }) => platformId, platformOf)) {
    const { platformId = 0, integrationId } = row;
    if (platformId === 0) continue;
    push(platforms, integrationId, {
      platformId,
      platformName: platformOf(platformId),
      ...figures(row),
      operators: grouped.get(placeOf(row, platformId)) ?? [],
    });
  }
  return sortByName(levels.integrations, ({ integrationId }) => integrationId, integrationOf).map(
    (row): ReportIntegration => ({
      integrationId: row.integrationId,
      integrationName: integrationOf(row.integrationId),
      ...figures(row),
      directOperators: direct.get(row.integrationId) ?? [],
      platforms: platforms.get(row.integrationId) ?? [],
    }),
  );
}

const placeOf = ({ integrationId }: AggregatesRow, id: number) => `${integrationId} ${id}`;

function push<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [item]);
  else group.push(item);
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Sorts rows by name. Each name is compared once, not once for each of the many rows that have it. */
function sortByName(
  rows: readonly AggregatesRow[],
  idOf: (row: AggregatesRow) => number,
  nameOf: (id: number) => string,
): AggregatesRow[] {
  const ids = [...new Set(rows.map(idOf))].sort((a, b) => collator.compare(nameOf(a), nameOf(b)) || a - b);
  const ranks = new Map(ids.map((id, index) => [id, index]));
  return rows.toSorted((a, b) => (ranks.get(idOf(a)) ?? 0) - (ranks.get(idOf(b)) ?? 0));
}
