import type { Ticket } from '@ludus/contract';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import { GameName, IntegrationName } from '../../../components/display/entity-label.tsx';
import { type DataColumn, DataTable, type TableSort } from '../../../components/table/data-table.tsx';
import { TwoLines } from '../../../components/table/two-lines.tsx';
import { useGameCovers } from '../../../domain/ticket/choices.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { formatCount, formatInstant } from '../../../lib/format.ts';
import { breakpoints, useMedia } from '../../../lib/use-screen.ts';
import { AssigneeNote } from './assignee.tsx';
import { useAssignedText, usePersonName } from './person.tsx';
import { RatingMark } from './rating.tsx';
import { CopySessionId, sessionIdOf, useSessionIdLabel } from './session-id.tsx';
import { TicketStatusBadge } from './ticket-status.tsx';
import styles from './tickets-table.module.css';
import { TurnCell, TurnNote } from './turn.tsx';

/** From here on an id of 36 characters takes nothing from the titles. */
const wholeIds = '(min-width: 120em)';

interface TicketsTableProps {
  rows: readonly Ticket[];
  /** The present minute, or when they were read, in milliseconds. */
  now: number;
  sort: TableSort;
  onSort: (sort: TableSort) => void;
  onOpen: (id: number) => void;
  openId: number | undefined;
  /** Beside an open ticket: what distinguishes tickets, in two lines. */
  beside: boolean;
  loading: boolean;
  stale: boolean;
  empty: ReactNode;
}

/** What stands in the list; people of an integration need no column for it. */
export function TicketsTable({
  rows,
  now,
  sort,
  onSort,
  onOpen,
  openId,
  beside,
  loading,
  stale,
  empty,
}: TicketsTableProps) {
  const { t } = useTranslation('tickets');
  const sessionIdLabel = useSessionIdLabel();
  const isProvider = useCan('integrations:manage');
  const nameOf = usePersonName();
  const assignedText = useAssignedText();
  const coverOf = useGameCovers();
  const isNarrower = useMedia(breakpoints.laptop);
  const isCompact = isNarrower || beside;
  const isWide = useMedia(wholeIds);
  const hasOwnColumns = isWide && !isCompact;
  const turnOf = useCallback((ticket: Ticket) => <TurnNote ticket={ticket} now={now} />, [now]);
  const columns = useMemo<DataColumn<Ticket>[]>(() => {
    const all: DataColumn<Ticket>[] = [
      {
        id: 'status',
        header: t('status'),
        width: 132,
        sortable: true,
        cell: (ticket) => (
          <TwoLines
            second={
              ticket.rating ? <RatingMark value={ticket.rating.value} /> : !hasOwnColumns && turnOf(ticket)
            }
          >
            <span>
              <TicketStatusBadge ticket={ticket} />
            </span>
          </TwoLines>
        ),
      },
      {
        id: 'title',
        header: t('name'),
        // Takes what the others leave.
        sortable: true,
        cell: ({ title, reporter, answers, integration, createdAt, assignee, case: { type } }) => (
          <TwoLines
            className={styles.cell}
            second={[
              type !== 'general' && t(`types.${type}`),
              ...(isCompact
                ? [
                    isProvider && integration?.name,
                    // Beside a ticket there is room for one of the two: the day must not be cut.
                    !(beside && isProvider && integration) && nameOf(reporter),
                    beside
                      ? formatInstant(createdAt, 'minutes')
                      : t('answerCount', { count: answers.length }),
                    assignee && assignedText(assignee),
                  ]
                : []),
            ]
              .filter(Boolean)
              .join(' · ')}
          >
            <span className={styles.title} title={title}>
              {title}
            </span>
          </TwoLines>
        ),
      },
      {
        id: 'integration',
        header: t('integration'),
        width: 116,
        sortable: true,
        cell: ({ integration }) =>
          integration && <IntegrationName name={integration.name} number={integration.id} />,
      },
      {
        id: 'game',
        header: t('game'),
        width: isCompact ? '26%' : '15%',
        sortable: true,
        cell: ({ game, session }) => (
          <TwoLines
            className={`${styles.cell} ${styles.game}`}
            second={isCompact && session && <SessionId session={session} />}
          >
            {game && (
              <GameName
                name={game.name}
                subName={game.sub_name}
                src={coverOf(game)}
                lines={isCompact ? 1 : 2}
              />
            )}
          </TwoLines>
        ),
      },
      {
        id: 'session',
        header: t('sessionColumn'),
        width: isWide ? 290 : 164,
        fit: true,
        cell: ({ session }) => session && <SessionId session={session} isWhole={isWide} />,
      },
      {
        id: 'answers',
        header: t('answers'),
        align: 'right',
        width: 84,
        sortable: true,
        cell: ({ answers }) => formatCount(answers.length),
      },
      {
        id: 'reporter',
        header: t('reporter'),
        width: 112,
        sortable: true,
        cell: ({ reporter, assignee }) => (
          <TwoLines second={!hasOwnColumns && assignee && <AssigneeNote assignee={assignee} />}>
            <span className="hub-ellipsis">{nameOf(reporter)}</span>
          </TwoLines>
        ),
      },
      {
        id: 'createdAt',
        header: t('createdAt'),
        align: 'right',
        width: 140,
        sortable: true,
        cell: ({ createdAt }) => <DateTime value={createdAt} format="minutes" />,
      },
      {
        id: 'turn',
        header: t('turn'),
        width: 132,
        sortable: true,
        cell: (ticket) => <TurnCell ticket={ticket} now={now} />,
      },
      {
        id: 'assignee',
        header: t('assignee'),
        width: 128,
        sortable: true,
        cell: ({ assignee }) => assignee && nameOf(assignee),
      },
    ];
    const hidden = [
      (!isProvider || isCompact) && 'integration',
      ...(beside ? ['game', 'createdAt'] : []),
      ...(isCompact ? ['session', 'answers', 'reporter'] : []),
      // Elsewhere they are second lines of other columns.
      ...(hasOwnColumns ? [] : ['turn', 'assignee']),
    ];
    return all.filter(({ id }) => !hidden.includes(id));
  }, [t, now, isProvider, isCompact, isWide, hasOwnColumns, beside, nameOf, assignedText, coverOf, turnOf]);
  return (
    <DataTable
      label={t('table')}
      columns={columns}
      rows={rows}
      rowId={({ id }) => String(id)}
      rowHeight={48}
      sort={sort}
      onSort={onSort}
      onRowClick={({ id }) => onOpen(id)}
      rowLabel={({ title }) => t('open', { title })}
      selectedId={openId === undefined ? null : String(openId)}
      loading={loading}
      stale={stale}
      phoneRow={(row) => ({
        title: row.title,
        sub: (
          <span className={styles.meta}>
            <MetaLine
              parts={[
                row.case.type !== 'general' && t(`types.${row.case.type}`),
                isProvider && row.integration?.name,
                row.game?.name,
              ]}
            />
            {row.session && (
              <span>
                {sessionIdLabel(row.session)}:{' '}
                <span className={styles.wholeId}>{sessionIdOf(row.session)}</span>
              </span>
            )}
            <MetaLine
              parts={[
                nameOf(row.reporter),
                t('answerCount', { count: row.answers.length }),
                row.assignee !== null && assignedText(row.assignee),
              ]}
            />
            {/* Not beside the title, which would have half of the row. */}
            {turnOf(row)}
          </span>
        ),
        isTall: true,
        value: <TicketStatusBadge ticket={row} />,
        note: formatInstant(row.createdAt, 'minutes'),
      })}
      empty={empty}
    />
  );
}

/** Facts of a ticket in a phone's row; none where there are none. */
function MetaLine({ parts }: { parts: readonly (string | false | undefined)[] }) {
  const text = parts.filter(Boolean).join(' · ');
  return text === '' ? null : <span>{text}</span>;
}

/** What names the session, to be copied; cut where its column has no room for it, unless it `isWhole`. */
function SessionId({
  session,
  isWhole = false,
}: {
  session: NonNullable<Ticket['session']>;
  isWhole?: boolean;
}) {
  const label = useSessionIdLabel()(session);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps a press on the button from opening the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys of the row do not come from its button
    <span
      className={styles.session}
      data-whole={isWhole || undefined}
      onClick={(event) => event.stopPropagation()}
    >
      <span className={styles.id} title={`${label}: ${sessionIdOf(session)}`}>
        {sessionIdOf(session)}
      </span>
      <CopySessionId session={session} />
    </span>
  );
}
