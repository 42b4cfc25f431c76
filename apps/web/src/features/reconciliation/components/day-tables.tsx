import type { DifferenceClass, ReconciledDayDetail, ReconciledFigureSet } from '@ludus/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Amount, Count } from '../../../components/display/figure.tsx';
import { PanelPart } from '../../../components/overlay/detail-panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { TwoLines } from '../../../components/table/two-lines.tsx';
import { type FigureName, figureOrder, formatFigure, isAmount } from '../evidence.ts';
import styles from './reconciliation.module.css';

export function Figure({ name, value }: { name: FigureName; value: number | undefined }) {
  return isAmount(name) ? <Amount value={value} /> : <Count value={value} />;
}

/** A figure of a row of a phone, where no heading names it. */
export function NamedFigure({ name, value }: { name: FigureName; value: number | undefined }) {
  const { t } = useTranslation('reconciliation');
  return (
    <>
      <span className={styles.figureName}>{t(`figures.${name}`)}</span> <Figure name={name} value={value} />
    </>
  );
}

interface FigureRow {
  figure: FigureName;
  ours: number | undefined;
  platform: number | undefined;
  difference: number | undefined;
}

/** The figures of both sides by session type; types that neither side has are left out. */
export function FiguresTables({ types }: Pick<ReconciledDayDetail, 'types'>) {
  const { t } = useTranslation('reconciliation');
  const columns = useMemo<DataColumn<FigureRow>[]>(
    () => [
      { id: 'figure', header: t('figure'), cell: ({ figure }) => t(`figures.${figure}`) },
      ...(['ours', 'platform', 'difference'] as const).map((side) => ({
        id: side,
        header: t(side),
        align: 'right' as const,
        cell: (row: FigureRow) => <Figure name={row.figure} value={row[side]} />,
      })),
    ],
    [t],
  );
  const shown = types.filter(({ ours, platform }) => ours.sessions > 0 || platform.sessions > 0);
  return shown.map(({ sessionTypeId, ours, platform, difference }) => {
    const title = t(`figuresOf.${sessionTypeId === 4 ? 'fun' : 'real'}`);
    return (
      <PanelPart key={sessionTypeId} title={title}>
        <DataTable
          label={title}
          columns={columns}
          rows={figureOrder
            .filter((figure) => ours[figure] !== undefined)
            .map((figure) => ({
              figure,
              ours: ours[figure],
              platform: platform[figure],
              difference: difference[figure],
            }))}
          rowId={({ figure }) => figure}
          phoneRow={(row) => ({
            title: t(`figures.${row.figure}`),
            sub: `${t('ours')} ${formatFigure(row.figure, row.ours)} · ${t('platform')} ${formatFigure(row.figure, row.platform)}`,
            value: <Figure name={row.figure} value={row.difference} />,
          })}
        />
      </PanelPart>
    );
  });
}

interface ClassRow {
  id: string;
  class: DifferenceClass | 'unexplained';
  sessions: number | undefined;
  difference: ReconciledFigureSet;
}

interface ClassesTableProps {
  detail: Pick<ReconciledDayDetail, 'classes' | 'unexplained' | 'unreadableRows'>;
  selected: DifferenceClass | undefined;
  onSelect: (chosen: DifferenceClass) => void;
  /** Whether a file was compared instead of the platform. */
  isOfFile?: boolean;
}

/** Sums figures of euro in cents, so that a total is exact. */
function sumOf(rows: readonly ClassRow[], figure: FigureName): number {
  const cents = rows.reduce((sum, { difference }) => sum + Math.round((difference[figure] ?? 0) * 100), 0);
  return cents / 100;
}

/** The classes and what they leave unexplained: their sums are the difference of the day. A row lists its sessions. */
export function ClassesTable({ detail, selected, onSelect, isOfFile = false }: ClassesTableProps) {
  const { t } = useTranslation('reconciliation');
  const { classes, unexplained, unreadableRows } = detail;
  const rows = useMemo<ClassRow[]>(() => {
    const byClass = Map.groupBy(classes ?? [], (one) => one.class);
    const sumFigures = (parts: readonly { difference: ReconciledFigureSet }[]): ReconciledFigureSet => {
      const sums = parts.map((one, index) => ({
        id: `${index}`,
        class: 'unexplained' as const,
        sessions: 0,
        ...one,
      }));
      const present = figureOrder.filter((figure) => parts[0]?.difference[figure] !== undefined);
      return Object.fromEntries(
        present.map((figure) => [figure, sumOf(sums, figure)]),
      ) as unknown as ReconciledFigureSet;
    };
    return [
      ...[...byClass].map(([name, parts]) => ({
        id: name,
        class: name,
        sessions: parts.reduce((sum, one) => sum + one.sessions, 0),
        difference: sumFigures(parts),
      })),
      ...(unexplained.length === 0
        ? []
        : [
            {
              id: 'unexplained',
              class: 'unexplained' as const,
              sessions: undefined,
              difference: sumFigures(unexplained),
            },
          ]),
    ];
  }, [classes, unexplained]);
  const columns = useMemo<DataColumn<ClassRow>[]>(() => {
    const figures = figureOrder.filter(
      (figure) => figure !== 'sessions' && rows.some(({ difference }) => (difference[figure] ?? 0) !== 0),
    );
    return [
      {
        id: 'class',
        header: t('class'),
        footer: t('total'),
        cell: (row) => (
          <TwoLines
            second={
              row.class === 'unexplained'
                ? t('unexplainedHelp')
                : t(`${isOfFile ? 'fileClassHelp' : 'classHelp'}.${row.class}`)
            }
          >
            {row.class === 'unexplained' ? t('unexplained') : t(`classes.${row.class}`)}
          </TwoLines>
        ),
      },
      {
        id: 'sessions',
        // How many, not what they add to the number of sessions.
        header: t('differing'),
        align: 'right',
        footer: <Count value={rows.reduce((sum, row) => sum + (row.sessions ?? 0), 0)} />,
        cell: (row) => <Count value={row.sessions} />,
      },
      ...figures.map((figure) => ({
        id: figure,
        header: t(`figures.${figure}`),
        align: 'right' as const,
        footer: <Figure name={figure} value={sumOf(rows, figure)} />,
        cell: (row: ClassRow) => <Figure name={figure} value={row.difference[figure]} />,
      })),
    ];
  }, [rows, t, isOfFile]);
  return (
    <PanelPart title={t('why')} aside={t(classes === null ? 'notClassed' : 'whyHint')}>
      {classes !== null && (
        <DataTable
          label={t('why')}
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          rowHeight={48}
          onRowClick={(row) => row.class !== 'unexplained' && onSelect(row.class)}
          rowLabel={(row) => (row.class === 'unexplained' ? t('unexplained') : t(`classes.${row.class}`))}
          selectedId={selected ?? null}
          phoneRow={(row) => ({
            title: row.class === 'unexplained' ? t('unexplained') : t(`classes.${row.class}`),
            sub: row.sessions !== undefined && t('sessionCount', { count: row.sessions }),
            value: <NamedFigure name="bet" value={row.difference.bet} />,
            note: <NamedFigure name="win" value={row.difference.win} />,
          })}
        />
      )}
      {unreadableRows > 0 && <p className={styles.help}>{t('unreadable', { count: unreadableRows })}</p>}
    </PanelPart>
  );
}
