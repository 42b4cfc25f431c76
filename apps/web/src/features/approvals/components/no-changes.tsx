import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { approvalSettingsQuery } from '../../../domain/approval/approvals.ts';

const switchedKinds = ['visibility', 'bets', 'roles', 'terms'] as const;

/** While there are no change requests: whether any change would wait here. What it says follows from the settings below it. */
export function NoChanges() {
  const { t } = useTranslation('approvals');
  const settings = useQuery(approvalSettingsQuery()).data?.settings;
  if (settings === undefined) return null;
  const isOff = !switchedKinds.some((kind) => settings[kind]);
  return (
    <Panel flush label={t('table')}>
      <EmptyState compact title={t(isOff ? 'none.off' : 'none.waiting')}>
        {isOff ? t('none.offText') : t('none.waitingText', { count: settings.expiryDays })}
      </EmptyState>
    </Panel>
  );
}
