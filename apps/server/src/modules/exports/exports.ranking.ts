/** The file of a ranking: what the screen shows, a row for each that is ranked, the others and the total. */
import { type MetricId, maxRankingRows, metrics, type Ranking, type RankingDimension } from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { minuteText, romeDay } from '../../infra/clock/index.ts';
import type { Cell, Column, Row, Table } from '../../infra/spreadsheet/index.ts';
import type { RankingOf } from '../statistics/index.ts';
import type { ExportRequest } from './exports.request.ts';

type RankingRequest = Extract<ExportRequest, { kind: 'ranking' }>;

const titles: Record<RankingDimension, string> = {
  integration: 'Integration',
  operator: 'Operator',
  game: 'Game',
  player: 'Player',
};

/** What a file is of, as it is named: `gross-win-by-operator`, `change-of-gross-win-by-operator`. */
export function rankingFileName({
  by,
  metric,
  order,
}: Pick<RankingRequest['request'], 'by' | 'metric' | 'order'>): string {
  const words = `${order === 'change' ? 'change of ' : ''}${metrics[metric].title} by ${by}`;
  return words.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

const dayName = (day: string) => day.split('-').reverse().join('/');

/** A period by its days: `01/11/2026–20/11/2026`. Its end is outside. */
function daysName({ from, to }: { from: string; to: string }): string {
  const days = [romeDay(new Date(from)), romeDay(new Date(Date.parse(to) - 1))];
  return [...new Set(days)].map(dayName).join('–');
}

const kindOf = (metric: MetricId): Column['kind'] =>
  metrics[metric].unit === 'euro' ? 'money' : metrics[metric].unit;

/** Reads a ranking as this actor sees it, with as many rows as a ranking can have where the request names no number. */
export async function rankingTable(
  actor: Actor,
  { request }: RankingRequest,
  ranking: RankingOf,
): Promise<{ table: Table; size: number; lines: [string, string][] }> {
  const answer = await ranking(actor, { ...request, limit: request.limit ?? maxRankingRows });
  const { before, order, metric } = answer;
  return {
    table: tableOf(answer),
    size: answer.rows.length,
    lines: [
      ['Compared with', `${minuteText(new Date(before.from))} to ${minuteText(new Date(before.to))}`],
      ['Ranked by', order === 'change' ? 'change, whatever its sign' : 'value'],
      ['Share of total', 'the part of the later period’s total; none where the total is not above zero'],
      ['Figure', metrics[metric].formula],
    ],
  };
}

function tableOf({ by, metric, order, rows, others, total, coverage, before }: Ranking): Table {
  const hasParts = order === 'change' && [...rows, total].some(({ parts }) => parts !== null);
  const hasOwner = by === 'operator' || by === 'player';
  const kind = kindOf(metric);
  type Figures = Pick<Ranking['rows'][number], 'value' | 'before' | 'change' | 'parts'> & {
    share?: number | null;
  };
  const cells = (name: string, owner: string | null, own: Figures): Cell[] => [
    name,
    ...(hasOwner ? [owner] : []),
    own.value,
    own.share ?? null,
    own.before,
    own.change,
    own.before === null || own.change === null || own.before <= 0 ? null : own.change / own.before,
    ...(hasParts ? [own.parts?.bet ?? null, own.parts?.rtp ?? null] : []),
  ];
  const all: Row[] = rows.map((row) => ({ cells: cells(row.name, row.integrationName, row) }));
  if (others !== null) all.push({ cells: cells(`Others (${others.count})`, null, others) });
  all.push({ cells: cells('Total', null, total), strong: true });
  return {
    name: order === 'change' ? 'Change' : 'Top',
    columns: [
      { title: titles[by], kind: 'text', width: 30 },
      ...(hasOwner ? [{ title: 'Integration', kind: 'text', width: 24 } as const] : []),
      { title: `${metrics[metric].title} ${daysName(coverage)}`, kind },
      { title: 'Share of total', kind: 'ratio' },
      { title: `${metrics[metric].title} ${daysName(before)}`, kind },
      { title: 'Change', kind },
      // Of the period before; none where that was nothing or below zero.
      { title: 'Change in percent', kind: 'ratio' },
      ...(hasParts
        ? [{ title: 'Change from bet', kind } as const, { title: 'Change from RTP', kind } as const]
        : []),
    ],
    rows: [all],
  };
}
