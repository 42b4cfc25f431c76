import type { listPeriods, PeriodCell, PeriodState, ResponseOf } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '../../../components/display/badge.tsx';
import { IntegrationName } from '../../../components/display/entity-label.tsx';
import { Amount } from '../../../components/display/figure.tsx';
import { PartialMark } from '../../../components/display/partial-mark.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { ScrollFrame } from '../../../components/table/scroll-frame.tsx';
import { formatDayWith, formatInstant } from '../../../lib/format.ts';
import { totalGrossWin } from '../months.ts';
import type { PeriodSearch } from '../search.ts';
import styles from './month-matrix.module.css';

const tones: Record<PeriodState, BadgeTone> = {
  open: 'neutral',
  review: 'info',
  closed: 'positive',
  restated: 'warning',
};

export function StateBadge({ state }: { state: PeriodState }) {
  const { t } = useTranslation('periodClose');
  return (
    <Badge tone={tones[state]} ring={state === 'open'}>
      {t(`state.${state}`)}
    </Badge>
  );
}

/** Whether no integration has taken any step with a month: then its state is said once. */
export const isUntouched = (cells: readonly PeriodCell[]) => cells.every(({ state }) => state === 'open');

interface CellStateProps {
  cell: Pick<PeriodCell, 'state' | 'isEnded' | 'closedAt' | 'closedBy'>;
}

/** The state of a month among others. */
export function CellState({ cell: { state, isEnded, closedAt, closedBy } }: CellStateProps) {
  const { t } = useTranslation('periodClose');
  if (state === 'open' && !isEnded) return <PartialMark />;
  return (
    <>
      <StateBadge state={state} />
      {closedAt !== null && closedBy !== null && (
        <span
          className={styles.closer}
          title={t('closedOn', { at: formatInstant(closedAt, 'minutes'), name: closedBy })}
        >
          {t('closedByName', { name: closedBy })}
        </span>
      )}
    </>
  );
}

/** Whether a month may be taken a step further: it has ended, and is not closed. */
export const isClosable = ({ isEnded, state }: PeriodCell) =>
  isEnded && (state === 'open' || state === 'review');

/** `2026-10` in the reader's words. */
export const monthName = (month: string, language: string, width: 'long' | 'short' = 'long') =>
  formatDayWith(`${month}-01`, language, { month: width, year: 'numeric' });

export interface MonthMatrixProps {
  /** Undefined while they load. */
  data: ResponseOf<typeof listPeriods> | undefined;
  chosen: Pick<PeriodSearch, 'integration' | 'month'>;
  onChoose: (integrationId: number, month: string) => void;
  /** Offered beside a month that more than one integration has yet to close; for those who may. */
  onCloseAll?: ((month: string) => void) | undefined;
  /** The month whose checks keep every integration from closing it, as far as they are known. */
  blockedMonth?: string | undefined;
}

/** Months down, integrations across, with what they add up to; a cell opens its month. */
export function MonthMatrix({ data, chosen, onChoose, onCloseAll, blockedMonth }: MonthMatrixProps) {
  const { t, i18n } = useTranslation('periodClose');
  const cells = new Map(data?.cells.map((cell) => [`${cell.integrationId} ${cell.month}`, cell]));
  const integrations = data?.integrations ?? [];
  const closableOf = (month: string) =>
    data?.cells.filter((cell) => cell.month === month && isClosable(cell)).length ?? 0;
  const cellsOf = (month: string) => data?.cells.filter((cell) => cell.month === month) ?? [];
  const stateOf = (month: string) => {
    const all = cellsOf(month);
    const [first] = all;
    return (
      first !== undefined &&
      isUntouched(all) && (
        <span className={styles.state} aria-hidden="true">
          <CellState cell={first} />
        </span>
      )
    );
  };
  return (
    <ScrollFrame label={t('matrix')} className={styles.frame} scrollsDown>
      <table className={styles.matrix} aria-label={t('matrix')} aria-busy={!data}>
        <thead>
          <tr>
            <th scope="col" data-pinned>
              {t('month')}
            </th>
            {integrations.map(({ id, name }) => (
              <th key={id} scope="col">
                <IntegrationName name={name} number={id} />
              </th>
            ))}
            {integrations.length > 1 && (
              <th scope="col" data-pinned="end">
                {t('total')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {data === undefined
            ? [0, 1, 2, 3].map((row) => (
                <tr key={row}>
                  <td>
                    <SkeletonLine width="60%" />
                  </td>
                </tr>
              ))
            : data.months.map((month) => (
                <tr key={month}>
                  <th scope="row" data-pinned>
                    <span className={styles.name}>{monthName(month, i18n.language, 'short')}</span>
                    {stateOf(month)}
                    {onCloseAll && closableOf(month) > 1 && month === blockedMonth && (
                      <span className={styles.blocked} title={t('blockedBy')}>
                        {t('blocked')}
                      </span>
                    )}
                    {onCloseAll && closableOf(month) > 1 && month !== blockedMonth && (
                      <button type="button" className={styles.closeAll} onClick={() => onCloseAll(month)}>
                        {t('closeAll')}
                        <span className="hub-visually-hidden"> {monthName(month, i18n.language)}</span>
                      </button>
                    )}
                  </th>
                  {integrations.map((integration) => (
                    <td key={integration.id}>
                      <MonthCell
                        cell={cells.get(`${integration.id} ${month}`)}
                        isStateShown={!isUntouched(cellsOf(month))}
                        integration={integration.name}
                        isChosen={chosen.integration === integration.id && chosen.month === month}
                        onChoose={onChoose}
                      />
                    </td>
                  ))}
                  {integrations.length > 1 && (
                    <td data-pinned="end">
                      <Amount value={totalGrossWin(data.cells, { month })} strong />
                    </td>
                  )}
                </tr>
              ))}
        </tbody>
        {data !== undefined && data.months.length > 1 && (
          <tfoot>
            <tr>
              <th scope="row" data-pinned>
                {t('total')}
              </th>
              {integrations.map(({ id }) => (
                <td key={id}>
                  <Amount value={totalGrossWin(data.cells, { integrationId: id })} strong />
                </td>
              ))}
              {integrations.length > 1 && (
                <td data-pinned="end">
                  <Amount value={totalGrossWin(data.cells)} strong />
                </td>
              )}
            </tr>
          </tfoot>
        )}
      </table>
    </ScrollFrame>
  );
}

interface MonthCellProps extends Pick<MonthMatrixProps, 'onChoose'> {
  cell: PeriodCell | undefined;
  /** Where the head of the row does not say it for all. */
  isStateShown: boolean;
  integration: string;
  isChosen: boolean;
}

function MonthCell({ cell, isStateShown, integration, isChosen, onChoose }: MonthCellProps) {
  const { t, i18n } = useTranslation('periodClose');
  if (cell === undefined)
    return (
      <span className={styles.empty} role="img" aria-label={t('noSessions')}>
        –
      </span>
    );
  const { month } = cell;
  return (
    <button
      type="button"
      className={styles.cell}
      aria-pressed={isChosen}
      onClick={() => onChoose(cell.integrationId, month)}
    >
      {/* For assistive technology: the heads of row and column say the same. */}
      <span className="hub-visually-hidden">
        {t('cell', { month: monthName(month, i18n.language), integration })}{' '}
      </span>
      <span className={isStateShown ? styles.state : 'hub-visually-hidden'}>
        <CellState cell={cell} />
      </span>
      <span className={styles.amount}>
        <Amount value={cell.grosswin} /> <span className="hub-visually-hidden">{t('grossWin')}</span>
      </span>
    </button>
  );
}
