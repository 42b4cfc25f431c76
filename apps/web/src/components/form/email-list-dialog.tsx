import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { latePart } from '../../lib/late-part.ts';
import { Modal } from '../modal.tsx';
import type { EmailListFormProps } from './email-list.tsx';

const EmailListForm = latePart(async () => (await import('./email-list.tsx')).EmailListForm);

interface EmailListDialogProps extends Omit<EmailListFormProps, 'onCancel'> {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
}

/** The form for addresses in a dialog; it starts anew each time it opens. What checks addresses loads with the first one. */
export function EmailListDialog(props: EmailListDialogProps) {
  const [isWanted, setIsWanted] = useState(props.opened);
  if (props.opened && !isWanted) setIsWanted(true);
  return (
    isWanted && (
      <Suspense fallback={null}>
        <Dialog {...props} />
      </Suspense>
    )
  );
}

function Dialog({ opened, onClose, title, ...form }: EmailListDialogProps) {
  const { t } = useTranslation('common');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={480}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {opened && <EmailListForm {...form} onCancel={onClose} />}
    </Modal>
  );
}
