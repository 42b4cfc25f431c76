import type { TermsResult, TierLine } from '@ludus/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Amount, type FigureSize } from '../../../components/display/figure.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { formatAmount } from '../../../lib/format.ts';
import { monthName, rateText } from '../statement-texts.tsx';
import { Sum } from './parts.tsx';
import styles from './statements.module.css';

interface TermsComputationProps {
  result: Omit<TermsResult, 'terms'> & { terms: Pick<TermsResult['terms'], 'base' | 'minimum' | 'tiers'> };
  platformDue: number;
  /** The first month of the terms, where they are those of a statement. */
  fromMonth?: string;
}

/** What the terms make of a month, tier by tier and as one formula, beside what the platform reports. */
export function TermsComputation({ result, platformDue, fromMonth }: TermsComputationProps) {
  const { t, i18n } = useTranslation('statements');
  const { terms, tiers, baseAmount, minimumApplied, amount, difference } = result;
  const columns = useMemo<DataColumn<TierLine>[]>(
    () => [
      { id: 'tier', header: t('tier'), cell: (line) => tierText(line), footer: t('total'), fit: true },
      {
        id: 'base',
        header: t(`bases.${terms.base}`),
        align: 'right',
        cell: ({ base }) => <Amount value={base} />,
        footer: <Amount value={baseAmount} strong />,
      },
      { id: 'rate', header: t('rate'), align: 'right', cell: ({ rate }) => rateText(rate) },
      {
        id: 'amount',
        header: t('owed'),
        align: 'right',
        cell: (line) => <Amount value={line.amount} />,
        footer: <Amount value={amount} strong />,
      },
    ],
    [t, terms.base, baseAmount, amount],
  );
  const formula = tiers.map(({ base, rate }) => `${formatAmount(base)} × ${rateText(rate)}`).join(' + ');
  // Those that the month does not reach are part of the terms.
  const unreached = terms.tiers.slice(tiers.length).map(({ from, rate }, index) => {
    const to = terms.tiers[tiers.length + index + 1]?.from ?? null;
    return t('tierNotReached', { tier: tierText({ from, to }), rate: rateText(rate) });
  });
  return (
    <>
      {fromMonth !== undefined && (
        <p className={styles.help}>
          {t('termsSince', {
            month: monthName(fromMonth, i18n.language),
            base: t(`bases.${terms.base}`),
            minimum: formatAmount(terms.minimum),
          })}
        </p>
      )}
      {tiers.length > 0 && (
        <DataTable
          label={t('tiers')}
          columns={columns}
          rows={tiers}
          rowId={({ from }) => String(from)}
          phoneRow={(line) => ({
            title: tierText(line),
            sub: `${formatAmount(line.base)} × ${rateText(line.rate)}`,
            value: <Amount value={line.amount} />,
          })}
        />
      )}
      <p className={styles.formula}>
        {tiers.length === 0
          ? t('noBase', { base: t(`bases.${terms.base}`), amount: formatAmount(baseAmount) })
          : `${formula} = ${formatAmount(tiers.reduce((sum, line) => sum + line.amount, 0))}`}
      </p>
      {[
        ...(minimumApplied ? [t('minimumApplied', { minimum: formatAmount(terms.minimum) })] : []),
        ...unreached,
      ].map((line) => (
        <p key={line} className={styles.formula}>
          {line}
        </p>
      ))}
      <dl className={styles.sums}>
        <Sum label={t('platformDue')} value={platformDue} />
        <Sum label={t('termsDue')} value={amount} />
        <div data-total="">
          <dt>{t('termsDifference')}</dt>
          <dd>
            <Difference value={difference} />
          </dd>
        </div>
      </dl>
      <p className={styles.help}>
        {difference !== 0 && `${t('differenceWhy')} `}
        {t('platformDueIsStated')}
      </p>
    </>
  );
}

/** The platform's due minus that of the terms: none is said in words, or it would look like a missing figure. */
export function Difference({ value, size = 'body' }: { value: number | null; size?: FigureSize }) {
  const { t } = useTranslation('statements');
  if (value === 0) return <span className={styles.quiet}>{t('noDifference')}</span>;
  return <Amount value={value} size={size} plus />;
}

const tierText = ({ from, to }: Pick<TierLine, 'from' | 'to'>) =>
  to === null ? `> ${formatAmount(from)}` : `${formatAmount(from)} – ${formatAmount(to)}`;
