import type { ExportedFile, ExportFormat, MetricId } from '@ludus/contract';
import { Button, useComputedColorScheme } from '@mantine/core';
import { type ReactNode, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  Chart,
  type ChartHandle,
  type ChartRange,
  type ChartSeries,
  type ChartView,
  ChartViewSwitch,
  type ChosenPoint,
} from '../../../components/chart/chart.tsx';
import { copiedChart } from '../../../components/chart/chart-copy.ts';
import { fittingRange } from '../../../components/chart/chart-model.ts';
import { chartPicture } from '../../../components/chart/chart-picture.ts';
import { ChartZoom } from '../../../components/chart/chart-tools.tsx';
import { idsOfSeries } from '../../../components/chart/series-rank.ts';
import { CopyTableButton } from '../../../components/copy-table-button.tsx';
import { ExportButton } from '../../../components/export-button.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { useFreshness } from '../../../components/feedback/use-freshness.ts';
import { LastMonthButton } from '../../../components/form/period-picker.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { useOverflows } from '../../../components/table/use-overflows.ts';
import type { Period } from '../../../lib/days.ts';
import { download, pictureName } from '../../../lib/download.ts';
import { daysCovered, explain } from '../../../lib/explain.ts';
import { formatPeriod } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast.tsx';
import { useHeightLeft } from '../../../lib/use-height-left.ts';
import { breakpoints, useIsPhone, useMedia } from '../../../lib/use-screen.ts';
import type { Scheme } from '../../../theme/tokens.ts';
import { explainedBy } from '../chart-data.ts';
import { type ChartFilters, chosenNames, linesAllowed, type Reference } from '../filters.ts';
import type { ChartAnswer } from '../use-chart-answer.ts';
import styles from './chart-panel.module.css';

interface ChartPanelProps {
  title: ReactNode;
  /** What the figures are, for names: "Gross win". */
  what: string;
  filters: ChartFilters;
  reference: Reference;
  answer: ChartAnswer;
  /** Every series of the response, and which of them are not drawn. */
  series: readonly ChartSeries[];
  hidden: ReadonlySet<string>;
  /** Totals and legend, above the chart. */
  legend?: ReactNode;
  /**
   * A list of the series at the left of the chart, below it on narrow screens. With it the title is a choice of figures,
   * which takes a row of its own on a phone.
   */
  list?: ReactNode;
  /** The series that stands out. */
  focused?: string | null;
  /** In the header, before the view switch. */
  actions?: ReactNode;
  /** Requests the figures as a file. A phone has its button beneath the chart where the title is a choice. */
  onExport: (format: ExportFormat) => Promise<ExportedFile>;
  /** What a series' values are. */
  metricOf: (series: ChartSeries) => MetricId;
  view: ChartView;
  onView: (view: ChartView) => void;
  range: ChartRange;
  onRange: (range: ChartRange) => void;
  onClear: () => void;
  /** Takes another period where this one is empty. */
  onPeriod: (period: Period) => void;
  /** In place of everything while there is nothing to ask. */
  waiting?: ReactNode;
  note?: string | null;
  /** What the chart leaves out, above it. */
  scope?: ReactNode;
}

/** Names of what is chosen that the caption and a picture give; of more it says how many. */
const namedAtMost = 4;

/** Pixels below the chart: notes and zoom buttons, and the foot of the page. */
const belowChart = 92;

/** The name of a chart, or the choice of its figure, which a phone cannot show whole: its edge fades where it goes on. */
function Heading({ children }: { children: ReactNode }) {
  const { frameRef, hasMore } = useOverflows();
  return (
    <div className={`${styles.title} hub-fades`} ref={frameRef} data-more={hasMore || undefined}>
      {children}
    </div>
  );
}

/** One chart with its switches: lines, bars or the table of the same numbers; empty and failed in words. */
export function ChartPanel(props: ChartPanelProps) {
  const { filters, answer, series, hidden, view, what } = props;
  const { t } = useTranslation('charts');
  const { t: common } = useTranslation('common');
  const freshness = useFreshness();
  const scheme = useComputedColorScheme('dark');
  const handle = useRef<ChartHandle>(null);
  const isPhone = useIsPhone();
  const isStacked = useMedia(breakpoints.laptop);
  const [bodyRef, heightLeft] = useHeightLeft(belowChart, 360);
  // Where the list stands below, its first rows stay in sight.
  const height = isPhone ? 320 : isStacked && props.list ? Math.max(360, heightLeft - 168) : heightLeft;
  const { query, points } = answer;
  const drawn = useMemo(() => series.filter((one) => !hidden.has(one.id)), [series, hidden]);
  // Bars are forced where a line would have one point.
  const mayDrawLines = linesAllowed(filters);
  const shownView = view === 'line' && !mayDrawLines ? 'bar' : view;
  const choose = (chosen: ChartView) => {
    if (chosen === 'line' && !mayDrawLines) toast('error', t('linesNotAllowed'), { ms: 5000 });
    else props.onView(chosen);
  };
  const range = fittingRange(props.range, points.length);
  const name = t('chartName', { what, period: formatPeriod(filters.period) });
  const chosen = chosenNames(filters, props.reference);
  // The list beside the chart names its series already.
  const unlisted = props.list
    ? chosen.filter((one) => series.every(({ name: listed }) => listed !== one))
    : chosen;
  const joined = (names: readonly string[]) => {
    const others = names.length - namedAtMost;
    return [...names.slice(0, namedAtMost), ...(others > 0 ? [t('andOthers', { count: others })] : [])].join(
      ', ',
    );
  };
  const named = joined(chosen);
  const kinds = t('coverage', {
    by: t(`byIn.${filters.by}`),
    money: t(`moneyIn.${filters.money}`),
    state: t(`stateIn.${filters.state}`),
  });
  const captionOf = (names: readonly string[]) => (names.length === 0 ? kinds : `${kinds}: ${joined(names)}`);
  const hasJustBegun = points.length > 1 && points.some((point) => point.hasJustBegun);
  // On a phone its strip would take the place of figures.
  const hasZoom = points.length > 12 && !isPhone;
  const isLeftOut = shownView === 'line' && hasJustBegun;
  const hasPartial = points.some((point) => point.partial && !(isLeftOut && point.hasJustBegun));
  const notes = [
    `${captionOf(unlisted)}.`,
    // What is missing in them stands in the page's head.
    query.data ? `${freshness({ asOf: query.data.coverage.asOf })}.` : null,
    hasPartial ? common('partialNote') : null,
    points.some((point) => point.interrupted) ? t('interruptedNote') : null,
    isLeftOut ? common('justBegunNote') : null,
    props.note ?? null,
  ].filter(Boolean);
  const explainPoint = ({ index, series: chosen, element }: ChosenPoint) => {
    const bucket = query.data?.buckets[index];
    if (!bucket || query.isPlaceholderData) return;
    explain({
      element,
      metric: props.metricOf(chosen),
      within: {
        ...daysCovered(bucket),
        ...(filters.by === 'hour' && { hour: bucket.from }),
        ...idsOfSeries(chosen),
      },
      shown: chosen.values[index] ?? null,
    });
  };
  const savePicture = async (wanted: Scheme) => {
    const image = handle.current?.image(wanted);
    if (!image) return;
    try {
      const picture = await chartPicture({
        image,
        title: name,
        coverage: captionOf(chosen),
        // The figures that are drawn, so that a picture that is passed on says how old they are.
        caption: query.data ? freshness(query.data.coverage) : '',
        series: drawn,
        scheme: wanted,
      });
      download(picture, pictureName(what, named, filters.period.from, filters.period.to));
    } catch {
      toast('error', t('pictureFailed'));
    }
  };
  const hasChart = Boolean(query.data) && !answer.isEmpty && !props.waiting;
  const isAwaited = query.isPending && !answer.refusal && !props.waiting;
  // Its place is kept while the chart is awaited, and given up where there is nothing to list.
  const hasList = Boolean(props.list) && !answer.isEmpty;
  // Old figures that stand in are of other filters: nothing may be said of them, or taken away, under the new ones.
  const isTrue = hasChart && !query.isPlaceholderData;
  const legend = (hasChart || isAwaited) && props.legend;
  const isBelow = isPhone && props.list !== undefined;
  const file = (
    <ExportButton
      compact={props.list !== undefined}
      disabled={!hasChart || answer.isEmpty}
      onExport={props.onExport}
      also={{
        label: common('chartPicture'),
        items: [
          ...(scheme === 'dark'
            ? [{ label: t('picture.asShown'), onClick: () => void savePicture('dark') }]
            : []),
          { label: t('picture.light'), onClick: () => void savePicture('light') },
        ],
        disabled: !isTrue || shownView === 'table',
      }}
    />
  );
  return (
    <Panel
      flush
      ruled
      explains={explainedBy(filters)}
      title={<Heading>{props.title}</Heading>}
      actions={
        <div className={styles.actions}>
          <span className={styles.time} data-pending={answer.answeredAt === 0 || undefined}>
            {t('lastResponse', { time: answer.answeredAt })}
          </span>
          {props.actions}
          {!isBelow && file}
          <ChartViewSwitch value={shownView} onChange={choose} />
        </div>
      }
    >
      {!isPhone && legend}
      {hasChart && props.scope && <div className={styles.scope}>{props.scope}</div>}
      <div className={styles.columns} data-listed={hasList || undefined}>
        {hasList && <div className={styles.list}>{hasChart && props.list}</div>}
        <div ref={bodyRef} className={styles.body} aria-busy={answer.isStale || query.isLoading || undefined}>
          {props.waiting ?? (
            <QueryView
              query={query}
              filtersKept
              compact
              failure={answer.refusal && <Refusal text={answer.refusal} />}
            >
              {answer.isEmpty ? (
                <div role="status">
                  <EmptyState
                    title={t('empty')}
                    actions={
                      <>
                        <LastMonthButton period={filters.period} onPeriod={props.onPeriod} />
                        <Button variant="default" onClick={props.onClear}>
                          {t('clearFilters')}
                        </Button>
                      </>
                    }
                  >
                    {t('emptyHelp')}
                  </EmptyState>
                </div>
              ) : (
                <Chart
                  name={name}
                  view={shownView}
                  points={points}
                  series={drawn}
                  unit={drawn[0]?.unit ?? 'euro'}
                  height={height}
                  // The list names them.
                  named={!props.list}
                  focused={props.focused ?? null}
                  zoom={hasZoom}
                  range={range}
                  onRange={props.onRange}
                  handle={handle}
                  loading={!query.data}
                  stale={answer.isStale}
                  withTotals
                  onPoint={explainPoint}
                />
              )}
            </QueryView>
          )}
        </div>
      </div>
      {/* Nine figures would fill a phone before its chart; they are its key there. */}
      {isPhone && legend && <div className={styles.below}>{legend}</div>}
      {hasChart && (
        <div className={styles.foot}>
          <p className="hub-caption">{isTrue ? notes.join(' ') : t('loadingFigures')}</p>
          {shownView === 'table' ? (
            isTrue && (
              <CopyTableButton
                labelled
                table={() => copiedChart(points, drawn, { when: common('when'), total: common('total') })}
              />
            )
          ) : (
            <>
              {hasZoom && <ChartZoom range={range} count={points.length} onRange={props.onRange} />}
              {/* The head has no room for it. */}
              {isBelow && file}
            </>
          )}
        </div>
      )}
    </Panel>
  );
}

/** A question that asks for too much says what to ask for instead. */
export function Refusal({ text }: { text: string }) {
  const { t } = useTranslation('charts');
  return (
    <div role="alert">
      <EmptyState title={t('tooMuch')}>{text}</EmptyState>
    </div>
  );
}
