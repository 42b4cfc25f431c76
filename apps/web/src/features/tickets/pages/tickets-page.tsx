import type { Ticket } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconMoodSmile, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { HeaderButton } from '../../../components/layout/header-button.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { SplitView } from '../../../components/layout/split-view.tsx';
import { Pagination } from '../../../components/table/pagination.tsx';
import { ticketsQuery } from '../../../domain/ticket/tickets.ts';
import { useCan, useUser } from '../../../lib/auth/index.ts';
import { useCommands } from '../../../lib/keyboard/commands.ts';
import { focusSelectedRow } from '../../../lib/keyboard/lists.ts';
import { useMedia } from '../../../lib/use-screen.ts';
import { useMinute } from '../../../lib/use-today.ts';
import { SatisfactionPanel } from '../components/satisfaction-panel.tsx';
import { type RenderSession, TicketDetail } from '../components/ticket-detail.tsx';
import { TicketPopup, TicketTools } from '../components/ticket-popup.tsx';
import { TicketsFilters } from '../components/tickets-filters.tsx';
import { TicketsTable } from '../components/tickets-table.tsx';
import { filterAndSortTickets } from '../filter-and-sort.ts';
import { countFilters, queryOf, sortFields, type TicketsSearch } from '../search.ts';
import { useSessionsById } from '../use-sessions-by-id.ts';
import styles from './tickets-page.module.css';

interface TicketsPageProps {
  search: TicketsSearch;
  /** `inPlace` replaces the entry in the history. */
  onSearch: (search: TicketsSearch, inPlace: boolean) => void;
  renderSession: RenderSession;
}

const pageSize = 50;
/** From here on an open ticket stands beside the list. */
const splitScreen = '(min-width: 80em)';
const noTickets: readonly Ticket[] = [];

/** The tickets that the signed-in person sees (area TICK). Filters, order, page and the open ticket are the URL's. */
export function TicketsPage({ search, onSearch, renderSession }: TicketsPageProps) {
  const { t } = useTranslation('tickets');
  const tickets = useQuery(ticketsQuery(queryOf(search)));
  const now = Math.max(tickets.dataUpdatedAt, useMinute().getTime());
  const all = tickets.data ?? noTickets;
  const { find, sort, direction, turn, assignee, rating } = search;
  const isProvider = useCan('integrations:manage');
  const canManage = useCan('tickets:manage');
  const { userId } = useUser();
  const sessions = useSessionsById(find);
  const found = useMemo(
    () =>
      filterAndSortTickets(
        all,
        { find, sort, direction, turn, assignee, rating },
        { isProvider, userId, now, sessions },
      ),
    [all, find, sort, direction, turn, assignee, rating, isProvider, userId, now, sessions],
  );
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const page = Math.min(search.page ?? 1, pages);
  const filtered = countFilters(search) > 0;
  const shown = found.slice((page - 1) * pageSize, page * pageSize);
  const openId = search.ticket;
  const isSplit = useMedia(splitScreen) && openId !== undefined;
  const close = () => onSearch({ ...search, ticket: undefined }, false);
  const clear = () => onSearch({ ticket: search.ticket, sort, direction }, false);

  const isByKeys = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another ticket is open
  useEffect(() => {
    if (isByKeys.current) focusSelectedRow();
    isByKeys.current = false;
  }, [openId]);
  const openBeside = (by: 1 | -1) => () => {
    const next = shown[shown.findIndex(({ id }) => id === openId) + by];
    if (!next || next.id === openId) return;
    isByKeys.current = true;
    onSearch({ ...search, ticket: next.id }, true);
  };
  useCommands(
    isSplit
      ? [
          { id: 'tickets.next', label: t('next'), group: 'screen', keys: ['j'], run: openBeside(1) },
          { id: 'tickets.previous', label: t('previous'), group: 'screen', keys: ['k'], run: openBeside(-1) },
          {
            id: 'tickets.close',
            label: t('closeTicket'),
            group: 'screen',
            keys: ['Escape'],
            run: () => {
              focusSelectedRow();
              close();
            },
          },
        ]
      : [],
  );
  const add = (
    <Button
      // The answer to the ticket that is open beside the list is the one brass action.
      variant={isSplit ? 'default' : 'filled'}
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
            ? find === undefined && turn === undefined && assignee === undefined && rating === undefined
              ? t('count', { count: all.length, ...counts })
              : t('found', counts)
            : null
        }
        actions={
          canManage && (
            <HeaderButton
              label={t('satisfaction.title')}
              icon={<IconMoodSmile size={16} stroke={1.75} />}
              onClick={() => onSearch({ ...search, satisfaction: true }, false)}
            />
          )
        }
        primary={add}
      />
      <PageBody className={styles.page}>
        <TicketsFilters
          search={search}
          tickets={all}
          onChange={(part, typing = false) => onSearch({ ...search, ...part, page: undefined }, typing)}
          onClear={clear}
        />
        <SplitView
          isChosen={isSplit}
          onBack={close}
          backLabel={t('back')}
          list={
            <QueryView query={tickets} text={t('failed')} filtersKept>
              <TicketsTable
                rows={shown}
                now={now}
                sort={{
                  id: sort ?? (turn === undefined ? 'createdAt' : 'turn'),
                  desc: (direction ?? 'desc') === 'desc',
                }}
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
                // What is open beside the list is exchanged: Back leaves it for the list without a ticket.
                onOpen={(id) => onSearch({ ...search, ticket: id }, isSplit)}
                openId={openId}
                beside={isSplit}
                loading={!tickets.data}
                stale={tickets.isPlaceholderData}
                empty={
                  <EmptyState
                    title={filtered ? t('nothingFound') : t('empty')}
                    actions={
                      filtered && (
                        <Button variant="default" onClick={clear}>
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
          }
          detail={
            isSplit ? (
              <Panel flush label={t('detail')} className={styles.beside}>
                <TicketDetail
                  key={openId}
                  id={openId}
                  renderSession={renderSession}
                  onDeleted={close}
                  tools={<TicketTools id={openId} onClose={close} />}
                />
              </Panel>
            ) : null
          }
        />
      </PageBody>
      {canManage && search.satisfaction && (
        <SatisfactionPanel onClose={() => onSearch({ ...search, satisfaction: undefined }, false)} />
      )}
      {openId !== undefined && !isSplit && (
        <TicketPopup key={openId} id={openId} onClose={close} renderSession={renderSession} />
      )}
    </>
  );
}
