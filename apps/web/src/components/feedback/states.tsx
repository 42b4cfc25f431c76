import { Button } from '@mantine/core';
import { IconReload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsOnline } from '../../lib/use-online.ts';
import { CopyButton } from '../copy-button.tsx';
import { DotField } from '../display/brand-mark.tsx';
import styles from './states.module.css';

interface EmptyStateProps {
  /** What is missing. */
  title: ReactNode;
  /** The step that helps, in words. */
  children?: ReactNode;
  /** Secondary buttons. */
  actions?: ReactNode;
  compact?: boolean;
}

export function EmptyState({ title, children, actions, compact }: EmptyStateProps) {
  return (
    <div className={styles.state} data-compact={compact || undefined}>
      <DotField kind="empty" width={compact ? 72 : 106} />
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

interface ErrorStateProps {
  /** The documented sentence of the area; game and bookkeeping screens keep the default. */
  text?: string;
  onReload: () => void;
  reloading?: boolean;
  /** Says that the chosen filters stay. */
  filtersKept?: boolean;
  /** The id of the failed request, for support. */
  code?: string;
  compact?: boolean;
  /** Nothing else stands on the page: its button is the primary one. */
  alone?: boolean;
}

/**
 * A failed read is a failure on screen, never an empty list or a zero. Without a connection there is nothing to press: reads are asked
 * again by themselves once it is back.
 */
export function ErrorState({
  text,
  onReload,
  reloading,
  filtersKept,
  code,
  compact,
  alone,
}: ErrorStateProps) {
  const { t } = useTranslation('common');
  const isOffline = !useIsOnline();
  return (
    <div className={styles.state} data-compact={compact || undefined} role="alert">
      <DotField kind="error" width={compact ? 72 : 106} />
      <p className={styles.title}>{isOffline ? t('error.offline') : (text ?? t('error.server'))}</p>
      <div className={styles.text}>
        {t(isOffline ? 'error.comesBack' : 'error.reloadPage')} {filtersKept ? t('error.filtersKept') : null}{' '}
        {code && !isOffline ? (
          <span className={styles.code}>
            {t('error.tellUs', { code })}
            <CopyButton
              value={code}
              label={t('error.code')}
              success={t('error.codeCopied')}
              failure={t('error.codeNotCopied')}
            />
          </span>
        ) : null}
      </div>
      {!isOffline && (
        <div className={styles.actions}>
          <Button
            variant={alone ? 'filled' : 'default'}
            onClick={onReload}
            loading={reloading}
            leftSection={<IconReload size={16} stroke={1.75} />}
          >
            {t('reload')}
          </Button>
        </div>
      )}
    </div>
  );
}
