import { type Maintenance, maintenanceState, maxRefusalReason } from '@ludus/contract';
import { Button, Textarea } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine, useDelayed } from '../../../components/feedback/skeletons.tsx';
import { useOwnIntegration } from '../../../domain/game/catalog-viewer.ts';
import { saveInCalendar } from '../../../domain/integration/maintenances.ts';
import { maintenanceQuery, useConfirm } from '../../../domain/user/notifications.ts';
import { ApiError } from '../../../lib/api/error.ts';
import { formatLongStart, ZONE } from '../../../lib/format.ts';
import { useRestoreFocus } from '../../../lib/use-focus.ts';
import { useMinute } from '../../../lib/use-today.ts';
import styles from './maintenance-facts.module.css';
import { Severity } from './severity.tsx';

interface MaintenanceFactsProps {
  notificationId: number;
  maintenanceId: number;
}

/** Date and severity of the maintenance, and the reply of the integration. */
export function MaintenanceFacts({ notificationId, maintenanceId }: MaintenanceFactsProps) {
  const { t, i18n } = useTranslation('notifications');
  const maintenance = useQuery(maintenanceQuery(maintenanceId));
  const { data, error } = maintenance;
  const showsSkeleton = useDelayed(maintenance.isPending);
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
      {data.cancelReason === null ? (
        <Availability notificationId={notificationId} maintenance={data} />
      ) : (
        <p className={styles.gone}>{t('maintenanceCancelled', { reason: data.cancelReason })}</p>
      )}
    </QueryView>
  );
}

/** Only for people of a notified integration; after No the question stays. */
function Availability(props: { notificationId: number; maintenance: Maintenance }) {
  const { t } = useTranslation('notifications');
  const isOfIntegration = useOwnIntegration() !== null;
  const { mutate, isPending, variables } = useConfirm(props.notificationId);
  const { severity, integrations } = props.maintenance;
  const isOver = maintenanceState(props.maintenance, useMinute()) === 'over';
  const own = isOfIntegration ? integrations[0] : undefined;
  // A button that works takes no focus, and after Yes there is none.
  const pressed = useRestoreFocus<HTMLButtonElement>(isPending);
  const thanks = useRestoreFocus<HTMLParagraphElement>(own?.maintenance_integrations.confirmed !== true);
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
  if (severity >= 4 || isOver) return null;
  const answer = (value: boolean, label: string) => (
    <Button
      ref={variables?.confirmation === value ? pressed : undefined}
      variant={value ? 'filled' : 'default'}
      aria-pressed={confirmed === value}
      loading={isPending && variables?.confirmation === value}
      disabled={isPending && variables?.confirmation !== value}
      onClick={() => mutate({ confirmation: value })}
    >
      {label}
    </Button>
  );
  return (
    <fieldset
      className={styles.question}
      aria-describedby={confirmed === null ? `no-${props.notificationId}` : undefined}
    >
      <legend>{t('confirmQuestion')}</legend>
      {answer(true, t('yes'))}
      {answer(false, t('no'))}
      {confirmed === false && (
        <span className={styles.denied} role="status">
          {t('denied')}
        </span>
      )}
      {confirmed === null && (
        <p className={styles.noMeans} id={`no-${props.notificationId}`}>
          {t('noMeans')}
        </p>
      )}
      {confirmed === false && (
        <Reason
          key={own.maintenance_integrations.reason}
          reason={own.maintenance_integrations.reason}
          pending={isPending}
          onSend={(reason) => mutate({ confirmation: false, reason })}
        />
      )}
    </fieldset>
  );
}

interface ReasonProps {
  reason: string | null;
  pending: boolean;
  onSend: (reason: string) => void;
}

/** Asked for once No is stored: the provider sees it beside the answer. */
function Reason({ reason, pending, onSend }: ReasonProps) {
  const { t } = useTranslation('notifications');
  const [text, setText] = useState(reason ?? '');
  const written = text.trim();
  return (
    <div className={styles.reason}>
      <Textarea
        label={t('reason')}
        description={t('reasonHint')}
        rows={2}
        maxLength={maxRefusalReason}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button
        variant="default"
        disabled={pending || written === '' || written === reason}
        onClick={() => onSend(written)}
      >
        {t('sendReason')}
      </Button>
    </div>
  );
}
