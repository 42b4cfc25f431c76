import type { Ticket } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { Pagination } from '../../../components/table/pagination.tsx';
import { ticketsQuery } from '../../../domain/ticket/tickets.ts';
import type { RenderSession } from '../components/ticket-detail.tsx';
import { TicketPopup } from '../components/ticket-popup.tsx';
import { TicketsFilters } from '../components/tickets-filters.tsx';
import { TicketsTable } from '../components/tickets-table.tsx';
import { filterAndSortTickets } from '../filter-and-sort.ts';
import { hasFilters, queryOf, sortFields, type TicketsSearch } from '../search.ts';

interface TicketsPageProps {
  search: TicketsSearch;
  /** `inPlace` replaces the entry in the history. */
  onSearch: (search: TicketsSearch, inPlace: boolean) => void;
  renderSession: RenderSession;
}

const pageSize = 50;
const noTickets: readonly Ticket[] = [];

/** The tickets that the signed-in person sees (area TICK). Filters, order, page and the open ticket are the URL's. */
export function TicketsPage({ search, onSearch, renderSession }: TicketsPageProps) {
  const { t } = useTranslation('tickets');
  const tickets = useQuery(ticketsQuery(queryOf(search)));
  const all = tickets.data ?? noTickets;
  const { find, sort, direction } = search;
  const found = useMemo(
    () => filterAndSortTickets(all, { find, sort, direction }),
    [all, find, sort, direction],
  );
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const page = Math.min(search.page ?? 1, pages);
  const filtered = hasFilters(search);
  const add = (
    <Button
      component={Link}
      {...({ to: '/new-ticket/{-$propSessionId}', params: {} } as object)}
      leftSection={<IconPlus size={16} stroke={1.75} />}
    >
      {t('add')}
    </Button>
  );
  const counts = { shown: found.length, total: all.length };
  return (
    <>
      <PageHeader
        title={t('title')}
        context={
          tickets.data
            ? find === undefined
              ? t('count', { count: all.length, ...counts })
              : t('found', counts)
            : null
        }
        actions={add}
      />
      <PageBody>
        <TicketsFilters
          search={search}
          onChange={(part, typing = false) => onSearch({ ...search, ...part, page: undefined }, typing)}
        />
        <QueryView query={tickets} text={t('failed')} filtersKept>
          <TicketsTable
            rows={found.slice((page - 1) * pageSize, page * pageSize)}
            sort={{ id: sort ?? 'createdAt', desc: (direction ?? 'desc') === 'desc' }}
            onSort={({ id, desc }) =>
              onSearch(
                {
                  ...search,
                  sort: sortFields.find((field) => field === id),
                  direction: desc ? 'desc' : 'asc',
                  page: undefined,
                },
                true,
              )
            }
            onOpen={(id) => onSearch({ ...search, ticket: id }, false)}
            openId={search.ticket}
            loading={!tickets.data}
            stale={tickets.isPlaceholderData}
            empty={
              <EmptyState
                title={filtered ? t('nothingFound') : t('empty')}
                actions={
                  filtered && (
                    <Button variant="default" onClick={() => onSearch({}, false)}>
                      {t('clearFilters')}
                    </Button>
                  )
                }
              >
                {filtered ? undefined : t('emptyHint')}
              </EmptyState>
            }
          />
          {found.length > pageSize && (
            <Pagination
              page={page}
              pageSize={pageSize}
              total={found.length}
              onChange={(next) => onSearch({ ...search, page: next === 1 ? undefined : next }, false)}
            />
          )}
        </QueryView>
      </PageBody>
      {search.ticket !== undefined && (
        <TicketPopup
          key={search.ticket}
          id={search.ticket}
          onClose={() => onSearch({ ...search, ticket: undefined }, false)}
          renderSession={renderSession}
        />
      )}
    </>
  );
}
