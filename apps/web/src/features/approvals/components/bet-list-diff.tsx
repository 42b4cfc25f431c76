import type { ChangeValue } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { valueText } from '../approval-texts.tsx';
import styles from './approvals.module.css';

export type BetList = Extract<ChangeValue, { cents: unknown }>;

export const isBetList = (value: ChangeValue | null): value is BetList => value !== null && 'cents' in value;

/** What is added to a list of bets and what is removed from it; quieter below, the lists in full. */
export function BetListDiff({ before, after }: { before: BetList; after: BetList }) {
  const { t } = useTranslation('approvals');
  const added = after.cents.filter((cents) => !before.cents.includes(cents));
  const removed = before.cents.filter((cents) => !after.cents.includes(cents));
  return (
    <dl className={styles.bets}>
      {added.length > 0 && <Amounts name={t('added')} cents={added} />}
      {removed.length > 0 && <Amounts name={t('removed')} cents={removed} />}
      <Amounts isQuiet name={t('before')} cents={before.cents} />
      <Amounts isQuiet name={t('after')} cents={after.cents} />
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
