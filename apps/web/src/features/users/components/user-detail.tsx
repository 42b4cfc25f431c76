import type { User } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconKey, IconPencil, IconShieldOff, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { PendingChanges } from '../../../domain/approval/pending-changes.tsx';
import { useDeleteUser } from '../../../domain/user/users.ts';
import { useUser } from '../../../lib/auth/index.ts';
import { toast } from '../../../lib/toast.tsx';
import { useRestoreFocus } from '../../../lib/use-focus.ts';
import { EditUser } from './edit-user.tsx';
import { ResetPassword } from './reset-password.tsx';
import { ResetSecondFactor } from './reset-second-factor.tsx';
import { UserSessions } from './user-sessions.tsx';
import styles from './users.module.css';

interface UserDetailProps {
  user: User;
  onGone: () => void;
  isProviderSide: boolean;
  isReadOnly: boolean;
}

/** What can be known of a user, and done to them. */
export function UserDetail({ user, onGone, isProviderSide, isReadOnly }: UserDetailProps) {
  const { t } = useTranslation('users');
  const { t: common } = useTranslation('common');
  const { userId } = useUser();
  const [openDialog, setOpenDialog] = useState<'edit' | 'reset' | 'factor' | 'delete' | null>(null);
  const { keycloakUserId } = user;
  const isSelf = keycloakUserId === userId;
  const isAdministered = keycloakUserId !== null && !isReadOnly;
  const none = () => setOpenDialog(null);
  const editButton = useRestoreFocus<HTMLButtonElement>(openDialog === 'edit');
  const resetButton = useRestoreFocus<HTMLButtonElement>(openDialog === 'reset');
  const factorButton = useRestoreFocus<HTMLButtonElement>(openDialog === 'factor');
  const deleteButton = useRestoreFocus<HTMLButtonElement>(openDialog === 'delete');
  const removal = useDeleteUser(user, () => toast('success', t('userDeleted', { name: user.username })));
  const isGone = removal.isPending || removal.isSuccess;
  const remove = () =>
    removal.mutate(undefined, {
      onSuccess: onGone,
      onError: none,
    });
  return (
    <>
      <PendingChanges subject={`user/${keycloakUserId ?? user.username}`} />
      {user.localOnly && <p className={styles.text}>{t('localOnlyHint')}</p>}
      {user.kcOnly && <p className={styles.text}>{t('providerOnlyHint')}</p>}
      {openDialog === 'edit' && keycloakUserId !== null ? (
        <EditUser
          user={user}
          keycloakUserId={keycloakUserId}
          isSelf={isSelf}
          isProviderSide={isProviderSide}
          onClose={none}
        />
      ) : (
        <>
          <dl className={styles.facts}>
            <div>
              <dt>{t('created')}</dt>
              <dd>
                <DateTime value={user.created_at} format="minutes" />
              </dd>
            </div>
            <div>
              <dt>{t('verified')}</dt>
              <dd>{t(user.emailVerified ? 'yes' : 'no')}</dd>
            </div>
            <div>
              <dt>{t('secondFactor')}</dt>
              <dd>
                {user.hasSecondFactor === null
                  ? common('notAvailable')
                  : t(user.hasSecondFactor ? 'on' : 'off')}
              </dd>
            </div>
            <div>
              <dt>{t('platform')}</dt>
              <dd>{user.platform?.name ?? common('notAvailable')}</dd>
            </div>
          </dl>
          <div className={styles.actions}>
            {isAdministered && (
              <Button
                ref={editButton}
                variant="default"
                leftSection={<IconPencil size={16} stroke={1.5} />}
                onClick={() => setOpenDialog('edit')}
              >
                {t('edit')}
              </Button>
            )}
            {isAdministered && !isSelf && (
              <Button
                ref={resetButton}
                variant="default"
                leftSection={<IconKey size={16} stroke={1.5} />}
                onClick={() => setOpenDialog('reset')}
              >
                {t('resetPassword')}
              </Button>
            )}
            {isAdministered && !isSelf && user.hasSecondFactor !== false && (
              <Button
                ref={factorButton}
                variant="default"
                leftSection={<IconShieldOff size={16} stroke={1.5} />}
                onClick={() => setOpenDialog('factor')}
              >
                {t('resetFactor')}
              </Button>
            )}
            {(isAdministered || user.localOnly) && !isSelf && (
              <Button
                ref={deleteButton}
                variant="default"
                data-danger
                leftSection={<IconTrash size={16} stroke={1.5} />}
                onClick={() => setOpenDialog('delete')}
              >
                {t('delete')}
              </Button>
            )}
          </div>
        </>
      )}
      {isAdministered && <UserSessions keycloakUserId={keycloakUserId} isGone={isGone} />}
      {isAdministered && (
        <ResetPassword
          name={user.username}
          keycloakUserId={keycloakUserId}
          isOpen={openDialog === 'reset'}
          onClose={none}
        />
      )}
      {isAdministered && (
        <ResetSecondFactor
          name={user.username}
          keycloakUserId={keycloakUserId}
          opened={openDialog === 'factor'}
          onClose={none}
        />
      )}
      <ConfirmModal
        opened={openDialog === 'delete'}
        onClose={none}
        onConfirm={remove}
        title={t('deleteTitle', { name: user.username })}
        confirmLabel={t('yes')}
        cancelLabel={t('no')}
        danger
        loading={removal.isPending}
      >
        {t(user.localOnly ? 'deleteLocalText' : 'deleteText', { name: user.username })}
      </ConfirmModal>
    </>
  );
}
