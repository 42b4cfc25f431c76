import { type ActionState, actionStates } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import styles from './document-states.module.css';

interface ActionTilesProps {
  /** Undefined while they load. */
  totals: Readonly<Record<ActionState, number>> | undefined;
  need: ActionState | undefined;
  onNeed: (need: ActionState | undefined) => void;
}

/** How much has expired, expires and is missing, as numbers that narrow the list down. */
export function ActionTiles({ totals, need, onNeed }: ActionTilesProps) {
  const { t } = useTranslation('documents');
  const all = totals && actionStates.reduce((sum, one) => sum + totals[one], 0);
  return (
    <nav aria-label={t('actionFacets')}>
      <ul className={styles.states}>
        {[undefined, ...actionStates].map((one) => {
          const count = one === undefined ? all : totals?.[one];
          const isSome = (count ?? 0) > 0;
          return (
            <li key={one ?? 'all'}>
              <button
                type="button"
                className={styles.state}
                data-warns={(one === 'expiring' && isSome) || undefined}
                data-lapsed={((one === 'expired' || one === 'missing') && isSome) || undefined}
                aria-pressed={need === one}
                onClick={() => onNeed(one)}
              >
                <span className={styles.label}>
                  {one === undefined ? t('needsAction') : t(`coverageStates.${one}`)}
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
