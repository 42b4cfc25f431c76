import {
  type DetailedReport,
  gameLabel,
  type ReportFigures,
  type ReportGame,
  type ReportIntegration,
  type ReportOperator,
  type ReportPlatform,
} from '@ludus/contract';
import type { Figures, FiguresRow } from '../books/index.ts';
import { integrationName, type References } from '../integrations/index.ts';
import { grandTotalsOf } from '../statistics/index.ts';

/** The sums of each level of the tree, each asked for itself: players of a level are not those below added up. */
export interface ReportLevels {
  integrations: readonly FiguresRow[];
  /** Rows of platform 0 are of operators without one. */
  platforms: readonly FiguresRow[];
  operators: readonly FiguresRow[];
  games: readonly FiguresRow[];
}

/** The figures of a row as they leave the server, without net win and due for those who may not see them. */
export function reportFiguresOf(figures: Figures, withNetAndDue: boolean): ReportFigures {
  const { sessionsOpen: _open, sessionsClosed: _closed, ...rest } = grandTotalsOf(figures, withNetAndDue);
  return rest;
}

/** ENT-23, REP-02: the tree, by name on every level. */
export function reportTree(
  levels: ReportLevels,
  names: References,
  withNetAndDue: boolean,
): DetailedReport['response'] {
  const figures = (row: Figures) => reportFiguresOf(row, withNetAndDue);
  const integrationOf = (id: number) => integrationName(names, id);
  const platformOf = (id: number) => names.platforms.get(id)?.name ?? `Platform ${id}`;
  const operatorOf = (id: number) => names.operators.get(id)?.name ?? `Operator ${id}`;
  const gameOf = (id: number) => {
    const game = names.games.get(id);
    return game === undefined ? `Game ${id}` : gameLabel(game.summary);
  };

  const gamesBelow = new Map<string, ReportGame[]>();
  for (const row of byName(levels.games, ({ gameId }) => gameId, gameOf)) {
    const { gameId } = row;
    push(gamesBelow, placeOf(row, row.operatorId), { gameId, gameName: gameOf(gameId), ...figures(row) });
  }
  const direct = new Map<number, ReportOperator[]>();
  const grouped = new Map<string, ReportOperator[]>();
  for (const row of byName(levels.operators, ({ operatorId }) => operatorId, operatorOf)) {
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
  for (const row of byName(levels.platforms, ({ platformId = 0 }) => platformId, platformOf)) {
    const { platformId = 0, integrationId } = row;
    if (platformId === 0) continue;
    push(platforms, integrationId, {
      platformId,
      platformName: platformOf(platformId),
      ...figures(row),
      operators: grouped.get(placeOf(row, platformId)) ?? [],
    });
  }
  return byName(levels.integrations, ({ integrationId }) => integrationId, integrationOf).map(
    (row): ReportIntegration => ({
      integrationId: row.integrationId,
      integrationName: integrationOf(row.integrationId),
      ...figures(row),
      directOperators: direct.get(row.integrationId) ?? [],
      platforms: platforms.get(row.integrationId) ?? [],
    }),
  );
}

const placeOf = ({ integrationId }: FiguresRow, id: number) => `${integrationId} ${id}`;

function push<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [item]);
  else group.push(item);
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Rows in the order of names. Each name is compared once, not once for each of the many rows that carry it. */
function byName(
  rows: readonly FiguresRow[],
  idOf: (row: FiguresRow) => number,
  nameOf: (id: number) => string,
): FiguresRow[] {
  const ids = [...new Set(rows.map(idOf))].sort((a, b) => collator.compare(nameOf(a), nameOf(b)) || a - b);
  const ranks = new Map(ids.map((id, index) => [id, index]));
  return rows.toSorted((a, b) => (ranks.get(idOf(a)) ?? 0) - (ranks.get(idOf(b)) ?? 0));
}
