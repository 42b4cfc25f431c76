import { oldSecretHours, type WebhookSecret } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import machines from './machines.module.css';
import { ShownSecret } from './shown-secret.tsx';

interface WebhookSecretDialogProps {
  /** Null while there is none to show. */
  made: WebhookSecret | null;
  onClose: () => void;
}

/** The secret of a webhook, this once, and how long the one before is still valid. */
export function WebhookSecretDialog({ made, onClose }: WebhookSecretDialogProps) {
  const { t } = useTranslation('settings');
  return (
    <ShownSecret
      made={made}
      kind="webhooks"
      nameOf={({ webhook }) => webhook.name}
      rows={2}
      onClose={onClose}
    >
      {({ webhook }) =>
        webhook.oldSecretUntil && (
          <p className={machines.text}>{t('webhooks.oldSecret', { count: oldSecretHours })}</p>
        )
      }
    </ShownSecret>
  );
}
