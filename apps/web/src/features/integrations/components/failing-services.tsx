import type { Service } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { reasonText } from '../../../lib/messages.ts';
import type { ServiceCheck } from '../use-service-check.ts';
import styles from './failing-services.module.css';

export interface FailingService {
  service: Service;
  reason: string | null;
}

/** The checked services that failed. */
export function failingServicesOf(found: readonly (readonly [Service, ServiceCheck])[]): FailingService[] {
  return found.flatMap(([service, check]) =>
    check.state === 'failed' ? [{ service, reason: reasonText(check) }] : [],
  );
}

/** Names the services that failed, and why, before they are saved anyway. */
export function FailingServices({ failing }: { failing: readonly FailingService[] }) {
  const { t } = useTranslation('integrations');
  return (
    <ul className={styles.list} aria-label={t('silent')}>
      {failing.map(({ service, reason }) => (
        <li key={service}>
          <strong>{t('serviceTitle', { service: t(`service.${service}`) })}</strong>
          {reason !== null && `: ${reason}`}
        </li>
      ))}
    </ul>
  );
}
