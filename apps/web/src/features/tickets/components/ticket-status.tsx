import type { Ticket } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '../../../components/display/badge.tsx';
import type { TicketState } from '../search.ts';

/** Open red, ongoing orange, closed green, deleted grey. */
const tones: Record<TicketState, BadgeTone> = {
  open: 'negative',
  ongoing: 'warning',
  closed: 'positive',
  deleted: 'neutral',
};

/** The status of a ticket, or that it was deleted. */
export function TicketStatusBadge({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('tickets');
  const state = ticket.deletion === null ? ticket.status : 'deleted';
  return (
    <Badge tone={tones[state]} ring={state === 'closed'}>
      {t(`statuses.${state}`)}
    </Badge>
  );
}
