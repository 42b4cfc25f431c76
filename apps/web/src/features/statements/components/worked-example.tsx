import { centsFromEuros, computeTerms, type PeriodFigures } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { periodQuery, periodsQuery } from '../../../domain/period/periods.ts';
import { monthName } from '../statement-texts.tsx';
import { rulesOf, type TermsDraft, termsOf } from '../terms-draft.ts';
import forms from './forms.module.css';
import styles from './statements.module.css';
import { TermsComputation } from './terms-computation.tsx';

interface WorkedExampleProps {
  integrationId: number;
  draft: TermsDraft;
}

/** What the terms as they are typed make of the last month that was closed. */
export function WorkedExample({ integrationId, draft }: WorkedExampleProps) {
  const { t, i18n } = useTranslation('statements');
  const periods = useQuery(periodsQuery());
  const month = (periods.data?.cells ?? [])
    .filter((cell) => cell.integrationId === integrationId && cell.closedAt !== null)
    .map((cell) => cell.month)
    .sort()
    .at(-1);
  const period = useQuery({
    ...periodQuery({ integrationId, month: month ?? '' }, 'operator'),
    enabled: month !== undefined,
  });
  const closed = period.data?.total.closed;
  const isReadable = Object.keys(rulesOf(draft, t)).length === 0;
  // There is nothing to compute before a month is closed.
  if (month === undefined && !periods.isError) return null;
  return (
    <section className={forms.example} aria-label={t('example')}>
      <h3 className={styles.partTitle}>
        {month === undefined ? t('example') : t('exampleOf', { month: monthName(month, i18n.language) })}
      </h3>
      <QueryView query={month === undefined ? periods : period} compact>
        {closed ? (
          isReadable ? (
            <Example draft={draft} closed={closed} />
          ) : (
            <p className={styles.help}>{t('exampleWaits')}</p>
          )
        ) : (
          <SkeletonLine height={140} my={0} radius={8} />
        )}
      </QueryView>
    </section>
  );
}

interface ExampleProps {
  draft: TermsDraft;
  closed: PeriodFigures;
}

function Example({ draft, closed: { netwin = 0, grosswin, due = 0 } }: ExampleProps) {
  const cents = (euros: number) => BigInt(centsFromEuros(euros));
  const month = { netwinCents: cents(netwin), grosswinCents: cents(grosswin), dueCents: cents(due) };
  return <TermsComputation result={computeTerms(termsOf(draft), month)} platformDue={due} />;
}
