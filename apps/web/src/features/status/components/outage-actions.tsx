import { type OutageDetail, outageMessage } from '@ludus/contract';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { Modal } from '../../../components/modal.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { useCloseOutage, useSendOutageMessage } from '../../../domain/integration/status.ts';
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
      {asked === 'message' && <MessageModal outage={outage} onClose={hide} />}
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

function MessageModal({ outage, onClose }: { outage: OutageDetail; onClose: () => void }) {
  const { t } = useTranslation('status');
  const sending = useSendOutageMessage(outage.id);
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
      title={t('writeTitle', { name: outage.integration.name })}
      size={520}
      closeButtonProps={{ 'aria-label': t('cancel') }}
    >
      <form {...send} className={styles.form}>
        <Textarea label={t('textEn')} rows={4} data-autofocus {...form.getInputProps('textEn')} />
        <Textarea label={t('textIt')} rows={4} {...form.getInputProps('textIt')} />
        <p className={styles.help}>{t('writeHint')}</p>
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
