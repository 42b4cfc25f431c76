import type { ApprovalSettings } from '@ludus/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/display/badge.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonChart } from '../../../components/feedback/skeletons.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { approvalSettingsQuery } from '../../../domain/approval/approvals.ts';
import styles from './approvals.module.css';

const switchedKinds = ['visibility', 'bets', 'roles', 'terms'] as const;

/** While there are no change requests: which changes would wait here by the settings, and where these are. */
export function NoChanges() {
  const { t } = useTranslation('approvals');
  const query = useQuery(approvalSettingsQuery());
  const settings = query.data?.settings;
  const isOff = settings !== undefined && !switchedKinds.some((kind) => settings[kind]);
  return (
    <Panel title={t(isOff ? 'none.off' : 'none.waiting')}>
      <QueryView query={query}>
        {settings ? (
          <>
            <p className={styles.lead}>
              {isOff ? t('none.offText') : t('none.waitingText', { count: settings.expiryDays })}
            </p>
            <ul className={styles.kinds} aria-label={t('none.kinds')}>
              {switchedKinds.map((kind) => (
                <li key={kind}>
                  {t(`kinds.${kind}`)}
                  <KindState kind={kind} settings={settings} />
                </li>
              ))}
            </ul>
            <Button
              variant="default"
              renderRoot={(props) => <Link {...props} to="/settings" hash="approvals" />}
            >
              {t('toSettings')}
            </Button>
          </>
        ) : (
          <SkeletonChart height={200} />
        )}
      </QueryView>
    </Panel>
  );
}

interface KindStateProps {
  kind: (typeof switchedKinds)[number];
  settings: ApprovalSettings;
}

function KindState({ kind, settings }: KindStateProps) {
  const { t } = useTranslation('approvals');
  if (!settings[kind]) return <Badge ring>{t('none.notNeeded')}</Badge>;
  return (
    <Badge tone="positive">
      {kind === 'visibility'
        ? t('none.neededAbove', { count: settings.visibilityThreshold })
        : t('none.needed')}
    </Badge>
  );
}
