import { centsFromEuros, eurosFromCents, type IntegrationBalance } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { StatTiles } from '../../components/chart/stat-tiles.tsx';
import { Amount } from '../../components/display/figure.tsx';
import { InternalLink } from '../../components/internal-link.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { useCan } from '../../lib/auth/index.ts';
import styles from './owed-panel.module.css';
import { balancesQuery } from './statements.ts';

const sumOf = (rows: readonly IntegrationBalance[], key: 'balance' | 'overdue') =>
  eurosFromCents(rows.reduce((sum, row) => sum + centsFromEuros(row[key]), 0));

/** What is owed on statements and how much of it is late; leads to them. Silent while nothing is owed, or while it cannot be read. */
export function OwedPanel() {
  const { t } = useTranslation('statement');
  const isProvider = useCan('statements:manage');
  const { data } = useQuery(balancesQuery());
  const rows = data?.rows ?? [];
  const [owed, overdue] = [sumOf(rows, 'balance'), sumOf(rows, 'overdue')];
  if (owed === 0 && overdue === 0) return null;
  const label = owed < 0 ? t(isProvider ? 'allInFavour' : 'inYourFavour') : t('owed');
  return (
    <Panel
      title={t('title')}
      flush
      ruled
      actions={
        <InternalLink className={styles.link} href={isProvider ? '/statements?tab=owed' : '/statements'}>
          {t('show')}
        </InternalLink>
      }
    >
      <StatTiles
        tiles={[
          {
            key: 'owed',
            label,
            value: <Amount value={Math.abs(owed)} size="tile" tone="neutral" strong />,
          },
          {
            key: 'overdue',
            label: t('overdue'),
            value: (
              <span className={overdue > 0 ? styles.late : undefined}>
                <Amount value={overdue} size="tile" tone="neutral" />
              </span>
            ),
          },
        ]}
      />
    </Panel>
  );
}
