import { eurosFromCents } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { formatAmount, MINUS } from '../../../lib/format.ts';
import type { ShownBet } from '../edits.ts';
import styles from './bet-chips.module.css';

interface BetChipsProps {
  label: string;
  bets: readonly ShownBet[];
  /** With it each bet is a button (Remove mode). */
  onClick?: (cents: number) => void;
}

/** Bets in euro. What is new carries a plus, what is to go a minus, beside their colours. */
export function BetChips({ label, bets, onClick }: BetChipsProps) {
  return (
    <ul className={styles.bets} aria-label={label}>
      {bets.map((bet) => (
        <li key={bet.cents}>
          {onClick ? (
            <button
              type="button"
              className={styles.bet}
              data-state={bet.state}
              aria-pressed={bet.state === 'removed'}
              onClick={() => onClick(bet.cents)}
            >
              <Amount {...bet} />
            </button>
          ) : (
            <span className={styles.bet} data-state={bet.state}>
              <Amount {...bet} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Amount({ cents, state }: ShownBet) {
  const { t } = useTranslation('bets');
  const amount = formatAmount(eurosFromCents(cents));
  if (state === 'kept') return amount;
  const isRemoved = state === 'removed';
  return (
    <>
      <span aria-hidden="true">{isRemoved ? MINUS : '+'}</span>
      {isRemoved ? <s>{amount}</s> : amount}
      <span className="hub-visually-hidden">{t(isRemoved ? 'stateRemoved' : 'stateAdded')}</span>
    </>
  );
}
