import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { periodsQuery, readinessQuery } from '../../../domain/period/periods.ts';
import { HiddenMoneyLine } from '../../../domain/statement/hidden-money-line.tsx';
import { useCan } from '../../../lib/auth/index.ts';
import { presetPeriod } from '../../../lib/days.ts';
import { isSettled, useOnce } from '../../../lib/use-once.ts';
import { useIsPhone } from '../../../lib/use-screen.ts';
import { useToday } from '../../../lib/use-today.ts';
import { CloseMonthsPanel } from '../components/close-months-panel.tsx';
import { MonthList } from '../components/month-list.tsx';
import { MonthMatrix } from '../components/month-matrix.tsx';
import { PeriodPanel } from '../components/period-panel.tsx';
import { isBlockedMonth, Readiness } from '../components/readiness.tsx';
import type { PeriodSearch } from '../search.ts';

interface PeriodClosePageProps {
  search: PeriodSearch;
  onSearch: (search: PeriodSearch) => void;
}

/** Every month of every integration with its state; the one that is open stands in the URL. */
export function PeriodClosePage({ search, onSearch }: PeriodClosePageProps) {
  const { t } = useTranslation('periodClose');
  const query = useQuery(periodsQuery());
  const { integration, month } = search;
  const mayClose = useCan('periods:close');
  // What stays when a month is opened, or closed again.
  const kept: PeriodSearch = { by: search.by, view: search.view, checks: search.checks };
  const lastMonth = presetPeriod('lastMonth', useToday()).from.slice(0, 7);
  // Nearly always last month, whose checks are asked for beside the months.
  const checked =
    search.checks ?? (query.data ? query.data.cells.find(({ isEnded }) => isEnded)?.month : lastMonth);
  const checks = useQuery({
    ...readinessQuery(checked ?? lastMonth),
    enabled: checked !== undefined,
  });
  const readiness = checks.data;
  const hasChecks = useOnce(query.data !== undefined && (checked === undefined || isSettled(checks)));
  const Months = useIsPhone() ? MonthList : MonthMatrix;
  return (
    <>
      <PageHeader title={t('title')} context={t('context')} />
      <PageBody>
        <QueryView query={query}>
          {query.data?.months.length === 0 ? (
            <EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>
          ) : (
            <>
              {checked !== undefined && (
                <Readiness
                  month={checked}
                  months={query.data?.months ?? []}
                  onMonth={(checks) => onSearch({ ...search, checks })}
                  onOpen={(chosen, named) => onSearch({ ...kept, integration: chosen, month: named })}
                />
              )}
              {hasChecks && (
                <Panel flush title={t('byMonth')}>
                  <Months
                    data={query.data}
                    chosen={search}
                    blockedMonth={readiness && isBlockedMonth(readiness) ? readiness.month : undefined}
                    onCloseAll={mayClose ? (close) => onSearch({ ...kept, close }) : undefined}
                    onChoose={(chosen, named) => onSearch({ ...kept, integration: chosen, month: named })}
                  />
                </Panel>
              )}
            </>
          )}
        </QueryView>
        <HiddenMoneyLine />
      </PageBody>
      {search.close !== undefined && query.data && (
        <CloseMonthsPanel
          key={search.close}
          month={search.close}
          data={query.data}
          onOpen={(chosen) => onSearch({ ...kept, integration: chosen, month: search.close })}
          onClose={() => onSearch({ ...kept })}
        />
      )}
      {integration !== undefined && month !== undefined && (
        <PeriodPanel
          key={`${integration} ${month}`}
          period={{ integrationId: integration, month }}
          search={search}
          onSearch={onSearch}
          onClose={() => onSearch({ ...kept })}
        />
      )}
    </>
  );
}
