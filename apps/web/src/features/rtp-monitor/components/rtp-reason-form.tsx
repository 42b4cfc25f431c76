import { reopenRtpCase } from '@ludus/contract';
import { Button, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { networkErrorDetail } from '../../../lib/network-error.ts';
import { toast } from '../../../lib/toast.tsx';
import styles from './rtp-case.module.css';
import panel from './rtp-monitor.module.css';

interface ReasonFormProps {
  help: string;
  label: string;
  send: (reason: string, onError: (error: Error) => void) => void;
  isPending: boolean;
  failed: string;
  onCancel: () => void;
}

/** Why a case is opened, or opened again, without a confirmed alert. */
export function ReasonForm({ help, label, send, isPending, failed, onCancel }: ReasonFormProps) {
  const { t } = useTranslation('rtpMonitor');
  const { t: common } = useTranslation('common');
  const form = useSchemaForm({
    initialValues: { reason: '' },
    schema: reopenRtpCase.body,
    rules: ({ reason }) => (reason.trim() === '' ? { reason: t('reasonMissing') } : {}),
  });
  const submit = form.bind(({ reason }) =>
    send(reason, (error) => {
      if (!form.refuse(error)) toast('error', failed, networkErrorDetail(error));
    }),
  );
  return (
    <form {...submit} className={styles.form}>
      <p className={panel.help}>{help}</p>
      <Textarea
        label={t('reason')}
        rows={3}
        resize="vertical"
        data-autofocus
        {...form.getInputProps('reason')}
      />
      <div className={styles.actions}>
        <Button
          type="submit"
          variant={form.values.reason.trim() === '' ? 'default' : 'filled'}
          loading={isPending}
        >
          {label}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {common('cancel')}
        </Button>
      </div>
    </form>
  );
}
