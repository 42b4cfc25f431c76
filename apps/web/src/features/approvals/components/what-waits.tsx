import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { InternalLink } from '../../../components/internal-link.tsx';
import { approvalSettingsQuery } from '../../../domain/approval/approvals.ts';
import styles from './approvals.module.css';

const switchedKinds = ['visibility', 'bets', 'roles', 'terms'] as const;

interface WhatWaitsProps {
  /** Undefined while it is being read. */
  count: number | undefined;
  /** No one has requested anything yet: the switches stand beneath instead of a list. */
  isEmpty: boolean;
}

/** How many changes wait, for those who decide; before the first one, whether any would. */
export function WhatWaits({ count, isEmpty }: WhatWaitsProps) {
  const { t } = useTranslation('approvals');
  const settings = useQuery({ ...approvalSettingsQuery(), enabled: isEmpty }).data?.settings;
  if (count === undefined) return null;
  if (isEmpty) {
    if (settings === undefined) return null;
    return t(switchedKinds.some((kind) => settings[kind]) ? 'noneWaiting' : 'off');
  }
  return (
    <>
      {count === 0 ? t('noneWaiting') : t('context', { count })}
      {'. '}
      {/* Beneath the list the switches would be out of sight. */}
      <InternalLink className={styles.rules} href="/settings#approvals">
        {t('toRules')}
      </InternalLink>
    </>
  );
}
