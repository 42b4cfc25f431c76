import { ActionIcon, Button } from '@mantine/core';
import { type NotificationData, notifications } from '@mantine/notifications';
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
import { ApiError } from './api/error.ts';

/** Long enough to copy the code of a request. */
const codeToastMs = 12_000;

/** Every toast stays 3 seconds; "Chart type not allowed..." asks for 5. */
export const toastMs = 3000;

/** Long enough to decide whether to press its button. */
const actionToastMs = 10_000;

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

interface ToastAction {
  label: string;
  run: () => void;
}

/**
 * Shows a toast, at the lower right unless `position` says otherwise. `detail` is a second, quieter line. Where `error` is a
 * failure of the server, a last line names its request, for support, with a button that copies it. One with an `action` stays
 * longer, with `ms: false` until it is closed. None leaves under the mouse or while the keyboard is in it.
 */
export function toast(
  kind: ToastKind,
  text: ReactNode,
  options: {
    detail?: ReactNode;
    ms?: number | false;
    position?: 'top-right';
    error?: unknown;
    action?: ToastAction;
  } = {},
): string {
  // A change that waits for approval was not refused: the hub says so once, whichever screen has made it.
  if (options.error instanceof ApiError && options.error.held !== undefined) return '';
  const { icon: Icon, color } = kinds[kind];
  const code = codeOf(options.error);
  const { action } = options;
  const message = options.detail ?? (code === undefined ? text : undefined);
  const autoClose = options.ms ?? (action ? actionToastMs : code === undefined ? toastMs : codeToastMs);
  const data: NotificationData = {
    title: message === text ? undefined : text,
    message:
      code === undefined && action === undefined ? (
        message
      ) : (
        <>
          {message}
          {code !== undefined && <RequestCode code={code} />}
          {action && (
            <Button variant="default" size="compact-sm" display="block" mt={8} onClick={action.run}>
              {action.label}
            </Button>
          )}
        </>
      ),
    icon: <Icon size={20} stroke={1.5} />,
    autoClose,
    position: options.position,
    withBorder: false,
    closeButtonProps: { 'aria-label': i18next.t('close') },
    style: { '--toast-color': color } as CSSProperties,
    role: kind === 'error' ? 'alert' : 'status',
    // The library waits under the mouse only.
    onFocusCapture: () => void notifications.update({ ...data, id, autoClose: false }),
    onBlurCapture: () => void notifications.update({ ...data, id, autoClose }),
  };
  const id = notifications.show(data);
  return id;
}

/** The id of a request that failed in the server; refusals say themselves what is wrong. */
function codeOf(error: unknown): string | undefined {
  return error instanceof ApiError && error.status >= 500 ? error.requestId : undefined;
}

function RequestCode({ code }: { code: string }) {
  const copy = () => {
    navigator.clipboard.writeText(code).then(
      () => toast('copy', i18next.t('error.codeCopied')),
      () => toast('error', i18next.t('error.codeNotCopied')),
    );
  };
  const label = i18next.t('copyOf', { what: i18next.t('error.code') });
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      {i18next.t('error.code')} {code}{' '}
      <ActionIcon size="sm" onClick={copy} aria-label={label}>
        <IconCopy size={16} stroke={1.5} />
      </ActionIcon>
    </div>
  );
}
