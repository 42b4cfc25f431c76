import { jurisdictionName, type TicketCase } from '@ludus/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import { Amount } from '../../../components/display/figure.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { languageName, readerLanguage } from '../../../lib/language-names.ts';
import styles from './case-facts.module.css';

/** What support needs to know of a ticket's type, above what was written; nothing for a general one. */
export function CaseFacts({ facts }: { facts: TicketCase }) {
  const { t, i18n } = useTranslation('tickets');
  const reader = readerLanguage(i18n.language);
  const rows = rowsOf();
  if (rows.length === 0) return null;
  return (
    <dl className={styles.case} aria-label={t(`types.${facts.type}`)}>
      {rows.map(([label, value]) => (
        <div key={label} className={styles.row}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );

  function rowsOf(): [label: string, value: ReactNode][] {
    switch (facts.type) {
      case 'general':
        return [];
      case 'stuckSession':
        return [
          [t('facts.since'), <DateTime key="since" value={facts.since} format="minutes" />],
          [t('facts.playerSees'), facts.playerSees],
        ];
      case 'bigWin':
        return [
          [t('facts.amount'), <Amount key="amount" value={facts.amount} />],
          [t('facts.question'), facts.question],
        ];
      case 'reportBug':
        return [
          [t('facts.screen'), facts.screen],
          [t('facts.address'), <PageLink key="address" address={facts.address} />],
          [t('facts.expected'), facts.expected],
          [t('facts.found'), facts.found],
        ];
      case 'asset':
        return [
          [t('facts.asset'), t(`assetKinds.${facts.asset}`)],
          [t('facts.format'), facts.format],
        ];
      case 'certificate':
        return [
          [t('facts.jurisdiction'), jurisdictionName(facts.jurisdiction, reader)],
          [t('facts.language'), languageName(facts.language, reader)],
        ];
    }
  }
}

/** A screen of the hub opens in the hub, what lies outside of it in a window of its own. */
function PageLink({ address }: { address: string }) {
  const { t } = useTranslation('tickets');
  if (address.startsWith('/')) return <InternalLink href={address}>{address}</InternalLink>;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      {address} <span className="hub-visually-hidden">{t('newWindow')}</span>
    </a>
  );
}
