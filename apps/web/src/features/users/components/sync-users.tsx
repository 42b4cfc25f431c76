import type { ResponseOf, synchroniseUsers } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmModal } from '../../../components/confirm-modal.tsx';
import { formatCount } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast.tsx';
import { useFocusBack } from '../../../lib/use-focus.ts';
import { useSynchronise } from '../api/users.ts';
import styles from './users.module.css';

type DryRun = ResponseOf<typeof synchroniseUsers>;

/** USER-03, USER-11: asks what would change; only who would be deleted needs a second word (OPEN-94). */
export function SyncUsers() {
  const { t } = useTranslation('users');
  const check = useSynchronise();
  const sync = useSynchronise();
  const [asked, setAsked] = useState<DryRun | null>(null);
  const isBusy = check.isPending || sync.isPending;
  const button = useFocusBack<HTMLButtonElement>(isBusy || asked !== null);
  const confirm = () =>
    sync.mutate('true', {
      onSuccess: ({ usersToDelete }) => {
        setAsked(null);
        toast('success', t(usersToDelete.length > 0 ? 'syncedDeleted' : 'synced'));
      },
    });
  const start = () =>
    check.mutate('false', {
      onSuccess: (dryRun) => (dryRun.usersToDelete.length > 0 ? setAsked(dryRun) : confirm()),
    });
  const gone = asked?.usersToDelete ?? [];
  return (
    <>
      <Button
        ref={button}
        variant="default"
        leftSection={<IconRefresh size={16} stroke={1.5} />}
        loading={isBusy && asked === null}
        onClick={start}
      >
        {t('sync')}
      </Button>
      <ConfirmModal
        opened={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={confirm}
        title={t('syncTitle')}
        confirmLabel={t('yes')}
        cancelLabel={t('no')}
        danger
        loading={sync.isPending}
      >
        <p className={styles.text}>
          {t('syncText', { count: gone.length, shown: formatCount(gone.length) })}
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <ul className={styles.gone} tabIndex={0} aria-label={t('list')}>
          {gone.map(({ id, username, email }) => (
            <li key={id}>
              {username} <span className={styles.quiet}>{email}</span>
            </li>
          ))}
        </ul>
        {asked && (
          <p className={styles.text}>
            {t('syncChanges', { created: formatCount(asked.created), updated: formatCount(asked.updated) })}
          </p>
        )}
      </ConfirmModal>
    </>
  );
}
