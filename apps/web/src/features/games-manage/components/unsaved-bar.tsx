import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionBar } from '../../../components/layout/action-bar.tsx';
import { formatCount } from '../../../lib/format.ts';
import type { Drafts, PickKey } from '../use-drafts.ts';
import styles from './unsaved-bar.module.css';

interface UnsavedBarProps {
  drafts: Drafts;
  onPick: (key: PickKey) => void;
  /** The pick on the screen, and what there is to say of it. */
  shown?: { key: PickKey; status: string | null };
  children?: ReactNode;
}

/** What waits for the save here, and where else something does; nothing while nothing waits. */
export function UnsavedBar({ drafts, onPick, shown, children }: UnsavedBarProps) {
  const { t } = useTranslation('gamesManage');
  const others = drafts.all.filter((other) => other.key !== shown?.key);
  const status = shown?.status ?? null;
  if (status === null && others.length === 0) return null;
  return (
    <ActionBar
      label={t('unsaved')}
      status={
        <span className={styles.status}>
          {status !== null && <span>{status}</span>}
          {others.length > 0 && (
            <span className={styles.others}>
              {t('alsoUnsaved')}
              {others.map((other) => (
                <button key={other.key} type="button" onClick={() => onPick(other.key)}>
                  {`${other.name} (${formatCount(other.count)})`}
                </button>
              ))}
            </span>
          )}
        </span>
      }
    >
      {children}
    </ActionBar>
  );
}
