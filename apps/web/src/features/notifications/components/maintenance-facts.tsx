import { type Notification, serviceNames } from '@ludus/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine, useDelayed } from '../../../components/feedback/skeletons.tsx';
import { saveInCalendar } from '../../../domain/integration/maintenances.ts';
import { maintenanceQuery } from '../../../domain/user/notifications.ts';
import { ApiError } from '../../../lib/api/error.ts';
import { formatLongStart, ZONE } from '../../../lib/format.ts';
import { Availability } from './availability.tsx';
import styles from './maintenance-facts.module.css';
import { Severity } from './severity.tsx';

interface MaintenanceFactsProps {
  notificationId: number;
  maintenanceId: number;
  /** The newer notice of the maintenance, once it was moved: it has the question. */
  movedBy: Notification | undefined;
}

/** Date and severity of the maintenance, and the reply of the integration. */
export function MaintenanceFacts({ notificationId, maintenanceId, movedBy }: MaintenanceFactsProps) {
  const { t, i18n } = useTranslation('notifications');
  const maintenance = useQuery(maintenanceQuery(maintenanceId));
  const { data, error } = maintenance;
  const showsSkeleton = useDelayed(maintenance.isPending);
  // None is all of them.
  const listOf = (names: readonly string[]) => (names.length === 0 ? t('affectsAll') : names.join(', '));
  if (!data) {
    if (error instanceof ApiError && error.status === 404) {
      return <p className={styles.gone}>{t('maintenanceGone')}</p>;
    }
    return (
      <QueryView query={maintenance} text={t('failed')} compact>
        <div className={styles.facts}>{showsSkeleton && <SkeletonLine width="60%" />}</div>
      </QueryView>
    );
  }
  return (
    <QueryView query={maintenance}>
      <dl className={styles.facts}>
        <div>
          <dt>{t('maintenanceDate')}</dt>
          <dd>
            <time dateTime={data.date}>{formatLongStart(data.date, i18n.language)}</time>{' '}
            <span className={styles.zone}>{ZONE}</span>
          </dd>
        </div>
        {!data.isEndAssumed && (
          <div>
            <dt>{t('maintenanceEnd')}</dt>
            <dd>
              <time dateTime={data.endsAt}>{formatLongStart(data.endsAt, i18n.language)}</time>
            </dd>
          </div>
        )}
        <div>
          <dt>{t('maintenanceSeverity')}</dt>
          <dd>
            <Severity severity={data.severity} />
          </dd>
        </div>
        <div>
          <dt>{t('affectedServices')}</dt>
          <dd>{listOf(data.services.map((service) => serviceNames[service]))}</dd>
        </div>
        <div className={styles.affected}>
          <dt>{t('affectedGames')}</dt>
          <dd>{listOf(data.games.map(({ name }) => name))}</dd>
        </div>
      </dl>
      <Button
        className={styles.calendar}
        variant="default"
        size="xs"
        onClick={() =>
          saveInCalendar(data, t('calendarTitle', { day: formatLongStart(data.date, i18n.language) }))
        }
      >
        {t('toCalendar')}
      </Button>
      {movedBy !== undefined ? (
        <p className={styles.moved}>
          {t('wasMoved')}{' '}
          <Link to="/notifications" search={{ id: movedBy.id }}>
            {t('openMoved')}
          </Link>
        </p>
      ) : data.cancelReason === null ? (
        <Availability notificationId={notificationId} maintenance={data} />
      ) : (
        <p className={styles.gone}>{t('maintenanceCancelled', { reason: data.cancelReason })}</p>
      )}
    </QueryView>
  );
}
