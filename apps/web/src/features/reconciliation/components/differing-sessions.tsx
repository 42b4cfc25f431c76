import {
  type DifferenceClass,
  type DifferingSession,
  mostKeptDifferences,
  type ReconciledDayDetail,
} from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Amount } from '../../../components/display/figure.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { PanelPart } from '../../../components/overlay/detail-panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { Pagination } from '../../../components/table/pagination.tsx';
import { type DayPlace, differingSessionsQuery } from '../../../domain/statistics/reconciliation.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { download } from '../../../lib/download.ts';
import { formatCount, formatDay } from '../../../lib/format.ts';
import { renderMessage } from '../../../lib/messages.ts';
import { toast } from '../../../lib/toast.tsx';
import { useSingleFlight } from '../../../lib/use-single-flight.ts';
import { csvOf, figureOrder, formatFigure } from '../evidence.ts';
import { NamedFigure } from './day-tables.tsx';
import styles from './reconciliation.module.css';

interface DifferingSessionsProps {
  detail: ReconciledDayDetail;
  place: DayPlace;
  listed: { class: DifferenceClass | undefined; page: number };
  onList: (listed: { class?: DifferenceClass | undefined; page?: number | undefined }) => void;
}

export const sessionsPerPage = 25;

/** The sessions behind the difference, the largest first; those of one class where one is chosen. */
export function DifferingSessions({ detail, place, listed, onList }: DifferingSessionsProps) {
  const { t } = useTranslation('reconciliation');
  const queryClient = useQueryClient();
  const once = useSingleFlight();
  const query = useQuery(
    differingSessionsQuery(place, { class: listed.class, page: listed.page, limit: sessionsPerPage }),
  );
  const rows = query.data?.rows ?? [];
  const count = query.data?.count ?? 0;
  const saveCsv = async () => {
    try {
      const all = await queryClient.fetchQuery(
        differingSessionsQuery(place, { class: listed.class, limit: mostKeptDifferences }),
      );
      const name = t('file', { integration: detail.integration.name.toLowerCase(), day: place.day });
      download(new Blob([csvOf(all.rows)], { type: 'text/csv;charset=utf-8' }), name);
    } catch (error) {
      toast('error', (error as Error).message, { error: error as Error });
    }
  };
  const columns = useSessionColumns(place.integrationId);
  const detailOf = useDetailText();
  return (
    <PanelPart
      title={
        listed.class === undefined
          ? t('sessionsTable')
          : `${t('sessionsTable')}: ${t(`classes.${listed.class}`)}`
      }
      aside={
        <div className={styles.tools}>
          {detail.keptSessions < detail.sessions && (
            <span>{t('kept', { count: detail.keptSessions, all: detail.sessions })}</span>
          )}
          {listed.class !== undefined && (
            <Button variant="subtle" size="xs" onClick={() => onList({})}>
              {t('allClasses')}
            </Button>
          )}
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={14} stroke={1.5} />}
            onClick={() => once(saveCsv)}
          >
            {t('csv')}
          </Button>
        </div>
      }
    >
      <QueryView query={query} compact>
        <DataTable
          label={t('sessionsTable')}
          columns={columns}
          rows={rows}
          rowId={({ class: ofClass, sessionId }) => `${ofClass} ${sessionId}`}
          loading={!query.data}
          skeletonRows={3}
          stale={query.isPlaceholderData}
          phoneRow={(row) => ({
            title: row.sessionId,
            sub: [t(`classes.${row.class}`), detailOf(row)].filter(Boolean).join(' · '),
            value: <NamedFigure name="bet" value={row.difference.bet} />,
            note: <NamedFigure name="win" value={row.difference.win} />,
          })}
        />
        {count > sessionsPerPage && (
          <Pagination
            page={listed.page}
            pageSize={sessionsPerPage}
            total={count}
            onChange={(page) => onList({ class: listed.class, page: page === 1 ? undefined : page })}
          />
        )}
      </QueryView>
    </PanelPart>
  );
}

/** What stands in a table of sessions that differ, of a day or of a file. */
export function useSessionColumns(integrationId: number): DataColumn<DifferingSession>[] {
  const { t } = useTranslation('reconciliation');
  const mayReadQuarantine = useCan('sessions:fetch');
  return useMemo<DataColumn<DifferingSession>[]>(
    () => [
      { id: 'class', header: t('class'), width: 120, fit: true, cell: (row) => t(`classes.${row.class}`) },
      {
        id: 'session',
        header: t('session'),
        width: 190,
        cell: ({ sessionId, hubId }) =>
          hubId === null ? (
            <span className="hub-ellipsis">{sessionId}</span>
          ) : (
            <InternalLink
              href={`/session/${hubId}`}
              className="hub-ellipsis"
              aria-label={t('openSession', { id: sessionId })}
            >
              {sessionId}
            </InternalLink>
          ),
      },
      ...(['bet', 'win'] as const).map((figure) => ({
        id: figure,
        header: t(`figures.${figure}`),
        align: 'right' as const,
        cell: (row: DifferingSession) => <Amount value={row.difference[figure]} />,
      })),
      {
        id: 'detail',
        header: t('detail'),
        cell: (row) => (
          <Detail row={row} integrationId={integrationId} mayReadQuarantine={mayReadQuarantine} />
        ),
      },
    ],
    [t, integrationId, mayReadQuarantine],
  );
}

interface DetailProps {
  row: DifferingSession;
  integrationId: number;
  mayReadQuarantine: boolean;
}

/** What says most about a session of its class: the days, the reason, or the figures that differ with both their values. */
function useDetailText(): (row: DifferingSession) => string {
  const { t } = useTranslation('reconciliation');
  return (row) => {
    const dayText = (day: string | null) => (day === null ? t('noDay') : formatDay(day));
    const parts: string[] = [];
    if (row.class === 'dayBoundary') {
      parts.push(t('bothSides', { ours: dayText(row.ourDay), platform: dayText(row.platformDay) }));
    }
    if (row.reason !== null) parts.push(renderMessage(row.reasonDetail, row.reason));
    const { ours, platform } = row;
    if (ours !== null && platform !== null) {
      for (const figure of figureOrder) {
        if (!row.difference[figure]) continue;
        const values = {
          ours: formatFigure(figure, ours[figure]),
          platform: formatFigure(figure, platform[figure]),
        };
        parts.push(`${t(`figures.${figure}`)}: ${t('bothSides', values)}`);
      }
    }
    return parts.join(' · ');
  };
}

function Detail({ row, integrationId, mayReadQuarantine }: DetailProps) {
  const { t } = useTranslation('reconciliation');
  const text = useDetailText()(row);
  return (
    <span className="hub-ellipsis" title={text}>
      {row.quarantinedRowId !== null && mayReadQuarantine && (
        <>
          <InternalLink href={`/quarantine?integration=${integrationId}&row=${row.quarantinedRowId}`}>
            {t('showRow')}
          </InternalLink>
          {' · '}
        </>
      )}
      {text || formatCount(undefined)}
    </span>
  );
}
