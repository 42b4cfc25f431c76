import type { Ticket } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { PageBody, PageHeader } from '../../../components/page-header.tsx';
import { Pagination } from '../../../components/pagination.tsx';
import { EmptyState, ErrorState } from '../../../components/states.tsx';
import { formatCount } from '../../../lib/format.ts';
import { ticketsQuery } from '../api/tickets.ts';
import { arrangeTickets } from '../arrange.ts';
import type { RenderSession } from '../components/ticket-detail.tsx';
import { TicketPopup } from '../components/ticket-popup.tsx';
import { TicketsFilters } from '../components/tickets-filters.tsx';
import { TicketsTable } from '../components/tickets-table.tsx';
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
  const found = useMemo(() => arrangeTickets(all, { find, sort, direction }), [all, find, sort, direction]);
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
  const counts = { shown: formatCount(found.length), total: formatCount(all.length) };
  return (
    <>
      <PageHeader
        title={t('title')}
        context={
          tickets.data &&
          (find === undefined ? t('count', { count: all.length, ...counts }) : t('found', counts))
        }
        actions={add}
      />
      <PageBody>
        <TicketsFilters
          search={search}
          onChange={(part, typing = false) => onSearch({ ...search, ...part, page: undefined }, typing)}
        />
        {tickets.isError && !tickets.data ? (
          <ErrorState
            text={t('failed')}
            onReload={() => void tickets.refetch()}
            reloading={tickets.isFetching}
            filtersKept
          />
        ) : (
          <>
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
          </>
        )}
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
