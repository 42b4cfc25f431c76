import { messageOf } from '@ludus/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmailListForm } from '../../../components/form/email-list.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { useSendGuide } from '../../../domain/job/reports.ts';
import { renderMessage } from '../../../lib/messages.ts';
import { toast } from '../../../lib/toast.tsx';
import { useRestoreFocus } from '../../../lib/use-focus.ts';

/** Sends the user guide to addresses that are typed. */
export function GuideSender() {
  const { t } = useTranslation('settings');
  const send = useSendGuide();
  const [sent, setSent] = useState(0);
  const field = useRestoreFocus<HTMLInputElement>(send.isPending);
  return (
    <Panel title={t('guide')} coverage={t('guideNote')}>
      <EmailListForm
        key={sent}
        inputRef={field}
        ownEmail={null}
        quiet
        sending={send.isPending}
        missingText={renderMessage(messageOf('fields.addressRequired'))}
        sendLabel={t('sendGuide')}
        onSend={(emails) =>
          send.mutate(emails, {
            onSuccess: () => {
              toast('success', t('guideSent'));
              setSent(sent + 1);
            },
          })
        }
      />
    </Panel>
  );
}
