import { CloseButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../components/layout/panel.tsx';
import { useCan } from '../../lib/auth/index.ts';
import { usePersistent } from '../../lib/persistent-store.ts';
import { seenStore } from './hidden-money-seen.ts';
import styles from './owed-panel.module.css';

interface HiddenMoneyProps {
  /** One line at the end of a page of figures, in place of a panel among others. */
  asLine?: boolean;
}

/** Says once to people whose role shows no totals of net win and due that these exist, and who sees them. */
export function HiddenMoney({ asLine = false }: HiddenMoneyProps) {
  const { t } = useTranslation('statement');
  const isProvider = useCan('integrations:manage');
  const seesMoney = useCan('money:net-and-due');
  const isSeen = usePersistent(seenStore);
  if (seesMoney || isSeen) return null;
  const text = t(isProvider ? 'hiddenFromManagers' : 'hiddenFromStaff');
  const close = (
    <CloseButton size="sm" aria-label={t('hiddenSeen')} onClick={() => seenStore.set(() => true)} />
  );
  return asLine ? (
    <div className={styles.line} role="note">
      <p className={styles.hidden}>
        {t('hidden')}: {text}
      </p>
      {close}
    </div>
  ) : (
    <Panel title={t('hidden')} actions={close}>
      <p className={styles.hidden}>{text}</p>
    </Panel>
  );
}
