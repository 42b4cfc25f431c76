import { type DocumentState, documentStates } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import styles from './document-states.module.css';

interface StateTilesProps {
  /** Undefined while they load. */
  counts: Readonly<Record<DocumentState, number>> | undefined;
  /** How many have expired, which is no part of what ends within some days. */
  expired: number | undefined;
  /** The list is of what ends within so many days. */
  within: number | undefined;
  state: DocumentState | undefined;
  onState: (state: DocumentState | undefined) => void;
}

/** What is urgent first. */
const order: readonly (DocumentState | undefined)[] = [
  undefined,
  'expired',
  'expiring',
  'valid',
  'upcoming',
  'replaced',
];

/** How many documents are in each state, as numbers that narrow the list down. */
export function StateTiles({ counts, expired, within, state, onState }: StateTilesProps) {
  const { t } = useTranslation('documents');
  const current = documentStates.filter((one) => one !== 'replaced');
  return (
    <nav aria-label={t('stateFacets')}>
      <ul className={styles.states} data-many>
        {order.map((one) => {
          const count =
            one === 'expired'
              ? expired
              : counts &&
                (one === undefined ? current.reduce((sum, name) => sum + counts[name], 0) : counts[one]);
          return (
            <li key={one ?? 'current'}>
              <button
                type="button"
                className={styles.state}
                data-warns={(one === 'expiring' && (count ?? 0) > 0) || undefined}
                data-lapsed={(one === 'expired' && (count ?? 0) > 0) || undefined}
                aria-pressed={state === one}
                onClick={() => onState(one)}
              >
                <span className={styles.label}>
                  {one === undefined && within !== undefined
                    ? t('tileWithin', { count: within })
                    : t(`stateTiles.${one ?? 'current'}`)}
                </span>
                <span className={styles.count}>{count !== undefined && formatCount(count)}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
