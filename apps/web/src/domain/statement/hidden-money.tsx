import { CloseButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../components/layout/panel.tsx';
import { useCan } from '../../lib/auth/index.ts';
import { createPersistentStore, usePersistent } from '../../lib/persistent-store.ts';
import styles from './owed-panel.module.css';

const seenStore = createPersistentStore('ludus.hidden-money-seen', false, (value) =>
  typeof value === 'boolean' ? value : undefined,
);

/** Says once to people whose role shows neither net win nor due that these exist, and who sees them. */
export function HiddenMoney() {
  const { t } = useTranslation('statement');
  const isProvider = useCan('integrations:manage');
  const seesMoney = useCan('money:net-and-due');
  const isSeen = usePersistent(seenStore);
  if (seesMoney || isSeen) return null;
  return (
    <Panel
      title={t('hidden')}
      actions={
        <CloseButton size="sm" aria-label={t('hiddenSeen')} onClick={() => seenStore.set(() => true)} />
      }
    >
      <p className={styles.hidden}>{t(isProvider ? 'hiddenFromManagers' : 'hiddenFromStaff')}</p>
    </Panel>
  );
}
