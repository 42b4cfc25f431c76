import { type BodyInput, getTicketSatisfaction, rateTicket } from '@ludus/contract';
import { call, queryFor, useInvalidateTags, useMutation } from '../../lib/api/index.ts';

export function useRateTicket(id: number, events: { onRated: () => void; onFailed: (error: Error) => void }) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: (body: BodyInput<typeof rateTicket>) => call(rateTicket, { params: { id }, body }),
    onSuccess: events.onRated,
    onError: events.onFailed,
    // Also when it was refused: the days of the rating may be over.
    onSettled: () => invalidate(['tickets']),
  });
}

/** How integrations rated the tickets of the last twelve months. */
export const ticketSatisfactionQuery = () => queryFor(getTicketSatisfaction, {});
