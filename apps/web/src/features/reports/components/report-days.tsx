import type { DetailedReport, FigureFilter } from '@ludus/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ExplainFigure } from '../../../components/chart/explain-figure.tsx';
import { StatTiles } from '../../../components/chart/stat-tiles.tsx';
import { MetricFigure } from '../../../components/display/metric-figure.tsx';
import { PartialMark } from '../../../components/display/partial-mark.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { useCan } from '../../../lib/auth/index.ts';
import { explainsFor } from '../../../lib/explain.ts';
import { formatDay } from '../../../lib/format.ts';
import { useIsPhone } from '../../../lib/use-screen.ts';
import { type FigureId, phoneColumnsFor } from '../columns.ts';
import styles from './report-view.module.css';

type Day = NonNullable<DetailedReport['responsePerDay']>[number];

interface ReportDaysProps {
  days: readonly Day[];
  totals: DetailedReport['totals'];
  columns: readonly FigureId[];
  /** The sessions behind the totals. */
  explains: FigureFilter;
  stale: boolean;
}

/** A day, marked where it runs. */
function DayName({ day, partial }: Pick<Day, 'day' | 'partial'>) {
  return partial ? (
    <>
      {formatDay(day)} <PartialMark />
    </>
  ) : (
    formatDay(day)
  );
}

/** The figures of each day of the period; players of several days are not added up. */
export function ReportDays({ days, totals, columns, explains, stale }: ReportDaysProps) {
  const { t } = useTranslation('reports');
  const { t: common } = useTranslation('common');
  const isPhone = useIsPhone();
  const seesDue = useCan('money:net-and-due');
  const shown = useMemo<DataColumn<Day>[]>(
    () => [
      {
        id: 'day',
        header: t('day'),
        sortable: true,
        value: ({ day }) => day,
        fit: true,
        cell: (day) => <DayName {...day} />,
        footer: common('total'),
      },
      ...columns.map(
        (id): DataColumn<Day> => ({
          id,
          header: common(`metric.${id}`),
          align: 'right',
          sortable: true,
          value: (day) => day[id],
          cell: (day) => <MetricFigure metric={id} value={day[id]} greenDue />,
          footer: <MetricFigure metric={id} value={totals[id]} strong greenDue />,
        }),
      ),
    ],
    [t, common, columns, totals],
  );
  const named = (metric: FigureId, day: Day) => (
    <>
      <span className={`hub-caption ${styles.named}`}>{common(`metric.${metric}`)}</span>{' '}
      <MetricFigure metric={metric} value={day[metric]} greenDue />
    </>
  );
  const table = (
    <div {...explainsFor(explains)}>
      <DataTable
        label={t('days')}
        columns={shown}
        rows={days}
        rowId={({ day }) => day}
        rowExplains={({ day }) => ({ from: day, to: day })}
        sort={{ id: 'day', desc: false }}
        stale={stale}
        rowHeight={34}
        phoneRow={(day, sort) => {
          const sorted = columns.find((id) => id === sort?.id);
          const [first = 'grosswin', second = 'bet', third = 'win', fourth = 'usersCount'] = phoneColumnsFor(
            sorted ?? 'name',
            seesDue,
          );
          return {
            title: <DayName {...day} />,
            sub: (
              <span>
                <span className={styles.line}>{named(second, day)}</span>
                <span className={styles.line}>{named(third, day)}</span>
              </span>
            ),
            value: named(first, day),
            note: named(fourth, day),
            isTall: true,
          };
        }}
      />
    </div>
  ); // Rows of a phone have no foot.
  if (!isPhone) return table;
  return (
    <>
      <Panel flush label={common('total')} explains={explains}>
        <StatTiles
          columns={columns.length}
          stale={stale}
          tiles={columns.map((id) => ({
            key: id,
            label: common(`metric.${id}`),
            mark: <ExplainFigure metric={id} />,
            value: <MetricFigure metric={id} value={totals[id]} strong greenDue />,
          }))}
        />
      </Panel>
      {table}
    </>
  );
}
