import { type ReactNode, Suspense, useState } from 'react';
import { latePart } from '../../lib/late-part.ts';
import type { EmailListFormProps } from './email-list.tsx';

const EmailListModal = latePart(async () => (await import('./email-list.tsx')).EmailListModal);

export interface EmailListDialogProps extends Omit<EmailListFormProps, 'onCancel'> {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
}

/** The form for addresses in a dialog; it starts anew each time it opens. Its code loads with the first one. */
export function EmailListDialog(props: EmailListDialogProps) {
  const [isWanted, setIsWanted] = useState(props.opened);
  if (props.opened && !isWanted) setIsWanted(true);
  return (
    isWanted && (
      <Suspense fallback={null}>
        <EmailListModal {...props} />
      </Suspense>
    )
  );
}
