import { getCalendarFeed, type Language, renewCalendarFeed, revokeCalendarFeed } from '@ludus/contract';
import { call, queryFor, useInvalidateTags, useMutation } from '../../lib/api/index.ts';

/** Whether the viewer has a calendar address, and since when. The address itself is in the response of `renew` only. */
export const calendarFeedQuery = () => queryFor(getCalendarFeed, {});

/** Makes an address; the one before it ends. */
export function useRenewCalendarFeed() {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: (language: Language) => call(renewCalendarFeed, { body: { language } }),
    onSuccess: () => invalidate(['account']),
  });
}

export function useRevokeCalendarFeed() {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: () => call(revokeCalendarFeed, {}),
    onSuccess: () => invalidate(['account']),
  });
}
