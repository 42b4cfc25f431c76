import type { DetailedReport, ReportFigures } from '@ludus/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  at,
  autoExpansion,
  branchKey,
  buildTree,
  type Expansion,
  isBranch,
  isExpanded,
  matchesOf,
  nameOf,
  orderOf,
  patternOf,
  type ReportTree,
  rowOf,
  type TreeSort,
  turn,
  visibleRows,
} from './tree.ts';

const names = ['Alpina', 'Baltica', 'Wolves of Skadi', 'Frostjarl', 'Vetta', 'wolf (2)', 'Ä.', 'B+'] as const;
const name = fc.constantFrom(...names);
const cents = fc.integer({ min: -500, max: 500 }).map((value) => value / 100);
const figures: fc.Arbitrary<ReportFigures> = fc.record({
  bet: cents,
  win: cents,
  rtp: fc.option(cents),
  grosswin: cents,
  netwin: cents,
  due: cents,
  sessionsTotal: fc.nat(9),
  rounds: fc.nat(9),
  usersCount: fc.nat(9),
});

type Response = DetailedReport['response'];

/** Reports of any shape; ids of branches are numbered through, as the hub's are. */
const reports: fc.Arbitrary<Response> = (() => {
  const games = fc.array(fc.record({ gameId: fc.integer({ min: 1, max: 9 }), gameName: name, figures }), {
    maxLength: 4,
  });
  const operators = fc.array(fc.record({ operatorName: name, figures, games }), { maxLength: 3 });
  const platforms = fc.array(fc.record({ platformName: name, figures, operators }), { maxLength: 2 });
  const shape = fc.array(fc.record({ integrationName: name, figures, operators, platforms }), {
    maxLength: 4,
  });
  return shape.map((integrations) => {
    let last = 0;
    type Operators = (typeof integrations)[number]['operators'];
    const number = (list: Operators) =>
      list.map((one) => ({
        operatorId: ++last,
        operatorName: one.operatorName,
        ...one.figures,
        games: one.games.map((game) => ({ gameId: game.gameId, gameName: game.gameName, ...game.figures })),
      }));
    return integrations.map((one) => ({
      integrationId: ++last,
      integrationName: one.integrationName,
      ...one.figures,
      directOperators: number(one.operators),
      platforms: one.platforms.map((platform) => ({
        platformId: ++last,
        platformName: platform.platformName,
        ...platform.figures,
        operators: number(platform.operators),
      })),
    }));
  });
})();

const sorts: fc.Arbitrary<TreeSort> = fc.record({
  by: fc.constantFrom('name', 'bet', 'rtp', 'due', 'usersCount'),
  desc: fc.boolean(),
});
const texts = fc.constantFrom('', 'wol', 'A', 'vetta', '(2)', 'ä', '+', 'nothing of this name');
type Step = { turn: number } | { base: Expansion['base'] };
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.nat(99).map((place) => ({ turn: place })),
    fc.constantFrom('auto' as const, 'all' as const, 'none' as const).map((base) => ({ base })),
  ),
  { maxLength: 12 },
);

const nodesOf = (tree: ReportTree) => Array.from({ length: tree.size }, (_, node) => node);

function after(tree: ReportTree, taken: readonly Step[]): Expansion {
  const branches = nodesOf(tree).filter((node) => isBranch(tree, node));
  return taken.reduce<Expansion>((state, step) => {
    if ('base' in step) return { base: step.base, turned: new Set() };
    const node = branches[step.turn % Math.max(1, branches.length)];
    return node === undefined ? state : turn(tree, node, state);
  }, autoExpansion);
}

describe('the flat report', () => {
  it('[REP-02] holds every row once, each right after its parent and its elder siblings, with the figures of the server', () => {
    fc.assert(
      fc.property(reports, (response) => {
        const tree = buildTree(response);
        const flat = response.flatMap((integration) => {
          const operator = (one: (typeof integration.directOperators)[number]) => [
            one.operatorName,
            ...one.games.map((game) => game.gameName),
          ];
          return [
            integration.integrationName,
            ...integration.directOperators.flatMap(operator),
            ...integration.platforms.flatMap((one) => [one.platformName, ...one.operators.flatMap(operator)]),
          ];
        });
        expect(nodesOf(tree).map((node) => nameOf(tree, node))).toEqual(flat);
        for (const node of nodesOf(tree)) {
          const parent = at(tree.parent, node);
          expect(at(tree.level, node)).toBe(parent === -1 ? 1 : at(tree.level, parent) + 1);
          if (parent >= 0) expect(node).toBeLessThan(at(tree.end, parent));
        }
        const branches = nodesOf(tree).filter((node) => isBranch(tree, node));
        expect(new Set(branches.map((node) => branchKey(tree, node))).size).toBe(branches.length);
      }),
    );
  });

  it('orders each level by a column, keeps branches in one piece and what has no value last', () => {
    fc.assert(
      fc.property(reports, sorts, (response, sort) => {
        const tree = buildTree(response);
        const order = [...orderOf(tree, sort)];
        expect([...order].sort((a, b) => a - b)).toEqual(nodesOf(tree));
        const placeOf = new Map(order.map((node, place) => [node, place]));
        for (const node of nodesOf(tree)) {
          const start = placeOf.get(node) ?? -1;
          const branch = order.slice(start, start + at(tree.end, node) - node);
          expect(branch.every((one) => one >= node && one < at(tree.end, node))).toBe(true);
        }
        const parents = [-1, ...nodesOf(tree)];
        for (const parent of parents) {
          const children = order.filter((node) => at(tree.parent, node) === parent);
          const values = children.map((node) =>
            sort.by === 'name' ? at(tree.name, node) : (tree.figures[node]?.[sort.by] ?? null),
          );
          const known = values.filter((value) => value !== null);
          expect(values.slice(0, known.length)).toEqual(known);
          expect(known).toEqual([...known].sort((a, b) => (sort.desc ? b - a : a - b)));
        }
      }),
    );
  });

  it('[REP-06][REP-07] keeps order, parents and matches in sight after any way of opening, ordering and searching', () => {
    fc.assert(
      fc.property(reports, sorts, texts, steps, (response, sort, text, taken) => {
        const tree = buildTree(response);
        const order = orderOf(tree, sort);
        const matches = matchesOf(tree, patternOf(text));
        const expansion = after(tree, taken);
        const rows = visibleRows(tree, order, matches, expansion);
        const shown = [...rows.node];
        const placeOf = new Map([...order].map((node, place) => [node, place]));
        const places = shown.map((node) => placeOf.get(node) ?? -1);
        expect(places).toEqual([...places].sort((a, b) => a - b));
        const isShown = new Set(shown);
        const isMatch = (node: number) => nameOf(tree, node).toLowerCase().includes(text.toLowerCase());
        const isOfAMatch = (node: number): boolean => {
          for (let one = node; one >= 0; one = at(tree.parent, one)) if (isMatch(one)) return true;
          return nodesOf(tree).some((one) => one > node && one < at(tree.end, node) && isMatch(one));
        };
        for (const node of nodesOf(tree)) {
          const parent = at(tree.parent, node);
          const isReached =
            parent === -1 || (isShown.has(parent) && isExpanded(tree, parent, matches, expansion));
          expect(isShown.has(node), nameOf(tree, node)).toBe(isReached && (text === '' || isOfAMatch(node)));
        }
        shown.forEach((node, row) => {
          const family = shown.filter((one) => at(tree.parent, one) === at(tree.parent, node));
          expect(rows.siblings(node)).toBe(family.length);
          expect(rows.position[row]).toBe(family.indexOf(node) + 1);
          expect(rowOf(tree, rows, node)).toBe(row);
        });
      }),
    );
  });

  it('[REP-07] opens everything without a search, and with one the way to every match', () => {
    fc.assert(
      fc.property(reports, texts, (response, text) => {
        const tree = buildTree(response);
        const matches = matchesOf(tree, patternOf(text));
        const rows = visibleRows(tree, orderOf(tree, { by: 'name', desc: false }), matches, autoExpansion);
        const shown = new Set(rows.node);
        if (matches === null) expect(shown.size).toBe(tree.size);
        const matching = nodesOf(tree).filter((node) =>
          nameOf(tree, node).toLowerCase().includes(text.toLowerCase()),
        );
        expect(matching.every((node) => shown.has(node))).toBe(true);
        if (matches) expect(matches.count).toBe(matching.length);
      }),
    );
  });

  it('turns a branch round and back', () => {
    fc.assert(
      fc.property(reports, steps, fc.nat(99), (response, taken, place) => {
        const tree = buildTree(response);
        const branches = nodesOf(tree).filter((node) => isBranch(tree, node));
        const node = branches[place % Math.max(1, branches.length)];
        if (node === undefined) return;
        const before = after(tree, taken);
        const turned = turn(tree, node, before);
        expect(isExpanded(tree, node, null, turned)).toBe(!isExpanded(tree, node, null, before));
        expect(turn(tree, node, turned)).toEqual(before);
      }),
    );
  });
});
