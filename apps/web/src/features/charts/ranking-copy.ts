import { hasSharesOfChange, metrics, type RankedRow, type Ranking } from '@ludus/contract';
import type { useTranslation } from 'react-i18next';
import { colorOf } from '../../components/chart/chart-model.ts';
import type { CopiedTable } from '../../lib/copied-table.ts';
import { daysCovered } from '../../lib/explain.ts';
import { formatAmount, formatCount, formatPercent, formatPeriod } from '../../lib/format.ts';
import { fontFamily, type Scheme, tokens } from '../../theme/tokens.ts';
import {
  barWithin,
  chanceOfTotal,
  growthOf,
  hasChances,
  hasParts,
  type LineChance,
  type RankLine,
  scaleOf,
} from './ranking.ts';

interface Words {
  t: ReturnType<typeof useTranslation<'charts'>>['t'];
  common: ReturnType<typeof useTranslation<'common'>>['t'];
}

/** A figure in text. */
export function figureText(value: number | null, unit: Ranking['unit'], plus = false): string {
  if (unit === 'euro') return formatAmount(value, plus);
  if (unit === 'ratio') return formatPercent(value, 1, plus);
  return `${plus && (value ?? 0) > 0 ? '+' : ''}${formatCount(value)}`;
}

/** Players of two integrations may have the same id. */
export const lineName = ({ name, userId, integrationName }: RankedRow): string =>
  userId === null ? name : `${name} (${integrationName})`;

/** Whether a part from RTP is within chance, in two words; nothing where that is not known. */
export const findingOf = (chance: LineChance | null, t: Words['t']): string =>
  chance === null ? '' : t(chance.isWithin ? 'isChance' : 'isBeyondChance');

/** The rows of a ranking for a spreadsheet, the others among them, with the total below. */
export function copiedRanking(ranking: Ranking, { t, common }: Words): CopiedTable {
  const { by, metric, unit, order, rows, others, total, coverage, before } = ranking;
  const name = common(`metric.${metric}`);
  const of = (period: { from: string; to: string }) => `${name} ${formatPeriod(daysCovered(period))}`;
  const isChange = order === 'change';
  const isDivided = isChange && hasParts(ranking);
  const hasChance = isDivided && hasChances(ranking);
  const hasShares = isChange && hasSharesOfChange(ranking);
  const ofChange = (change: number | null) => (total.change ? (change ?? 0) / total.change : null);
  type Figures = Pick<RankedRow, 'value' | 'before' | 'change' | 'share' | 'parts'>;
  const figures = (one: Figures & { chance?: LineChance | null }) => [
    // A change is read from before to now; of the largest the value comes first, and what it is of the total.
    ...(isChange ? [one.before, one.value] : [one.value, one.share, one.before]),
    one.change,
    growthOf(one),
    ...(isDivided ? [one.parts?.bet ?? null, one.parts?.rtp ?? null] : []),
    ...(hasChance ? [one.chance?.limit ?? null, findingOf(one.chance ?? null, t)] : []),
    ...(hasShares ? [ofChange(one.change)] : []),
    ...(isChange ? [one.share] : []),
  ];
  const now = { label: of(coverage), kind: unit };
  const earlier = { label: of(before), kind: unit };
  const share = { label: t('shareOfTotal'), kind: 'ratio' } as const;
  return {
    columns: [
      { label: t(`rankedOne.${by}`), kind: 'text' },
      ...(isChange ? [earlier, now] : [now, share, earlier]),
      { label: t('change'), kind: unit },
      { label: t('percentOfChange'), kind: 'ratio' },
      ...(isDivided
        ? ([
            { label: t('ofBet'), kind: unit },
            { label: t('ofRtp'), kind: unit },
          ] as const)
        : []),
      ...(hasChance
        ? ([
            { label: t('chanceUpTo'), kind: unit },
            { label: t('chance'), kind: 'text' },
          ] as const)
        : []),
      ...(hasShares ? [{ label: t('shareOfChange'), kind: 'ratio' } as const] : []),
      ...(isChange ? [share] : []),
    ],
    rows: [
      ...rows.map((row) => [lineName(row), ...figures(row)]),
      ...(others ? [[t('others'), ...figures(others)]] : []),
    ],
    footer: [common('total'), ...figures({ ...total, share: null, chance: chanceOfTotal(ranking) })],
  };
}

interface ImageParts {
  ranking: Ranking;
  scheme: Scheme;
  words: Words;
  width: number;
}

const rowHeight = 30;
const pixelRatio = 2;
/** Of a column of figures in a picture. */
const columnWidth = 112;

export interface PictureColumn {
  /** Null where the picture has no head: its only figure is named in its title. */
  head: string | null;
  text: (line: RankLine) => string;
}

/** The figures beside each bar: those that the title promises, and of the largest rows the period before, too. */
export function pictureColumns(ranking: Ranking, { t, common }: Words): PictureColumn[] {
  const { order, unit, metric } = ranking;
  if (order === 'change') return [{ head: null, text: (line) => figureOf(line, ranking) }];
  return [
    { head: common(`metric.${metric}`), text: ({ value }) => figureText(value, unit) },
    ...(metrics[metric].additive
      ? [{ head: t('share'), text: ({ share }: RankLine) => (share === null ? '' : formatPercent(share, 1)) }]
      : []),
    {
      head: t('before'),
      text: ({ row, before }) => (row?.isNew ? common('change.new') : figureText(before, unit)),
    },
    { head: t('change'), text: ({ change }) => figureText(change, unit, true) },
  ];
}

/** The lines of a picture: below the bars of Top the rest and the total, which have none. */
export function pictureLines(lines: readonly RankLine[], { order, others, total }: Ranking): RankLine[] {
  if (order === 'change') return [...lines];
  const none = { row: null, from: 0, to: 0, parts: null, chance: null };
  return [
    ...lines,
    ...(others === null ? [] : [{ ...none, ...others, id: 'others', kind: 'others' } as const]),
    { ...none, ...total, id: 'now', kind: 'now', share: null },
  ];
}

/** The bars with their names and figures, drawn like the screen shows them. */
export function rankingImage(
  bars: readonly RankLine[],
  { ranking, scheme, words, width }: ImageParts,
): { url: string; width: number; height: number } {
  const lines = pictureLines(bars, ranking);
  const color = tokens[scheme];
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas to draw on.');
  const columns = pictureColumns(ranking, words);
  const hasHead = columns.some(({ head }) => head !== null);
  const top = hasHead ? rowHeight : 0;
  const height = top + lines.length * rowHeight;
  canvas.width = width * pixelRatio;
  canvas.height = height * pixelRatio;
  context.scale(pixelRatio, pixelRatio);
  context.fillStyle = color.panel;
  context.fillRect(0, 0, width, height);
  context.textBaseline = 'middle';
  context.font = `13px ${fontFamily}`;
  const figureWidth = hasHead ? columnWidth : width * 0.2;
  const nameWidth = width * 0.28;
  const track = width - nameWidth - columns.length * figureWidth - 24;
  const rightOf = (column: number) => width - (columns.length - 1 - column) * figureWidth;
  context.textAlign = 'right';
  context.fillStyle = color.secondary;
  for (const [column, { head }] of columns.entries())
    if (head !== null) context.fillText(head, rightOf(column), rowHeight / 2, figureWidth - 12);
  const scale = scaleOf(bars);
  for (const [index, line] of lines.entries()) {
    const middle = top + index * rowHeight + rowHeight / 2;
    const isWhole = line.kind === 'before' || line.kind === 'now';
    const { start, width: part } = barWithin(line, scale);
    const up =
      ranking.order === 'value' ? colorOf({ color: metrics[ranking.metric].color }, scheme) : color.positive;
    context.fillStyle = isWhole ? color.control : line.to < line.from ? color.negative : up;
    if (index < bars.length)
      context.fillRect(
        nameWidth + 12 + (start / 100) * track,
        middle - 8,
        Math.max(2, (part / 100) * track),
        16,
      );
    context.fillStyle = color.text;
    context.textAlign = 'left';
    context.fillText(nameOf(line, ranking, words), 0, middle, nameWidth);
    context.textAlign = 'right';
    for (const [column, { text }] of columns.entries())
      context.fillText(text(line), rightOf(column), middle, figureWidth - 12);
  }
  return { url: canvas.toDataURL('image/png'), width, height };
}

function nameOf({ kind, row }: RankLine, { order }: Ranking, { t, common }: Words): string {
  if (row !== null) return lineName(row);
  if (kind === 'now' && order === 'value') return common('total');
  return kind === 'others' ? t('others') : t(kind === 'before' ? 'totalBefore' : 'totalNow');
}

function figureOf({ kind, value, before, change }: RankLine, { order, unit }: Ranking): string {
  if (order === 'value' || kind === 'now') return figureText(value, unit);
  return kind === 'before' ? figureText(before, unit) : figureText(change, unit, true);
}
