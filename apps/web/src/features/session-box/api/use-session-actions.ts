import {
  closeSession,
  getDailyStatistics,
  getSession,
  getStatistics,
  listSessions,
  messages,
  type RefreshedSession,
  refreshSession,
  type Session,
  searchSessions,
} from '@ludus/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, keyOf, queryFor, useMutation } from '../../../lib/api/index.ts';
import { toast } from '../../../lib/toast.tsx';

/** The platform's spelling, grosswin and netwin, becomes the hub's (BOX-10). */
export function sessionFromRefreshed({ grosswin, netwin, ...rest }: RefreshedSession): Session {
  return { ...rest, grossWin: grosswin, netWin: netwin };
}

/** Everything on screen that may show this session or a sum that holds it. */
function refreshFigures(queryClient: QueryClient): Promise<unknown> {
  const endpoints = [listSessions, searchSessions, getStatistics, getDailyStatistics];
  return Promise.all(
    endpoints.map((endpoint) => queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })),
  );
}

/** Refresh and close of one session; both put the platform's answer into the box. */
export function useSessionActions(id: string) {
  const { t } = useTranslation('sessionBox');
  const queryClient = useQueryClient();
  const show = (session: Session) => {
    queryClient.setQueryData(queryFor(getSession, { params: { id } }).queryKey, session);
    return refreshFigures(queryClient);
  };
  const refresh = useMutation({
    mutationFn: () => call(refreshSession, { params: { id } }),
    onSuccess: (answer) => {
      toast('success', t('updated'));
      return show(sessionFromRefreshed(answer));
    },
    onError: () => void toast('error', messages.refreshFailed),
  });
  const close = useMutation({
    mutationFn: () => call(closeSession, { params: { id } }),
    onSuccess: (answer) => {
      toast('success', t('closed'));
      return show(answer);
    },
    onError: () => void toast('error', messages.closeFailed),
  });
  return { refresh, close };
}
