import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { LeaveGuard as Guard } from '../../../components/overlay/leave-guard.tsx';

function ticketOf(search: unknown): unknown {
  return (search as { ticket?: unknown }).ticket;
}

interface LeaveGuardProps extends Pick<ComponentProps<typeof Guard>, 'mustAsk'> {
  /** What is lost: unless given, the text. */
  text?: string;
}

/** Asks before something that was not sent is left: the page, or the ticket that is open in the list. */
export function LeaveGuard({ mustAsk, text }: LeaveGuardProps) {
  const { t } = useTranslation('tickets');
  return (
    <Guard
      mustAsk={mustAsk}
      leaves={(from, to) => from.pathname !== to.pathname || ticketOf(from.search) !== ticketOf(to.search)}
      title={t('leaveTitle')}
      stayLabel={t('stay')}
      leaveLabel={t('leave')}
    >
      {text ?? t('leaveText')}
    </Guard>
  );
}
