import { Button } from '@mantine/core';
import { IconReload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
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

/** A failed read is a failure on screen, never an empty list or a zero. */
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
  return (
    <div className={styles.state} data-compact={compact || undefined} role="alert">
      <DotField kind="error" width={compact ? 72 : 106} />
      <p className={styles.title}>{text ?? t('error.server')}</p>
      <div className={styles.text}>
        {t('error.reloadPage')} {filtersKept ? t('error.filtersKept') : null}{' '}
        {code ? (
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
    </div>
  );
}
