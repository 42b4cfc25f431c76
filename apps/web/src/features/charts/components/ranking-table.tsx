import {
  changeLimits,
  hasSharesOfChange,
  type MetricId,
  metrics,
  type RankedRow,
  type Ranking,
  type RankingDimension,
} from '@ludus/contract';
import { type CSSProperties, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { cssColorOf } from '../../../components/chart/chart-model.ts';
import { GameThumb, IntegrationChip } from '../../../components/display/entity-label.tsx';
import { Amount, Count, Percent } from '../../../components/display/figure.tsx';
import { MetricFigure } from '../../../components/display/metric-figure.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { coverOf } from '../../../domain/game/games.ts';
import { playerHref } from '../../../domain/session/players.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { daysCovered } from '../../../lib/explain.ts';
import type { ChartFilters, Reference } from '../filters.ts';
import {
  barWithin,
  drillAddress,
  growthOf,
  hasChances,
  hasParts,
  narrowedTo,
  type RankLine,
  scaleOf,
  sessionsAddress,
} from '../ranking.ts';
import { figureText } from '../ranking-copy.ts';
import type { ChartsSearch } from '../search.ts';
import styles from './ranking-tab.module.css';

interface RankingTableProps {
  label: string;
  ranking: Ranking | undefined;
  lines: readonly RankLine[];
  metric: MetricId;
  by: RankingDimension;
  filters: ChartFilters;
  search: ChartsSearch;
  reference: Reference;
  stale: boolean;
}

const isTotal = ({ kind }: RankLine) => kind === 'before' || kind === 'now';
/** A player has totals of all time only, which are not those of a period: the sessions explain the row. */
const isExplained = ({ row }: RankLine) => row !== null && row.userId === null;

/** Bars beside their figures. A name leads one level down, at the last one to the sessions of either period. */
export function RankingTable(props: RankingTableProps) {
  const { ranking, lines, metric, by, filters, search, reference, stale } = props;
  const { t } = useTranslation('charts');
  const { t: common } = useTranslation('common');
  const seesSessions = useCan('sessions:read');
  const isChange = ranking?.order === 'change';
  const scale = useMemo(() => scaleOf(lines), [lines]);
  const columns = useMemo<DataColumn<RankLine>[]>(() => {
    const isLast = by === 'game' || by === 'player';
    const figure = (id: 'value' | 'before', header: string): DataColumn<RankLine> => ({
      id,
      header,
      align: 'right',
      cell: (line) =>
        id === 'value' && isExplained(line) ? (
          <MetricFigure metric={metric} value={line.value} />
        ) : id === 'before' ? (
          <Before line={line} metric={metric} />
        ) : (
          <Figure metric={metric} value={line.value} strong={isTotal(line)} />
        ),
      ...(isChange ? {} : { footer: <Figure metric={metric} value={ranking?.total[id] ?? null} strong /> }),
    });
    const [value, before] = [
      figure('value', isChange ? t('now') : common(`metric.${metric}`)),
      figure('before', t('before')),
    ];
    const share: DataColumn<RankLine> = {
      id: 'share',
      header: t(isChange ? 'shareOfChange' : 'share'),
      align: 'right',
      cell: (line) =>
        line.share === null ? null : <Percent value={line.share} decimals={1} tone="neutral" />,
    };
    const change: DataColumn<RankLine> = {
      id: 'change',
      header: t('change'),
      align: 'right',
      cell: (line) => (
        <ChangeOf
          metric={metric}
          value={line.kind === 'now' ? (ranking?.total.change ?? null) : line.change}
          isHidden={line.kind === 'before'}
        />
      ),
      ...(isChange ? {} : { footer: <ChangeOf metric={metric} value={ranking?.total.change ?? null} /> }),
    };
    const percent: DataColumn<RankLine> = {
      id: 'percent',
      header: t('percentOfChange'),
      align: 'right',
      cell: (line) => (
        <Growth
          value={line.kind === 'now' ? growthOf(ranking?.total) : growthOf(line)}
          isHidden={line.kind === 'before'}
        />
      ),
      ...(isChange ? {} : { footer: <Growth value={growthOf(ranking?.total)} /> }),
    };
    const isDivided = isChange && ranking !== undefined && hasParts(ranking);
    const part = (id: 'bet' | 'rtp', header: string): DataColumn<RankLine> => ({
      id,
      header,
      align: 'right',
      cell: ({ kind, parts }) => (
        <ChangeOf metric={metric} value={parts?.[id] ?? null} isHidden={kind === 'before'} />
      ),
    });
    const chance: DataColumn<RankLine> = {
      id: 'chance',
      header: t('chance'),
      cell: ({ kind, chance: own }) => (kind === 'before' ? null : <ChanceOf chance={own} />),
    };
    return [
      {
        id: 'name',
        header: t(`rankedOne.${by}`),
        cell: (line) => (
          <LineName line={line} {...{ filters, search, reference, metric, by, seesSessions }} />
        ),
        ...(isChange ? {} : { footer: common('total') }),
      },
      {
        id: 'bar',
        header: '',
        label: t('bar'),
        width: isDivided ? '22%' : '34%',
        cell: (line) => <Bar line={line} scale={scale} metric={isChange ? null : metric} />,
      },
      ...(isChange
        ? [
            before,
            value,
            change,
            percent,
            ...(isDivided ? [part('bet', t('ofBet')), part('rtp', t('ofRtp'))] : []),
            ...(isDivided && hasChances(ranking) ? [chance] : []),
            ...(ranking && hasSharesOfChange(ranking) ? [share] : []),
          ]
        : [value, ...(metrics[metric].additive ? [share] : []), before, change, percent]),
      ...(isLast && seesSessions && ranking
        ? [
            {
              id: 'sessions',
              header: t('sessions'),
              fit: true,
              cell: ({ row }: RankLine) => row && <Sessions row={row} {...{ filters, ranking, metric }} />,
            },
          ]
        : []),
    ];
  }, [ranking, isChange, scale, metric, by, filters, search, reference, seesSessions, t, common]);
  const shown: readonly RankLine[] =
    ranking?.others && !isChange
      ? [
          ...lines,
          { ...ranking.others, id: 'others', kind: 'others', row: null, from: 0, to: 0, chance: null },
        ]
      : lines;
  return (
    <>
      <DataTable
        bare
        label={props.label}
        columns={columns}
        rows={shown}
        rowId={({ id }) => id}
        loading={ranking === undefined}
        stale={stale}
        rowExplains={({ row }) => (row === null ? {} : narrowedTo(row))}
        phoneRow={(line) => ({
          title: <LineName line={line} {...{ filters, search, reference, metric, by, seesSessions }} />,
          sub: (
            <span className={styles.stacked}>
              <Bar line={line} scale={scale} metric={isChange ? null : metric} />
              {isChange && line.parts && <Parts parts={line.parts} chance={line.chance} />}
            </span>
          ),
          value: isTotal(line) ? (
            <Figure metric={metric} value={line.value ?? line.before} strong />
          ) : isChange ? (
            <ChangeOf metric={metric} value={line.change} />
          ) : isExplained(line) ? (
            <MetricFigure metric={metric} value={line.value} />
          ) : (
            <Figure metric={metric} value={line.value} />
          ),
          note: isTotal(line) ? undefined : isChange ? (
            <Figure metric={metric} value={line.value} />
          ) : (
            <ChangeOf metric={metric} value={line.change} />
          ),
        })}
      />
      {scale.isCut && <p className={`${styles.note} hub-caption`}>{t('barsCut')}</p>}
    </>
  );
}

/** By how much of the period before, up or down. */
function Growth({ value, isHidden }: { value: number | null; isHidden?: boolean }) {
  if (isHidden) return null;
  const largest = changeLimits.largestRatio;
  if (value === null || Math.abs(value) <= largest)
    return <Percent value={value} decimals={1} tone="signed" plus />;
  // As everywhere beside percentages: beyond this the amounts are easier to judge.
  return (
    <span className={styles.beyond}>
      {value > 0 ? '>' : '<'}&nbsp;
      <Percent value={Math.sign(value) * largest} decimals={0} tone="signed" plus />
    </span>
  );
}

/** Where there is no room for columns: both parts of a change in words. */
function Parts({ parts, chance }: { parts: NonNullable<RankLine['parts']>; chance: RankLine['chance'] }) {
  const { t } = useTranslation('charts');
  const write = (value: number) => figureText(value, 'euro', true);
  return (
    <span className={styles.parts}>
      {t('partsSaid', { bet: write(parts.bet), rtp: write(parts.rtp) })} <ChanceOf chance={chance} />
    </span>
  );
}

/** Whether a part from RTP is more than chance makes, and how much that is; a dash where no one knows. */
function ChanceOf({ chance }: { chance: RankLine['chance'] }) {
  const { t } = useTranslation('charts');
  if (chance === null) return <span className={styles.new}>–</span>;
  const limit = figureText(chance.limit, 'euro');
  return (
    <span className={chance.isWithin ? styles.within : styles.beyondChance}>
      {t(chance.isWithin ? 'chanceUnder' : 'chanceOver', { limit })}
    </span>
  );
}

/** The figure of the period before; in its place that there is none yet. */
function Before({ line, metric }: { line: RankLine; metric: MetricId }) {
  const { t } = useTranslation('common');
  if (line.row?.isNew) return <span className={styles.new}>{t('change.new')}</span>;
  return <Figure metric={metric} value={line.before} strong={isTotal(line)} />;
}

function Figure({
  metric,
  value,
  strong = false,
}: {
  metric: MetricId;
  value: number | null;
  strong?: boolean;
}) {
  const { unit } = metrics[metric];
  // A total has the figure of one period; a row without one has a dash.
  if (value === null && strong) return null;
  const props = { value, strong };
  return unit === 'ratio' ? (
    <Percent {...props} />
  ) : unit === 'count' ? (
    <Count {...props} />
  ) : (
    <Amount {...props} />
  );
}

/** Green up, red down: the figure has become more or less, whatever that is good for. */
function ChangeOf({
  metric,
  value,
  isHidden,
}: {
  metric: MetricId;
  value: number | null;
  isHidden?: boolean;
}) {
  const { unit } = metrics[metric];
  if (isHidden) return null;
  const props = { value, tone: 'signed' as const, plus: true };
  return unit === 'ratio' ? (
    <Percent {...props} />
  ) : unit === 'count' ? (
    <Count {...props} />
  ) : (
    <Amount {...props} />
  );
}

interface BarProps {
  line: RankLine;
  scale: { low: number; high: number };
  /** Whose colour it has; null for the steps of a change, which go up or down. */
  metric: MetricId | null;
}

function Bar({ line, scale, metric }: BarProps) {
  // What the others are together is no part beside the others.
  if (metric !== null && line.kind === 'others') return null;
  const { start, width } = barWithin(line, scale);
  const tone = isTotal(line) ? 'total' : line.to < line.from ? 'down' : 'up';
  const look = {
    '--start': `${start}%`,
    '--width': `${width}%`,
    ...(metric && tone === 'up' && { '--color': cssColorOf({ color: metrics[metric].color }) }),
  } as CSSProperties;
  return <span className={styles.track} data-tone={tone} style={look} aria-hidden="true" />;
}

interface LineNameProps {
  line: RankLine;
  filters: ChartFilters;
  search: ChartsSearch;
  reference: Reference;
  metric: MetricId;
  by: RankingDimension;
  seesSessions: boolean;
}

function LineName({ line, filters, search, reference, metric, by, seesSessions }: LineNameProps) {
  const { t } = useTranslation('charts');
  const { row, kind } = line;
  if (row === null)
    return (
      <span className={kind === 'others' ? styles.others : styles.total}>
        {kind === 'others' ? t('others') : t(kind === 'before' ? 'totalBefore' : 'totalNow')}
      </span>
    );
  const drill = drillAddress(row, filters, search, reference);
  const player =
    row.userId !== null && row.integrationId !== null && seesSessions
      ? playerHref(row.integrationId, row.userId)
      : null;
  const game =
    row.gameId !== null && seesSessions ? sessionsAddress(row, filters, filters.period, metric) : null;
  const href = drill ?? player ?? game;
  const name: ReactNode = href ? <InternalLink href={href}>{row.name}</InternalLink> : row.name;
  return (
    <span className={styles.name}>
      <Art row={row} by={by} reference={reference} />
      <span className="hub-ellipsis" title={row.name}>
        {name}
        {row.integrationName !== null && filters.integrations.length !== 1 && reference.isProvider && (
          <span className={styles.owner}> {row.integrationName}</span>
        )}
      </span>
    </span>
  );
}

function Art({ row, by, reference }: { row: RankedRow; by: RankingDimension; reference: Reference }) {
  if (by === 'game') {
    const game = reference.games.find(({ id }) => id === row.gameId);
    return <GameThumb src={game && coverOf(game)} />;
  }
  if (by !== 'integration' || row.integrationId === null) return null;
  return <IntegrationChip name={row.name} number={row.integrationId} />;
}

interface SessionsProps {
  row: RankedRow;
  ranking: Ranking;
  filters: ChartFilters;
  metric: MetricId;
}

/** The sessions of both periods: what is gone has some only in the one before. */
function Sessions({ row, ranking, filters, metric }: SessionsProps) {
  const { t } = useTranslation('charts');
  const link = (period: ChartFilters['period'], name: 'now' | 'before') => (
    <InternalLink
      href={sessionsAddress(row, filters, period, metric)}
      aria-label={t('sessionsOf', { name: row.name, when: t(name) })}
    >
      {t(name)}
    </InternalLink>
  );
  return (
    <span className={styles.sessions}>
      {link(filters.period, 'now')}
      {link(daysCovered(ranking.before), 'before')}
    </span>
  );
}
