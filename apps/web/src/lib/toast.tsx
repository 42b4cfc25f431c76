import { notifications } from '@mantine/notifications';
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconCopy,
  IconInfoCircle,
  IconLoader2,
  IconMailForward,
} from '@tabler/icons-react';
import i18next from 'i18next';
import type { CSSProperties, ReactNode } from 'react';

/** Every toast stays 3 seconds; "Chart type not allowed..." asks for 5. */
export const toastMs = 3000;

export type ToastKind = 'success' | 'error' | 'warning' | 'info' | 'copy' | 'mail' | 'running';

const kinds: Record<ToastKind, { icon: typeof IconCopy; color: string }> = {
  success: { icon: IconCircleCheck, color: 'var(--hub-positive)' },
  error: { icon: IconAlertCircle, color: 'var(--hub-negative)' },
  warning: { icon: IconAlertTriangle, color: 'var(--hub-warning)' },
  info: { icon: IconInfoCircle, color: 'var(--hub-info)' },
  copy: { icon: IconCopy, color: 'var(--hub-secondary)' },
  mail: { icon: IconMailForward, color: 'var(--hub-secondary)' },
  running: { icon: IconLoader2, color: 'var(--hub-accent-text)' },
};

/** Shows a toast, at the lower right unless `position` says otherwise. `detail` is a second, quieter line. */
export function toast(
  kind: ToastKind,
  text: ReactNode,
  options: { detail?: ReactNode; ms?: number; position?: 'top-right' } = {},
): string {
  const { icon: Icon, color } = kinds[kind];
  return notifications.show({
    title: options.detail === undefined ? undefined : text,
    message: options.detail ?? text,
    icon: <Icon size={20} stroke={1.5} />,
    autoClose: options.ms ?? toastMs,
    position: options.position,
    withBorder: false,
    closeButtonProps: { 'aria-label': i18next.t('close') },
    style: { '--toast-color': color } as CSSProperties,
    role: kind === 'error' ? 'alert' : 'status',
  });
}
