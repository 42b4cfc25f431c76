import { useNotifications } from '@mantine/notifications';
import { Suspense } from 'react';
import { useFirstScreenShown } from '../lib/first-screen.ts';
import { latePart } from '../lib/late-part.ts';
import { toastMs } from '../lib/toast.tsx';

const Notifications = latePart(async () => (await import('./notifications.ts')).Notifications);

/** Where toasts appear. Its code comes with the first of them, or after the first screen; what is said before waits in the store. */
export function Toasts() {
  const isShown = useFirstScreenShown();
  const { notifications } = useNotifications();
  if (!isShown && notifications.length === 0) return null;
  return (
    <Suspense>
      <Notifications
        position="bottom-right"
        autoClose={toastMs}
        limit={5}
        zIndex={400}
        containerWidth={380}
      />
    </Suspense>
  );
}
