import { mailingMessages } from '@ludus/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmailListForm } from '../../../components/email-list.tsx';
import { Panel } from '../../../components/panel.tsx';
import { toast } from '../../../lib/toast.tsx';
import { useFocusBack } from '../../../lib/use-focus.ts';
import { useSendGuide } from '../api/reports.ts';

/** Sends the user guide to addresses that are typed (SET-09 to SET-11). */
export function GuideSender() {
  const { t } = useTranslation('settings');
  const send = useSendGuide();
  const [sent, setSent] = useState(0);
  const field = useFocusBack<HTMLInputElement>(send.isPending);
  return (
    <Panel title={t('guide')} coverage={t('guideNote')}>
      <EmailListForm
        key={sent}
        inputRef={field}
        ownEmail={null}
        quiet
        sending={send.isPending}
        missingText={mailingMessages.addressRequired}
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
