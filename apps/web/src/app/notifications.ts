/** A part of the build of its own (`Toasts` loads it). */
export { Notifications } from '@mantine/notifications';
