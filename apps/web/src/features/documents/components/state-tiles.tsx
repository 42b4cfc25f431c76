import { type ActionState, actionStates, type DocumentState, documentStates } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import styles from './document-states.module.css';

interface Tile<State> {
  state: State | undefined;
  label: string;
  /** Undefined while it loads. */
  count: number | undefined;
  /** Where there is any. */
  tone?: 'warns' | 'lapsed' | undefined;
}

interface TilesProps<State> {
  label: string;
  tiles: readonly Tile<State>[];
  chosen: State | undefined;
  onChoose: (state: State | undefined) => void;
  many?: boolean;
}

/** Numbers that narrow a list down; the first one is of all of it. */
function Tiles<State extends string>({ label, tiles, chosen, onChoose, many }: TilesProps<State>) {
  return (
    <nav aria-label={label}>
      <ul className={styles.states} data-many={many || undefined}>
        {tiles.map(({ state, label: name, count, tone }) => {
          const isSome = (count ?? 0) > 0;
          return (
            <li key={state ?? 'all'}>
              <button
                type="button"
                className={styles.state}
                data-warns={(tone === 'warns' && isSome) || undefined}
                data-lapsed={(tone === 'lapsed' && isSome) || undefined}
                aria-pressed={chosen === state}
                onClick={() => onChoose(state)}
              >
                <span className={styles.label}>{name}</span>
                <span className={styles.count}>{count !== undefined && formatCount(count)}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

const tones: Partial<Record<DocumentState | ActionState, Tile<string>['tone']>> = {
  expired: 'lapsed',
  expiring: 'warns',
};

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
const order: readonly DocumentState[] = ['expired', 'expiring', 'valid', 'upcoming', 'replaced'];

/** How many documents are in each state. */
export function StateTiles({ counts, expired, within, state, onState }: StateTilesProps) {
  const { t } = useTranslation('documents');
  const current = documentStates.filter((one) => one !== 'replaced');
  return (
    <Tiles
      label={t('stateFacets')}
      many
      chosen={state}
      onChoose={onState}
      tiles={[
        {
          state: undefined,
          label: within === undefined ? t('stateTiles.current') : t('tileWithin', { count: within }),
          count: counts && current.reduce((sum, name) => sum + counts[name], 0),
        },
        ...order.map((one) => ({
          state: one,
          label: t(`stateTiles.${one}`),
          count: one === 'expired' ? expired : counts?.[one],
          tone: tones[one],
        })),
      ]}
    />
  );
}

interface ActionTilesProps {
  /** Undefined while they load. */
  totals: Readonly<Record<ActionState, number>> | undefined;
  need: ActionState | undefined;
  onNeed: (need: ActionState | undefined) => void;
}

/** How much has expired, expires and is missing. */
export function ActionTiles({ totals, need, onNeed }: ActionTilesProps) {
  const { t } = useTranslation('documents');
  return (
    <Tiles
      label={t('actionFacets')}
      chosen={need}
      onChoose={onNeed}
      tiles={[
        {
          state: undefined,
          label: t('needsAction'),
          count: totals && actionStates.reduce((sum, one) => sum + totals[one], 0),
        },
        ...actionStates.map((one) => ({
          state: one,
          label: t(`coverageStates.${one}`),
          count: totals?.[one],
          tone: tones[one],
        })),
      ]}
    />
  );
}
