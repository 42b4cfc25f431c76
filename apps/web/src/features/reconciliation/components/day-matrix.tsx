import type { ReconciledDay, ReconciledFigureSet, ReconciliationMatrix } from '@ludus/contract';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationName } from '../../../components/display/entity-label.tsx';
import { Amount } from '../../../components/display/figure.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { ScrollFrame } from '../../../components/table/scroll-frame.tsx';
import type { DayPlace } from '../../../domain/statistics/reconciliation.ts';
import { addDays } from '../../../lib/days.ts';
import { formatDay, formatDayWith } from '../../../lib/format.ts';
import { breakpoints, useIsPhone, useMedia } from '../../../lib/use-screen.ts';
import { Figure } from './day-tables.tsx';
import styles from './reconciliation.module.css';
import { StateSign } from './state-sign.tsx';

interface DayMatrixProps {
  /** Undefined while it loads. */
  matrix: ReconciliationMatrix | undefined;
  stale: boolean;
  selected: DayPlace | null;
  onSelect: (place: DayPlace) => void;
}

const skeletonRows = [0, 1, 2];

/** The days of a matrix, first and last included. */
export function daysOfMatrix({ from, to }: Pick<ReconciliationMatrix, 'from' | 'to'>): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The months of these days, each with how many of its days are among them. */
export function monthsOf(days: readonly string[]): { month: string; first: string; length: number }[] {
  const months: { month: string; first: string; length: number }[] = [];
  for (const day of days) {
    const last = months.at(-1);
    if (last?.month === day.slice(0, 7)) last.length += 1;
    else months.push({ month: day.slice(0, 7), first: day, length: 1 });
  }
  return months;
}

/** Whose differences stand at the end of a row, added up; where all days would not fit beside them, only the bet. */
const summed = ['sessions', 'bet', 'win'] as const;
const summedShort = ['bet'] as const;
type Summed = readonly (typeof summed)[number][];

/** Integrations down, days across; every cell opens its day. */
export function DayMatrix({ matrix, stale, selected, onSelect }: DayMatrixProps) {
  const { t, i18n } = useTranslation('reconciliation');
  const frame = useRef<HTMLDivElement>(null);
  const isPhone = useIsPhone();
  const isShort = useMedia(breakpoints['below-wide']);
  const from = matrix?.from;
  const isPastMonth = matrix?.from.endsWith('-01') && matrix.to !== matrix.latest;
  // Where not all days fit, a month is read from its first one; of one that runs, and of days up to now, the latest are looked for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each range of days, and for each width
  useEffect(() => {
    if (frame.current) frame.current.scrollLeft = isPastMonth ? 0 : frame.current.scrollWidth;
  }, [from, isPastMonth, isPhone, isShort]);
  const days = matrix ? daysOfMatrix(matrix) : [];
  const total = matrix?.integrations.some(({ days: known }) => known.some(isCompared))
    ? matrix.difference
    : null;
  // Of days that no one has compared there is no difference to add up.
  const figures: Summed = isPhone || total === null ? [] : isShort ? summedShort : summed;
  const hasSums = isPhone && total !== null;
  const nameOf = (name: ReactNode, difference: ReconciledFigureSet | null) => (
    <th scope="row" data-pinned>
      {name}
      {hasSums && (
        <span className={styles.ofName}>
          <Amount value={difference?.bet ?? null} />
        </span>
      )}
    </th>
  );
  return (
    <ScrollFrame label={t('matrix')} className={styles.frame} ref={frame}>
      <table
        className={stale ? `${styles.matrix} hub-stale` : styles.matrix}
        aria-label={t('matrix')}
        aria-busy={!matrix}
      >
        <thead>
          <tr>
            <th scope="col" rowSpan={2} data-pinned>
              {t('integration')}
              {hasSums && (
                <span className={styles.ofName}>
                  {t('difference')}, {t('figures.bet')}
                </span>
              )}
            </th>
            {monthsOf(days).map(({ month, first, length }) => (
              <th key={month} scope="colgroup" colSpan={length} data-month>
                <span className={styles.month}>
                  {formatDayWith(first, i18n.language, { month: 'long', year: 'numeric' })}
                </span>
              </th>
            ))}
            {matrix && figures.length > 0 && (
              <th
                scope="colgroup"
                colSpan={figures.length}
                data-figure
                data-first
                data-pinned={isShort ? 'end' : undefined}
              >
                {t('difference')}
              </th>
            )}
          </tr>
          <tr>
            {days.map((day) => (
              <th key={day} scope="col">
                <span className="hub-visually-hidden">{formatDay(day)}</span>
                <span aria-hidden="true">{Number(day.slice(8))}</span>
              </th>
            ))}
            {matrix &&
              figures.map((figure, index) => (
                <th
                  key={figure}
                  scope="col"
                  data-figure
                  data-first={index === 0 || undefined}
                  data-pinned={isShort ? 'end' : undefined}
                >
                  {t(`figures.${figure}`)}
                </th>
              ))}
          </tr>
        </thead>
        <tbody>
          {matrix === undefined &&
            skeletonRows.map((row) => (
              <tr key={row}>
                <th scope="row">
                  <SkeletonLine width="70%" />
                </th>
                <td>
                  <SkeletonLine width="90%" />
                </td>
              </tr>
            ))}
          {matrix?.integrations.map(({ integration, days: known, difference }) => (
            <tr key={integration.id}>
              {nameOf(
                <IntegrationName name={integration.name} number={integration.id} />,
                known.some(isCompared) ? difference : null,
              )}
              {days.map((day) => {
                const state = known.find((one) => one.day === day)?.state ?? 'none';
                const place = { integrationId: integration.id, day };
                const isSelected = selected?.integrationId === integration.id && selected.day === day;
                const label = t('cell', {
                  integration: integration.name,
                  day: formatDay(day),
                  state: t(`states.${state}`),
                });
                return (
                  <td key={day}>
                    <button
                      type="button"
                      className={styles.cell}
                      aria-label={label}
                      title={label}
                      aria-pressed={isSelected}
                      onClick={() => onSelect(place)}
                    >
                      <StateSign state={state} />
                    </button>
                  </td>
                );
              })}
              <Figures figures={figures} difference={known.some(isCompared) ? difference : null} />
            </tr>
          ))}
        </tbody>
        {matrix && total !== null && matrix.integrations.length > 1 && (
          <tfoot>
            <tr>
              {nameOf(t('total'), total)}
              <td colSpan={days.length} />
              <Figures figures={figures} difference={total} />
            </tr>
          </tfoot>
        )}
      </table>
    </ScrollFrame>
  );
}

const isCompared = ({ comparedAt }: Pick<ReconciledDay, 'comparedAt'>) => comparedAt !== null;

interface FiguresProps {
  figures: Summed;
  /** Null where nothing was compared: no difference is known, and none is not zero. */
  difference: ReconciledFigureSet | null;
}

function Figures({ figures, difference }: FiguresProps) {
  return figures.map((figure, index) => (
    <td
      key={figure}
      data-figure
      data-first={index === 0 || undefined}
      data-pinned={figures.length === 1 ? 'end' : undefined}
    >
      <Figure name={figure} value={difference?.[figure]} />
    </td>
  ));
}
