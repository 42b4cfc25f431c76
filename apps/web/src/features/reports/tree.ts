/**
 * The report as flat arrays in the order of the tree, a parent right before what is below it. A report may have a
 * quarter of a million rows, and every question of the screen (order, search, what is in sight) is one pass over numbers.
 */
import type { DetailedReport, FigureFilter, ReportFigures } from '@ludus/contract';

export const kinds = ['integration', 'platform', 'operator', 'game'] as const;
export type Kind = (typeof kinds)[number];

export interface ReportTree {
  size: number;
  /** 1 for integrations. */
  level: Uint8Array;
  /** Place in `kinds`. */
  kind: Uint8Array;
  id: Int32Array;
  /** -1 for integrations. */
  parent: Int32Array;
  /** The first node after everything below a node. */
  end: Int32Array;
  /** Place in `names`, which holds each name once, in the order of names. */
  name: Int32Array;
  names: readonly string[];
  /** As the server computed them: never added up here. */
  figures: readonly ReportFigures[];
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

export function buildTree(response: DetailedReport['response']): ReportTree {
  const level: number[] = [];
  const kind: number[] = [];
  const id: number[] = [];
  const parent: number[] = [];
  const end: number[] = [];
  const name: number[] = [];
  const figures: ReportFigures[] = [];
  const seen = new Map<string, number>();
  /** Adds a node and then what is below it. */
  const add = (
    of: Kind,
    depth: number,
    above: number,
    node: { id: number; name: string; figures: ReportFigures },
    below?: (at: number) => void,
  ) => {
    const here = level.length;
    let named = seen.get(node.name);
    if (named === undefined) {
      named = seen.size;
      seen.set(node.name, named);
    }
    level.push(depth);
    kind.push(kinds.indexOf(of));
    id.push(node.id);
    parent.push(above);
    name.push(named);
    figures.push(node.figures);
    end.push(here + 1);
    below?.(here);
    end[here] = level.length;
  };
  const addOperators = (
    operators: DetailedReport['response'][number]['directOperators'],
    depth: number,
    above: number,
  ) => {
    for (const operator of operators) {
      const node = { id: operator.operatorId, name: operator.operatorName, figures: operator };
      add('operator', depth, above, node, (here) => {
        for (const game of operator.games) {
          add('game', depth + 1, here, { id: game.gameId, name: game.gameName, figures: game });
        }
      });
    }
  };
  for (const integration of response) {
    const node = { id: integration.integrationId, name: integration.integrationName, figures: integration };
    add('integration', 1, -1, node, (here) => {
      addOperators(integration.directOperators, 2, here);
      for (const platform of integration.platforms) {
        const group = { id: platform.platformId, name: platform.platformName, figures: platform };
        add('platform', 2, here, group, (above) => addOperators(platform.operators, 3, above));
      }
    });
  }
  const inOrder = [...seen.keys()].sort(collator.compare);
  const places = new Int32Array(seen.size);
  inOrder.forEach((text, place) => {
    places[seen.get(text) ?? 0] = place;
  });
  return {
    size: level.length,
    level: Uint8Array.from(level),
    kind: Uint8Array.from(kind),
    id: Int32Array.from(id),
    parent: Int32Array.from(parent),
    end: Int32Array.from(end),
    name: Int32Array.from(name, (first) => places[first] ?? 0),
    names: inOrder,
    figures,
  };
}

/** Reads a number out of an array that holds every node. */
export const at = (numbers: Int32Array | Uint8Array, node: number): number => numbers[node] ?? -1;

export const isBranch = (tree: ReportTree, node: number): boolean => at(tree.end, node) > node + 1;

export const nameOf = (tree: ReportTree, node: number): string => tree.names[at(tree.name, node)] ?? '';

/** The same for the same branch in another response. Only branches have one: a game stands below many operators. */
export const branchKey = (tree: ReportTree, node: number): number =>
  at(tree.id, node) * kinds.length + at(tree.kind, node);

/** The sessions behind the figures of a node, within those of the report. A platform is its operators. */
export function narrowedTo(tree: ReportTree, node: number): Partial<FigureFilter> {
  const id = at(tree.id, node);
  switch (kinds[at(tree.kind, node)]) {
    case 'integration':
      return { integrations: [id] };
    case 'platform': {
      const operators: number[] = [];
      for (let below = node + 1; below < at(tree.end, node); below = at(tree.end, below))
        operators.push(at(tree.id, below));
      return { operators };
    }
    case 'operator':
      return { operators: [id] };
    default:
      return { operators: [at(tree.id, at(tree.parent, node))], games: [id] };
  }
}

export interface TreeSort {
  by: 'name' | keyof ReportFigures;
  desc: boolean;
}

/**
 * All nodes, those below the same parent ordered by a column; a branch stays in one piece. What has no value comes
 * last either way, equals keep the order of names.
 */
export function orderOf(tree: ReportTree, { by, desc }: TreeSort): Int32Array {
  const value = new Float64Array(tree.size);
  for (let node = 0; node < tree.size; node++) {
    const own = by === 'name' ? at(tree.name, node) : tree.figures[node]?.[by];
    value[node] = typeof own === 'number' ? (desc ? -own : own) : Number.POSITIVE_INFINITY;
  }
  const compare = (a: number, b: number) => {
    const [first, second] = [value[a] ?? 0, value[b] ?? 0];
    return first < second ? -1 : first > second ? 1 : at(tree.name, a) - at(tree.name, b) || a - b;
  };
  const order = new Int32Array(tree.size);
  const siblings = new Int32Array(tree.size);
  // Where the branch of a node begins in the order. A parent stands before its children, so it is known by then.
  const place = (from: number, to: number, start: number) => {
    let count = 0;
    for (let node = from; node < to; node = at(tree.end, node)) siblings[count++] = node;
    let next = start;
    for (const node of siblings.subarray(0, count).sort(compare)) {
      order[next] = node;
      starts[node] = next;
      next += at(tree.end, node) - node;
    }
  };
  const starts = new Int32Array(tree.size);
  place(0, tree.size, 0);
  for (let node = 0; node < tree.size; node++) {
    if (isBranch(tree, node)) place(node + 1, at(tree.end, node), at(starts, node) + 1);
  }
  return order;
}

const IS_MATCH = 1;
const HAS_MATCH_BELOW = 2;
const IS_BELOW_MATCH = 4;

/** What a search found. */
export interface Matches {
  /** Per node: whether it is a match, has one below, or is below one. Zero: not shown. */
  flags: Uint8Array;
  /** How many nodes carry a matching name. */
  count: number;
}

/** Finds a text in names, whatever the case; null for an empty text. Also marks the found parts on screen. */
export function patternOf(text: string): RegExp | null {
  const trimmed = text.trim();
  return trimmed === '' ? null : new RegExp(trimmed.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'i');
}

export function matchesOf(tree: ReportTree, pattern: RegExp | null): Matches | null {
  if (!pattern) return null;
  const isMatching = tree.names.map((name) => pattern.test(name));
  const flags = new Uint8Array(tree.size);
  let count = 0;
  for (let node = 0; node < tree.size; node++) {
    const above = at(tree.parent, node);
    let flag = above >= 0 && at(flags, above) & (IS_MATCH | IS_BELOW_MATCH) ? IS_BELOW_MATCH : 0;
    if (isMatching[at(tree.name, node)]) {
      flag |= IS_MATCH;
      count++;
    }
    flags[node] = flag;
  }
  for (let node = tree.size - 1; node >= 0; node--) {
    const above = at(tree.parent, node);
    if (above >= 0 && at(flags, node) & (IS_MATCH | HAS_MATCH_BELOW)) {
      flags[above] = at(flags, above) | HAS_MATCH_BELOW;
    }
  }
  return { flags, count };
}

/** Which branches are open: all or none of them, or by the search, and those that a person has turned. */
export interface Expansion {
  base: 'auto' | 'all' | 'none';
  /** Keys of branches that are the other way round. */
  turned: ReadonlySet<number>;
}

export const autoExpansion: Expansion = { base: 'auto', turned: new Set() };

/** Without a search everything is open, with one the ways to what was found. */
export function isExpanded(
  tree: ReportTree,
  node: number,
  matches: Matches | null,
  { base, turned }: Expansion,
): boolean {
  if (!isBranch(tree, node)) return false;
  const isOpen =
    base === 'auto' ? matches === null || (at(matches.flags, node) & HAS_MATCH_BELOW) !== 0 : base === 'all';
  return turned.size > 0 && turned.has(branchKey(tree, node)) ? !isOpen : isOpen;
}

/** The expansion with one branch turned round. */
export function turn(tree: ReportTree, node: number, { base, turned }: Expansion): Expansion {
  const next = new Set(turned);
  const key = branchKey(tree, node);
  if (!next.delete(key)) next.add(key);
  return { base, turned: next };
}

/** The rows of the screen, from top to bottom. */
export interface VisibleRows {
  node: Int32Array;
  /** Place among the shown rows of the same parent, from 1. */
  position: Int32Array;
  /** How many rows of the same parent are shown. */
  siblings(node: number): number;
}

export function visibleRows(
  tree: ReportTree,
  order: Int32Array,
  matches: Matches | null,
  expansion: Expansion,
): VisibleRows {
  const node = new Int32Array(tree.size);
  const position = new Int32Array(tree.size);
  // Shown children of each node; the last one is for integrations.
  const shown = new Int32Array(tree.size + 1);
  const slotOf = (one: number) => (at(tree.parent, one) === -1 ? tree.size : at(tree.parent, one));
  let count = 0;
  for (let place = 0; place < tree.size; ) {
    const one = at(order, place);
    const below = at(tree.end, one) - one;
    if (matches && at(matches.flags, one) === 0) {
      place += below;
      continue;
    }
    const slot = slotOf(one);
    shown[slot] = at(shown, slot) + 1;
    position[count] = at(shown, slot);
    node[count++] = one;
    place += isExpanded(tree, one, matches, expansion) ? 1 : below;
  }
  return {
    node: node.subarray(0, count),
    position: position.subarray(0, count),
    siblings: (one) => at(shown, slotOf(one)),
  };
}

/** The row of a node, or of the nearest branch above it that is in sight; -1 when none is. */
export function rowOf(tree: ReportTree, rows: VisibleRows, node: number): number {
  for (let one = node; one >= 0; one = at(tree.parent, one)) {
    const row = rows.node.indexOf(one);
    if (row >= 0) return row;
  }
  return -1;
}

/** The names above a node, from the integration down. */
export function pathOf(tree: ReportTree, node: number): string[] {
  const path: string[] = [];
  for (let one = at(tree.parent, node); one >= 0; one = at(tree.parent, one)) path.unshift(nameOf(tree, one));
  return path;
}
