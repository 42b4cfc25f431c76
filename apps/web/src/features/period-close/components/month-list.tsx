import type { listPeriods, PeriodCell, ResponseOf } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationName } from '../../../components/display/entity-label.tsx';
import { Amount } from '../../../components/display/figure.tsx';
import { PartialMark } from '../../../components/display/partial-mark.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { totalGrossWin } from '../months.ts';
import styles from './month-list.module.css';
import { CellState, isClosable, isUntouched, type MonthMatrixProps, monthName } from './month-matrix.tsx';

const stateOrder = ['restated', 'review', 'open', 'closed'] as const;

/** The months of a phone: each with what its integrations add up to, and unfolded with their own. */
export function MonthList({ data, chosen, onChoose, onCloseAll, blockedMonth }: MonthMatrixProps) {
  const { t } = useTranslation('periodClose');
  if (data === undefined)
    return (
      <div className={styles.awaited} aria-busy="true">
        {[0, 1, 2, 3].map((row) => (
          <SkeletonLine key={row} width="70%" />
        ))}
      </div>
    );
  // What someone comes for: the month that can be closed next.
  const next = data.cells
    .filter(isClosable)
    .reduce((latest, { month }) => (month > latest ? month : latest), '');
  return (
    <ul className={styles.months} aria-label={t('matrix')}>
      {data.months.map((month) => (
        <Month
          key={month}
          month={month}
          data={data}
          startsOpen={month === (chosen.month ?? (next || data.months[0]))}
          onChoose={onChoose}
          onCloseAll={onCloseAll}
          isBlocked={month === blockedMonth}
        />
      ))}
    </ul>
  );
}

interface MonthProps extends Pick<MonthMatrixProps, 'onChoose' | 'onCloseAll'> {
  month: string;
  data: ResponseOf<typeof listPeriods>;
  startsOpen: boolean;
  isBlocked: boolean;
}

function Month({ month, data, startsOpen, isBlocked, onChoose, onCloseAll }: MonthProps) {
  const { t, i18n } = useTranslation('periodClose');
  const id = useId();
  const [isOpen, setOpen] = useState(startsOpen);
  const cells = data.cells.filter((cell) => cell.month === month);
  const nameOf = new Map(data.integrations.map((integration) => [integration.id, integration.name]));
  const name = monthName(month, i18n.language);
  return (
    <li className={styles.month}>
      <button
        type="button"
        className={styles.head}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronRight className={styles.chevron} size={16} stroke={1.5} aria-hidden="true" />
        <span className={styles.name}>{name}</span>
        <span className={styles.figures}>
          <Amount value={totalGrossWin(cells)} strong />
          <Summary cells={cells} />
        </span>
      </button>
      {isOpen && (
        <div id={id}>
          <ul className={styles.cells} aria-label={name}>
            {cells.map((cell) => (
              <li key={cell.integrationId}>
                <button
                  type="button"
                  className={styles.cell}
                  onClick={() => onChoose(cell.integrationId, month)}
                >
                  <span className="hub-visually-hidden">{name}, </span>
                  <IntegrationName name={nameOf.get(cell.integrationId) ?? ''} number={cell.integrationId} />
                  <span className={styles.figures}>
                    <Amount value={cell.grosswin} />
                    <span className={isUntouched(cells) ? 'hub-visually-hidden' : styles.state}>
                      <CellState cell={cell} />
                    </span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
          {onCloseAll && cells.filter(isClosable).length > 1 && (
            <div className={styles.foot}>
              {isBlocked ? (
                <span className={styles.state}>{t('blockedBy')}</span>
              ) : (
                <Button variant="default" onClick={() => onCloseAll(month)}>
                  {t('closeAll')}
                  <span className="hub-visually-hidden"> {name}</span>
                </Button>
              )}
            </div>
          )}
        </div>
      )}
    </li>
  );
}

/** How many integrations have closed the month, or are about to. */
function Summary({ cells }: { cells: readonly PeriodCell[] }) {
  const { t } = useTranslation('periodClose');
  if (cells.every(({ isEnded }) => !isEnded)) return <PartialMark />;
  const texts = stateOrder.flatMap((state) => {
    const count = cells.filter((cell) => cell.state === state).length;
    return count === 0 ? [] : [t(`stateCount.${state}`, { count })];
  });
  return <span className={styles.state}>{texts.join(' · ')}</span>;
}
