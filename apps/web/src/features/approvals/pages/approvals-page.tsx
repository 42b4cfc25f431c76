import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterBar, type FilterItem } from '../../../components/form/filter-bar.tsx';
import { choiceFilter } from '../../../components/form/picker-filter.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { changeRequestsPerPage, changeRequestsQuery } from '../../../domain/approval/approvals.ts';
import { useCan } from '../../../lib/auth/index.ts';
import styles from '../components/approvals.module.css';
import { ApprovalsTable } from '../components/approvals-table.tsx';
import { ChangePanel } from '../components/change-panel.tsx';
import { NothingWaits, WhatWaits } from '../components/what-waits.tsx';
import { type ApprovalKind, type ChangeRequestState, changeKindNames, changeStateNames } from '../names.ts';
import { type ApprovalsSearch, hasFilters } from '../search.ts';

interface ApprovalsPageProps {
  search: ApprovalsSearch;
  onSearch: (search: ApprovalsSearch) => void;
  /** The switches of what needs approval, shown while there are no requests to those who may set them, and linked once there are; composed by the route. */
  settings: ReactNode;
}

/** Changes that wait for a second person: all of them for those who approve, one's own for everyone else. */
export function ApprovalsPage({ search, onSearch, settings }: ApprovalsPageProps) {
  const { t } = useTranslation('approvals');
  const mayDecide = useCan('approvals:decide');
  const page = search.page ?? 1;
  const query = useQuery(
    changeRequestsQuery({
      ...(search.state === undefined ? {} : { state: search.state }),
      ...(search.kind === undefined ? {} : { kind: search.kind }),
      limit: changeRequestsPerPage,
      offset: (page - 1) * changeRequestsPerPage,
    }),
  );
  const isFiltered = hasFilters(search);
  const isEmpty = query.data?.count === 0 && !isFiltered && !query.isPlaceholderData;
  return (
    <>
      <PageHeader
        title={t('title')}
        context={
          !mayDecide ? (
            t('ownContext')
          ) : isEmpty ? (
            t('context')
          ) : (
            <WhatWaits count={query.data?.waitingForMe} />
          )
        }
      />
      <PageBody fill>
        {!isEmpty && (
          <ApprovalFilters
            search={search}
            onChange={(part) => onSearch({ ...search, ...part, page: undefined })}
          />
        )}
        {isEmpty && mayDecide ? (
          <div className={styles.start}>
            <NothingWaits />
            <div className={styles.kinds}>{settings}</div>
          </div>
        ) : (
          <ApprovalsTable
            query={query}
            pageSize={changeRequestsPerPage}
            search={search}
            onSearch={onSearch}
            isFiltered={isFiltered}
            empty={{ title: t('empty'), text: t(isFiltered ? 'emptyFilters' : 'emptyOwn') }}
          />
        )}
      </PageBody>
      {search.id !== undefined && (
        <ChangePanel key={search.id} id={search.id} onClose={() => onSearch({ ...search, id: undefined })} />
      )}
    </>
  );
}

interface ApprovalFiltersProps {
  search: ApprovalsSearch;
  onChange: (part: Pick<ApprovalsSearch, 'state' | 'kind'>) => void;
}

function ApprovalFilters({ search, onChange }: ApprovalFiltersProps) {
  const { t } = useTranslation('approvals');
  const items: FilterItem[] = [
    choiceFilter<ChangeRequestState>({
      id: 'state',
      label: t('state'),
      width: 180,
      options: changeStateNames.map((state) => ({ value: state, label: t(`states.${state}`) })),
      value: search.state,
      onChange: (state) => onChange({ state }),
    }),
    choiceFilter<ApprovalKind>({
      id: 'kind',
      label: t('kind'),
      width: 220,
      options: changeKindNames.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) })),
      value: search.kind,
      onChange: (kind) => onChange({ kind }),
    }),
  ];
  return (
    <FilterBar
      items={items}
      activeCount={items.filter(({ isActive }) => isActive).length}
      onClear={() => onChange({ state: undefined, kind: undefined })}
    />
  );
}
