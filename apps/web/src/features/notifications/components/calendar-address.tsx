import { isLanguage } from '@ludus/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/copy-button.tsx';
import { DateTime } from '../../../components/display/date-time.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { Modal } from '../../../components/modal.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import {
  calendarFeedQuery,
  useRenewCalendarFeed,
  useRevokeCalendarFeed,
} from '../../../domain/user/calendar.ts';
import { toast } from '../../../lib/toast.tsx';
import styles from './calendar-address.module.css';

/** The address by which a calendar program shows the maintenances. It is shown once: only its hash is stored. */
export function CalendarAddress({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation('notifications');
  const query = useQuery(calendarFeedQuery());
  const renew = useRenewCalendarFeed();
  const revoke = useRevokeCalendarFeed();
  const [asked, setAsked] = useState<'renew' | 'revoke' | null>(null);
  const [address, setAddress] = useState<string | null>(null);
  const createdAt = query.data?.createdAt ?? null;
  const hide = () => setAsked(null);
  const create = () =>
    renew.mutate(isLanguage(i18n.language) ? i18n.language : 'en', {
      onSuccess: ({ url }) => {
        setAddress(url);
        hide();
      },
      onError: (error) => toast('error', error.message, { error }),
    });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('calendar')}
      size={560}
      closeButtonProps={{ 'aria-label': t('calendarClose') }}
    >
      <p className={styles.note}>{t('calendarNote')}</p>
      <QueryView query={query} text={t('calendarFailed')} compact>
        <div className={styles.form}>
          {address !== null && (
            <>
              <p className={styles.hint} role="status">
                {t('calendarOnce')}
              </p>
              <div className={styles.address}>
                <code>{address}</code>
                <CopyButton
                  value={address}
                  label={t('calendarAddress')}
                  success={t('calendarCopied')}
                  failure={t('calendarNotCopied')}
                />
              </div>
            </>
          )}
          {createdAt !== null && address === null && (
            <p className={styles.hint}>
              {t('calendarSince')} <DateTime value={createdAt} format="minutes" />
            </p>
          )}
          <div className={styles.buttons}>
            <Button
              variant="default"
              loading={renew.isPending}
              onClick={createdAt === null ? create : () => setAsked('renew')}
            >
              {t(createdAt === null ? 'calendarCreate' : 'calendarRenew')}
            </Button>
            {createdAt !== null && (
              <Button variant="default" onClick={() => setAsked('revoke')}>
                {t('calendarRevoke')}
              </Button>
            )}
          </div>
        </div>
      </QueryView>
      <ConfirmModal
        opened={asked !== null}
        onClose={hide}
        title={t(asked === 'renew' ? 'calendarRenewTitle' : 'calendarRevokeTitle')}
        confirmLabel={t(asked === 'renew' ? 'calendarRenew' : 'calendarRevoke')}
        danger={asked === 'revoke'}
        loading={renew.isPending || revoke.isPending}
        onConfirm={() => {
          if (asked === 'renew') return create();
          revoke.mutate(undefined, {
            onSuccess: () => {
              setAddress(null);
              hide();
            },
            onError: (error) => toast('error', error.message, { error }),
          });
        }}
      >
        {t('calendarEnds')}
      </ConfirmModal>
    </Modal>
  );
}
