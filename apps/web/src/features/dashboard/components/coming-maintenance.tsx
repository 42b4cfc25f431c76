import type { Maintenance } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { InternalLink } from '../../../components/internal-link.tsx';
import { upcomingMaintenancesQuery } from '../../../domain/integration/upcoming-maintenances.ts';
import { useMinute } from '../../../lib/use-today.ts';
import styles from './coming-maintenance.module.css';

const soonMs = 72 * 3_600_000;

/** The maintenance that runs, else the next one within three days; leads to Status. Silent while there is none, or while it cannot be read. */
export function ComingMaintenance() {
  const { data = [] } = useQuery(upcomingMaintenancesQuery());
  const now = useMinute().getTime();
  const next = data.find(({ date, endsAt }) => Date.parse(endsAt) > now && Date.parse(date) - now <= soonMs);
  if (next === undefined) return null;
  return (
    <p className={styles.line} role="status">
      <InternalLink href="/status" className={styles.link}>
        <Words of={next} isRunning={Date.parse(next.date) <= now} />
      </InternalLink>
    </p>
  );
}

function Words({
  of: { date, endsAt, isEndAssumed, services },
  isRunning,
}: {
  of: Maintenance;
  isRunning: boolean;
}) {
  const { t } = useTranslation('dashboard');
  const names =
    services.length === 0 ? t('allServices') : services.map((service) => t(`service.${service}`)).join(', ');
  const values = { from: date, to: endsAt, services: names };
  if (isEndAssumed) return t(isRunning ? 'maintenance.since' : 'maintenance.from', values);
  return t(isRunning ? 'maintenance.until' : 'maintenance.span', values);
}
