import type { ServicePresentState } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '../../../components/display/badge.tsx';
import { byGravity } from '../outages.ts';
import { stateTones } from './service-days.tsx';
import styles from './status.module.css';

interface OverallStateProps {
  states: readonly ServicePresentState[];
  checkedAt: string;
  nextCheckAt: string;
}

/** All services of a screen in one line: how many are up, what the others are, when that was checked, and when it is next. */
export function OverallState({ states, checkedAt: time, nextCheckAt }: OverallStateProps) {
  const { t } = useTranslation('status');
  const worst = byGravity.find((state) => states.includes(state)) ?? 'unknown';
  const count = states.length;
  const countOf = (wanted: ServicePresentState) => states.filter((state) => state === wanted).length;
  const others = byGravity.filter((state) => state !== 'up' && states.includes(state));
  return (
    <span className={styles.overall}>
      <StatusDot tone={stateTones[worst]} ring={worst === 'unknown'} />
      {worst === 'up'
        ? t('allUp', { count, time })
        : // Work that was announced is no failure of theirs.
          countOf('maintenance') === count
          ? t('allMaintained', { count, time })
          : t('notAllUp', {
              up: countOf('up'),
              count,
              time,
              states: others
                .map((state) =>
                  t('notUp', { state: t(`states.${state}`).toLowerCase(), count: countOf(state) }),
                )
                .join(', '),
            })}
      {'. '}
      {t('nextCheck', { time: nextCheckAt })}
    </span>
  );
}
