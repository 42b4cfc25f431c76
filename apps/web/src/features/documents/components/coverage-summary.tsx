import { type getCertificateCoverage, jurisdictionName, type ResponseOf } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { readerLanguage } from '../../../lib/language-names.ts';
import styles from './coverage-summary.module.css';

/** What asks for someone first. */
const states = ['expired', 'expiring', 'missing', 'valid'] as const;

type CoverageSummaryProps = Pick<ResponseOf<typeof getCertificateCoverage>, 'byJurisdiction'>;

/** How many games are in each state in each jurisdiction; only what ends or has ended is coloured. */
export function CoverageSummary({ byJurisdiction }: CoverageSummaryProps) {
  const { t, i18n } = useTranslation('documents');
  const reader = readerLanguage(i18n.language);
  return (
    <ul className={styles.summary} aria-label={t('summary')}>
      {byJurisdiction.map(({ jurisdiction, totals }) => (
        <li key={jurisdiction} className={styles.item}>
          <span className={styles.name}>{jurisdictionName(jurisdiction, reader)}</span>
          <span className={styles.counts}>
            {states
              .filter((state) => totals[state] > 0)
              .map((state) => (
                <span key={state} data-state={state}>
                  {t(`coverageCount.${state}`, { count: totals[state] })}
                </span>
              ))}
          </span>
        </li>
      ))}
    </ul>
  );
}
