import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aGame, anIntegration } from '../../test/sessions.ts';
import {
  type ChartFilters,
  choosableGames,
  chosenNames,
  datasetAfter,
  datasetChoices,
  linesAllowed,
  offersAll,
  operatorOwner,
  type Reference,
  ruledDataset,
  settle,
  valueTypes,
  withOwner,
} from './filters.ts';
import { type Dataset, datasets } from './search.ts';

const games = [1, 2, 3, 4].map((id) => aGame(id, `Game ${id}`));
const [one, two, three, four] = games as [
  (typeof games)[0],
  (typeof games)[0],
  (typeof games)[0],
  (typeof games)[0],
];
const operator = (id: number) => ({ id, name: `Operator ${id}`, code: `o${id}`, platformId: null });
/** Alpina offers games 1 to 3, Baltica 2 and 3, Castello only 4. */
const integrations = [
  { ...anIntegration(1, 'Alpina', [one, two, three]), operators: [operator(10), operator(11)] },
  { ...anIntegration(2, 'Baltica', [two, three]), operators: [operator(20)] },
  { ...anIntegration(3, 'Castello', [four]), operators: [operator(30)] },
];
const provider: Reference = { games, integrations, isProvider: true };
const alpina: Reference = { games, integrations: integrations.slice(0, 1), isProvider: false };

const plain: ChartFilters = {
  period: { from: '2026-11-01', to: '2026-11-20' },
  by: 'day',
  money: 'real',
  state: 'any',
  games: [],
  integrations: [],
  operators: [],
};
const with_ = (part: Partial<ChartFilters>): ChartFilters => ({ ...plain, ...part });

const ids = (all: readonly number[]) => fc.uniqueArray(fc.constantFrom(...all, 999), { maxLength: 5 });
const anyFilters = fc
  .record({ games: ids([1, 2, 3, 4]), integrations: ids([1, 2, 3]), operators: ids([10, 11, 20, 30]) })
  .map(with_);
const anyReference = fc.constantFrom(provider, alpina);

describe('the rules between filters of the charts', () => {
  it('names what is chosen of all, and nothing where nothing is', () => {
    expect(chosenNames(plain, provider)).toEqual([]);
    const filters = with_({ integrations: [2], operators: [20], games: [3, 2] });
    expect(chosenNames(filters, provider)).toEqual(['Baltica', 'Operator 20', 'Game 2', 'Game 3']);
  });

  it('[CHART-22] games in dev cannot be chosen, and people of an integration choose from the catalogue', () => {
    const all = [one, { ...two, isDev: true }, { ...three, isCatalog: false }];
    expect(choosableGames(all, true).map(({ id }) => id)).toEqual([1, 3]);
    expect(choosableGames(all, false).map(({ id }) => id)).toEqual([1]);
  });

  it('[CHART-19] chosen games disable the integrations that do not offer every one of them', () => {
    const offering = (chosen: number[]) =>
      integrations.filter((integration) => offersAll(integration, chosen)).map(({ name }) => name);
    expect(offering([])).toEqual(['Alpina', 'Baltica', 'Castello']);
    expect(offering([2])).toEqual(['Alpina', 'Baltica']);
    expect(offering([1, 2])).toEqual(['Alpina']);
    expect(offering([1, 4])).toEqual([]);
  });

  it('[CHART-19] an integration that was chosen before is no longer chosen when it lacks a game', () => {
    expect(settle(with_({ games: [1], integrations: [1, 2] }), provider).integrations).toEqual([1]);
  });

  it('[CHART-20] exactly one integration lets its operators be chosen; otherwise they are cleared', () => {
    expect(operatorOwner(with_({ integrations: [2] }), provider)?.name).toBe('Baltica');
    expect(operatorOwner(with_({ integrations: [] }), provider)).toBeNull();
    expect(operatorOwner(with_({ integrations: [1, 2] }), provider)).toBeNull();
    expect(settle(with_({ integrations: [1], operators: [10, 20] }), provider).operators).toEqual([10]);
    expect(settle(with_({ integrations: [1, 2], operators: [10] }), provider).operators).toEqual([]);
    expect(settle(with_({ operators: [10] }), provider).operators).toEqual([]);
  });

  it('[CHART-20] people of an integration choose among its operators, and never an integration', () => {
    const settled = settle(with_({ integrations: [2], operators: [11, 20] }), alpina);
    expect(settled).toMatchObject({ integrations: [], operators: [11] });
  });

  it('[CHART-02] a link that names an operator alone means its integration', () => {
    const linked = withOwner(with_({ operators: [20] }), provider);
    expect(settle(linked, provider)).toMatchObject({ integrations: [2], operators: [20] });
    expect(withOwner(with_({ operators: [10, 20] }), provider).integrations).toEqual([]);
  });

  it('[CHART-19][CHART-20] whatever filters arrive, they obey the rules, and settling them again changes nothing', () => {
    fc.assert(
      fc.property(anyFilters, anyReference, (filters, reference) => {
        const settled = settle(filters, reference);
        expect(settle(settled, reference)).toEqual(settled);
        for (const id of settled.integrations) {
          const integration = integrations.find((candidate) => candidate.id === id);
          expect(integration && offersAll(integration, settled.games)).toBe(true);
        }
        const owner = operatorOwner(settled, reference);
        for (const id of settled.operators) expect(owner?.operators?.map((own) => own.id)).toContain(id);
        if (reference.isProvider && settled.integrations.length !== 1) expect(settled.operators).toEqual([]);
      }),
    );
  });

  it('[CHART-21] all integrations set totals, clearing them sets games, none at all is games', () => {
    expect(ruledDataset([], provider)).toBe('games');
    expect(ruledDataset([3, 1, 2], provider)).toBe('totals');
    const from = (integrations_: number[], dataset: Dataset) => ({ integrations: integrations_, dataset });
    expect(datasetAfter(from([1, 2], 'games'), [1, 2, 3], provider)).toBe('totals');
    expect(datasetAfter(from([1, 2, 3], 'totals'), [], provider)).toBe('games');
    expect(ruledDataset([1], alpina)).toBe('games');
  });

  it('[OPEN-86][CHART-15] the toggle overrides the rule until the selection of integrations changes', () => {
    const toggled = { integrations: [1, 2, 3], dataset: 'integrations' as const };
    expect(datasetAfter(toggled, [3, 2, 1], provider)).toBe('integrations');
    expect(datasetAfter(toggled, [1, 2], provider)).toBe('integrations');
    expect(datasetAfter(toggled, [], provider)).toBe('games');
    expect(datasetAfter({ integrations: [1], dataset: 'integrations' }, [1, 2, 3], provider)).toBe('totals');
    // Totals are the rule of all integrations: with fewer of them the games stand there again.
    expect(datasetAfter({ integrations: [1, 2, 3], dataset: 'totals' }, [1, 2], provider)).toBe('games');
  });

  it('[CHART-21] the dataset is always one that can be chosen, whatever the order of clicks', () => {
    const clicks = fc.array(
      fc.oneof(
        ids([1, 2, 3]).map((chosen) => ({ kind: 'choose' as const, chosen })),
        fc.constantFrom(...datasets).map((dataset) => ({ kind: 'toggle' as const, dataset })),
      ),
    );
    fc.assert(
      fc.property(clicks, (steps) => {
        let state: { integrations: readonly number[]; dataset: Dataset } = {
          integrations: [],
          dataset: 'games',
        };
        for (const step of steps) {
          if (step.kind === 'choose') {
            const { integrations: chosen } = settle(with_({ integrations: step.chosen }), provider);
            state = { integrations: chosen, dataset: datasetAfter(state, chosen, provider) };
          } else if (datasetChoices(state.integrations, provider).includes(step.dataset)) {
            state = { ...state, dataset: step.dataset };
          }
          expect(datasetChoices(state.integrations, provider)).toContain(state.dataset);
          if (state.integrations.length === 0) expect(state.dataset).not.toBe('totals');
        }
      }),
    );
  });

  it('[CHART-18] a line needs two days by day, two months by month, and nothing by hour', () => {
    const allowed = (by: ChartFilters['by'], from: string, to: string) =>
      linesAllowed({ by, period: { from, to } });
    expect(allowed('day', '2026-11-20', '2026-11-20')).toBe(false);
    expect(allowed('day', '2026-11-19', '2026-11-20')).toBe(true);
    expect(allowed('month', '2026-11-01', '2026-11-30')).toBe(false);
    expect(allowed('month', '2026-11-30', '2026-12-01')).toBe(true);
    expect(allowed('month', '2025-11-01', '2026-11-01')).toBe(true);
    expect(allowed('hour', '2026-11-20', '2026-11-20')).toBe(true);
  });

  it('[CHART-11][CHART-16][ROLE-15] values follow the role, and fun money leaves bet and win', () => {
    expect(valueTypes('real', true)).toEqual([
      'bet',
      'win',
      'grosswin',
      'netwin',
      'due',
      'sessionsTotals',
      'rounds',
      'usersCount',
      'rtp',
    ]);
    expect(valueTypes('all', false)).not.toContain('netwin');
    expect(valueTypes('all', false)).not.toContain('due');
    expect(valueTypes('fun', true)).toEqual(['bet', 'win']);
  });
});
