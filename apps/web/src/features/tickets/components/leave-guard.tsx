import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { LeaveGuard as Guard } from '../../../components/overlay/leave-guard.tsx';

function ticketOf(search: unknown): unknown {
  return (search as { ticket?: unknown }).ticket;
}

type Question = Pick<ComponentProps<typeof Guard>, 'mustAsk' | 'closing'>;

/** Asks before something that was written and not sent is left: the page, or the ticket that is open over the list. */
export function LeaveGuard(question: Question) {
  const { t } = useTranslation('tickets');
  return (
    <Guard
      {...question}
      leaves={(from, to) => from.pathname !== to.pathname || ticketOf(from.search) !== ticketOf(to.search)}
      title={t('leaveTitle')}
      stayLabel={t('stay')}
      leaveLabel={t('leave')}
    >
      {t('leaveText')}
    </Guard>
  );
}
