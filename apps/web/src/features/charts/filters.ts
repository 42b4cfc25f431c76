import {
  type Game,
  gameLabel,
  type Integration,
  metricOfSplit,
  metrics,
  type SplitStatName,
  splitStatNames,
} from '@ludus/contract';
import { grainFor } from '../../domain/statistics/chart-steps.ts';
import type { Period } from '../../lib/days.ts';
import type { DateType } from '../../lib/shared-filters.ts';
import type { Dataset, MoneyName, StateName } from './search.ts';

export interface ChartFilters {
  period: Period;
  by: DateType;
  money: MoneyName;
  state: StateName;
  games: readonly number[];
  integrations: readonly number[];
  operators: readonly number[];
}

/** What the rules between filters need to know. */
export interface Reference {
  /** Games that may be chosen (`choosableGames`). */
  games: readonly Game[];
  integrations: readonly Integration[];
  /** Provider staff choose integrations; everyone else has one, and chooses its operators. */
  isProvider: boolean;
}

/** No games in dev; people of an integration see those of the catalogue only. */
export function choosableGames(games: readonly Game[], isProvider: boolean): readonly Game[] {
  return games.filter((game) => !game.isDev && (isProvider || game.isCatalog));
}

/** Whether an integration offers every one of these games. */
export function offersAll(integration: Integration, games: readonly number[]): boolean {
  const offered = new Set(integration.games?.map((game) => game.id));
  return games.every((game) => offered.has(game));
}

/** The one integration whose operators can be chosen, or null. */
export function operatorOwner(
  filters: Pick<ChartFilters, 'integrations'>,
  { integrations, isProvider }: Reference,
): Integration | null {
  if (!isProvider) return integrations[0] ?? null;
  const [only, ...others] = filters.integrations;
  return only === undefined || others.length > 0
    ? null
    : (integrations.find((integration) => integration.id === only) ?? null);
}

/** The names of what is chosen of all: integrations, operators, then games. None where figures are of everything. */
export function chosenNames(filters: ChartFilters, { games, integrations }: Reference): string[] {
  const operators = integrations.flatMap((integration) => integration.operators ?? []);
  const namesOf = <Row extends { id: number }>(
    ids: readonly number[],
    rows: readonly Row[],
    name: (row: Row) => string,
  ) => {
    const chosen = new Set(ids);
    return rows.filter(({ id }) => chosen.has(id)).map(name);
  };
  return [
    ...namesOf(filters.integrations, integrations, (integration) => integration.name),
    ...namesOf(filters.operators, operators, (operator) => operator.name),
    ...namesOf(filters.games, games, gameLabel),
  ];
}

/** Brings filters from anywhere (a link, a person's click) under the rules. Doing it twice changes nothing more. */
export function settle(filters: ChartFilters, reference: Reference): ChartFilters {
  const known = new Set(reference.games.map((game) => game.id));
  const games = filters.games.filter((game) => known.has(game));
  const byId = new Map(reference.integrations.map((integration) => [integration.id, integration]));
  const integrations = reference.isProvider
    ? filters.integrations.filter((id) => {
        const integration = byId.get(id);
        return integration !== undefined && offersAll(integration, games);
      })
    : [];
  const owner = operatorOwner({ integrations }, reference);
  const owned = new Set(owner?.operators?.map((operator) => operator.id));
  const operators = filters.operators.filter((operator) => owned.has(operator));
  return { ...filters, games, integrations, operators };
}

/** A link that names only operators means their integration too, where they have one in common. */
export function withOwner(filters: ChartFilters, reference: Reference): ChartFilters {
  if (filters.integrations.length > 0 || filters.operators.length === 0) return filters;
  const owners = reference.integrations.filter((integration) =>
    filters.operators.every((id) => integration.operators?.some((operator) => operator.id === id)),
  );
  const [owner] = owners;
  return owner ? { ...filters, integrations: [owner.id] } : filters;
}

function hasAllIntegrations(integrations: readonly number[], reference: Reference): boolean {
  const all = reference.integrations;
  return reference.isProvider && all.length > 0 && all.every((one) => integrations.includes(one.id));
}

/** What the rules set when a selection is first met. */
export function ruledDataset(integrations: readonly number[], reference: Reference): Dataset {
  return hasAllIntegrations(integrations, reference) ? 'totals' : 'games';
}

/**
 * What the series stand for once the selection of integrations has changed: all of them set totals, none sets games, and
 * in between the choice of the toggle stays. An unchanged selection keeps everything.
 */
export function datasetAfter(
  before: { integrations: readonly number[]; dataset: Dataset },
  integrations: readonly number[],
  reference: Reference,
): Dataset {
  const same =
    integrations.length === before.integrations.length &&
    integrations.every((id) => before.integrations.includes(id));
  if (same) return before.dataset;
  if (integrations.length === 0 || hasAllIntegrations(integrations, reference)) {
    return ruledDataset(integrations, reference);
  }
  return before.dataset === 'totals' ? 'games' : before.dataset;
}

/** The toggle's choices; totals only while all integrations are chosen, since only the rule leads there. */
export function datasetChoices(integrations: readonly number[], reference: Reference): readonly Dataset[] {
  return hasAllIntegrations(integrations, reference)
    ? ['totals', 'integrations', 'games']
    : ['integrations', 'games'];
}

/** Another period takes its own grouping along, unless a person has chosen another one than suits the period before. */
export function withGrain(next: ChartFilters, before: Pick<ChartFilters, 'period' | 'by'>): ChartFilters {
  const isSamePeriod = next.period.from === before.period.from && next.period.to === before.period.to;
  if (isSamePeriod || next.by !== before.by || before.by !== grainFor(before.period)) return next;
  return { ...next, by: grainFor(next.period) };
}

/** A line needs more than one step of its grouping. */
export function linesAllowed({ period, by }: Pick<ChartFilters, 'period' | 'by'>): boolean {
  if (by === 'day') return period.from !== period.to;
  if (by === 'month') return period.from.slice(0, 7) !== period.to.slice(0, 7);
  return true;
}

/** The metrics a person may choose; only bet and win for fun money. */
export function valueTypes(money: MoneyName, seesNetAndDue: boolean): readonly SplitStatName[] {
  if (money === 'fun') return ['bet', 'win'];
  return valueOrder.filter((stat) => seesNetAndDue || metrics[metricOfSplit(stat)].scope === null);
}

/** In the order of the documents: amounts, counts, then ratios. */
const valueOrder: readonly SplitStatName[] = (['euro', 'count', 'ratio'] as const).flatMap((unit) =>
  splitStatNames.filter((stat) => metrics[metricOfSplit(stat)].unit === unit),
);
