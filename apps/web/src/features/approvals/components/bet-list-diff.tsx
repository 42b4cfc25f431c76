import type { ChangeValue } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { valueText } from '../approval-texts.tsx';
import styles from './approvals.module.css';

export type BetList = Extract<ChangeValue, { cents: unknown }>;

export const isBetList = (value: ChangeValue | null): value is BetList => value !== null && 'cents' in value;

interface BetListDiffProps {
  before: BetList;
  after: BetList;
}

const differencesOf = ({ before, after }: BetListDiffProps) => ({
  added: after.cents.filter((cents) => !before.cents.includes(cents)),
  removed: before.cents.filter((cents) => !after.cents.includes(cents)),
});

/** What is added to a list of bets and what is removed from it; quieter below, the lists in full. */
export function BetListDiff({ before, after }: BetListDiffProps) {
  const { t } = useTranslation('approvals');
  const { added, removed } = differencesOf({ before, after });
  return (
    <dl className={styles.bets}>
      {added.length > 0 && <Amounts name={t('added')} cents={added} />}
      {removed.length > 0 && <Amounts name={t('removed')} cents={removed} />}
      <Amounts isQuiet name={t('before')} cents={before.cents} />
      <Amounts isQuiet name={t('after')} cents={after.cents} />
    </dl>
  );
}

/** What has been added to a list of bets and removed from it while a change of it waited. */
export function BetListChange({ before, after }: BetListDiffProps) {
  const { t } = useTranslation('approvals');
  const { added, removed } = differencesOf({ before, after });
  // A list of the same bets differs only by their order.
  if (added.length + removed.length === 0) return t('otherOrder');
  return (
    <dl className={styles.bets}>
      {added.length > 0 && <Amounts name={t('addedSince')} cents={added} />}
      {removed.length > 0 && <Amounts name={t('removedSince')} cents={removed} />}
    </dl>
  );
}

function Amounts({ name, cents, isQuiet }: { name: string; cents: number[]; isQuiet?: boolean }) {
  const { t } = useTranslation('approvals');
  return (
    <div data-quiet={isQuiet || undefined}>
      <dt>{name}</dt>
      <dd>{valueText({ cents }) || t('nothing')}</dd>
    </div>
  );
}
