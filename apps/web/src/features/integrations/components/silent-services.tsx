import type { Service } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import type { ServiceCheck } from '../use-service-check.ts';
import styles from './silent-services.module.css';

export interface SilentService {
  service: Service;
  reason: string | null;
}

/** Those of the checked services that did not answer as they should. */
export function silentOf(found: readonly (readonly [Service, ServiceCheck])[]): SilentService[] {
  return found.flatMap(([service, check]) =>
    check.state === 'failed' ? [{ service, reason: check.reason }] : [],
  );
}

/** Names the services that did not answer, and why, before they are saved all the same. */
export function SilentServices({ silent }: { silent: readonly SilentService[] }) {
  const { t } = useTranslation('integrations');
  return (
    <ul className={styles.list} aria-label={t('silent')}>
      {silent.map(({ service, reason }) => (
        <li key={service}>
          <strong>{t('serviceTitle', { service: t(`service.${service}`) })}</strong>
          {reason !== null && `: ${reason}`}
        </li>
      ))}
    </ul>
  );
}
