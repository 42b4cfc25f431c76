import {
  type CoverageOrder,
  coverageOrders,
  type getCertificateCoverage,
  jurisdictionName,
  type ResponseOf,
} from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '../../../components/display/badge.tsx';
import { SortControl } from '../../../components/table/sort-control.tsx';
import { useOwnIntegration } from '../../../domain/game/catalog-viewer.ts';
import { PLACEHOLDER } from '../../../lib/format.ts';
import { readerLanguage } from '../../../lib/language-names.ts';
import styles from './coverage-summary.module.css';
import { stateTones } from './state-badge.tsx';

/** What asks for someone first. */
const states = ['expired', 'expiring', 'missing', 'valid'] as const;

interface CoverageSummaryProps extends Pick<ResponseOf<typeof getCertificateCoverage>, 'byJurisdiction'> {
  order: CoverageOrder;
  onOrder: (order: CoverageOrder) => void;
}

/** How many games are in each state in each jurisdiction; only what ends, has ended or is missing is coloured. */
export function CoverageSummary({ byJurisdiction, order, onOrder }: CoverageSummaryProps) {
  const { t, i18n } = useTranslation('documents');
  const own = useOwnIntegration();
  const reader = readerLanguage(i18n.language);
  return (
    <>
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
      <div className={styles.order}>
        <SortControl
          framed="named"
          options={coverageOrders.map((id) => ({ id, label: t(`order.${id}`) }))}
          sort={{ id: order }}
          onSort={({ id }) => onOrder(id)}
        />
        <ul className={styles.legend} aria-label={t('legend')}>
          {states.map((state) => (
            <li key={state}>
              <StatusDot tone={stateTones[state]} ring={state === 'missing'} /> {t(`legendOf.${state}`)}
            </li>
          ))}
          <li>
            <span aria-hidden="true">{PLACEHOLDER}</span>{' '}
            {t(own === null ? 'legendOf.none' : 'legendOf.noneOwn')}
          </li>
        </ul>
        <p className="hub-visually-hidden">{t(`orderNote.${order}`)}</p>
      </div>
    </>
  );
}
