import {
  closeSession,
  messageOf,
  type RefreshedSession,
  refreshSession,
  type Session,
} from '@ludus/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, useInvalidateTags, useMutation } from '../../lib/api/index.ts';
import { renderMessage } from '../../lib/messages.ts';
import { toast } from '../../lib/toast.tsx';
import { sessionQuery } from './sessions.ts';

/** Renames the platform's grosswin and netwin to the hub's grossWin and netWin. */
export function sessionFromRefreshed({ grosswin, netwin, ...rest }: RefreshedSession): Session {
  return { ...rest, grossWin: grosswin, netWin: netwin };
}

/** Refresh and close of one session; both put the platform's session on the screen. */
export function useSessionActions(id: string) {
  const { t } = useTranslation('sessionDetails');
  const queryClient = useQueryClient();
  const invalidate = useInvalidateTags();
  const show = (session: Session) => {
    const { queryKey } = sessionQuery(id);
    queryClient.setQueryData(queryKey, session);
    return invalidate(['sessions'], queryKey);
  };
  const refresh = useMutation({
    mutationFn: () => call(refreshSession, { params: { id } }),
    onSuccess: (answer) => {
      toast('success', t('updated'));
      return show(sessionFromRefreshed(answer));
    },
    onError: () => void toast('error', renderMessage(messageOf('refusals.refreshFailed'))),
  });
  const close = useMutation({
    mutationFn: () => call(closeSession, { params: { id } }),
    onSuccess: (answer) => {
      toast('success', t('closed'));
      return show(answer);
    },
    onError: () => void toast('error', renderMessage(messageOf('refusals.closeFailed'))),
  });
  return { refresh, close };
}
