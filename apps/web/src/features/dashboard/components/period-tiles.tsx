import { changeOf, type DashboardPeriod, type DashboardTile } from '@ludus/contract';
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatChange } from '../../../components/display/change.ts';
import { ChangeFigure } from '../../../components/display/change-figure.tsx';
import { MetricFigure } from '../../../components/display/metric-figure.tsx';
import { PartialMark } from '../../../components/display/partial-mark.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { hint } from '../../../components/hint.ts';
import { hasMoreAtRight } from '../../../components/table/use-overflows.ts';
import { explainsDays, explainsFor } from '../../../lib/explain.ts';
import { formatInstant, formatInstantWith } from '../../../lib/format.ts';
import styles from './period-tiles.module.css';

interface PeriodTilesProps {
  periods: readonly DashboardPeriod[];
  tiles: ReadonlyMap<DashboardPeriod, DashboardTile>;
  chosen: DashboardPeriod;
  onChoose: (period: DashboardPeriod) => void;
  panelId: string;
}

/** The five periods side by side; they are the tabs of the panel below. */
export function PeriodTiles({ periods, tiles, chosen, onChoose, panelId }: PeriodTilesProps) {
  const { t } = useTranslation('dashboard');
  const list = useRef<HTMLDivElement>(null);
  // What is out of sight; the style sheet fades that edge.
  const [isBefore, setBefore] = useState(false);
  const [isAfter, setAfter] = useState(false);
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const measure = () => {
      setBefore(element.scrollLeft > 1);
      setAfter(hasMoreAtRight(element));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);
  const place = periods.indexOf(chosen);
  const wasBeyond = useRef(false);
  // Where tiles scroll, the chosen one may stand beyond the edge. The strip rests at one of its ends where that shows the tile
  // whole: in between, there is less to see of what is beyond both edges.
  useEffect(() => {
    // At the beginning the first one is in its place: asked, the browser would lay out the page.
    const strip = list.current;
    if (strip === null || (place === 0 && !wasBeyond.current)) return;
    wasBeyond.current = true;
    const tabs = strip.querySelectorAll<HTMLElement>('[role=tab]');
    const toEnd = 2 * place - (tabs.length - 1);
    if (toEnd !== 0) strip.scrollLeft = toEnd < 0 ? 0 : strip.scrollWidth;
    const tab = tabs[place];
    if (tab && !isWholeIn(strip, tab)) tab.scrollIntoView?.({ block: 'nearest', inline: 'start' });
  }, [place]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const index = (place + step + periods.length) % periods.length;
    const next = periods[index];
    if (!next) return;
    onChoose(next);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus();
  };
  return (
    <div className={styles.room}>
      <div
        className={styles.tiles}
        role="tablist"
        aria-label={t('periods')}
        ref={list}
        data-before={isBefore || undefined}
        data-after={isAfter || undefined}
        onKeyDown={onKeyDown}
      >
        {periods.map((period) => (
          <button
            key={period}
            type="button"
            role="tab"
            id={`period-${period}`}
            aria-selected={period === chosen}
            aria-controls={panelId}
            tabIndex={period === chosen ? 0 : -1}
            className={styles.tile}
            {...explainsFor(explainsDays(tiles.get(period)?.coverage))}
            onClick={() => onChoose(period)}
          >
            <TileContent period={period} tile={tiles.get(period)} />
          </button>
        ))}
      </div>
    </div>
  );
}

function isWholeIn(strip: HTMLElement, tile: HTMLElement): boolean {
  const [room, box] = [strip.getBoundingClientRect(), tile.getBoundingClientRect()];
  return box.left >= room.left - 1 && box.right <= room.right + 1;
}

const dayOfMonth = { day: 'numeric', month: 'short' } as const;

/** A period in short: a day, days of a month, a month, or a span of days. */
function writeSpan(period: DashboardPeriod, from: string, to: string, language: string): string {
  const last = new Date(new Date(to).getTime() - 1);
  const write = (instant: string | Date, options: Intl.DateTimeFormatOptions) =>
    formatInstantWith(instant, language, options);
  switch (period) {
    case 'today':
    case 'yesterday':
      return write(from, { weekday: 'short', day: 'numeric', month: 'short' });
    case 'thisMonth':
      return `1–${write(last, dayOfMonth)}`;
    case 'lastMonth':
      return write(from, { month: 'long' });
    case 'trimester':
      // Three months up to today reach into four of the calendar.
      return `${write(from, dayOfMonth)}–${write(last, dayOfMonth)}`;
  }
}

/** What the tile covers; of today, its hours. */
function useSpan(period: DashboardPeriod, tile: DashboardTile | undefined): string {
  const { i18n } = useTranslation();
  if (!tile) return '';
  const { from, to, asOf } = tile.coverage;
  if (period !== 'today') return writeSpan(period, from, to, i18n.language);
  return asOf && asOf >= from ? `00:00–${formatInstant(asOf, 'time')}` : '';
}

/** Beneath gross win; net win and due are in the panel below and in Profit. */
const rows = ['bet', 'win', 'rtp'] as const;

interface TileContentProps {
  period: DashboardPeriod;
  tile: DashboardTile | undefined;
}

const TileContent = memo(function TileContent({ period, tile }: TileContentProps) {
  const { t } = useTranslation('dashboard');
  const { t: common } = useTranslation('common');
  const span = useSpan(period, tile);
  const totals = tile?.grandTotals;
  // Figures without an integration cannot be compared with those of all.
  const isCompared = tile !== undefined && tile.coverage.notFetched === 0;
  return (
    <>
      <span className={styles.head}>
        <span className={styles.name}>{t(`period.${period}`)}</span>
        {(period === 'today' || isUpToNow(period)) && <PartialMark compact />}
        <span className={styles.span}>{span}</span>
      </span>
      <span className={styles.metric}>
        {common('metric.grosswin')}
        {isCompared && <ComparedWith tile={tile} />}
      </span>
      <span className={styles.main}>
        {totals ? (
          <MetricFigure metric="grosswin" value={totals.grosswin} size="tile" />
        ) : (
          <SkeletonLine width="70%" height={20} my={4} />
        )}
        {isCompared && <GrossWinChange tile={tile} />}
      </span>
      {rows.map((metric) => (
        <span className={styles.row} key={metric}>
          <span className={styles.label}>{common(`metric.${metric}`)}</span>
          {totals ? (
            <MetricFigure
              metric={metric}
              value={totals[metric]}
              {...(metric === 'rtp' && { missing: 'na' })}
            />
          ) : (
            <SkeletonLine width={80} my={4} />
          )}
        </span>
      ))}
    </>
  );
});

/** Periods of days whose last one is not over, so that the period before ends inside a day as well. */
const isUpToNow = (period: DashboardPeriod) => period === 'thisMonth' || period === 'trimester';

/** With what its change compares a tile, short; assistive technology has it with the change itself. */
function ComparedWith({ tile }: { tile: DashboardTile }) {
  const { t, i18n } = useTranslation('common');
  if (grossWinChange(tile) === null) return null;
  const { from, to } = tile.comparedWith;
  const days = writeSpan(tile.period, from, to, i18n.language);
  const time = formatInstant(to, 'time');
  // Of today, the head of the tile has the hours.
  const endsInDay = isUpToNow(tile.period) && time !== '00:00';
  return (
    <span className={styles.since} aria-hidden="true">
      {t('change.since', { span: endsInDay ? `${days}, ${time}` : days })}
    </span>
  );
}

const grossWinChange = ({ grandTotals, previous, comparison }: DashboardTile) =>
  changeOf(grandTotals.grosswin, previous.grosswin, comparison);

function GrossWinChange({ tile }: { tile: DashboardTile }) {
  const { t, i18n } = useTranslation('common');
  const change = grossWinChange(tile);
  const { from, to } = tile.comparedWith;
  if (tile.comparison === 'new' && tile.grandTotals.sessionsTotal > 0)
    return (
      <span {...hint(t('change.newHint', { from }))} className={styles.aside}>
        {t('change.new')}
      </span>
    );
  if (tile.comparison === 'early') return <span className="hub-visually-hidden">{t('change.early')}</span>;
  if (change === null) return <span className="hub-visually-hidden">{t('change.none', { from, to })}</span>;
  const comparison = t(`comparedWith.${tile.period}`, {
    weekday: formatInstantWith(from, i18n.language, { weekday: 'long' }),
    month: formatInstantWith(from, i18n.language, { month: 'long' }),
  });
  const text = t('change.grosswin', { change: formatChange(change), comparison, from, to });
  return <ChangeFigure change={change} text={text} className={styles.change} />;
}
