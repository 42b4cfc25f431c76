import { eurosFromCents } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { TwoLines } from '../../../components/table/two-lines.tsx';
import { formatNumber } from '../../../lib/format.ts';
import styles from './sheet-panel.module.css';

interface ListPlace {
  integration: { name: string } | null;
  operator: string;
  game: string;
}

/** Whose bets: the game, and below it where. */
export function BetListName({ list: { integration, operator, game } }: { list: ListPlace }) {
  return <TwoLines second={whereOf({ integration, operator })}>{game}</TwoLines>;
}

export const whereOf = ({ integration, operator }: Omit<ListPlace, 'game'>) =>
  integration === null ? operator : `${operator}, ${integration.name}`;

// A comma between amounts would be taken for one inside of them.
const amounts = (cents: readonly number[]) =>
  cents.map((one) => formatNumber(eurosFromCents(one), 2, 2)).join('\u00a0· ') || '–';

interface BetListChangeProps {
  before: readonly number[];
  after: readonly number[];
  /** It has been applied: the first list is what there was, not what there is. */
  isApplied?: boolean;
}

/** What a list is, and what it is to be: both in full, after what is added and removed. */
export function BetListChange({ before, after, isApplied = false }: BetListChangeProps) {
  const { t } = useTranslation('gamesManage');
  const added = after.filter((cents) => !before.includes(cents));
  const removed = before.filter((cents) => !after.includes(cents));
  return (
    <dl className={styles.bets}>
      {added.length > 0 && <Amounts name={t('betsAdded')} cents={added} />}
      {removed.length > 0 && <Amounts name={t('betsRemoved')} cents={removed} />}
      <Amounts isQuiet name={t(isApplied ? 'betsBefore' : 'mediaOld')} cents={before} />
      <Amounts isQuiet name={t('mediaNew')} cents={after} />
    </dl>
  );
}

function Amounts({ name, cents, isQuiet }: { name: string; cents: readonly number[]; isQuiet?: boolean }) {
  return (
    <div data-quiet={isQuiet || undefined}>
      <dt>{name}</dt>
      <dd>{amounts(cents)}</dd>
    </div>
  );
}
