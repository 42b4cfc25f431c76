import { listNotifications, type Notification, updateNotification } from '@ludus/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, keyOf, queryFor } from '../../../lib/api/index.ts';

export const notificationsQuery = () => queryFor(listNotifications, {});

/** Marks a notification as seen. It counts as seen at once; a failure brings the truth back with the next read. */
export function useMarkSeen() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(updateNotification, { params: { id }, body: { seen: true } }),
    onMutate: (id) => {
      queryClient.setQueryData<Notification[]>(notificationsQuery().queryKey, (before) =>
        before?.map((notification) =>
          notification.id === id ? { ...notification, seen: true } : notification,
        ),
      );
    },
    onError: (error) => {
      console.warn('A notification could not be marked as seen.', error);
      return queryClient.invalidateQueries({ queryKey: keyOf(listNotifications) });
    },
  });
}
