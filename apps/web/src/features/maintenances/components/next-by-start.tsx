import { type Maintenance, maintenanceState } from '@ludus/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatLongStart } from '../../../lib/format.ts';
import type { MaintenancesSearch } from '../search.ts';
import { usePresent } from '../use-present.ts';
import styles from './announced-maintenances.module.css';

/** What everyone has denied does not take place, unless it is critical. */
const isDeniedByAll = ({ severity, integrations }: Maintenance) =>
  severity < 4 &&
  integrations.length > 0 &&
  integrations.every(({ maintenance_integrations: { confirmed } }) => confirmed === false);

interface NextByStartProps {
  maintenances: readonly Maintenance[];
  search: MaintenancesSearch;
}

/** The one that begins next, which leads to its entry: others may run or be cancelled above it. */
export function NextByStart({ maintenances, search }: NextByStartProps) {
  const { t, i18n } = useTranslation('maintenances');
  const now = usePresent();
  const next = maintenances
    .filter((one) => !['running', 'over', 'cancelled'].includes(maintenanceState(one, now)))
    .filter((one) => !isDeniedByAll(one))
    .reduce<Maintenance | null>(
      (soonest, one) => (soonest === null || Date.parse(one.date) < Date.parse(soonest.date) ? one : soonest),
      null,
    );
  if (next === null) return null;
  return (
    <>
      {' · '}
      <Link
        className={styles.next}
        to="/maintenances"
        search={{ ...search, id: next.id, view: 'last' }}
        resetScroll={false}
      >
        {t('next', { start: formatLongStart(next.date, i18n.language) })}
      </Link>
    </>
  );
}
