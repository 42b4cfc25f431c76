import { Notifications } from '@mantine/notifications';
import { toastMs } from '../lib/toast.tsx';

/** Where toasts appear. Those that were sent before it was loaded are waiting in their store. */
export default function Toasts() {
  return (
    <Notifications position="bottom-right" autoClose={toastMs} limit={5} zIndex={400} containerWidth={380} />
  );
}
