import { useTranslation } from 'react-i18next';
import { useCounts } from './counts.ts';
import { EntryCount, EntryLink } from './entry-link.tsx';
import styles from './shell.module.css';

/** What waits for a decision or an answer of the reader's side, by the counts that the navigation has read already. */
export function NeedsAttention() {
  const { t } = useTranslation('shell');
  // An open ticket may wait for the other side, and one that is answered for this one.
  const counts = { ...useCounts() };
  counts.tickets = counts.toAnswer;
  const waiting = (['alerts', 'statements', 'requests', 'tickets', 'approvals'] as const).filter(
    (entry) => counts[entry],
  );
  if (waiting.length === 0) return null;
  return (
    <nav className={styles.attention} aria-label={t('attention')}>
      {t('attention')}
      {waiting.map((entry) => (
        // The count comes first, so that no two links of the page begin alike.
        <EntryLink key={entry} entry={entry}>
          <EntryCount entry={entry} count={counts[entry] ?? 0} /> {t(`entries.${entry}`)}
        </EntryLink>
      ))}
    </nav>
  );
}
