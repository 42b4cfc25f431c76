import type { IntegrationBalance } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { StatTiles } from '../../../components/chart/stat-tiles.tsx';
import { IntegrationName } from '../../../components/display/entity-label.tsx';
import { Amount, Count } from '../../../components/display/figure.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { balancesQuery } from '../../../domain/statement/statements.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { formatAmount } from '../../../lib/format.ts';
import { disputedPath } from '../owed.ts';
import { balanceLabel } from '../statement-texts.tsx';
import styles from './statements.module.css';

interface BalancesProps {
  chosen: number | undefined;
  onChoose: (integration: number | undefined) => void;
}

/** What each integration owes; a press narrows the list to it. An integration sees its own, as tiles. */
export function Balances({ chosen, onChoose }: BalancesProps) {
  const { t } = useTranslation('statements');
  const mayManage = useCan('statements:manage');
  const query = useQuery(balancesQuery());
  const rows = query.data?.rows;
  if (!mayManage) return <OwnBalance balance={rows?.[0]} query={query} />;
  if (rows?.length === 0) return null;
  return (
    <QueryView query={query} compact>
      <ul className={styles.balances} aria-label={t('balances')} aria-busy={!rows || undefined}>
        {rows === undefined
          ? [0, 1, 2].map((place) => (
              <li key={place} className={styles.balance} aria-hidden="true">
                <SkeletonLine width="50%" />
                <SkeletonLine width="70%" height={20} />
                <SkeletonLine width="40%" />
              </li>
            ))
          : rows.map((row) => (
              <li key={row.integration.id}>
                <button
                  type="button"
                  className={styles.balance}
                  aria-pressed={chosen === row.integration.id}
                  onClick={() => onChoose(chosen === row.integration.id ? undefined : row.integration.id)}
                >
                  <IntegrationName name={row.integration.name} number={row.integration.id} />
                  <Amount value={Math.abs(row.balance)} size="tile" tone="neutral" />
                  <BalanceNote balance={row} />
                </button>
              </li>
            ))}
      </ul>
    </QueryView>
  );
}

/** What of a balance needs someone; that nothing does is said, too. */
function BalanceNote({ balance: { balance, overdue, disputed, open } }: { balance: IntegrationBalance }) {
  const { t } = useTranslation('statements');
  return (
    <span className={styles.balanceNote}>
      <span>{t(balance === 0 ? 'nothingOwed' : balance > 0 ? 'owedToLudus' : 'inItsFavour')}</span>
      {overdue > 0 && <span data-late="">{t('overdueOf', { amount: formatAmount(overdue) })}</span>}
      {disputed > 0 && <span data-late="">{t('disputedCount', { count: disputed })}</span>}
      {overdue <= 0 && disputed === 0 && open > 0 && <span>{t('openCount', { count: open })}</span>}
    </span>
  );
}

interface OwnBalanceProps {
  balance: IntegrationBalance | undefined;
  query: ReturnType<typeof useQuery<{ rows: IntegrationBalance[] }>>;
}

function OwnBalance({ balance, query }: OwnBalanceProps) {
  if (query.data && balance === undefined) return null;
  return (
    <QueryView query={query} compact>
      <BalanceTiles balance={balance} name={null} />
    </QueryView>
  );
}

interface BalanceTilesProps {
  balance: IntegrationBalance | undefined;
  /** Of the integration; null where it is the reader's own. */
  name: string | null;
}

/** Who owes whom, in words; money is red only once it is overdue. */
export function BalanceTiles({ balance, name }: BalanceTilesProps) {
  const { t } = useTranslation('statements');
  return (
    <Panel flush label={t('balance')}>
      <StatTiles
        loading={!balance}
        tiles={[
          {
            key: 'balance',
            label: balance ? balanceLabel(t, balance.balance, name) : t('balance'),
            value: <Amount value={Math.abs(balance?.balance ?? 0)} size="tile" tone="neutral" strong />,
          },
          {
            key: 'overdue',
            label: t('overdue'),
            value: (
              <span className={balance && balance.overdue > 0 ? styles.late : undefined}>
                <Amount value={balance?.overdue ?? 0} size="tile" tone="neutral" />
              </span>
            ),
          },
          {
            key: 'open',
            label: t('openStatements'),
            value: <Count value={balance?.open ?? 0} size="tile" />,
          },
          {
            key: 'disputed',
            label: t('disputedStatements'),
            value: <Count value={balance?.disputed ?? 0} size="tile" />,
            ...(balance && balance.disputed > 0
              ? {
                  note: (
                    <InternalLink href={disputedPath(name === null ? undefined : balance.integration.id)}>
                      {t('showDisputed')}
                    </InternalLink>
                  ),
                }
              : {}),
          },
        ]}
      />
    </Panel>
  );
}
