import type { Maintenance } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SkeletonLine, useDelayed } from '../../../components/skeletons.tsx';
import { ErrorState } from '../../../components/states.tsx';
import { ApiError } from '../../../lib/api/index.ts';
import { useOwnIntegration } from '../../../lib/catalogue-viewer.ts';
import { formatLongStart, ZONE } from '../../../lib/format.ts';
import { useFocusBack } from '../../../lib/use-focus.ts';
import { maintenanceQuery, useConfirm } from '../api/notifications.ts';
import styles from './maintenance-facts.module.css';
import { Severity } from './severity.tsx';

interface MaintenanceFactsProps {
  notificationId: number;
  maintenanceId: number;
}

/** NOTIF-08: when the maintenance is and how severe, and what the integration says to it. */
export function MaintenanceFacts({ notificationId, maintenanceId }: MaintenanceFactsProps) {
  const { t, i18n } = useTranslation('notifications');
  const { data, error, isFetching, refetch } = useQuery(maintenanceQuery(maintenanceId));
  const showsSkeleton = useDelayed(!data && !error);
  if (!data) {
    if (error instanceof ApiError && error.status === 404) {
      return <p className={styles.gone}>{t('maintenanceGone')}</p>;
    }
    if (error) {
      return <ErrorState compact text={t('failed')} onReload={() => void refetch()} reloading={isFetching} />;
    }
    return <div className={styles.facts}>{showsSkeleton && <SkeletonLine width="60%" />}</div>;
  }
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>{t('maintenanceDate')}</dt>
          <dd>
            <time dateTime={data.date}>{formatLongStart(data.date, i18n.language)}</time>{' '}
            <span className={styles.zone}>{ZONE}</span>
          </dd>
        </div>
        <div>
          <dt>{t('maintenanceSeverity')}</dt>
          <dd>
            <Severity severity={data.severity} />
          </dd>
        </div>
      </dl>
      <Availability notificationId={notificationId} maintenance={data} />
    </>
  );
}

/** NOTIF-09, NOTIF-10: for people of a told integration alone; after No the question stays (OPEN-53). */
function Availability(props: { notificationId: number; maintenance: Maintenance }) {
  const { t } = useTranslation('notifications');
  const isOfIntegration = useOwnIntegration() !== null;
  const { mutate, isPending, variables } = useConfirm(props.notificationId);
  const { severity, integrations } = props.maintenance;
  const own = isOfIntegration ? integrations[0] : undefined;
  // A button that works takes no focus, and after Yes there is none.
  const pressed = useFocusBack<HTMLButtonElement>(isPending);
  const thanks = useFocusBack<HTMLParagraphElement>(own?.maintenance_integrations.confirmed !== true);
  if (own === undefined) return null;
  const { confirmed } = own.maintenance_integrations;
  if (confirmed === true) {
    return (
      <p ref={thanks} className={styles.confirmed} role="status" tabIndex={-1}>
        <IconCheck size={18} stroke={1.75} />
        {t('confirmed')}
      </p>
    );
  }
  if (severity >= 4) return null;
  const answer = (value: boolean, label: string) => (
    <Button
      ref={variables === value ? pressed : undefined}
      variant={value ? 'filled' : 'default'}
      aria-pressed={confirmed === value}
      loading={isPending && variables === value}
      disabled={isPending && variables !== value}
      onClick={() => mutate(value)}
    >
      {label}
    </Button>
  );
  return (
    <fieldset className={styles.question}>
      <legend>{t('confirmQuestion')}</legend>
      {answer(true, t('yes'))}
      {answer(false, t('no'))}
      {confirmed === false && (
        <span className={styles.denied} role="status">
          {t('denied')}
        </span>
      )}
    </fieldset>
  );
}
