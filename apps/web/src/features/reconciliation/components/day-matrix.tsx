import type { ReconciledDay, ReconciledFigureSet, ReconciliationMatrix } from '@ludus/contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationName } from '../../../components/display/entity-label.tsx';
import { Amount, Count } from '../../../components/display/figure.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import type { DayPlace } from '../../../domain/statistics/reconciliation.ts';
import { addDays } from '../../../lib/days.ts';
import { formatDay, formatDayWith } from '../../../lib/format.ts';
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

/** Whose differences stand at the end of a row, added up. */
const summed = ['sessions', 'bet', 'win'] as const;

/** Integrations down, days across; every cell opens its day. */
export function DayMatrix({ matrix, stale, selected, onSelect }: DayMatrixProps) {
  const { t, i18n } = useTranslation('reconciliation');
  const frame = useRef<HTMLDivElement>(null);
  const to = matrix?.to;
  // Where not all days fit, the latest ones are those that someone looks for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each range of days
  useEffect(() => {
    if (frame.current) frame.current.scrollLeft = frame.current.scrollWidth;
  }, [to]);
  const days = matrix ? daysOfMatrix(matrix) : [];
  return (
    <div className={styles.frame} ref={frame}>
      <table
        className={stale ? `${styles.matrix} hub-stale` : styles.matrix}
        aria-label={t('matrix')}
        aria-busy={!matrix}
      >
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              {t('integration')}
            </th>
            {monthsOf(days).map(({ month, first, length }) => (
              <th key={month} scope="colgroup" colSpan={length} data-month>
                <span className={styles.month}>
                  {formatDayWith(first, i18n.language, { month: 'long', year: 'numeric' })}
                </span>
              </th>
            ))}
            {matrix && (
              <th scope="colgroup" colSpan={summed.length} data-figure data-first>
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
              summed.map((figure, index) => (
                <th key={figure} scope="col" data-figure data-first={index === 0 || undefined}>
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
              <th scope="row">
                <IntegrationName name={integration.name} number={integration.id} />
              </th>
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
              <Figures difference={known.some(isCompared) ? difference : null} />
            </tr>
          ))}
        </tbody>
        {matrix && matrix.integrations.length > 1 && (
          <tfoot>
            <tr>
              <th scope="row">{t('total')}</th>
              <td colSpan={days.length} />
              <Figures
                difference={
                  matrix.integrations.some(({ days: known }) => known.some(isCompared))
                    ? matrix.difference
                    : null
                }
              />
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

const isCompared = ({ comparedAt }: Pick<ReconciledDay, 'comparedAt'>) => comparedAt !== null;

/** Null where nothing was compared: no difference is known, and none is not zero. */
function Figures({ difference }: { difference: ReconciledFigureSet | null }) {
  return (
    <>
      <td data-figure data-first>
        <Count value={difference?.sessions ?? null} />
      </td>
      <td data-figure>
        <Amount value={difference?.bet ?? null} />
      </td>
      <td data-figure>
        <Amount value={difference?.win ?? null} />
      </td>
    </>
  );
}
