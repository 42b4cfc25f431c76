import { type getCertificateCoverage, jurisdictionName, type ResponseOf } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '../../../components/display/badge.tsx';
import { hint } from '../../../components/hint.ts';
import { formatCount } from '../../../lib/format.ts';
import { readerLanguage } from '../../../lib/language-names.ts';
import styles from './coverage-summary.module.css';
import { stateTones } from './state-badge.tsx';

/** What asks for someone first. */
const states = ['expired', 'expiring', 'missing', 'valid'] as const;

type ByJurisdiction = ResponseOf<typeof getCertificateCoverage>['byJurisdiction'];

/** How many games are in each state in each jurisdiction, where no column does; only what ends or has ended is coloured. */
export function CoverageSummary({ byJurisdiction }: { byJurisdiction: ByJurisdiction }) {
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

/** The head of a jurisdiction: its counts with the dots of the cells beneath it, their words in the hint. */
export function CoverageHead({ name, title, totals, isRoomy }: CoverageHeadProps) {
  const { t } = useTranslation('documents');
  const counts = states.filter((state) => (totals?.[state] ?? 0) > 0);
  const words = (state: (typeof states)[number]) =>
    t(`coverageCount.${state}`, { count: totals?.[state] ?? 0 });
  return (
    <span className={styles.head} {...hint([title, ...counts.map(words)].join('\n'))}>
      <span className={styles.headName}>{name}</span>
      <span className={styles.headCounts} data-roomy={isRoomy || undefined}>
        {counts.map((state) => (
          <span key={state} className={styles.count} data-state={state}>
            <StatusDot tone={stateTones[state]} ring={state === 'missing'} />
            <span aria-hidden="true">{formatCount(totals?.[state])}</span>
            <span className={`${styles.words} hub-visually-hidden`}>{words(state)}</span>
          </span>
        ))}
      </span>
    </span>
  );
}

interface CoverageHeadProps {
  name: string;
  /** Its full name. */
  title: string;
  totals: ByJurisdiction[number]['totals'] | undefined;
  /** Few columns: on a large screen there is room for words. */
  isRoomy: boolean;
}
