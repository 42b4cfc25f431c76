import type { RtpCaseRow } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import { GameName, GameThumb, IntegrationName } from '../../../components/display/entity-label.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { FilterBar } from '../../../components/form/filter-bar.tsx';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { TwoLines } from '../../../components/table/two-lines.tsx';
import { rtpCasesQuery } from '../../../domain/statistics/rtp-cases.ts';
import { formatDay } from '../../../lib/format.ts';
import { breakpoints, useMedia } from '../../../lib/use-screen.ts';
import { type RtpCaseStateFilter, type RtpSearch, rtpCaseStateFilters } from '../search.ts';
import { CaseFinding, CaseStateBadge } from './case-labels.tsx';
import { deviationText } from './verdict-badge.tsx';

/** As many as a person would look through; the newest come first. */
const shownCases = 200;

interface RtpCasesViewProps {
  search: RtpSearch;
  onSearch: (search: RtpSearch) => void;
  /** Chooses between games and cases. */
  switcher: ReactNode;
  coverOf: (gameId: number) => string | undefined;
}

/** The cases of a state, open ones first. */
export function RtpCasesView({ search, onSearch, switcher, coverOf }: RtpCasesViewProps) {
  const { t } = useTranslation('rtpMonitor');
  const isLaptop = useMedia(breakpoints.laptop);
  const state = search.state ?? 'open';
  const query = useQuery(rtpCasesQuery({ limit: shownCases, ...(state === 'all' ? {} : { state }) }));
  const columns = useMemo<DataColumn<RtpCaseRow>[]>(() => {
    const all: DataColumn<RtpCaseRow>[] = [
      {
        id: 'game',
        header: t('game'),
        cell: (row) => (
          <GameName name={row.name} subName={row.sub_name} src={coverOf(row.gameId)} lines={2} />
        ),
      },
      { id: 'integration', header: t('integration'), cell: (row) => <Place row={row} /> },
      {
        id: 'finding',
        header: t('finding'),
        cell: (row) => (
          <TwoLines second={t('latestUntil', { until: formatDay(row.latestUntil) })}>
            <CaseFinding row={row} />
          </TwoLines>
        ),
      },
      {
        id: 'opened',
        header: t('opened'),
        cell: (row) => <DateTime value={row.openedAt} format="minutes" />,
      },
      {
        id: 'state',
        header: t('stateLabel'),
        width: 230,
        cell: (row) => (
          <TwoLines second={row.conclusion ? t(`conclusion.${row.conclusion}`) : null}>
            <CaseStateBadge state={row.state} />
          </TwoLines>
        ),
      },
    ];
    return isLaptop ? all.filter(({ id }) => id !== 'opened') : all;
  }, [t, isLaptop, coverOf]);
  return (
    <>
      <FilterBar
        items={[
          { id: 'view', label: t('viewLabel'), control: switcher },
          {
            id: 'state',
            label: t('stateLabel'),
            control: (
              <SegmentedSwitch<RtpCaseStateFilter>
                label={t('stateLabel')}
                value={state}
                onChange={(chosen) => onSearch({ ...search, state: chosen === 'open' ? undefined : chosen })}
                options={rtpCaseStateFilters.map((value) => ({ value, label: t(`states.${value}`) }))}
              />
            ),
          },
        ]}
        activeCount={0}
        onClear={() => onSearch({ ...search, state: undefined })}
      />
      <QueryView query={query} filtersKept>
        <DataTable
          label={t('casesTable')}
          columns={columns}
          rows={query.data?.rows ?? []}
          rowId={({ id }) => String(id)}
          rowHeight={48}
          onRowClick={({ id }) => onSearch({ ...search, case: id })}
          rowLabel={({ id, name }) => t('openCase', { id, name })}
          selectedId={search.case === undefined ? null : String(search.case)}
          loading={!query.data}
          stale={query.isPlaceholderData}
          phoneRow={(row) => ({
            art: <GameThumb src={coverOf(row.gameId)} width={34} height={40} />,
            title: row.name,
            sub: row.integrationName ?? t('wholeGame'),
            value: <CaseStateBadge state={row.state} />,
            note: deviationText(row.latestZ),
          })}
          empty={
            <EmptyState title={t(state === 'open' ? 'noOpenCases' : 'noCases')}>{t('casesHelp')}</EmptyState>
          }
        />
      </QueryView>
    </>
  );
}

function Place({ row: { integrationId, integrationName } }: { row: RtpCaseRow }) {
  const { t } = useTranslation('rtpMonitor');
  if (integrationId === null || integrationName === null) return <>{t('wholeGame')}</>;
  return <IntegrationName name={integrationName} number={integrationId} />;
}
