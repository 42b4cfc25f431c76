/**
 * The file of a ranking: what the screen shows, a row for each that is ranked, the others and the total. A workbook of a change has
 * integrations, operators and games, each on a sheet.
 */
import {
  type FileFormat,
  hasSharesOfChange,
  type MetricId,
  maxChanceDays,
  maxRankingRows,
  metrics,
  type Ranking,
  type RankingChance,
  type RankingDimension,
} from '@ludus/contract';
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

const sheetNames: Record<RankingDimension, string> = {
  integration: 'Integrations',
  operator: 'Operators',
  game: 'Games',
  player: 'Players',
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
export async function rankingTables(
  actor: Actor,
  { request }: RankingRequest,
  { ranking, format }: { ranking: RankingOf; format: FileFormat },
): Promise<{ tables: Table[]; size: number; cells: number; lines: [string, string][] }> {
  const limit = request.limit ?? maxRankingRows;
  const answer = await ranking(actor, { ...request, limit });
  const { before, order, metric, chance } = answer;
  const answers = [answer];
  const isWorkbook = format === 'xlsx';
  // The one that was asked for comes first: a CSV file holds only that, and what both periods were has no place in it.
  if (order === 'change' && isWorkbook)
    for (const by of otherDimensions(actor, request.by))
      answers.push(await ranking(actor, { ...request, by, limit }));
  const sheets = answers.map((one) => ({ table: tableOf(one), rows: one.rows.length }));
  return {
    tables: sheets.map(({ table }) => table),
    size: sheets.reduce((sum, { rows }) => sum + rows, 0),
    cells: sheets.reduce((sum, { table, rows }) => sum + rows * table.columns.length, 0),
    lines: [
      ...(order === 'change' && isWorkbook ? await headlines(actor, request, answer, ranking) : []),
      ['Compared with', `${minuteText(new Date(before.from))} to ${minuteText(new Date(before.to))}`],
      ['Ranked by', order === 'change' ? 'change, whatever its sign' : 'value'],
      ['Share of total', 'the part of the later period’s total; none where the total is not above zero'],
      ...(chance === null
        ? []
        : ([
            ['Change from RTP and chance', chanceText(chance)],
            [
              'Chance of rows',
              'two standard errors of the row’s own games; one row in twenty is beyond by chance',
            ],
          ] as [string, string][])),
      ['Figure', metrics[metric].formula],
    ],
  };
}

/** The total that the sheets divide, and the RTP of both periods, as the screen has them above its rows. */
async function headlines(
  actor: Actor,
  request: RankingRequest['request'],
  { metric, unit, total, coverage, before }: Ranking,
  ranking: RankingOf,
): Promise<[string, string][]> {
  const periods = [daysName(before), daysName(coverage)] as const;
  // Begins with a day: what begins with a sign gets an apostrophe.
  const line = (was: string, is: string) => `${periods[0]}: ${was}; ${periods[1]}: ${is}`;
  const text = (value: number | null, sign = '') =>
    value === null ? 'none' : `${sign}${unit === 'euro' ? `${value.toFixed(2)} €` : value}`;
  const by = actor.side === 'provider' ? 'integration' : 'operator';
  const { total: rtp } = await ranking(actor, { ...request, by, metric: 'rtp', order: 'value', limit: 1 });
  const percent = (value: number | null) => (value === null ? 'none' : `${(value * 100).toFixed(4)} %`);
  return [
    [
      metrics[metric].title,
      `${line(text(total.before), text(total.value))}; change ${text(total.change, (total.change ?? 0) > 0 ? '+' : '')}`,
    ],
    ['RTP', line(percent(rtp.before), percent(rtp.value))],
  ];
}

/** Whoever sees one integration has no ranking of integrations. */
function otherDimensions({ side }: Pick<Actor, 'side'>, by: RankingDimension): RankingDimension[] {
  const all: RankingDimension[] =
    side === 'provider' ? ['integration', 'operator', 'game'] : ['operator', 'game'];
  return all.filter((one) => one !== by);
}

const unknownTexts: Record<NonNullable<RankingChance['unknownFor']>, string> = {
  filter: 'not computed: the filter has other sessions than those in real money, open and closed',
  period: `not computed: a period has more than ${maxChanceDays} days`,
  maths: 'not computed: a game has neither a standard deviation nor an RTP on record',
};

function chanceText({ limit, isWithin, isEstimated, unknownFor }: RankingChance): string {
  if (unknownFor !== null) return unknownTexts[unknownFor];
  const finding = isWithin ? 'within chance' : 'beyond chance: another mix of games, or another RTP';
  const origin = isEstimated ? '; standard deviations partly estimated from sessions' : '';
  return `${finding}; two standard errors of both periods are ${(limit ?? 0).toFixed(2)} €${origin}`;
}

const findingOf = (chance: Pick<RankingChance, 'isWithin'> | null | undefined): string | null =>
  chance == null || chance.isWithin === null ? null : chance.isWithin ? 'within chance' : 'beyond chance';

function tableOf({ by, metric, order, rows, others, total, chance, coverage, before }: Ranking): Table {
  const hasParts = order === 'change' && [...rows, total].some(({ parts }) => parts !== null);
  const hasChance = hasParts && rows.some((row) => row.chance !== null);
  const hasShares = order === 'change' && hasSharesOfChange({ rows, others, total });
  const ofChange = (change: number | null) => (total.change ? (change ?? 0) / total.change : null);
  const hasOwner = by === 'operator' || by === 'player';
  const kind = kindOf(metric);
  type Figures = Pick<Ranking['rows'][number], 'value' | 'before' | 'change' | 'parts'> & {
    share?: number | null;
    chance?: Pick<RankingChance, 'limit' | 'isWithin'> | null;
  };
  const cells = (name: string, owner: string | null, own: Figures): Cell[] => [
    name,
    ...(hasOwner ? [owner] : []),
    // A change is read from before to now; of the largest the value comes first, and what it is of the total.
    ...(order === 'change' ? [own.before, own.value] : [own.value, own.share ?? null, own.before]),
    own.change,
    own.before === null || own.change === null || own.before <= 0 ? null : own.change / own.before,
    ...(hasParts ? [own.parts?.bet ?? null, own.parts?.rtp ?? null] : []),
    ...(hasChance ? [own.chance?.limit ?? null, findingOf(own.chance)] : []),
    ...(hasShares ? [ofChange(own.change)] : []),
    ...(order === 'change' ? [own.share ?? null] : []),
  ];
  const now: Column = { title: `${metrics[metric].title} ${daysName(coverage)}`, kind };
  const earlier: Column = { title: `${metrics[metric].title} ${daysName(before)}`, kind };
  const share: Column = { title: 'Share of total', kind: 'ratio' };
  const all: Row[] = rows.map((row) => ({ cells: cells(row.name, row.integrationName, row) }));
  if (others !== null) all.push({ cells: cells(`Others (${others.count})`, null, others) });
  all.push({ cells: cells('Total', null, { ...total, chance }), strong: true });
  return {
    name: order === 'change' ? sheetNames[by] : 'Top',
    columns: [
      { title: titles[by], kind: 'text', width: 30 },
      ...(hasOwner ? [{ title: 'Integration', kind: 'text', width: 24 } as const] : []),
      ...(order === 'change' ? [earlier, now] : [now, share, earlier]),
      { title: 'Change', kind },
      // Of the period before; none where that was nothing or below zero.
      { title: 'Change in percent', kind: 'ratio' },
      ...(hasParts
        ? [{ title: 'Change from bet', kind } as const, { title: 'Change from RTP', kind } as const]
        : []),
      ...(hasChance
        ? [
            { title: 'Chance makes up to', kind } as const,
            { title: 'Change from RTP and chance', kind: 'text', width: 24 } as const,
          ]
        : []),
      ...(hasShares ? [{ title: 'Share of the change', kind: 'ratio' } as const] : []),
      ...(order === 'change' ? [share] : []),
    ],
    rows: [all],
  };
}
