import type { FigureFilter } from '@ludus/contract';
import { IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  Chart,
  type ChartBand,
  type ChartHandle,
  type ChartMark,
  type ChartPoint,
  type ChartRange,
  type ChartSeries,
  type ChartView,
  ChartViewSwitch,
  type ChosenPoint,
} from '../../../components/chart/chart.tsx';
import { copiedChart } from '../../../components/chart/chart-copy.ts';
import { fittingRange } from '../../../components/chart/chart-model.ts';
import { chartPicture } from '../../../components/chart/chart-picture.ts';
import { ChartPicture, ChartZoom } from '../../../components/chart/chart-tools.tsx';
import { CopyTableButton } from '../../../components/copy-table-button.tsx';
import { hint } from '../../../components/hint.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { download, pictureName } from '../../../lib/download.ts';
import { toast } from '../../../lib/toast.tsx';
import { useIsPhone } from '../../../lib/use-screen.ts';
import type { Scheme } from '../../../theme/tokens.ts';
import styles from './performance.module.css';

interface PerformancePanelProps {
  title: ReactNode;
  /** What the chart shows, for names and files. */
  name: string;
  /** What its figures cover, on a picture. */
  coverage: string;
  notes: readonly (string | null)[];
  /** How it is to be read: behind a mark at the end of the notes. */
  details: readonly (string | null)[];
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  loading: boolean;
  stale: boolean;
  view: ChartView;
  onView: (view: ChartView) => void;
  /** The part that is looked at; without it the chart has no strip to choose one. */
  zoom?: { range: ChartRange; onRange: (range: ChartRange) => void };
  marks?: readonly ChartMark[];
  band?: ChartBand;
  focused?: string | null;
  withTotals?: boolean;
  /** Explains a value. */
  onPoint: (point: ChosenPoint) => void;
  explains: FigureFilter | null;
  actions?: ReactNode;
  /** Legend and selector beside the chart. */
  list?: ReactNode;
  /** In place of the chart where there is nothing to draw. */
  empty?: ReactNode;
}

/** Fewer places are seen at once. */
const zoomedFrom = 24;

/** A chart of a game's life with its switches, as a picture and as a table. */
export function PerformancePanel(props: PerformancePanelProps) {
  const { title, name, points, series, loading, stale, view, list, empty } = props;
  const { t } = useTranslation('game');
  const { t: common } = useTranslation('common');
  const handle = useRef<ChartHandle>(null);
  const isPhone = useIsPhone();
  const canZoom = props.zoom !== undefined && points.length > zoomedFrom;
  const range = fittingRange(props.zoom?.range ?? null, points.length);
  // A line of one place is a dot.
  const shownView = view === 'line' && points.length === 1 ? 'bar' : view;
  const savePicture = async (wanted: Scheme) => {
    const image = handle.current?.image(wanted);
    if (!image) return;
    try {
      const [coverage = '', ...rest] = [props.coverage, ...props.notes.filter((note) => note !== null)];
      const caption = rest[0] ?? '';
      download(
        await chartPicture({ image, title: name, coverage, caption, series, scheme: wanted }),
        pictureName(name),
      );
    } catch {
      toast('error', t('performance.pictureFailed'));
    }
  };
  const picture = (
    <ChartPicture
      words={t('performance.picture', { returnObjects: true })}
      disabled={loading || stale || shownView === 'table'}
      onSave={(wanted) => void savePicture(wanted)}
    />
  );
  return (
    <Panel
      flush
      ruled
      explains={props.explains}
      title={<div className={styles.title}>{title}</div>}
      actions={
        !empty && (
          <div className={styles.actions}>
            {props.actions}
            <ChartViewSwitch value={shownView} onChange={props.onView} />
            {!isPhone && picture}
          </div>
        )
      }
    >
      {empty ?? (
        <>
          <div className={styles.columns} data-listed={list !== undefined || undefined}>
            {list !== undefined && <div className={styles.list}>{list}</div>}
            <div className={styles.body} aria-busy={loading || stale || undefined}>
              <Chart
                name={name}
                view={shownView}
                points={points}
                series={series}
                unit={series[0]?.unit ?? 'euro'}
                height={isPhone ? 300 : 380}
                // The list names them.
                named={list === undefined}
                focused={props.focused ?? null}
                zoom={canZoom}
                handle={handle}
                loading={loading}
                stale={stale}
                withTotals={props.withTotals ?? false}
                onPoint={props.onPoint}
                band={props.band ?? null}
                {...(props.marks && { marks: props.marks })}
                {...(props.zoom && { range, onRange: props.zoom.onRange })}
              />
            </div>
          </div>
          <div className={styles.foot}>
            <p className="hub-caption">
              {loading ? ' ' : props.notes.filter(Boolean).join(' ')}
              {!loading && <Details texts={props.details.filter((text) => text !== null)} />}
            </p>
            {shownView === 'table' ? (
              <CopyTableButton
                labelled
                table={
                  loading || stale
                    ? null
                    : () => copiedChart(points, series, { when: common('when'), total: common('total') })
                }
              />
            ) : (
              <>
                {canZoom && props.zoom && (
                  <ChartZoom range={range} count={points.length} onRange={props.zoom.onRange} />
                )}
                {isPhone && picture}
              </>
            )}
          </div>
        </>
      )}
    </Panel>
  );
}

function Details({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <button type="button" className={styles.details} {...hint(texts.join('\n'))}>
      <IconInfoCircle size={14} stroke={1.5} aria-hidden="true" />
      <span className="hub-visually-hidden">{texts.join(' ')}</span>
    </button>
  );
}
