import type { User } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconKey, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmModal } from '../../../components/confirm-modal.tsx';
import { DateTime } from '../../../components/date-time.tsx';
import { useUser } from '../../../lib/auth/index.ts';
import { toast } from '../../../lib/toast.tsx';
import { useFocusBack } from '../../../lib/use-focus.ts';
import { useDeleteUser } from '../api/users.ts';
import { EditUser } from './edit-user.tsx';
import { ResetPassword } from './reset-password.tsx';
import { UserSessions } from './user-sessions.tsx';
import styles from './users.module.css';

interface UserDetailProps {
  user: User;
  onGone: () => void;
  isProviderSide: boolean;
  isReadOnly: boolean;
}

/** What can be known of a user, and done to them (USER-05 to USER-09, OPEN-92). */
export function UserDetail({ user, onGone, isProviderSide, isReadOnly }: UserDetailProps) {
  const { t } = useTranslation('users');
  const { t: common } = useTranslation('common');
  const { userId } = useUser();
  const [asked, setAsked] = useState<'edit' | 'reset' | 'delete' | null>(null);
  const { keycloakUserId } = user;
  const isSelf = keycloakUserId === userId;
  const isAdministered = keycloakUserId !== null && !isReadOnly;
  const none = () => setAsked(null);
  const editButton = useFocusBack<HTMLButtonElement>(asked === 'edit');
  const resetButton = useFocusBack<HTMLButtonElement>(asked === 'reset');
  const deleteButton = useFocusBack<HTMLButtonElement>(asked === 'delete');
  const removal = useDeleteUser(user, () => toast('success', t('userDeleted', { name: user.username })));
  const isGone = removal.isPending || removal.isSuccess;
  const remove = () =>
    removal.mutate(undefined, {
      onSuccess: onGone,
      onError: none,
    });
  return (
    <>
      {user.localOnly && <p className={styles.text}>{t('localOnlyHint')}</p>}
      {user.kcOnly && <p className={styles.text}>{t('providerOnlyHint')}</p>}
      {asked === 'edit' && keycloakUserId !== null ? (
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
                onClick={() => setAsked('edit')}
              >
                {t('edit')}
              </Button>
            )}
            {isAdministered && !isSelf && (
              <Button
                ref={resetButton}
                variant="default"
                leftSection={<IconKey size={16} stroke={1.5} />}
                onClick={() => setAsked('reset')}
              >
                {t('resetPassword')}
              </Button>
            )}
            {(isAdministered || user.localOnly) && !isSelf && (
              <Button
                ref={deleteButton}
                variant="default"
                data-danger
                leftSection={<IconTrash size={16} stroke={1.5} />}
                onClick={() => setAsked('delete')}
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
          isAsked={asked === 'reset'}
          onClose={none}
        />
      )}
      <ConfirmModal
        opened={asked === 'delete'}
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
