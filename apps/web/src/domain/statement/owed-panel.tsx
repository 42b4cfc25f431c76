import { centsFromEuros, eurosFromCents, type IntegrationBalance } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type StatTile, StatTiles } from '../../components/chart/stat-tiles.tsx';
import { Amount, Count } from '../../components/display/figure.tsx';
import { InternalLink } from '../../components/internal-link.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { useCan } from '../../lib/auth/index.ts';
import { formatDayWith } from '../../lib/format.ts';
import styles from './owed-panel.module.css';
import { balancesQuery, unansweredQuery, unstatedQuery } from './statements.ts';
import { splitUnstated } from './unstated.ts';

const sumOf = (rows: readonly IntegrationBalance[], key: 'balance' | 'overdue') =>
  eurosFromCents(rows.reduce((sum, row) => sum + centsFromEuros(row[key]), 0));

/**
 * What is owed on statements and how much of it is late, what is disputed, and what is on no statement yet: of closed months, of those
 * that wait for their close, and of the month in progress. Leads to them. Silent while
 * all of it is nothing, or while it cannot be read.
 */
export function OwedPanel() {
  const { t } = useTranslation('statement');
  const isProvider = useCan('statements:manage');
  const tiles = useTiles(isProvider);
  const waiting = useUnanswered();
  if (tiles === null && waiting === 0) return null;
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
      {waiting > 0 && (
        <p className={styles.waiting}>
          <InternalLink href="/statements?states=issued">{t('awaitAnswer', { count: waiting })}</InternalLink>
        </p>
      )}
      {tiles !== null && <StatTiles tiles={tiles} />}
    </Panel>
  );
}

/** How many statements wait for the reader's acknowledgement; 0 for the provider, who gives none. */
function useUnanswered(): number {
  const mayAnswer = useCan('statements:answer');
  const { data } = useQuery({ ...unansweredQuery(), enabled: mayAnswer });
  return data?.count ?? 0;
}

function useTiles(isProvider: boolean): StatTile[] | null {
  const { t, i18n } = useTranslation('statement');
  const balances = useQuery(balancesQuery()).data?.rows ?? [];
  const unstated = useQuery(unstatedQuery()).data?.rows ?? [];
  const [owed, overdue] = [sumOf(balances, 'balance'), sumOf(balances, 'overdue')];
  const disputed = balances.reduce((sum, row) => sum + row.disputed, 0);
  const parts = splitUnstated(unstated);
  if ([owed, overdue, disputed, ...parts.map(({ due }) => due)].every((figure) => figure === 0)) return null;
  const since = (month: string) =>
    t('since', { month: formatDayWith(`${month}-01`, i18n.language, { month: 'short', year: 'numeric' }) });
  return [
    {
      key: 'owed',
      label: owed < 0 ? t(isProvider ? 'allInFavour' : 'inYourFavour') : t('owed'),
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
    ...(disputed > 0
      ? [{ key: 'disputed', label: t('disputed'), value: <Count value={disputed} size="tile" /> }]
      : []),
    // A month that has ended and is not closed is the exception.
    ...parts
      .filter(({ part, due }) => part !== 'ended' || due !== 0)
      .map(({ part, due, oldest }) => ({
        key: part,
        label: t(`notStated.${part}`),
        value: <Amount value={due} size="tile" tone="neutral" />,
        ...(oldest && { note: since(oldest) }),
      })),
  ];
}
