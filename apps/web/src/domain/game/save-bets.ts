import { type Bets, getBets, saveBets } from '@ludus/contract';
import { useQueryClient } from '@tanstack/react-query';
import { call, invalidateTags, queryFor, useMutation } from '../../lib/api/index.ts';

/** Whose bets, as the calls name it. */
export interface BetsPlace {
  id: number;
  operatorCode: string;
  gameSlug: string;
}

/** Bets live at the platform: they are read again each time they are looked at. */
export function betsQuery(place: BetsPlace) {
  return { ...queryFor(getBets, { params: place }), staleTime: 0, gcTime: 0 };
}

/** Posts the whole new list, with the one that it was made from. Afterwards the log is out of date, too. */
export function useSaveBets(place: BetsPlace) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { bets: number[]; readBets: number[] }) => call(saveBets, { params: place, body }),
    onSuccess: (saved: Bets) => {
      queryClient.setQueryData(betsQuery(place).queryKey, saved);
      void invalidateTags(queryClient, ['logs']);
    },
    // Refused, or not known to be done: either way the platform's list may be another by now.
    onError: () => void invalidateTags(queryClient, ['bets', 'approvals']),
  });
}
