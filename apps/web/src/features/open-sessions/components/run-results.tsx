import type { SessionRun, SessionRunOutcome } from '@ludus/contract';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '../../../components/display/badge.tsx';
import { GameName, IntegrationName } from '../../../components/display/entity-label.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { isRunUnderWay, sessionRunQuery } from '../../../domain/session/open-sessions.ts';
import { formatCount, formatInstant } from '../../../lib/format.ts';
import { renderMessage } from '../../../lib/messages.ts';
import styles from './run-results.module.css';

type Row = SessionRun['rows'][number];

const tones: Record<SessionRunOutcome, BadgeTone> = {
  closed: 'positive',
  open: 'info',
  refused: 'warning',
  failed: 'negative',
};
/** What someone has to look at comes first. */
const outcomeOrder: readonly (SessionRunOutcome | null)[] = ['failed', 'refused', null, 'open', 'closed'];

const imageOf = ({ game }: Row) => game.game_media.find((medium) => medium.isMainImage)?.url;

interface RunResultsProps {
  jobId: string;
  onOpen: (sessionId: string) => void;
  onHide: () => void;
}

/** What a job has done to each of its sessions, while it runs and for as long as the job is kept. */
export function RunResults({ jobId, onOpen, onHide }: RunResultsProps) {
  const { t } = useTranslation('openSessions');
  const query = useQuery(sessionRunQuery(jobId));
  const run = query.data;
  const isRunning = run === undefined || isRunUnderWay(run);
  const frame = useRef<HTMLDivElement>(null);
  // It was started from the foot of the list, or is what a link leads to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each job
  useEffect(() => {
    // What it returns, a promise in newer browsers, is no clean-up.
    frame.current?.scrollIntoView?.({ block: 'nearest' });
  }, [jobId]);

  const rows = useMemo(() => {
    const all = run?.rows ?? [];
    // The order of the request while it runs, so that no row moves under the pointer.
    if (run === undefined || isRunUnderWay(run)) return all;
    return [...all].sort((a, b) => outcomeOrder.indexOf(a.outcome) - outcomeOrder.indexOf(b.outcome));
  }, [run]);
  const outcomeText = (row: Row) => (
    <Badge tone={row.outcome === null ? 'neutral' : tones[row.outcome]}>
      {t(`outcomes.${row.outcome ?? (isRunning ? 'waiting' : 'notDone')}`)}
    </Badge>
  );
  const reasonOf = (row: Row) => (row.reason === null ? '' : renderMessage(row.reasonDetail, row.reason));
  const columns: DataColumn<Row>[] = [
    { id: 'outcome', header: t('outcome'), width: 150, fit: true, cell: outcomeText },
    {
      id: 'session',
      header: t('session'),
      width: 220,
      cell: ({ sessionId }) => (
        <span className="hub-ellipsis" title={sessionId}>
          {sessionId}
        </span>
      ),
    },
    {
      id: 'integration',
      header: t('integration'),
      width: 160,
      cell: ({ integration }) => <IntegrationName name={integration.name} number={integration.id} />,
    },
    {
      id: 'game',
      header: t('game'),
      width: 220,
      cell: (row) => <GameName name={row.game.name} subName={row.game.sub_name} src={imageOf(row)} />,
    },
    {
      id: 'reason',
      header: t('reason'),
      cell: (row) => (
        <span className="hub-ellipsis" title={reasonOf(row)}>
          {reasonOf(row)}
        </span>
      ),
    },
  ];
  const done = rows.filter(({ outcome }) => outcome !== null).length;
  const count = rows.length;
  const counts = (['closed', 'open', 'refused', 'failed'] as const).flatMap((outcome) => {
    const found = rows.filter((row) => row.outcome === outcome).length;
    return found === 0 ? [] : [`${t(`outcomes.${outcome}`)} ${formatCount(found)}`];
  });
  return (
    <div ref={frame} className={styles.frame}>
      <Panel
        flush
        title={run === undefined ? t('resultsTable') : t(`results.${run.action}`, { count })}
        coverage={
          run && (
            <span role="status">
              {[
                t('resultsOf', { user: run.username, time: formatInstant(run.requestedAt, 'minutes') }),
                ...(isRunning ? [t('runningLine', { done, all: count })] : []),
                ...counts,
              ].join(' · ')}
            </span>
          )
        }
        hasLongCoverage
        actions={
          <ActionIcon aria-label={t('hideResults')} title={t('hideResults')} onClick={onHide}>
            <IconX size={16} stroke={1.5} />
          </ActionIcon>
        }
      >
        <QueryView query={query} compact text={t('noResults')}>
          <DataTable
            bare
            label={t('resultsTable')}
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
            rowLabel={({ sessionId }) => sessionId}
            onRowClick={({ id }) => onOpen(id)}
            loading={run === undefined}
            skeletonRows={3}
            maxHeight={300}
            phoneRow={(row) => ({
              title: <GameName name={row.game.name} src={imageOf(row)} />,
              sub: reasonOf(row) || `${row.integration.name} · ${row.sessionId}`,
              value: outcomeText(row),
            })}
          />
        </QueryView>
      </Panel>
    </div>
  );
}
