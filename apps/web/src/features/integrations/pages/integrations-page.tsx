import { Button } from '@mantine/core';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { Suspense, useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { Amount } from '../../../components/display/figure.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { SearchInput } from '../../../components/form/search-input.tsx';
import { HeaderButton } from '../../../components/layout/header-button.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import { latePart } from '../../../lib/late-part.ts';
import { useSearchText } from '../../../lib/use-search-text.ts';
import { AttentionPanel } from '../components/attention-panel.tsx';
import { Name, PhoneState, totalsOf, useListColumns } from '../components/list-columns.tsx';
import { filterAndSort, type IntegrationsSearch, type ListSort, sortOf } from '../search.ts';
import { useListRows } from '../use-list-rows.ts';
import { useSync } from '../use-sync.ts';
import styles from './integrations-page.module.css';

// Of its own: chunks that the catalogue shares would grow with the chart.
const CoursePanel = latePart(async () => (await import('../components/course-panel.tsx')).CoursePanel);

interface IntegrationsPageProps {
  search: IntegrationsSearch;
  /** `typing` replaces the page in the history: Back does not walk through letters. */
  onSearch: (search: IntegrationsSearch, typing: boolean) => void;
  onOpen: (id: number) => void;
  onAdd: () => void;
}

/** Every integration with its state, its counts and its figures, and beneath them what someone should look at. */
export function IntegrationsPage({ search, onSearch, onOpen, onAdd }: IntegrationsPageProps) {
  const { t } = useTranslation('integrations');
  const list = useListRows();
  const { query } = list;
  const sync = useSync();
  const { text, type } = useSearchText(search.search ?? '', (typed) =>
    onSearch({ ...search, search: typed || undefined }, true),
  );
  const wanted = useDeferredValue(text);
  const sort = sortOf(search);
  const { id: sortId, desc } = sort;
  const all = list.rows;
  const rows = useMemo(
    () => filterAndSort(all ?? [], wanted, { id: sortId, desc }),
    [all, wanted, sortId, desc],
  );
  // Of all: what is found by a search has no totals of its own.
  const totals = useMemo(
    () =>
      wanted.trim() === '' && all && all.length > 1
        ? totalsOf(all, list.today, list.month?.grandTotals)
        : null,
    [wanted, all, list.today, list.month],
  );
  const columns = useListColumns(totals);

  const total = all?.length ?? 0;
  const context =
    wanted.trim() === '' ? t('count', { count: total }) : t('found', { shown: rows.length, total });
  return (
    <>
      <PageHeader
        title={t('title')}
        context={all ? `${context}. ${t('inRealMoney')}` : null}
        actions={
          <HeaderButton
            label={t('syncAll')}
            hint={t('syncAllHint')}
            icon={<IconRefresh size={16} stroke={1.5} />}
            onClick={() => sync.mutate()}
            loading={sync.isPending}
          />
        }
        primary={
          <HeaderButton filled label={t('add')} icon={<IconPlus size={16} stroke={1.75} />} onClick={onAdd} />
        }
      />
      <PageBody>
        <SearchInput
          className={styles.search}
          aria-label={t('search')}
          placeholder={t('search')}
          value={text}
          maxLength={200}
          onType={type}
        />
        <QueryView query={query} text={t('serverError')} filtersKept={text !== ''}>
          <DataTable
            label={t('table')}
            columns={columns}
            rows={rows}
            rowId={(row) => String(row.id)}
            rowLabel={(row) => t('open', { name: row.name })}
            rowHeight={64}
            sort={sort}
            onSort={({ id, desc: isDesc }) =>
              onSearch({ ...search, sort: id as ListSort, direction: isDesc ? 'desc' : 'asc' }, false)
            }
            onRowClick={(row) => onOpen(row.id)}
            loading={!all}
            empty={
              <EmptyState
                title={t('nothingToShow')}
                actions={
                  total > 0 && (
                    <Button variant="default" onClick={() => type('')}>
                      {t('clearSearch')}
                    </Button>
                  )
                }
              >
                {t(total > 0 ? 'noneFound' : 'noneYet')}
              </EmptyState>
            }
            phoneRow={(row) => ({
              art: <IntegrationChip name={row.name} number={row.id} size={28} />,
              title: <Name row={row} />,
              sub: <PhoneState row={row} />,
              value: <Amount value={row.today?.grosswin} />,
              note: t('grossWinToday'),
            })}
          />
        </QueryView>
        {total > 0 && (
          <div className={styles.beneath}>
            <AttentionPanel period={list.period} />
            <Suspense fallback={<div className={styles.awaited} />}>
              <CoursePanel statistics={list.month} readAt={list.monthReadAt} rows={rows} />
            </Suspense>
          </div>
        )}
      </PageBody>
    </>
  );
}
