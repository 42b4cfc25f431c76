import { CloseButton } from '@mantine/core';
import { IconLock, IconMapPinOff } from '@tabler/icons-react';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import styles from './landing-notice.module.css';

/** Why another page was opened than the one that was asked for. */
export interface Refusal {
  reason: 'unknown' | 'forbidden';
  /** As it was asked for. */
  path: string;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Belongs to the entry of the page that opened instead: it goes with the next step. */
    refusal?: Refusal;
  }
}

/** Says above the page that opened instead why the address that was asked for did not. */
export function LandingNotice() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const refusal = useRouterState({ select: (state) => state.location.state.refusal });
  if (refusal === undefined) return null;
  const Icon = refusal.reason === 'forbidden' ? IconLock : IconMapPinOff;
  const dismiss = () =>
    void navigate({ to: '.', search: true, replace: true, state: {}, resetScroll: false });
  return (
    <div className={styles.notice} role="status">
      <Icon size={16} stroke={1.5} aria-hidden="true" />
      <p className={styles.text}>
        <strong>{t(`refused.${refusal.reason}`, { path: refusal.path })}</strong>{' '}
        {t(`refused.${refusal.reason}Help`)}
      </p>
      <CloseButton size="sm" aria-label={t('refused.dismiss')} onClick={dismiss} />
    </div>
  );
}
