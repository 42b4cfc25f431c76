import type { DetailedReport, Integration, ReportFigures, Statistics } from '@ludus/contract';
import type { Day } from '../../lib/days.ts';
import type { OperatorSort } from './search.ts';

/** An operator of the hub with what its players did. */
export interface OperatorRow {
  id: number;
  name: string;
  code: string;
  integration: { id: number; name: string };
  /** Null for a direct operator. */
  platform: string | null;
  /** Of the month; null while they are not known. */
  figures: (ReportFigures & { gamesPlayed: number }) | null;
  /** Sessions of each of the last days, the oldest first; empty while they are not known. */
  sessionsPerDay: readonly number[];
  /** The last of those days with a session. */
  lastDay: Day | null;
}

const noFigures: ReportFigures & { gamesPlayed: number } = {
  bet: 0,
  win: 0,
  grosswin: 0,
  netwin: 0,
  due: 0,
  rtp: null,
  sessionsTotal: 0,
  rounds: 0,
  usersCount: 0,
  gamesPlayed: 0,
};

/** Every operator of these integrations; one that neither response names has had no session. */
export function operatorRows(
  integrations: readonly Integration[],
  month: DetailedReport | undefined,
  days: Statistics | undefined,
): OperatorRow[] {
  const played = new Map(
    (month?.response ?? [])
      .flatMap(({ directOperators, platforms }) => [
        ...directOperators,
        ...platforms.flatMap(({ operators }) => operators),
      ])
      .map(({ games, ...figures }) => [figures.operatorId, { ...figures, gamesPlayed: games.length }]),
  );
  const perDay = new Map(
    (days?.datasets.operators?.sessionsTotals ?? []).map(({ operatorId, data }) => [
      operatorId,
      data.map((value) => value ?? 0),
    ]),
  );
  const noDays = (days?.buckets ?? []).map(() => 0);
  return integrations.flatMap((integration) =>
    (integration.operators ?? []).map(({ id, name, code, platformId }): OperatorRow => {
      const sessionsPerDay = perDay.get(id) ?? noDays;
      const last = sessionsPerDay.findLastIndex((count) => count > 0);
      return {
        id,
        name,
        code,
        integration: { id: integration.id, name: integration.name },
        platform: integration.platforms?.find((platform) => platform.id === platformId)?.name ?? null,
        figures: month === undefined ? null : (played.get(id) ?? noFigures),
        sessionsPerDay,
        lastDay: days?.buckets[last]?.key ?? null,
      };
    }),
  );
}

/** What a column sorts by; null comes last. */
export function sortValue(row: OperatorRow, sort: OperatorSort): string | number | null {
  switch (sort) {
    case 'name':
      return row.name;
    case 'integration':
      return row.integration.name;
    case 'platform':
      return row.platform;
    case 'lastDay':
      return row.lastDay;
    default:
      return row.figures?.[sort] ?? null;
  }
}

const collator = new Intl.Collator('it', { numeric: true, sensitivity: 'base' });

/** Rows whose name, code, integration or platform contains the text, in this order; equal ones by name. */
export function filterAndSort(
  rows: readonly OperatorRow[],
  text: string,
  { id, desc }: { id: OperatorSort; desc: boolean },
): OperatorRow[] {
  const wanted = text.trim().toLocaleLowerCase('it');
  const found = rows.filter((row) =>
    [row.name, row.code, row.integration.name, row.platform ?? ''].some((part) =>
      part.toLocaleLowerCase('it').includes(wanted),
    ),
  );
  return found.sort((first, second) => {
    const [a, b] = [sortValue(first, id), sortValue(second, id)];
    if (a !== b && (a === null || b === null)) return a === null ? 1 : -1;
    const order =
      typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
    return order === 0 ? collator.compare(first.name, second.name) : desc ? -order : order;
  });
}
