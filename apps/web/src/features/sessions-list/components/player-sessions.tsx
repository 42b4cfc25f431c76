import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import type { TableSort } from '../../../components/table/data-table.tsx';
import { Pagination } from '../../../components/table/pagination.tsx';
import { sessionsQuery } from '../../../domain/session/sessions.ts';
import { useCan } from '../../../lib/auth/index.ts';
import type { Period } from '../../../lib/days.ts';
import { breakpoints, useMedia } from '../../../lib/use-screen.ts';
import { filtersOf, queryOf, type TypeName } from '../search.ts';
import { ListTable } from './list-table.tsx';
import styles from './player-sessions.module.css';

interface PlayerSessionsProps {
  integrationId: number;
  userId: string;
  type: TypeName;
  period: Period;
  page: number;
  onPage: (page: number) => void;
  selectedId: string | null;
  onOpen: (id: string) => void;
}

const pageSize = 10;

/** All sessions of one player, as the list shows them, those without rounds too. */
export function PlayerSessions(props: PlayerSessionsProps) {
  const { integrationId, userId, type, period, page } = props;
  const { t } = useTranslation('sessionsList');
  const seesDue = useCan('money:net-and-due');
  const hasTwoLines = useMedia(breakpoints.laptop);
  const [sort, setSort] = useState<TableSort>({ id: 'externalUpdatedAt', desc: true });
  const filters = filtersOf({ type, integrations: [integrationId], user: userId, played: false }, period);
  const query = useQuery(
    sessionsQuery({
      ...queryOf(filters),
      page,
      limit: pageSize,
      order: { [sort.id]: sort.desc ? 'desc' : 'asc' },
    }),
  );
  return (
    <QueryView query={query}>
      <ListTable
        rows={query.data?.rows ?? []}
        period={period}
        // Of one integration, whose name stands above: the operator says more.
        isProvider={false}
        seesDue={seesDue}
        loading={!query.data}
        stale={query.isPlaceholderData}
        skeletonRows={pageSize}
        rowHeight={hasTwoLines ? 48 : 38}
        hasTwoLines={hasTwoLines}
        sort={sort}
        onSort={(next) => {
          setSort(next);
          props.onPage(1);
        }}
        selectedId={props.selectedId}
        onOpen={({ id }) => props.onOpen(id)}
        empty={<EmptyState compact title={t('empty')} />}
      />
      {query.data && (query.data.count ?? 0) > pageSize && (
        <div className={styles.pages}>
          <Pagination page={page} pageSize={pageSize} total={query.data.count} onChange={props.onPage} />
        </div>
      )}
    </QueryView>
  );
}
