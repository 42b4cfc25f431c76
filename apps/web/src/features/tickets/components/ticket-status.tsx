import type { TicketStatus } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '../../../components/badge.tsx';

/** TICK-05: open red, ongoing orange, closed green. */
const tones: Record<TicketStatus, BadgeTone> = { open: 'negative', ongoing: 'warning', closed: 'positive' };

export function TicketStatusBadge({ status }: { status: TicketStatus }) {
  const { t } = useTranslation('tickets');
  return (
    <Badge tone={tones[status]} ring={status === 'closed'}>
      {t(`statuses.${status}`)}
    </Badge>
  );
}
