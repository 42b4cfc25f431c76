import { type OutageDetail, outageMessage } from '@ludus/contract';
import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { Modal } from '../../../components/modal.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { outageQuery, useCloseOutage, useSendOutageMessage } from '../../../domain/integration/status.ts';
import { toast } from '../../../lib/toast.tsx';
import styles from './status.module.css';

/** Notify the people of the integration, or end an outage that the checks do not end. */
export function OutageActions({ outage }: { outage: OutageDetail }) {
  const { t } = useTranslation('status');
  const [asked, setAsked] = useState<'message' | 'close' | null>(null);
  const closing = useCloseOutage(outage.id);
  const { name } = outage.integration;
  const hide = () => setAsked(null);
  return (
    <div className={styles.actions}>
      <Button onClick={() => setAsked('message')}>{t('write')}</Button>
      <Button variant="default" onClick={() => setAsked('close')}>
        {t('end')}
      </Button>
      {asked === 'message' && <UpdateModal id={outage.id} name={name} onClose={hide} />}
      <ConfirmModal
        opened={asked === 'close'}
        onClose={hide}
        title={t('endTitle', { name })}
        confirmLabel={t('end')}
        loading={closing.isPending}
        onConfirm={() =>
          closing.mutate(undefined, {
            onSuccess: () => {
              toast('success', t('ended'));
              hide();
            },
            onError: (error) => toast('error', error.message, { error }),
          })
        }
      >
        {t('endText')}
      </ConfirmModal>
    </div>
  );
}

interface UpdateModalProps {
  /** Of the outage. */
  id: number;
  /** Of the integration. */
  name: string;
  onClose: () => void;
}

/** What the people of an integration are to know about its outage, and how many people it reaches. */
export function UpdateModal({ id, name, onClose }: UpdateModalProps) {
  const { t } = useTranslation('status');
  const audience = useQuery(outageQuery(id)).data?.audience;
  const sending = useSendOutageMessage(id);
  const form = useSchemaForm({ initialValues: { textEn: '', textIt: '' }, schema: outageMessage });
  const send = form.bind((body) =>
    sending.mutate(body, {
      onSuccess: () => {
        toast('success', t('sent'));
        onClose();
      },
      onError: (error) => {
        if (!form.refuse(error)) toast('error', error.message, { error });
      },
    }),
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('writeTitle', { name })}
      size={520}
      closeButtonProps={{ 'aria-label': t('cancel') }}
    >
      <form {...send} className={styles.form}>
        <Textarea label={t('textEn')} rows={4} data-autofocus {...form.getInputProps('textEn')} />
        <Textarea label={t('textIt')} rows={4} {...form.getInputProps('textIt')} />
        <p className={styles.help}>
          {t('writeHint')}
          {audience && (
            <>
              {' '}
              {t('audience', {
                count: audience.integration + audience.provider,
                own: audience.integration,
                provider: audience.provider,
                name,
              })}
            </>
          )}
        </p>
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={sending.isPending}>
            {t('send')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
