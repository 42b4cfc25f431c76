import { Notifications } from '@mantine/notifications';
import { toastMs } from '../lib/toast.tsx';

/** Where toasts are shown. Those of the time before it is there wait in the store of their library. */
export function Toasts() {
  return (
    <Notifications position="bottom-right" autoClose={toastMs} limit={5} zIndex={400} containerWidth={380} />
  );
}
