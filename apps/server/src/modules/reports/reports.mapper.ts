import {
  type DetailedReport,
  gameLabel,
  type MetricId,
  metrics,
  type ReportFigures,
  type ReportGame,
  type ReportIntegration,
  type ReportOperator,
  type ReportPlatform,
  reportMetricIds,
} from '@ludus/contract';
import { inTurns } from '../../infra/turns/index.ts';
import { integrationName, type References } from '../integrations/index.ts';
import type { Aggregates, AggregatesRow } from '../session-store/index.ts';
import { metricValue } from '../statistics/index.ts';

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
  const visible: Partial<Record<MetricId, number | null>> = {};
  for (const id of reportMetricIds) {
    if (withNetAndDue || metrics[id].scope === null) visible[id] = metricValue(id, figures);
  }
  return visible as ReportFigures;
}

/** Returns the tree, sorted by name on every level. A large one is built in turns. @throws AbortError when it is no longer wanted */
export async function reportTree(
  levels: ReportLevels,
  names: References,
  withNetAndDue: boolean,
  signal?: AbortSignal,
): Promise<DetailedReport['response']> {
  const figures = (row: Aggregates) => reportFiguresOf(row, withNetAndDue);
  const integrationOf = (id: number) => integrationName(names, id);
  const platformOf = (id: number) => names.platforms.get(id)?.name ?? `Platform ${id}`;
  const operatorOf = remembered((id) => names.operators.get(id)?.name ?? `Operator ${id}`);
  const gameOf = remembered((id) => {
    const game = names.games.get(id);
    return game === undefined ? `Game ${id}` : gameLabel(game.summary);
  });

  const gamesBelow = new Map<string, ReportGame[]>();
  const addGame = (row: AggregatesRow) => {
    const { gameId } = row;
    push(gamesBelow, placeOf(row, row.operatorId), { gameId, gameName: gameOf(gameId), ...figures(row) });
  };
  await inTurns(await sortByName(levels.games, ({ gameId }) => gameId, gameOf, signal), addGame, signal);
  const direct = new Map<number, ReportOperator[]>();
  const grouped = new Map<string, ReportOperator[]>();
  const addOperator = (row: AggregatesRow) => {
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
  };
  const operators = await sortByName(levels.operators, ({ operatorId }) => operatorId, operatorOf, signal);
  await inTurns(operators, addOperator, signal);
  const platforms = new Map<number, ReportPlatform[]>();
  for (const row of await sortByName(levels.platforms, ({ platformId = 0 }) => platformId, platformOf)) {
    const { platformId = 0, integrationId } = row;
    if (platformId === 0) continue;
    push(platforms, integrationId, {
      platformId,
      platformName: platformOf(platformId),
      ...figures(row),
      operators: grouped.get(placeOf(row, platformId)) ?? [],
    });
  }
  const sorted = await sortByName(levels.integrations, ({ integrationId }) => integrationId, integrationOf);
  return sorted.map(
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

/** Returns rows sorted by name. Each name is compared once, not once for each of the many rows that have it. */
async function sortByName(
  rows: readonly AggregatesRow[],
  idOf: (row: AggregatesRow) => number,
  nameOf: (id: number) => string,
  signal?: AbortSignal,
): Promise<AggregatesRow[]> {
  const groups = new Map<number, AggregatesRow[]>();
  await inTurns(rows, (row) => push(groups, idOf(row), row), signal);
  return [...groups]
    .toSorted(([a], [b]) => collator.compare(nameOf(a), nameOf(b)) || a - b)
    .flatMap(([, own]) => own);
}

/** The same names, each made once. */
function remembered(nameOf: (id: number) => string): (id: number) => string {
  const known = new Map<number, string>();
  return (id) => {
    let name = known.get(id);
    if (name === undefined) {
      name = nameOf(id);
      known.set(id, name);
    }
    return name;
  };
}
