import type { SatisfactionRow } from '@ludus/contract';

/** Tickets that were closed, and how many of them were rated how. */
export interface SatisfactionCounts {
  closed: number;
  good: number;
  bad: number;
}

export interface SatisfactionGroup<Key> extends SatisfactionCounts {
  key: Key;
}

/** The share of good ones among those that were rated; null where none was. */
export function goodShare({ good, bad }: SatisfactionCounts): number | null {
  return good + bad === 0 ? null : good / (good + bad);
}

/** Adds up rows by a key, in the order in which the keys first come. */
function groupBy<Key>(
  rows: readonly SatisfactionRow[],
  keyOf: (row: SatisfactionRow) => Key,
  idOf: (key: Key) => string,
): SatisfactionGroup<Key>[] {
  const groups = new Map<string, SatisfactionGroup<Key>>();
  for (const row of rows) {
    const key = keyOf(row);
    const before = groups.get(idOf(key)) ?? { key, closed: 0, good: 0, bad: 0 };
    groups.set(idOf(key), {
      key,
      closed: before.closed + row.closed,
      good: before.good + row.good,
      bad: before.bad + row.bad,
    });
  }
  return [...groups.values()];
}

export const byMonth = (rows: readonly SatisfactionRow[]) =>
  groupBy(
    rows,
    ({ month }) => month,
    (month) => month,
  );

/** By who took care of the tickets, most closed first. */
export const byAssignee = (rows: readonly SatisfactionRow[]) =>
  groupBy(
    rows,
    ({ assignee }) => assignee,
    (assignee) => assignee?.id ?? '',
  ).toSorted((a, b) => b.closed - a.closed);
