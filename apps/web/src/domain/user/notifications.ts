import {
  getMaintenance,
  listNotifications,
  markNotificationsSeen,
  type Notification,
  updateNotification,
} from '@ludus/contract';
import { type QueryClient, useMutation as useManyMutations, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, invalidateTags, queryFor, useMutation } from '../../lib/api/index.ts';
import { toast } from '../../lib/toast.tsx';

export const notificationsQuery = () => queryFor(listNotifications, {});

/** The maintenance behind a notification, with the confirmation of the viewer's own integration. */
export const maintenanceQuery = (id: number) => queryFor(getMaintenance, { params: { id } });

function patch(queryClient: QueryClient, id: number, change: Partial<Notification>): void {
  queryClient.setQueryData<Notification[]>(notificationsQuery().queryKey, (before) =>
    before?.map((notification) => (notification.id === id ? { ...notification, ...change } : notification)),
  );
}

/**
 * Marks a notification as seen. It counts as seen at once; a failure brings the truth back with the next read. Several may
 * be under way at a time.
 */
export function useMarkSeen() {
  const queryClient = useQueryClient();
  return useManyMutations({
    mutationFn: (id: number) => call(updateNotification, { params: { id }, body: { seen: true } }),
    onMutate: (id) => patch(queryClient, id, { seen: true }),
    onError: () => invalidateTags(queryClient, ['notifications']),
  });
}

/** Marks all up to one as seen, at once as well. */
export function useMarkAllSeen(onFailed: (error: Error) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (upTo: number) => call(markNotificationsSeen, { body: { upTo } }),
    onMutate: (upTo) =>
      void queryClient.setQueryData<Notification[]>(notificationsQuery().queryKey, (before) =>
        before?.map((one) => (one.id <= upTo ? { ...one, seen: true } : one)),
      ),
    onError: (error) => {
      onFailed(error);
      void invalidateTags(queryClient, ['notifications']);
    },
  });
}

/** Confirms or declines a maintenance for the integration. It is over when the maintenance has been read again. */
export function useConfirm(notificationId: number) {
  const { t } = useTranslation('notifications');
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { confirmation: boolean; reason?: string }) =>
      call(updateNotification, { params: { id: notificationId }, body }),
    onSuccess: (answer) => {
      patch(queryClient, notificationId, answer);
      return invalidateTags(queryClient, ['maintenances']);
    },
    onError: () => toast('error', t('answerFailed')),
  });
}
