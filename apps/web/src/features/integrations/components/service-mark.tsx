import { type Maintenance, type Service, services } from '@ludus/contract';
import { Loader } from '@mantine/core';
import {
  IconCheck,
  IconClockQuestion,
  IconDatabase,
  IconDeviceGamepad2,
  IconRocket,
  IconServer2,
  IconX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/display/badge.tsx';
import { hint } from '../../../components/hint.ts';
import { formatInstant } from '../../../lib/format.ts';
import { reasonText } from '../../../lib/messages.ts';
import type { ServiceCheck } from '../use-service-check.ts';
import styles from './service-mark.module.css';

const icons = { gaming: IconServer2, data: IconDatabase, play: IconDeviceGamepad2, launch: IconRocket };

export function ServiceIcon({ service }: { service: Service }) {
  const Icon = icons[service];
  return (
    <span className={styles.icon} aria-hidden="true">
      <Icon size={18} stroke={1.5} />
    </span>
  );
}

type State = 'healthy' | 'failing' | 'unknown';

/** How a service did when it was last asked, in a table. */
function StateMark({ service, state }: { service: Service; state: State }) {
  const { t } = useTranslation('integrations');
  const Icon = { healthy: IconCheck, failing: IconX, unknown: IconClockQuestion }[state];
  const label = t('serviceIs', { service: t(`service.${service}`), state: t(`state.${state}`) });
  return (
    <span className={styles.named} role="img" aria-label={label} title={label}>
      <span className={styles.mark} data-state={state}>
        <Icon size={16} stroke={2} aria-hidden="true" />
      </span>
      {t(`service.${service}`)}
    </span>
  );
}

/** Of all four in a table: what is as it should be takes one mark, else each service has its own. */
export function StateMarks({ stateOf }: { stateOf: (service: Service) => State }) {
  const { t } = useTranslation('integrations');
  const isHealthy = services.every((service) => stateOf(service) === 'healthy');
  if (!isHealthy) {
    return (
      <span className={styles.marks}>
        {services.map((service) => (
          <StateMark key={service} service={service} state={stateOf(service)} />
        ))}
      </span>
    );
  }
  return (
    <span className={styles.named}>
      <span className={styles.mark} data-state="healthy">
        <IconCheck size={16} stroke={2} aria-hidden="true" />
      </span>
      {t('allHealthy')}
    </span>
  );
}

/** The result of a check: a tick or a cross that says why, to the eye on hover and to the ear at once. */
export function CheckMark({ check, inWords }: { check: ServiceCheck; inWords?: boolean }) {
  const { t } = useTranslation('integrations');
  let words = '';
  if (check.state === 'loading') words = t('check.loading');
  else if (check.state === 'ok')
    words =
      check.latencyMs === null
        ? t('check.ok')
        : t('check.okIn', { duration: t('ms', { ms: check.latencyMs }) });
  else if (check.state === 'failed') {
    const reason = reasonText(check);
    words = reason === null ? t('check.failed') : t('check.failedBecause', { reason });
  }
  return (
    <span className={styles.check} role="status">
      {check.state === 'loading' && <Loader size={14} aria-hidden="true" />}
      {check.state === 'ok' && (
        <span {...hint(words)} className={styles.mark} data-state="healthy">
          <IconCheck size={18} stroke={2} aria-hidden="true" />
        </span>
      )}
      {check.state === 'failed' && (
        <span {...hint(words)} className={styles.mark} data-state="failing">
          <IconX size={18} stroke={2} aria-hidden="true" />
        </span>
      )}
      {inWords && (check.state === 'ok' || check.state === 'failed') && (
        <span className={styles.word} data-state={check.state} aria-hidden="true">
          {t(check.state === 'ok' ? 'state.healthy' : 'state.failing')}
          {check.state === 'ok' && check.latencyMs !== null && `, ${t('ms', { ms: check.latencyMs })}`}
        </span>
      )}
      {words !== '' && <span className="hub-visually-hidden">{words}</span>}
    </span>
  );
}

/** That the state beside it was measured in a maintenance; without an announced end it says only that it runs. */
export function MaintenanceMark({ maintenance: { endsAt, isEndAssumed } }: { maintenance: Maintenance }) {
  const { t } = useTranslation('integrations');
  const isToday = formatInstant(endsAt, 'date') === formatInstant(new Date().toISOString(), 'date');
  const key = isToday ? 'maintenanceUntil' : 'maintenanceUntilDay';
  return <Badge tone="info">{isEndAssumed ? t('maintenanceNow') : t(key, { to: endsAt })}</Badge>;
}
