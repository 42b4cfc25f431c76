import type { BalanceEntry } from '@ludus/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyTableButton } from '../../../components/copy-table-button.tsx';
import { DateTime } from '../../../components/display/date-time.tsx';
import { Amount } from '../../../components/display/figure.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { Pagination } from '../../../components/table/pagination.tsx';
import { TwoLines } from '../../../components/table/two-lines.tsx';
import { balanceEntriesPerPage, balanceQuery } from '../../../domain/statement/statements.ts';
import { useCan } from '../../../lib/auth/index.ts';
import type { CopiedTable } from '../../../lib/copied-table.ts';
import { dayInRome } from '../../../lib/days.ts';
import { formatDay } from '../../../lib/format.ts';
import type { StatementsSearch } from '../search.ts';
import { balanceLabel, balanceText, monthName } from '../statement-texts.tsx';
import { BalanceTiles } from './balances.tsx';
import { OfIntegration } from './of-integration.tsx';
import styles from './statements.module.css';

interface BalanceTabProps {
  search: StatementsSearch;
  onSearch: (search: StatementsSearch) => void;
}

/** What an integration has been asked for and has paid, entry by entry, with what it owed after each. */
export function BalanceTab({ search, onSearch }: BalanceTabProps) {
  return (
    <OfIntegration
      chosen={search.integration}
      onChoose={(integration) => onSearch({ ...search, integration, page: undefined })}
    >
      {({ id, name }) => (
        <RunningBalance key={id} integrationId={id} name={name} search={search} onSearch={onSearch} />
      )}
    </OfIntegration>
  );
}

interface RunningBalanceProps extends BalanceTabProps {
  integrationId: number;
  name: string;
}

function RunningBalance({ integrationId, name, search, onSearch }: RunningBalanceProps) {
  const { t, i18n } = useTranslation('statements');
  const page = search.page ?? 1;
  const query = useQuery(balanceQuery(integrationId, page));
  const { data } = query;
  const isOwn = !useCan('statements:manage');
  const open = (id: number) => onSearch({ ...search, id });
  const columns = useMemo<DataColumn<BalanceEntry>[]>(
    () => [
      {
        id: 'at',
        header: t('day'),
        fit: true,
        cell: (row) => <EntryDay row={row} />,
      },
      {
        id: 'entry',
        header: t('entry'),
        cell: ({ kind, statement }) => (
          <TwoLines second={`${statement.number}, ${monthName(statement.month, i18n.language)}`}>
            {t(`entries.${kind}`)}
          </TwoLines>
        ),
      },
      {
        id: 'reference',
        header: t('reference'),
        cell: ({ reference, username }) => <TwoLines second={username}>{reference || '–'}</TwoLines>,
      },
      {
        id: 'amount',
        header: t('amount'),
        align: 'right',
        cell: ({ amount }) => <Amount value={amount} tone="neutral" plus />,
      },
      {
        id: 'balance',
        header: t('balanceAfter'),
        align: 'right',
        cell: ({ balance }) => <BalanceAfter balance={balance} name={isOwn ? null : name} />,
      },
    ],
    [t, i18n.language, isOwn, name],
  );
  const copied = (): CopiedTable => ({
    columns: [
      { label: t('day'), kind: 'day' },
      { label: t('recorded'), kind: 'instant' },
      { label: t('entry'), kind: 'text' },
      { label: t('statement'), kind: 'text' },
      { label: t('month'), kind: 'text' },
      { label: t('reference'), kind: 'text' },
      { label: t('by'), kind: 'text' },
      { label: t('amount'), kind: 'euro' },
      { label: t('balanceAfter'), kind: 'euro' },
    ],
    rows: (data?.rows ?? []).map((row) => [
      entryDay(row),
      row.at,
      t(`entries.${row.kind}`),
      row.statement.number,
      row.statement.month,
      row.reference,
      row.username,
      row.amount,
      row.balance,
    ]),
  });
  return (
    <QueryView query={query}>
      <BalanceTiles balance={data?.balance} name={isOwn ? null : name} />
      <Panel
        flush
        title={t('running')}
        actions={<CopyTableButton labelled table={data && data.rows.length > 0 ? copied : null} />}
      >
        <DataTable
          bare
          label={t('running')}
          columns={columns}
          rows={data?.rows ?? []}
          rowId={({ kind, at, statement, amount }) => `${at} ${kind} ${statement.id} ${amount}`}
          rowHeight={48}
          onRowClick={({ statement }) => open(statement.id)}
          rowLabel={({ kind, statement }) =>
            t('openEntry', { entry: t(`entries.${kind}`), number: statement.number })
          }
          loading={!data}
          skeletonRows={6}
          stale={query.isPlaceholderData}
          phoneRow={(row) => ({
            title: t(`entries.${row.kind}`),
            sub: `${row.statement.number}, ${formatDay(entryDay(row))}`,
            value: <Amount value={row.amount} tone="neutral" plus />,
            note: <span className={styles.quiet}>{balanceText(t, row.balance, isOwn ? null : name)}</span>,
          })}
          empty={
            <EmptyState
              compact
              title={t('noEntries')}
              actions={
                <Button variant="default" onClick={() => onSearch({ integration: search.integration })}>
                  {t('showStatements')}
                </Button>
              }
            >
              {t('noEntriesText')}
            </EmptyState>
          }
        />
      </Panel>
      {data && data.count > balanceEntriesPerPage && (
        <Pagination
          page={page}
          pageSize={balanceEntriesPerPage}
          total={data.count}
          onChange={(next) => onSearch({ ...search, page: next === 1 ? undefined : next })}
        />
      )}
    </QueryView>
  );
}

/** The day that an entry counts from: of a payment that on which the money came. */
const entryDay = ({ receivedOn, at }: BalanceEntry) => receivedOn ?? dayInRome(new Date(at));

function EntryDay({ row }: { row: BalanceEntry }) {
  const { t } = useTranslation('statements');
  if (row.receivedOn === null) return <DateTime value={row.at} format="minutes" />;
  return (
    <TwoLines
      second={
        <>
          {t('recorded')} <DateTime value={row.at} format="minutes" />
        </>
      }
    >
      {formatDay(row.receivedOn)}
    </TwoLines>
  );
}

/** What was owed after an entry; in whose favour it was instead is said under it. */
function BalanceAfter({ balance, name }: { balance: number; name: string | null }) {
  const { t } = useTranslation('statements');
  return (
    <TwoLines second={balance < 0 && balanceLabel(t, balance, name)}>
      <Amount value={Math.abs(balance)} tone="neutral" strong />
    </TwoLines>
  );
}
