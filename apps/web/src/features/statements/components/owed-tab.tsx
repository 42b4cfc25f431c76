import { type IntegrationBalance, noAgeing, type UnstatedAmount } from '@ludus/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { StatTiles } from '../../../components/chart/stat-tiles.tsx';
import { CopyTableButton } from '../../../components/copy-table-button.tsx';
import { IntegrationName } from '../../../components/display/entity-label.tsx';
import { Amount } from '../../../components/display/figure.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { TwoLines } from '../../../components/table/two-lines.tsx';
import { balancesQuery, unstatedQuery } from '../../../domain/statement/statements.ts';
import { splitUnstated } from '../../../domain/statement/unstated.ts';
import { useCan } from '../../../lib/auth/index.ts';
import type { CopiedTable } from '../../../lib/copied-table.ts';
import { formatAmount } from '../../../lib/format.ts';
import { agesShown, disputedPath, type OwedRow, owedByIntegration, unstatedReasonsShown } from '../owed.ts';
import { type StatementsSearch, withoutPanel } from '../search.ts';
import { monthName, sumOf, unstatedTexts } from '../statement-texts.tsx';
import { AgeingPanel } from './ageing-panel.tsx';
import { BalanceTiles } from './balances.tsx';
import styles from './statements.module.css';

interface OwedTabProps {
  search: StatementsSearch;
  onSearch: (search: StatementsSearch) => void;
}

/** Who owes what: the balance of statements, and what is due for months without one. A press shows the months behind it. */
export function OwedTab({ search, onSearch }: OwedTabProps) {
  const mayManage = useCan('statements:manage');
  const balances = useQuery(balancesQuery());
  const unstated = useQuery(unstatedQuery());
  const rows = useMemo(
    () => owedByIntegration(balances.data?.rows ?? [], unstated.data?.rows ?? []),
    [balances.data, unstated.data],
  );
  const shown = mayManage ? search.integration : rows[0]?.integration.id;
  const isLoading = !balances.data || !unstated.data;
  return (
    <QueryView query={balances}>
      <QueryView query={unstated}>
        {shown === undefined ? (
          <ByIntegration
            rows={rows}
            isLoading={isLoading}
            onChoose={(integration) => onSearch({ ...search, integration })}
            onSeveral={() => onSearch({ ...withoutPanel(search), tab: 'owed', several: true })}
          />
        ) : (
          <Months
            row={rows.find(({ integration }) => integration.id === shown)}
            isLoading={isLoading}
            search={search}
            onSearch={onSearch}
          />
        )}
      </QueryView>
    </QueryView>
  );
}

interface ByIntegrationProps {
  rows: OwedRow[];
  isLoading: boolean;
  onChoose: (integration: number) => void;
  onSeveral: () => void;
}

function ByIntegration({ rows, isLoading, onChoose, onSeveral }: ByIntegrationProps) {
  const { t, i18n } = useTranslation('statements');
  const { language } = i18n;
  const toIssue = rows.flatMap(({ months }) => months.filter(({ reason }) => reason === 'closed')).length;
  const columns = useMemo<DataColumn<OwedRow>[]>(() => {
    const sum = (id: string, header: string, value: (row: OwedRow) => number, strong = false) => ({
      id,
      header,
      align: 'right' as const,
      wraps: true,
      sortable: true,
      descFirst: true,
      value,
      cell: (row: OwedRow) => <Amount value={value(row)} tone="neutral" strong={strong} />,
      footer: <Amount value={sumOf(...rows.map(value))} tone="neutral" strong />,
    });
    const unstated = sum('unstated', t('notStated'), (row) => row.total, true);
    const balance = sum('balance', t('onStatements'), (row) => row.balance?.balance ?? 0, true);
    return [
      {
        id: 'integration',
        header: t('integration'),
        sortable: true,
        value: ({ integration }) => integration.name,
        cell: ({ integration }) => <IntegrationName name={integration.name} number={integration.id} />,
        footer: t('total'),
      },
      {
        ...balance,
        cell: (row) => (
          <TwoLines second={hasNote(row.balance) && <BalanceNote balance={row.balance} />}>
            {balance.cell(row)}
          </TwoLines>
        ),
      },
      ...unstatedReasonsShown.map((reason) =>
        sum(reason, t(`unstated.${reason}`), (row) => row.unstated[reason]),
      ),
      {
        ...unstated,
        cell: (row) => (
          <TwoLines
            second={row.oldest && t('sinceMonth', { month: monthName(row.oldest, language, 'short') })}
          >
            {unstated.cell(row)}
          </TwoLines>
        ),
      },
    ];
  }, [t, language, rows]);
  const copied = (): CopiedTable => ({
    columns: [
      { label: t('integration'), kind: 'text' },
      { label: t('onStatements'), kind: 'euro' },
      { label: t('overdue'), kind: 'euro' },
      ...agesShown.map((age) => ({ label: t(`ages.${age}`), kind: 'euro' as const })),
      ...unstatedReasonsShown.map((reason) => ({
        label: t(`unstated.${reason}`),
        kind: 'euro' as const,
      })),
      { label: t('notStated'), kind: 'euro' },
      { label: t('oldestMonth'), kind: 'text' },
    ],
    rows: rows.map(({ integration, balance, unstated, total, oldest }) => [
      integration.name,
      balance?.balance ?? 0,
      balance?.overdue ?? 0,
      ...agesShown.map((age) => balance?.ageing[age] ?? 0),
      ...unstatedReasonsShown.map((reason) => unstated[reason]),
      total,
      oldest ?? '',
    ]),
  });
  return (
    <>
      <OwedTiles rows={rows} isLoading={isLoading} />
      <AgeingPanel balances={rows.map(({ balance }) => balance)} />
      <Panel
        flush
        title={t('tabs.owed')}
        coverage={t('owedHelp')}
        actions={
          <>
            {toIssue > 1 && (
              <Button variant="default" size="xs" onClick={onSeveral}>
                {t('issueSeveral')}
              </Button>
            )}
            <CopyTableButton labelled table={rows.length > 0 ? copied : null} />
          </>
        }
      >
        <DataTable
          bare
          label={t('tabs.owed')}
          columns={columns}
          rows={rows}
          rowId={({ integration }) => String(integration.id)}
          rowHeight={48}
          onRowClick={({ integration }) => onChoose(integration.id)}
          rowLabel={({ integration }) => t('unstatedOf', { integration: integration.name })}
          loading={isLoading}
          skeletonRows={4}
          phoneRow={({ integration, balance, months }) => ({
            title: integration.name,
            sub: unstatedTexts(t, months).join(' · '),
            value: <Amount value={balance?.balance ?? 0} tone="neutral" strong />,
            // The whole of it is a button there: what it opens has the way to those that are disputed.
            note: hasNote(balance) ? <BalanceNote balance={balance} isPlain /> : t('onStatements'),
          })}
          empty={
            <EmptyState compact title={t('noOwed')}>
              {t('noOwedText')}
            </EmptyState>
          }
        />
      </Panel>
    </>
  );
}

/** What all integrations owe together. Statements have VAT and months do not, so that both are never one sum. */
function OwedTiles({ rows, isLoading }: Pick<ByIntegrationProps, 'rows' | 'isLoading'>) {
  const { t, i18n } = useTranslation('statements');
  const { t: own } = useTranslation('statement');
  const all = (value: (row: OwedRow) => number) => sumOf(...rows.map(value));
  const owed = all(({ balance }) => balance?.balance ?? 0);
  const overdue = all(({ balance }) => balance?.overdue ?? 0);
  const tile = (key: string, label: string, value: number, isLead = false) => ({
    key,
    label,
    value: <Amount value={value} size="tile" tone="neutral" strong={isLead} />,
  });
  return (
    <Panel flush label={t('owedInAll')}>
      <StatTiles
        loading={isLoading}
        tiles={[
          tile('owed', t(owed < 0 ? 'allInFavourLabel' : 'owedLabel'), Math.abs(owed), true),
          {
            ...tile('overdue', t('overdue'), overdue),
            value: (
              <span className={overdue > 0 ? styles.late : undefined}>
                <Amount value={overdue} size="tile" tone="neutral" />
              </span>
            ),
          },
          ...splitUnstated(rows.flatMap(({ months }) => months)).map(({ part, due, oldest }) => ({
            ...tile(part, own(`notStated.${part}`), due),
            note: oldest && t('oldestIs', { month: monthName(oldest, i18n.language) }),
          })),
        ]}
      />
    </Panel>
  );
}

const hasNote = (balance: IntegrationBalance | undefined): balance is IntegrationBalance =>
  balance !== undefined && (balance.overdue > 0 || balance.disputed > 0);

/** What of a balance waits for someone: an amount that is late, and statements that are disputed. */
function BalanceNote({
  balance: { integration, overdue, disputed },
  isPlain,
}: {
  balance: IntegrationBalance;
  isPlain?: boolean;
}) {
  const { t } = useTranslation('statements');
  const count = t('disputedCount', { count: disputed });
  return (
    <span className={styles.late}>
      {overdue > 0 && t('overdueOf', { amount: formatAmount(overdue) })}
      {overdue > 0 && disputed > 0 && ' · '}
      {disputed > 0 &&
        (isPlain ? (
          count
        ) : (
          // Not the row, which opens the months without a statement.
          <InternalLink href={disputedPath(integration.id)} onClick={(event) => event.stopPropagation()}>
            {count}
          </InternalLink>
        ))}
    </span>
  );
}

interface MonthsProps extends OwedTabProps {
  /** Nothing is known of an integration without sessions and statements. */
  row: OwedRow | undefined;
  isLoading: boolean;
}

/** The months of one integration that are on no statement, each with what comes next. */
function Months({ row, isLoading, search, onSearch }: MonthsProps) {
  const { t, i18n } = useTranslation('statements');
  const mayManage = useCan('statements:manage');
  const months = row?.months ?? [];
  const columns: DataColumn<UnstatedAmount>[] = [
    {
      id: 'month',
      header: t('month'),
      cell: ({ month }) => monthName(month, i18n.language),
      footer: t('total'),
    },
    { id: 'reason', header: t('state'), cell: ({ reason }) => t(`unstated.${reason}`) },
    {
      id: 'due',
      header: t('platformDue'),
      align: 'right',
      cell: ({ due, reason }) => <Amount value={due} tone="neutral" plus={reason === 'changed'} />,
      footer: <Amount value={row?.total ?? 0} tone="neutral" strong />,
    },
    ...(mayManage
      ? [
          {
            id: 'next',
            header: '',
            label: t('nextStep'),
            width: 150,
            align: 'right' as const,
            fit: true,
            cell: (amount: UnstatedAmount) => (
              <NextStep amount={amount} search={search} onSearch={onSearch} />
            ),
          },
        ]
      : []),
  ];
  return (
    <>
      <BalanceTiles
        balance={isLoading ? undefined : (row?.balance ?? noBalance(row))}
        name={mayManage ? (row?.integration.name ?? null) : null}
      />
      <AgeingPanel balances={[row?.balance]} />
      <Panel
        flush
        title={
          row && mayManage ? t('unstatedOf', { integration: row.integration.name }) : t('unstatedMonths')
        }
        coverage={t('unstatedHelp')}
        actions={
          mayManage && (
            <Button
              variant="default"
              size="xs"
              onClick={() => onSearch({ ...withoutPanel(search), integration: undefined })}
            >
              {t('allIntegrations')}
            </Button>
          )
        }
      >
        <DataTable
          bare
          label={t('unstatedMonths')}
          columns={columns}
          rows={months}
          rowId={({ month, reason }) => `${month} ${reason}`}
          rowHeight={44}
          loading={isLoading}
          skeletonRows={6}
          phoneRow={(amount) => ({
            title: monthName(amount.month, i18n.language),
            sub: t(`unstated.${amount.reason}`),
            value: <Amount value={amount.due} tone="neutral" plus={amount.reason === 'changed'} />,
            note: mayManage && <NextStep amount={amount} search={search} onSearch={onSearch} />,
          })}
          empty={
            <EmptyState compact title={t('noUnstated')}>
              {t('noUnstatedText')}
            </EmptyState>
          }
        />
      </Panel>
    </>
  );
}

const noBalance = (row: OwedRow | undefined): IntegrationBalance => ({
  integration: row?.integration ?? { id: 0, name: '' },
  balance: 0,
  overdue: 0,
  ageing: noAgeing,
  open: 0,
  disputed: 0,
});

/** What brings an amount on a statement: closing its month, or issuing the statement. */
function NextStep({ amount, search, onSearch }: OwedTabProps & { amount: UnstatedAmount }) {
  const { t, i18n } = useTranslation('statements');
  const { integration, month, reason } = amount;
  const names = { month: monthName(month, i18n.language), integration: integration.name };
  if (reason === 'running' || reason === 'changed') return null;
  return reason === 'ended' ? (
    <Button
      variant="default"
      size="xs"
      component={InternalLink}
      href={`/period-close?integration=${integration.id}&month=${month}`}
      aria-label={t('closeOf', names)}
    >
      {t('closeMonth')}
    </Button>
  ) : (
    <Button
      variant="default"
      size="xs"
      aria-label={t('issueOf', names)}
      onClick={() => onSearch({ ...search, issue: integration.id, month })}
    >
      {t('issueStep')}
    </Button>
  );
}
