import type { ResponseOf, synchroniseUsers } from '@ludus/contract';
import { ActionIcon, Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { useSynchronise } from '../../../domain/user/users.ts';
import { toast } from '../../../lib/toast.tsx';
import { useRestoreFocus } from '../../../lib/use-focus.ts';
import { useIsPhone } from '../../../lib/use-screen.ts';
import styles from './users.module.css';

type DryRun = ResponseOf<typeof synchroniseUsers>;

/** Asks what would change; only who would be deleted needs a second word. */
export function SyncUsers() {
  const { t } = useTranslation('users');
  const isPhone = useIsPhone();
  const check = useSynchronise();
  const sync = useSynchronise();
  const [dryRun, setDryRun] = useState<DryRun | null>(null);
  const isBusy = check.isPending || sync.isPending;
  const button = useRestoreFocus<HTMLButtonElement>(isBusy || dryRun !== null);
  const confirm = () =>
    sync.mutate('true', {
      onSuccess: ({ usersToDelete }) => {
        setDryRun(null);
        toast('success', t(usersToDelete.length > 0 ? 'syncedDeleted' : 'synced'));
      },
    });
  const start = () =>
    check.mutate('false', {
      onSuccess: (result) => (result.usersToDelete.length > 0 ? setDryRun(result) : confirm()),
    });
  const icon = <IconRefresh size={16} stroke={1.5} />;
  const trigger = {
    ref: button,
    variant: 'default',
    loading: isBusy && dryRun === null,
    onClick: start,
    title: t('syncHint'),
  };
  const removedUsers = dryRun?.usersToDelete ?? [];
  return (
    <>
      {isPhone ? (
        <ActionIcon {...trigger} size="md" aria-label={t('sync')}>
          {icon}
        </ActionIcon>
      ) : (
        <Button {...trigger} leftSection={icon}>
          {t('sync')}
        </Button>
      )}
      <ConfirmModal
        opened={dryRun !== null}
        onClose={() => setDryRun(null)}
        onConfirm={confirm}
        title={t('syncTitle')}
        confirmLabel={t('yes')}
        cancelLabel={t('no')}
        danger
        loading={sync.isPending}
      >
        <p className={styles.text}>{t('syncText', { count: removedUsers.length })}</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <ul className={styles.gone} tabIndex={0} aria-label={t('list')}>
          {removedUsers.map(({ id, username, email }) => (
            <li key={id}>
              {username} <span className={styles.quiet}>{email}</span>
            </li>
          ))}
        </ul>
        {dryRun && (
          <p className={styles.text}>
            {t('syncChanges', { created: dryRun.created, updated: dryRun.updated })}
          </p>
        )}
      </ConfirmModal>
    </>
  );
}
