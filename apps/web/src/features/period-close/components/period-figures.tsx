import {
  gameLabel,
  type MetricId,
  type PeriodDetail,
  type PeriodGrouping,
  type PeriodRow,
  periodGroupings,
} from '@ludus/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Amount, Count } from '../../../components/display/figure.tsx';
import { MetricFigure } from '../../../components/display/metric-figure.tsx';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { PanelPart } from '../../../components/overlay/detail-panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { useCan } from '../../../lib/auth/index.ts';
import { addDays, addMonths } from '../../../lib/days.ts';
import { writeSearchText } from '../../../lib/search.ts';
import { type PeriodSearch, type PeriodView, periodViews } from '../search.ts';
import styles from './period-panel.module.css';

/** The figures of a month, in the order of every table. Players are no difference: they do not add up. */
const figures = [
  'bet',
  'win',
  'grosswin',
  'netwin',
  'due',
  'sessionsTotal',
  'sessionsOpen',
  'rounds',
  'usersCount',
] as const satisfies readonly MetricId[];
type FigureId = (typeof figures)[number];
const inRows = ['bet', 'win', 'grosswin', 'netwin', 'due', 'sessionsTotal', 'usersCount'] as const;

const figureOf = (row: PeriodRow, view: PeriodView, id: FigureId): number | undefined =>
  (row[view] as Partial<Record<FigureId, number>> | null)?.[id];

interface PeriodFiguresProps {
  detail: PeriodDetail;
  by: PeriodGrouping;
  /** Undefined: the difference of a restated month, else what is known. */
  view: PeriodView | undefined;
  stale: boolean;
  onChange: (part: Pick<PeriodSearch, 'by' | 'view'>) => void;
}

/** Figures as closed, as known today, and their difference: of the month, and by operator or game. */
export function PeriodFigures({ detail, by, view, stale, onChange }: PeriodFiguresProps) {
  const { t } = useTranslation('periodClose');
  const seesCharts = useCan('charts:read');
  const isClosed = detail.closing !== null;
  const shown: PeriodView = isClosed
    ? (view ?? (detail.state === 'restated' ? 'difference' : 'closed'))
    : 'today';
  return (
    <>
      <PanelPart
        title={t('totals')}
        aside={
          seesCharts && (
            <InternalLink href={changeAddress(detail)} className={styles.why}>
              {t('whyChanged')}
            </InternalLink>
          )
        }
      >
        <div className={isClosed ? undefined : styles.single}>
          <TotalsTable row={detail.total} />
        </div>
      </PanelPart>
      <PanelPart
        title={t('figures')}
        isRegion
        aside={
          <div className={styles.tools}>
            {isClosed && (
              <SegmentedSwitch
                label={t('viewLabel')}
                value={shown}
                onChange={(next) => onChange({ by, view: next })}
                options={periodViews.map((value) => ({ value, label: t(`view.${value}`) }))}
              />
            )}
            <SegmentedSwitch
              label={t('byLabel')}
              value={by}
              onChange={(next) => onChange({ by: next === 'operator' ? undefined : next, view })}
              options={periodGroupings.map((value) => ({ value, label: t(`by.${value}`) }))}
            />
          </div>
        }
      >
        <RowsTable rows={detail.rows} by={by} view={shown} stale={stale} />
      </PanelPart>
    </>
  );
}

/** What drove the change of its gross win from the month before. */
function changeAddress({ month, integration }: PeriodDetail): string {
  const from = `${month}-01`;
  const to = addDays(addMonths(from, 1), -1);
  return `/charts${writeSearchText({ type: 'Change', from, to, integrations: integration.id })}`;
}

interface TotalRow {
  id: FigureId;
  row: PeriodRow;
}

function TotalsTable({ row }: { row: PeriodRow }) {
  const { t } = useTranslation('periodClose');
  const { t: common } = useTranslation('common');
  const hasClosed = row.closed !== null;
  const rows = figures
    .filter((id) => figureOf(row, 'today', id) !== undefined)
    .map((id): TotalRow => ({ id, row }));
  const columns = useMemo<DataColumn<TotalRow>[]>(
    () => [
      { id: 'metric', header: t('metric'), cell: ({ id }) => common(`metric.${id}`) },
      ...(hasClosed ? periodViews : (['today'] as const)).map(
        (view): DataColumn<TotalRow> => ({
          id: view,
          header: t(`view.${view}`),
          align: 'right',
          cell: ({ id, row: total }) => <ViewFigure row={total} view={view} id={id} />,
        }),
      ),
    ],
    [t, common, hasClosed],
  );
  return (
    <DataTable
      label={t('totals')}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      phoneRow={({ id, row: total }) => ({
        title: common(`metric.${id}`),
        sub: hasClosed ? (
          <>
            {t('view.closed')} <ViewFigure row={total} view="closed" id={id} />
          </>
        ) : undefined,
        value: <ViewFigure row={total} view="today" id={id} />,
        note:
          hasClosed && id !== 'usersCount' ? <ViewFigure row={total} view="difference" id={id} /> : undefined,
      })}
    />
  );
}

/** A figure of a view; a difference has its sign, and none is a dash. */
function ViewFigure({ row, view, id }: { row: PeriodRow; view: PeriodView; id: FigureId }) {
  const value = figureOf(row, view, id);
  if (view !== 'difference') return <MetricFigure metric={id} value={value} />;
  if (!value) return <Amount value={null} />;
  const isCount = id === 'sessionsTotal' || id === 'sessionsOpen' || id === 'rounds';
  return isCount ? <Count value={value} /> : <Amount value={value} plus />;
}

export function GameText({ game }: { game: { name: string; sub_name: string | null } }) {
  const label = gameLabel(game);
  return (
    <span className="hub-ellipsis" title={label}>
      {label}
    </span>
  );
}

interface RowsTableProps {
  rows: readonly PeriodRow[];
  by: PeriodGrouping;
  view: PeriodView;
  stale: boolean;
}

function RowsTable({ rows, by, view, stale }: RowsTableProps) {
  const { t } = useTranslation('periodClose');
  const { t: common } = useTranslation('common');
  const showsDue = rows.some(({ today }) => today.due !== undefined);
  const columns = useMemo<DataColumn<PeriodRow>[]>(() => {
    const operator: DataColumn<PeriodRow> = {
      id: 'operator',
      header: t('operator'),
      sortable: true,
      value: (row) => row.operator?.name,
      cell: (row) => <span className="hub-ellipsis">{row.operator?.name}</span>,
    };
    const game: DataColumn<PeriodRow> = {
      id: 'game',
      header: t('game'),
      sortable: true,
      value: (row) => row.game?.name,
      cell: ({ game: named }) => named && <GameText game={named} />,
    };
    return [
      ...(by === 'game' ? [game] : by === 'operator' ? [operator] : [operator, game]),
      ...inRows
        .filter((id) => showsDue || (id !== 'netwin' && id !== 'due'))
        .filter((id) => view !== 'difference' || id !== 'usersCount')
        .map(
          (id): DataColumn<PeriodRow> => ({
            id,
            header: common(`metric.${id}`),
            align: 'right',
            sortable: true,
            descFirst: true,
            value: (row) => figureOf(row, view, id),
            cell: (row) => <ViewFigure row={row} view={view} id={id} />,
          }),
        ),
    ];
  }, [t, common, by, view, showsDue]);
  return (
    <DataTable
      label={t('figures')}
      columns={columns}
      rows={rows}
      rowId={({ operator, game }) => `${operator?.id ?? 0} ${game?.id ?? 0}`}
      stale={stale}
      maxHeight={420}
      phoneRow={(row) => ({
        title: row.operator?.name ?? row.game?.name,
        sub: row.operator && row.game ? row.game.name : undefined,
        value: <ViewFigure row={row} view={view} id="grosswin" />,
        note: common('metric.grosswin'),
      })}
    />
  );
}
