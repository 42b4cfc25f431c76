import {
  type listStatements,
  paymentStates,
  type ResponseOf,
  type StatementSummary,
  statementStates,
} from '@ludus/contract';
import { Button } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import { IntegrationChip, IntegrationName } from '../../../components/display/entity-label.tsx';
import { Amount } from '../../../components/display/figure.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { FilterBar, type FilterItem } from '../../../components/form/filter-bar.tsx';
import { choiceFilter, choicesFilter } from '../../../components/form/picker-filter.tsx';
import { hint } from '../../../components/hint.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { Pagination } from '../../../components/table/pagination.tsx';
import { TwoLines } from '../../../components/table/two-lines.tsx';
import { integrationsQuery } from '../../../domain/integration/integrations.ts';
import { statementsPerPage, unstatedQuery } from '../../../domain/statement/statements.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { formatAmount, formatDay, PLACEHOLDER } from '../../../lib/format.ts';
import { breakpoints, useMedia } from '../../../lib/use-screen.ts';
import { hasFilters, paymentsIn, statesIn } from '../query.ts';
import { type StatementsSearch, withoutPanel } from '../search.ts';
import { askedBy, monthName, StandingBadge } from '../statement-texts.tsx';
import { Balances } from './balances.tsx';
import { BeforeFirst } from './before-first.tsx';
import { DaysLate } from './days-late.tsx';
import styles from './statements.module.css';
import { Difference } from './terms-computation.tsx';
import { ToIssue } from './to-issue.tsx';

interface StatementsTabProps {
  query: UseQueryResult<ResponseOf<typeof listStatements>>;
  search: StatementsSearch;
  onSearch: (search: StatementsSearch) => void;
}

/** What is owed, what is to be issued, and every statement; a row opens one. */
export function StatementsTab({ query, search, onSearch }: StatementsTabProps) {
  const { t, i18n } = useTranslation('statements');
  const mayManage = useCan('statements:manage');
  const isLaptop = useMedia(breakpoints.laptop);
  const columns = useMemo<DataColumn<StatementSummary>[]>(
    () => [
      {
        id: 'number',
        header: t('number'),
        width: 150,
        fit: true,
        cell: ({ number, month }) => <TwoLines second={monthName(month, i18n.language)}>{number}</TwoLines>,
      },
      ...(mayManage
        ? [
            {
              id: 'integration',
              header: t('integration'),
              cell: ({ integration }: StatementSummary) => (
                <IntegrationName name={integration.name} number={integration.id} />
              ),
            },
          ]
        : []),
      ...(isLaptop
        ? []
        : [
            {
              id: 'issued',
              header: t('issuedHead'),
              width: 120,
              fit: true,
              cell: ({ issuedAt }: StatementSummary) => <DateTime value={issuedAt} format="date" />,
            },
          ]),
      {
        id: 'dueOn',
        header: t('dueOn'),
        width: 120,
        fit: true,
        cell: ({ dueOn, daysLate, payment }) =>
          payment === 'settled' ? (
            PLACEHOLDER
          ) : (
            <TwoLines second={daysLate > 0 && <DaysLate days={daysLate} />}>{formatDay(dueOn)}</TwoLines>
          ),
      },
      {
        id: 'total',
        header: t('total'),
        align: 'right',
        cell: (row) => (
          <TwoLines second={row.adjusted !== 0 && t('issuedWith', { amount: formatAmount(row.total) })}>
            <Amount value={askedBy(row)} tone="neutral" />
          </TwoLines>
        ),
      },
      {
        id: 'open',
        header: t('open'),
        align: 'right',
        cell: ({ open, payment }) => (
          <span className={payment === 'overdue' ? styles.late : undefined}>
            <Amount value={open} tone="neutral" strong />
          </span>
        ),
      },
      ...(isLaptop || !mayManage
        ? []
        : [
            {
              id: 'difference',
              header: <span {...hint(t('differenceWhy'))}>{t('termsDifference')}</span>,
              align: 'right' as const,
              cell: ({ termsDifference }: StatementSummary) => <Difference value={termsDifference} />,
            },
          ]),
      {
        id: 'state',
        header: t('state'),
        width: 200,
        fit: true,
        cell: (row) => <StandingBadge {...row} />,
      },
    ],
    [t, i18n.language, mayManage, isLaptop],
  );
  const count = query.data?.count;
  const unstated = useQuery(unstatedQuery());
  const isFirst = count === 0 && !hasFilters(search) && !query.isPlaceholderData;
  return (
    <>
      <Balances
        chosen={search.integration}
        onChoose={(integration) => onSearch({ ...search, integration, page: undefined })}
      />
      {mayManage && (
        <ToIssue
          integration={search.integration}
          onOpen={({ integrationId, month }) =>
            onSearch({ ...search, id: undefined, issue: integrationId, month })
          }
          onSeveral={() => onSearch({ ...withoutPanel(search), several: true })}
        />
      )}
      {!isFirst && (
        <Filters search={search} onChange={(part) => onSearch({ ...search, ...part, page: undefined })} />
      )}
      <QueryView query={query} filtersKept>
        {isFirst && mayManage && (unstated.data?.rows.length ?? 0) > 0 ? (
          <>
            <BeforeFirst amounts={unstated.data?.rows ?? []} />
            <Panel flush title={t('tabs.list')}>
              <EmptyState compact title={t('empty')} />
            </Panel>
          </>
        ) : (
          <DataTable
            label={t('table')}
            columns={columns}
            rows={query.data?.rows ?? []}
            rowId={({ id }) => String(id)}
            rowHeight={48}
            onRowClick={({ id }) => onSearch({ ...search, id, issue: undefined, month: undefined })}
            rowLabel={({ number, integration }) =>
              t('openStatement', { number, integration: integration.name })
            }
            selectedId={search.id === undefined ? null : String(search.id)}
            loading={!query.data}
            skeletonRows={6}
            stale={query.isPlaceholderData}
            phoneRow={(row) => ({
              art: <IntegrationChip name={row.integration.name} number={row.integration.id} size={24} />,
              title: row.number,
              sub: row.daysLate > 0 ? <DaysLate days={row.daysLate} /> : monthName(row.month, i18n.language),
              value: <Amount value={row.open} tone="neutral" />,
              note: <StandingBadge {...row} />,
            })}
            empty={
              <EmptyState
                title={t(hasFilters(search) ? 'emptyFilters' : 'empty')}
                actions={
                  hasFilters(search) && (
                    <Button variant="default" onClick={() => onSearch({ tab: 'list' })}>
                      {t('clearFilters')}
                    </Button>
                  )
                }
              >
                {!hasFilters(search) && t(mayManage ? 'emptyText' : 'emptyOwn')}
              </EmptyState>
            }
          />
        )}
        {count !== undefined && count > statementsPerPage && (
          <Pagination
            page={search.page ?? 1}
            pageSize={statementsPerPage}
            total={count}
            onChange={(page) => onSearch({ ...search, page: page === 1 ? undefined : page })}
          />
        )}
      </QueryView>
    </>
  );
}

interface FiltersProps {
  search: StatementsSearch;
  onChange: (part: Pick<StatementsSearch, 'states' | 'payments' | 'integration'>) => void;
}

function Filters({ search, onChange }: FiltersProps) {
  const { t } = useTranslation('statements');
  const mayManage = useCan('statements:manage');
  const integrations = useQuery({ ...integrationsQuery(), enabled: mayManage });
  const items: FilterItem[] = [
    ...(mayManage
      ? [
          choiceFilter({
            id: 'integration',
            label: t('integration'),
            width: 220,
            options: (integrations.data?.rows ?? []).map(({ id, name }) => ({
              value: id,
              label: name,
              art: <IntegrationChip name={name} number={id} size={16} />,
            })),
            value: search.integration,
            onChange: (integration) => onChange({ integration }),
            error: integrations.isError ? t('integrationsFailed') : undefined,
          }),
        ]
      : []),
    choicesFilter({
      id: 'states',
      label: t('state'),
      width: 190,
      options: statementStates.map((value) => ({ value, label: t(`states.${value}`) })),
      value: statesIn(search),
      onChange: (states) => onChange({ states: states.join(',') || undefined }),
    }),
    choicesFilter({
      id: 'payments',
      label: t('payment'),
      width: 190,
      options: paymentStates.map((value) => ({ value, label: t(`paymentStates.${value}`) })),
      value: paymentsIn(search),
      onChange: (payments) => onChange({ payments: payments.join(',') || undefined }),
    }),
  ];
  return (
    <FilterBar
      items={items}
      activeCount={items.filter(({ isActive }) => isActive).length}
      onClear={() => onChange({ states: undefined, payments: undefined, integration: undefined })}
    />
  );
}
