import {
  type CompletedConformanceRun,
  type ConformanceFormat,
  compareConformance,
  conformanceFormats,
  type IntegrationDetail,
} from '@ludus/contract';
import {
  type ConformanceCheckId,
  type ConformanceReport,
  type ConformanceState,
  conformanceAreas,
  conformanceChecks,
} from '@ludus/contract/conformance';
import { Button, Menu } from '@mantine/core';
import { IconDownload, IconPlayerStop, IconStethoscope } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../components/copy-button.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { SkeletonLine } from '../../components/feedback/skeletons.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { type DataColumn, DataTable } from '../../components/table/data-table.tsx';
import { useCan } from '../../lib/auth/index.ts';
import { formatCount } from '../../lib/format.ts';
import { usePersistent } from '../../lib/persistent-store.ts';
import { toast } from '../../lib/toast.tsx';
import { progressText } from '../job/job-messages.ts';
import { jobStore } from '../job/jobs.ts';
import { CheckResults } from './check-results.tsx';
import styles from './conformance.module.css';
import { conformanceQuery, downloadReport, reportText, useCancelConformance } from './conformance.ts';
import { RunPanel } from './conformance-run.tsx';
import { ConformanceRuns } from './conformance-runs.tsx';
import { RunChecks } from './run-checks.tsx';

interface ConformanceProps {
  integration: Pick<IntegrationDetail, 'id' | 'name'>;
  /** The run that is open. */
  run: string | undefined;
  onRun: (run: string | undefined) => void;
}

/** Whether the platform of an integration keeps to the operator API: the last result, what changed since, and the runs. */
export function Conformance({ integration, run: chosen, onRun }: ConformanceProps) {
  const { t } = useTranslation('conformance');
  const { id, name } = integration;
  const query = useQuery(conformanceQuery(id));
  const mayRun = useCan('conformance:run');
  const [isAsking, setAsking] = useState(false);
  const job = usePersistent(jobStore);
  const cancel = useCancelConformance(id, {
    onFailed: (error) => toast('error', error.message, { error }),
  });
  const running = query.data?.runs.find(({ state }) => state === 'running');
  const last = query.data?.last ?? null;
  const ask = mayRun && (
    <Button
      variant="default"
      leftSection={<IconStethoscope size={16} stroke={1.5} />}
      onClick={() => setAsking(true)}
      disabled={running !== undefined}
    >
      {t('run')}
    </Button>
  );
  const runs = query.data && query.data.runs.length > 0 && (
    <ConformanceRuns runs={query.data.runs} chosen={chosen} onChoose={onRun} />
  );
  return (
    <div className={styles.stack}>
      <QueryView query={query} compact>
        {query.data === undefined ? (
          <Panel label={t('title')}>
            <SkeletonLine width="60%" my={10} />
            <SkeletonLine width="40%" my={10} />
          </Panel>
        ) : (
          <>
            {running && (
              <Panel label={t('running')}>
                <div className={styles.running} role="status">
                  <div>
                    <strong>{t(running.withWrites ? 'runningWrites' : 'running')}</strong>
                    <p>
                      {job.jobId === running.jobId && progressText(job) !== ''
                        ? progressText(job)
                        : t('startedBy', { username: running.username, at: running.requestedAt })}
                    </p>
                  </div>
                  {mayRun && (
                    <Button
                      variant="default"
                      leftSection={<IconPlayerStop size={16} stroke={1.5} />}
                      onClick={() => cancel.mutate()}
                      loading={cancel.isPending}
                    >
                      {t('cancel')}
                    </Button>
                  )}
                </div>
              </Panel>
            )}
            {last !== null && (
              <Result place={{ id, runId: last.run.id }} last={last} before={query.data.before} ask={ask}>
                {runs}
              </Result>
            )}
            {/* A first run that goes on says so above. */}
            {last === null && running === undefined && (
              <Panel label={t('title')}>
                <EmptyState title={t('none')} actions={ask}>
                  {t('noneHelp')}
                  {!mayRun && ` ${t('whoRuns')}`}
                </EmptyState>
              </Panel>
            )}
            {last === null && runs}
          </>
        )}
      </QueryView>
      <p className={styles.intro}>
        {t('intro')}{' '}
        <Link className={styles.link} to="/operator-guide">
          {t('guide')}
        </Link>
      </p>
      {chosen !== undefined && query.data && (
        <RunPanel
          key={chosen}
          id={id}
          runId={chosen}
          run={query.data.runs.find((one) => one.id === chosen)}
          onClose={() => onRun(undefined)}
        />
      )}
      {isAsking && <RunChecks id={id} name={name} onClose={() => setAsking(false)} />}
    </div>
  );
}

interface ResultProps {
  place: { id: number; runId: string };
  last: CompletedConformanceRun;
  before: CompletedConformanceRun | null;
  ask: ReactNode;
  /** Between the sums and the checks, which are many. */
  children: ReactNode;
}

function Result({ place, last, before, ask, children }: ResultProps) {
  const { t } = useTranslation('conformance');
  const { run, report } = last;
  const save = async (format: ConformanceFormat) => {
    try {
      await downloadReport(place, format);
    } catch (error) {
      toast('error', t('downloadFailed'), { error });
    }
  };
  // The integration reads what someone else has asked its platform.
  const isProvider = useCan('integrations:manage');
  const { newlyFailed, newlyPassed } = compareConformance(before?.report ?? null, report);
  return (
    <>
      <Panel
        title={t('result')}
        coverage={`${t(isProvider ? 'resultBy' : 'resultByProvider', { at: run.requestedAt, username: run.username })}${run.withWrites ? `, ${t('writesIncluded')}` : ''}`}
        hasLongCoverage
        ruled
        flush
        actions={
          <div className={styles.actions}>
            <CopyButton
              value={() => reportText(place)}
              label={t('copy')}
              success={t('copied')}
              failure={t('notCopied')}
            >
              {t('copy')}
            </CopyButton>
            <Menu position="bottom-end">
              <Menu.Target>
                <Button variant="default" leftSection={<IconDownload size={16} stroke={1.5} />}>
                  {t('download')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {conformanceFormats.map((format) => (
                  <Menu.Item key={format} onClick={() => void save(format)}>
                    {t(`format.${format}`)}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
            {ask}
          </div>
        }
      >
        <AreaTable report={report} />
        {before !== null && (
          <div className={styles.changes}>
            <p className={styles.quiet}>{t('against', { at: before.run.requestedAt })}</p>
            {newlyFailed.length + newlyPassed.length === 0 ? (
              <p>{t('noChange')}</p>
            ) : (
              <dl>
                <Changed label={t('newlyFailed')} ids={newlyFailed} />
                <Changed label={t('newlyPassed')} ids={newlyPassed} />
              </dl>
            )}
          </div>
        )}
      </Panel>
      {children}
      <CheckResults report={report} newlyFailed={newlyFailed} newlyPassed={newlyPassed} />
    </>
  );
}

function Changed({ label, ids }: { label: string; ids: readonly ConformanceCheckId[] }) {
  const { t } = useTranslation('conformance');
  if (ids.length === 0) return null;
  return (
    <div>
      <dt>
        {label} ({formatCount(ids.length)})
      </dt>
      <dd>
        {ids.map((check) => (
          <a key={check} href={`#check-${check}`}>
            {t(`titles.${check}`)}
          </a>
        ))}
      </dd>
    </div>
  );
}

type AreaRow = { area: string; name: string } & Record<ConformanceState, number>;

function AreaTable({ report }: { report: ConformanceReport }) {
  const { t } = useTranslation('conformance');
  const rows = useMemo<AreaRow[]>(() => {
    const count = (results: ConformanceReport['results']) => ({
      failed: results.filter(({ state }) => state === 'failed').length,
      passed: results.filter(({ state }) => state === 'passed').length,
      skipped: results.filter(({ state }) => state === 'skipped').length,
    });
    return conformanceAreas.map((area) => ({
      area,
      name: t(`areas.${area}`),
      ...count(report.results.filter(({ id }) => conformanceChecks[id] === area)),
    }));
  }, [report, t]);
  const columns = useMemo<DataColumn<AreaRow>[]>(() => {
    const figure = (state: ConformanceState): DataColumn<AreaRow> => ({
      id: state,
      header: t(`section.${state}`),
      align: 'right',
      cell: (row) => (
        <span className={styles.figure} data-state={row[state] > 0 ? state : undefined}>
          {formatCount(row[state])}
        </span>
      ),
      footer: formatCount(report[state]),
    });
    return [
      { id: 'area', header: t('area'), cell: ({ name }) => name, footer: t('total') },
      figure('failed'),
      figure('passed'),
      figure('skipped'),
    ];
  }, [report, t]);
  return (
    <DataTable
      bare
      label={t('byArea')}
      columns={columns}
      rows={rows}
      rowId={({ area }) => area}
      phoneRow={(row) => ({
        title: row.name,
        sub: t('counts', { passed: row.passed, failed: row.failed, skipped: row.skipped }),
        value:
          row.failed > 0 ? (
            <span className={styles.figure} data-state="failed">
              {formatCount(row.failed)}
            </span>
          ) : null,
      })}
    />
  );
}
