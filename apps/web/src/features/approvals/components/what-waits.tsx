import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { approvalSettingsQuery } from '../../../domain/approval/approvals.ts';
import styles from './approvals.module.css';

const switchedKinds = ['visibility', 'bets', 'roles', 'terms'] as const;

interface WhatWaitsProps {
  /** Undefined while it is being read. */
  count: number | undefined;
}

/** How many changes wait, for those who decide. */
export function WhatWaits({ count }: WhatWaitsProps) {
  const { t } = useTranslation('approvals');
  if (count === undefined) return null;
  return (
    <>
      {count === 0 ? t('noneWaiting') : t('waiting', { count })}
      {'. '}
      {/* Beneath the list the switches would be out of sight. */}
      <InternalLink className={styles.rules} href="/settings#approvals">
        {t('toRules')}
      </InternalLink>
    </>
  );
}

/** Before the first change, beside the switches: that none waits, and whether any would. */
export function NothingWaits() {
  const { t } = useTranslation('approvals');
  const settings = useQuery(approvalSettingsQuery()).data?.settings;
  const isOn = settings && switchedKinds.some((kind) => settings[kind]);
  return (
    <Panel title={t('table')} ruled flush className={styles.nothing}>
      <EmptyState title={t('noneWaiting')}>
        {/* Its line is kept while the switches are being read. */}
        {settings ? t(isOn ? 'on' : 'off') : '\u00a0'}
      </EmptyState>
    </Panel>
  );
}
