import { expiringDays } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import type { DocumentsSearch, Facet } from '../search.ts';
import styles from './document-states.module.css';

interface DocumentStatesProps {
  search: DocumentsSearch;
  onSearch: (search: DocumentsSearch) => void;
  /** How many rows a search would show; undefined while that is not known. */
  countOf: (search: DocumentsSearch) => number | undefined;
  /** How many of those that are counted as expiring have expired. */
  expired: number;
  mayManage: boolean;
}

/** What there is to look after, as numbers that narrow the list down: all, general, ending and missing ones. */
export function DocumentStates({ search, onSearch, countOf, expired, mayManage }: DocumentStatesProps) {
  const { t } = useTranslation('documents');
  const shown: (Facet | undefined)[] = [undefined, 'general', 'expiring'];
  // Certificates are the provider's to look after.
  if (mayManage) shown.push('missing');
  return (
    <nav aria-label={t('facets')}>
      <ul className={styles.states}>
        {shown.map((show) => {
          const { integration, type } = search;
          const change = show === 'missing' ? { show, type: undefined, view: undefined } : { show };
          const gone = show === 'expiring' ? expired : 0;
          const count = countOf({ integration, type, ...change });
          return (
            <li key={show ?? 'all'}>
              <button
                type="button"
                className={styles.state}
                aria-pressed={search.show === show}
                data-warns={(show === 'expiring' && (count ?? 0) > gone) || undefined}
                onClick={() => onSearch({ ...search, game: undefined, ...change })}
              >
                <span className={styles.label}>
                  {show === 'expiring' ? t('expiring', { days: expiringDays }) : t(show ?? 'all')}
                </span>
                <span className={styles.counts}>
                  <span className={styles.count}>{count !== undefined && formatCount(count - gone)}</span>
                  {gone > 0 && <span className={styles.gone}>{t('expiredCount', { count: gone })}</span>}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
