import {
  centsFromEuros,
  computeTerms,
  type FigureFilter,
  type StoredTerms,
  sessionTypes,
  type TermsResult,
} from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Fact } from '../../../components/display/fact.tsx';
import { Amount } from '../../../components/display/figure.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { integrationsQuery } from '../../../domain/integration/integrations.ts';
import { termsQuery } from '../../../domain/statement/statements.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { addDays, addMonths } from '../../../lib/days.ts';
import { formatAmount, formatDayWith, formatNumber } from '../../../lib/format.ts';
import styles from './figures.module.css';

interface DueTermsProps {
  filter: FigureFilter;
  totals: { netwin?: number | undefined; grosswin?: number | undefined; due?: number | undefined };
}

/**
 * What the terms of settlement make of a due: of one integration and whole months, which terms are agreed by. The values put in are
 * those of the panel. Nothing for part of an integration, for fun sessions, and for those who may not see terms.
 */
export function DueTerms(props: DueTermsProps) {
  const mayRead = useCan('statements:read');
  const { integrations = [], operators, games, userId, isOpen, hour, sessionTypeId } = props.filter;
  const seen = useQuery({ ...integrationsQuery('operators'), enabled: mayRead }).data?.rows ?? [];
  const [only, ...others] = integrations.length > 0 ? integrations : seen.map(({ id }) => id);
  const isNarrowed =
    [operators, games].some((ids) => ids !== undefined && ids.length > 0) ||
    [userId, isOpen, hour].some((value) => value !== undefined) ||
    sessionTypeId !== sessionTypes.real;
  if (!mayRead || isNarrowed || only === undefined || others.length > 0) return null;
  return <TermsOf integrationId={only} {...props} />;
}

const isWholeMonth = ({ from, to }: Pick<FigureFilter, 'from' | 'to'>) =>
  from.endsWith('-01') && addDays(addMonths(from, 1), -1) === to;

function TermsOf({ integrationId, filter, totals }: DueTermsProps & { integrationId: number }) {
  const { t, i18n } = useTranslation('figures');
  const { data } = useQuery(termsQuery(integrationId));
  if (data === undefined) return null;
  const month = filter.from.slice(0, 7);
  // Newest first: those of a month are the latest that had begun, and end where the next ones begin.
  const place = data.terms.findIndex(({ fromMonth }) => fromMonth <= month);
  const terms = data.terms[place];
  const next = data.terms[place - 1];
  const nameOf = (key: string, addedMonths = 0) =>
    formatDayWith(addMonths(`${key}-01`, addedMonths), i18n.language, { month: 'long', year: 'numeric' });
  const { netwin, grosswin, due } = totals;
  const result =
    terms !== undefined &&
    isWholeMonth(filter) &&
    netwin !== undefined &&
    grosswin !== undefined &&
    due !== undefined &&
    computeTerms(terms, {
      netwinCents: BigInt(centsFromEuros(netwin)),
      grosswinCents: BigInt(centsFromEuros(grosswin)),
      dueCents: BigInt(centsFromEuros(due)),
    });
  return (
    <section className={styles.part} aria-label={t('dueTerms')}>
      <h3 className={styles.partTitle}>{t('dueTerms')}</h3>
      {terms === undefined ? (
        <p className={styles.help}>{t('noDueTerms')}</p>
      ) : (
        <>
          <p>
            {next === undefined
              ? t('dueTermsSince', { from: nameOf(terms.fromMonth) })
              : t('dueTermsFrom', { from: nameOf(terms.fromMonth), to: nameOf(next.fromMonth, -1) })}
            {'. '}
            {t('dueTermsBase', {
              base: t(`dueBases.${terms.base}`),
              minimum: formatAmount(terms.minimum),
            })}
          </p>
          <Tiers terms={terms} result={result || null} />
          {result ? (
            <dl className={styles.facts}>
              <Fact label={t(result.minimumApplied ? 'dueByMinimum' : 'dueByTerms')}>
                <Amount value={result.amount} tone="neutral" />
              </Fact>
              <Fact label={t('dueReported')}>
                <Amount value={due} tone="neutral" />
              </Fact>
              <Fact label={t('dueDifference')}>
                <Amount value={result.difference} tone="neutral" plus />
              </Fact>
            </dl>
          ) : (
            <p className={styles.help}>{t('dueWholeMonths')}</p>
          )}
          <p className={styles.help}>{t('dueTermsHelp')}</p>
        </>
      )}
      <InternalLink href={`/statements?tab=terms&integration=${integrationId}`}>
        {t('showTerms')}
      </InternalLink>
    </section>
  );
}

const rateText = (basisPoints: number) => `${formatNumber(basisPoints / 100, 0, 2)}%`;

/** Every tier: the part that it is of, and with the values of a month what it owes. */
function Tiers({ terms, result }: { terms: StoredTerms; result: TermsResult | null }) {
  const { t } = useTranslation('figures');
  return (
    <ul className={styles.parts} aria-label={t('dueTiers')}>
      {terms.tiers.map(({ from, rate }, index) => {
        const to = terms.tiers[index + 1]?.from;
        const line = result?.tiers[index];
        const part =
          to === undefined
            ? t('dueAbove', { from: formatAmount(from) })
            : t('dueBetween', { from: formatAmount(from), to: formatAmount(to) });
        return (
          <li key={from}>
            {part}
            {': '}
            {result === null
              ? rateText(rate)
              : line === undefined
                ? t('dueNotReached', { rate: rateText(rate) })
                : `${formatAmount(line.base)} × ${rateText(rate)} = ${formatAmount(line.amount)}`}
          </li>
        );
      })}
    </ul>
  );
}
