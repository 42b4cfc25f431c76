import type { Job, ReportDelivery } from '@ludus/contract';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '../../../components/display/badge.tsx';
import { DateTime } from '../../../components/display/date-time.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { Pagination } from '../../../components/table/pagination.tsx';
import { TwoLines } from '../../../components/table/two-lines.tsx';
import { useJobLabels } from '../../../domain/job/job-labels.ts';
import { errorText, progressText } from '../../../domain/job/job-messages.ts';
import { formatInstant, PLACEHOLDER } from '../../../lib/format.ts';
import { breakpoints, useMedia } from '../../../lib/use-screen.ts';
import { type JobColumn, type ListedJob, remarksOf } from '../board.ts';
import { useJobTexts } from '../use-job-texts.ts';
import { RemoveJob, RetryJob } from './job-actions.tsx';
import { JobPanel } from './job-panel.tsx';
import { JobProgress } from './job-progress.tsx';
import { JobTime, useDueAt } from './job-time.tsx';
import styles from './jobs-table.module.css';

const rowsOfPage = 20;
const noRows: readonly ListedJob[] = [];
const idOf = ({ job }: ListedJob) => job.id;

const tones: Record<JobColumn, BadgeTone> = {
  active: 'info',
  waiting: 'neutral',
  completed: 'positive',
  delayed: 'neutral',
  failed: 'negative',
};

interface JobsTableProps {
  /** Undefined while they are being read. */
  jobs: readonly ListedJob[] | undefined;
  isFiltered: boolean;
  names: ReadonlyMap<number, string>;
  deliveriesOf: (job: Job) => readonly ReportDelivery[];
  lastRunsOf: (job: Job) => readonly Job[];
  /** With another one the first page is shown. */
  filter: string;
  /** The job that is shown beside the table. */
  openId: string | null;
  onOpen: (id: string | null) => void;
}

/** Every job in a row: state, what it is, who asked for it, when it began, how long it took and what came of it. */
export function JobsTable({
  jobs,
  isFiltered,
  names,
  deliveriesOf,
  lastRunsOf,
  filter,
  openId,
  onOpen,
}: JobsTableProps) {
  const { t } = useTranslation('settings');
  const { titleOf, creatorOf, integrationsText } = useJobTexts(names);
  const isCompact = useMedia(breakpoints.laptop);
  const [{ page, of }, setPage] = useState({ page: 1, of: filter });
  const all = jobs ?? noRows;
  const pages = Math.max(1, Math.ceil(all.length / rowsOfPage));
  // Jobs come and go: the page may no longer be there.
  const shownPage = of === filter ? Math.min(page, pages) : 1;
  const rows = all.slice((shownPage - 1) * rowsOfPage, shownPage * rowsOfPage);
  const open = all.find(({ job }) => job.id === openId);
  const secondOf = (job: Job) => [creatorOf(job), integrationsText(job)].filter(Boolean).join(' · ');
  const columns: DataColumn<ListedJob>[] = [
    {
      id: 'state',
      header: t('state'),
      cell: (listed) => <State {...listed} />,
      width: isCompact ? 130 : 150,
    },
    {
      id: 'job',
      header: t('job'),
      cell: ({ job }) => (
        <TwoLines className={styles.job} second={<span title={secondOf(job)}>{secondOf(job)}</span>}>
          <span className="hub-ellipsis" title={titleOf(job)}>
            {titleOf(job)}
          </span>
        </TwoLines>
      ),
      width: isCompact ? '36%' : '24%',
    },
    {
      id: 'started',
      header: t('start'),
      cell: ({ job }) => <Started job={job} />,
      align: 'right',
    },
    {
      id: 'took',
      header: t('duration'),
      cell: ({ job }) => (job.state === 'delayed' ? PLACEHOLDER : <JobTime job={job} short />),
      align: 'right',
    },
    {
      id: 'result',
      header: t('result'),
      // Without the column that says when it starts.
      cell: ({ job }) => (
        <Result
          job={job}
          otherwise={isCompact && job.state === 'delayed' ? <JobTime job={job} /> : PLACEHOLDER}
        />
      ),
      width: isCompact ? '30%' : '28%',
    },
    {
      id: 'actions',
      header: '',
      label: t('actions'),
      cell: ({ job }) => <Actions job={job} name={titleOf(job)} />,
      align: 'right',
    },
  ];
  const shown = isCompact ? columns.filter(({ id }) => id !== 'started') : columns;
  return (
    <>
      <DataTable
        label={t('board')}
        columns={shown}
        rows={rows}
        rowId={idOf}
        rowHeight={52}
        bare
        loading={jobs === undefined}
        onRowClick={({ job }) => onOpen(job.id)}
        rowLabel={({ job }) => titleOf(job)}
        selectedId={openId}
        empty={<EmptyState title={t(isFiltered ? 'nothingFound' : 'noJobs')} compact />}
        phoneRow={(listed) => ({
          title: titleOf(listed.job),
          sub: <Result job={listed.job} otherwise={integrationsText(listed.job)} />,
          value: <State {...listed} />,
          note: <JobTime job={listed.job} otherwise={creatorOf(listed.job)} />,
        })}
      />
      {all.length > rowsOfPage && (
        <div className={styles.foot}>
          <Pagination
            page={shownPage}
            pageSize={rowsOfPage}
            total={all.length}
            onChange={(next) => setPage({ page: next, of: filter })}
          />
        </div>
      )}
      {open && (
        <JobPanel
          {...open}
          names={names}
          deliveries={deliveriesOf(open.job)}
          lastRuns={lastRunsOf(open.job)}
          state={<State {...open} />}
          result={hasResult(open.job) ? <Result job={open.job} whole /> : null}
          onClose={() => onOpen(null)}
        />
      )}
    </>
  );
}

function State({ job, column }: ListedJob) {
  const { t } = useTranslation('settings');
  const { hasErrors, isPartial } = remarksOf(job);
  if (isPartial) {
    return <Badge tone="warning">{t(hasErrors ? 'withErrors' : 'withQuarantined')}</Badge>;
  }
  const isOpen = column === 'waiting' || column === 'delayed';
  return (
    <Badge tone={tones[column]} ring={isOpen}>
      {t(`states.${column}`)}
    </Badge>
  );
}

/** When it began; of one that waits for its time, when that comes. */
function Started({ job }: { job: Job }) {
  const dueAt = useDueAt(job);
  if (job.state === 'delayed') {
    return <TwoLines second={<JobTime job={job} short />}>{formatInstant(dueAt, 'minutes')}</TwoLines>;
  }
  return job.processedOn ? <DateTime value={job.processedOn} format="minutes" /> : PLACEHOLDER;
}

const hasResult = (job: Job) =>
  job.state === 'active' || (errorText(job) ?? progressText(job.progress)) !== '';

/** How far it is, what came of it, or why it failed. */
function Result({
  job,
  whole,
  otherwise = PLACEHOLDER,
}: {
  job: Job;
  whole?: boolean;
  otherwise?: ReactNode;
}) {
  const error = errorText(job);
  const message = progressText(job.progress);
  if (job.state === 'active') return <JobProgress job={job} />;
  const text = error ?? message;
  if (text === '') return otherwise;
  return (
    <span
      className={whole ? styles.whole : styles.result}
      data-failed={error !== null || undefined}
      title={whole ? undefined : text}
    >
      {text}
    </span>
  );
}

function Actions({ job, name }: { job: Job; name: string }) {
  const { t: labels } = useJobLabels();
  const { hasQuarantined } = remarksOf(job);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps a press on a button from opening the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys of the row do not come from its buttons
    <span className={styles.actions} onClick={(event) => event.stopPropagation()}>
      {hasQuarantined && (
        <Link to="/quarantine" search={{ job: job.id }}>
          {labels('quarantined')}
        </Link>
      )}
      <RemoveJob job={job} name={name} />
      <RetryJob job={job} />
    </span>
  );
}
