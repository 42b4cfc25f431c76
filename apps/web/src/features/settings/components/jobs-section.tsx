import type { Job } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { FilterBar } from '../../../components/form/filter-bar.tsx';
import { choiceFilter } from '../../../components/form/picker-filter.tsx';
import { SearchField } from '../../../components/form/search-field.tsx';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { useJobLabels } from '../../../domain/job/job-labels.ts';
import { readOneOf } from '../../../lib/search.ts';
import { breakpoints, useMedia } from '../../../lib/use-screen.ts';
import { type Board, type JobColumn, jobColumns, leftOut, listJobs } from '../board.ts';
import type { SettingsSearch } from '../search.ts';
import { useJobBoard } from '../use-job-board.ts';
import styles from './jobs-board.module.css';
import { JobsBoard } from './jobs-board.tsx';
import { JobsTable } from './jobs-table.tsx';

interface JobsSectionProps {
  search: SettingsSearch;
  onSearch: (search: SettingsSearch) => void;
}

/** What the hub does in the background: as one table, or on a board by state. */
export function JobsSection({ search, onSearch }: JobsSectionProps) {
  const { t } = useTranslation('settings');
  const { nameOf } = useJobLabels();
  const jobs = useJobBoard();
  const { board } = jobs;
  const isBoard = search.view === 'board';
  // Its few filters stand beside the search where the page is narrow, too.
  const isTight = useMedia(breakpoints.laptop) && isBoard;
  // The columns of the board are the states.
  const state = isBoard ? undefined : readOneOf(search.state, jobColumns);
  const listed = board && listJobs(board);
  const isFound = (job: Job) =>
    (search.job === undefined || job.name === search.job) &&
    (search.by === undefined || job.username === search.by) &&
    jobs.isFound(job, search.jobs);
  const found = listed?.filter(
    ({ job, column }) => (state === undefined || column === state) && isFound(job),
  );
  const unlisted = board ? jobColumns.reduce((sum, column) => sum + leftOut(board, column), 0) : 0;
  const change = (part: SettingsSearch) => onSearch({ ...search, ...part });
  const valuesOf = (pick: (one: { name: string; username: string }) => string, chosen: string | undefined) =>
    [...new Set([...(listed ?? []).map(({ job }) => pick(job)), ...(chosen ? [chosen] : [])])].sort();
  const active = [search.jobs, state, search.job, search.by].filter((value) => value !== undefined);

  const find = (
    <SearchField
      compact
      label={t('searchJobs')}
      placeholder={t('searchJobs')}
      value={search.jobs}
      onSearch={(text) => change({ jobs: text })}
    />
  );
  return (
    <Panel
      title={t('board')}
      coverage={board && countsOf(board, t)}
      actions={
        <SegmentedSwitch
          label={t('view')}
          value={isBoard ? 'board' : 'table'}
          onChange={(view) => change({ view: view === 'board' ? 'board' : undefined })}
          options={[
            { value: 'table', label: t('asTable') },
            { value: 'board', label: t('asBoard') },
          ]}
        />
      }
      ruled
      flush
      className={isBoard ? styles.panel : undefined}
    >
      <div className={styles.filters}>
        <FilterBar
          activeCount={active.length}
          onClear={() => change({ jobs: undefined, state: undefined, job: undefined, by: undefined })}
          items={[
            {
              id: 'find',
              label: t('searchJobs'),
              control: find,
              width: isTight ? 180 : 240,
              isActive: search.jobs !== undefined,
            },
            ...(isBoard
              ? []
              : [
                  choiceFilter({
                    id: 'state',
                    label: t('state'),
                    width: 170,
                    options: jobColumns.map((value) => ({ value, label: t(`columns.${value}`) })),
                    value: state,
                    onChange: (state) => change({ state }),
                  }),
                ]),
            choiceFilter({
              id: 'job',
              label: t('job'),
              width: isTight ? 180 : 210,
              options: valuesOf(({ name }) => name, search.job).map((value) => ({
                value,
                label: nameOf(value),
              })),
              value: search.job,
              onChange: (job) => change({ job }),
            }),
            choiceFilter({
              id: 'by',
              label: t('creator'),
              width: isTight ? 150 : 190,
              options: valuesOf(({ username }) => username, search.by).map((value) => ({
                value,
                label: value === 'system' ? t('theHub') : value,
              })),
              value: search.by,
              onChange: (by) => change({ by }),
            }),
          ]}
        />
      </div>
      <QueryView query={jobs.queries} text={t('serverError')} compact>
        {isBoard ? (
          <JobsBoard
            {...jobs}
            isFound={isFound}
            isFiltered={active.length > 0}
            onAll={(state) => change({ view: undefined, state })}
          />
        ) : (
          <JobsTable
            jobs={found}
            isFiltered={active.length > 0}
            names={jobs.names}
            deliveriesOf={jobs.deliveriesOf}
            lastRunsOf={jobs.lastRunsOf}
            filter={active.join(' ')}
            openId={search.id ?? null}
            onOpen={(id) => change({ id: id ?? undefined })}
          />
        )}
        {!isBoard && unlisted > 0 && (
          <p className={styles.unlisted}>{t('jobsUnlisted', { count: unlisted })}</p>
        )}
      </QueryView>
    </Panel>
  );
}

/** How many jobs there are in each state that has any. */
function countsOf(
  board: Board,
  t: (key: `counts.${JobColumn}`, values: { count: number }) => string,
): string {
  return jobColumns
    .map((column) => ({ column, count: board[column].length + leftOut(board, column) }))
    .filter(({ count }) => count > 0)
    .map(({ column, count }) => t(`counts.${column}`, { count }))
    .join(' · ');
}
