import { type Bets, getBets, listLogs, saveBets } from '@ludus/contract';
import { useQueryClient } from '@tanstack/react-query';
import { call, keyOf, queryFor, useMutation } from '../../../lib/api/index.ts';

/** Whose bets, as the calls name it. */
export interface BetsPlace {
  id: number;
  operatorCode: string;
  gameSlug: string;
}

/** Bets live at the platform: they are asked for anew each time they are looked at. */
export function betsQuery(place: BetsPlace) {
  return { ...queryFor(getBets, { params: place }), staleTime: 0, gcTime: 0 };
}

/** Posts the whole new list, with the one that it was made from. Afterwards both the list and the log are stale. */
export function useSaveBets(place: BetsPlace) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { bets: number[]; readBets: number[] }) => call(saveBets, { params: place, body }),
    onSuccess: (saved: Bets) => {
      queryClient.setQueryData(betsQuery(place).queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: keyOf(listLogs) });
    },
    // Refused, or not known to be done: either way the platform's list may be another by now.
    onError: () => void queryClient.invalidateQueries({ queryKey: keyOf(getBets) }),
  });
}
