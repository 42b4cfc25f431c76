import type { ComparedFile } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconDownload, IconFileUpload, IconLifebuoy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import { IntegrationName } from '../../../components/display/entity-label.tsx';
import { Fact } from '../../../components/display/fact.tsx';
import { Amount, Count } from '../../../components/display/figure.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { DetailPanel, Facts, PanelPart } from '../../../components/overlay/detail-panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { DropZone } from '../../../domain/game/form/drop-zone.tsx';
import { comparedFilesQuery, fileSessionsQuery } from '../../../domain/statistics/reconciliation.ts';
import { prepareTicket } from '../../../domain/ticket/prepared-ticket.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { download } from '../../../lib/download.ts';
import { formatCount, formatPeriod } from '../../../lib/format.ts';
import { csvOf } from '../evidence.ts';
import { fileTicketOf } from '../file-evidence.ts';
import { ClassesTable, NamedFigure } from './day-tables.tsx';
import { useSessionColumns } from './differing-sessions.tsx';
import { acceptedFiles, KnownColumnList } from './file-panel.tsx';
import styles from './reconciliation.module.css';

interface ComparedFilesProps {
  /** The file whose result is open. */
  openId: string | null;
  /** Whether the integrations are known, which the form offers. */
  canCompare: boolean;
  /** Opens the form, with the file that was dropped or chosen. */
  onCompare: (file: File | null) => void;
  onOpen: (id: string) => void;
  /** A ticket is prepared. */
  onTicket: () => void;
  onClose: () => void;
}

/** Files that were compared with the session store, and the result of one of them. */
export function ComparedFiles(props: ComparedFilesProps) {
  const { openId, canCompare, onCompare, onOpen, onTicket, onClose } = props;
  const { t } = useTranslation('reconciliation');
  const query = useQuery(comparedFilesQuery());
  const columns = useMemo<DataColumn<ComparedFile>[]>(
    () => [
      {
        id: 'comparedAt',
        header: t('comparedAt'),
        width: 150,
        fit: true,
        cell: ({ comparedAt }) => <DateTime value={comparedAt} format="minutes" />,
      },
      {
        id: 'file',
        header: t('fileName'),
        cell: ({ fileName }) => (
          <span className="hub-ellipsis" title={fileName}>
            {fileName}
          </span>
        ),
      },
      {
        id: 'integration',
        header: t('integration'),
        cell: ({ integration }) => <IntegrationName name={integration.name} number={integration.id} />,
      },
      { id: 'days', header: t('days'), fit: true, cell: (file) => formatPeriod(file) },
      { id: 'rows', header: t('rows'), align: 'right', cell: ({ rows }) => <Count value={rows} /> },
      {
        id: 'sessions',
        header: t('differing'),
        align: 'right',
        cell: ({ sessions }) => <Count value={sessions} />,
      },
      {
        id: 'bet',
        header: t('figures.bet'),
        align: 'right',
        cell: ({ difference }) => <Amount value={difference.bet} />,
      },
    ],
    [t],
  );
  const open = query.data?.find(({ id }) => id === openId);
  return (
    <Panel
      flush
      title={t('files')}
      hasLongCoverage
      coverage={query.data?.length === 0 ? undefined : t('filesHint')}
      actions={
        query.data?.length !== 0 && (
          <Button
            variant="default"
            disabled={!canCompare}
            leftSection={<IconFileUpload size={16} stroke={1.5} />}
            onClick={() => onCompare(null)}
          >
            {t('compareFile')}
          </Button>
        )
      }
    >
      <QueryView query={query} compact>
        {query.data?.length === 0 ? (
          <NoFiles canCompare={canCompare} onCompare={onCompare} />
        ) : (
          <DataTable
            bare
            label={t('files')}
            columns={columns}
            rows={query.data ?? []}
            rowId={({ id }) => id}
            rowLabel={({ fileName }) => fileName}
            onRowClick={({ id }) => onOpen(id)}
            selectedId={openId}
            loading={!query.data}
            skeletonRows={2}
            maxHeight={300}
            phoneRow={(file) => ({
              title: file.fileName,
              sub: `${file.integration.name} · ${formatPeriod(file)}`,
              value: t('sessionCount', { count: file.sessions }),
              note: <NamedFigure name="bet" value={file.difference.bet} />,
            })}
          />
        )}
      </QueryView>
      {open && <FileResult file={open} onTicket={onTicket} onClose={onClose} />}
    </Panel>
  );
}

/** Where the first file is dropped or chosen, beside the columns that it needs. */
function NoFiles({ canCompare, onCompare }: Pick<ComparedFilesProps, 'canCompare' | 'onCompare'>) {
  const { t } = useTranslation('reconciliation');
  return (
    <div className={styles.nothing}>
      <DropZone
        label={t('fileTitle')}
        accept={acceptedFiles}
        className={styles.zone}
        onFiles={([file]) => canCompare && file !== undefined && onCompare(file)}
      >
        {(open) => (
          <>
            <p className={styles.help}>{t('filesEmpty')}</p>
            <Button
              variant="default"
              disabled={!canCompare}
              leftSection={<IconFileUpload size={16} stroke={1.5} />}
              onClick={open}
            >
              {t('compareFile')}
            </Button>
          </>
        )}
      </DropZone>
      <section className={styles.needed} aria-labelledby="hub-needed-columns">
        <h3 id="hub-needed-columns" className="hub-label">
          {t('columns')} <span className={styles.figureName}>{t('columnsHint.any')}</span>
        </h3>
        <KnownColumnList />
      </section>
    </div>
  );
}

function FileResult({
  file,
  onTicket,
  onClose,
}: Pick<ComparedFilesProps, 'onTicket' | 'onClose'> & { file: ComparedFile }) {
  const { t } = useTranslation('reconciliation');
  const query = useQuery(fileSessionsQuery(file.id));
  const columns = useSessionColumns(file.integration.id);
  const sessions = query.data ?? [];
  const mayReport = useCan('tickets:use');
  const report = () => {
    prepareTicket(fileTicketOf(file, sessions, t));
    onTicket();
  };
  const saveCsv = () =>
    download(
      new Blob([csvOf(sessions)], { type: 'text/csv;charset=utf-8' }),
      t('file', { integration: file.integration.name.toLowerCase(), day: file.from }),
    );
  return (
    <DetailPanel
      label={file.fileName}
      title={<span className="hub-ellipsis">{file.fileName}</span>}
      onClose={onClose}
    >
      <Facts>
        <Fact label={t('integration')}>
          <IntegrationName name={file.integration.name} number={file.integration.id} />
        </Fact>
        <Fact label={t('days')}>{formatPeriod(file)}</Fact>
        <Fact label={t('comparedAt')}>
          <DateTime value={file.comparedAt} format="minutes" />
        </Fact>
        <Fact label={t('comparedBy')}>{file.username}</Fact>
        <Fact label={t('rows')}>{formatCount(file.rows)}</Fact>
        <Fact label={t('wrongRows')}>{formatCount(file.wrong)}</Fact>
      </Facts>
      {file.sessions === 0 ? (
        <p className={styles.verdict}>{t('noDifferences')}</p>
      ) : (
        <>
          <p className={styles.help}>{t('thereIsFile')}</p>
          {mayReport && (
            <div className={styles.actions}>
              <Button
                variant="default"
                disabled={!query.data}
                leftSection={<IconLifebuoy size={16} stroke={1.5} />}
                onClick={report}
              >
                {t('openTicket')}
              </Button>
            </div>
          )}
          <ClassesTable
            detail={{ classes: file.classes, unexplained: [], unreadableRows: 0 }}
            isOfFile
            selected={undefined}
            onSelect={() => {}}
          />
          <PanelPart
            title={t('sessionsTable')}
            aside={
              <div className={styles.tools}>
                {file.keptSessions < file.sessions && (
                  <span>{t('kept', { count: file.keptSessions, all: file.sessions })}</span>
                )}
                <Button
                  variant="default"
                  size="xs"
                  disabled={sessions.length === 0}
                  leftSection={<IconDownload size={14} stroke={1.5} />}
                  onClick={saveCsv}
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
                rows={sessions}
                rowId={({ class: ofClass, sessionId, ourDay }) => `${ofClass} ${sessionId} ${ourDay}`}
                loading={!query.data}
                skeletonRows={3}
                maxHeight={480}
                phoneRow={(row) => ({
                  title: row.sessionId,
                  sub: t(`classes.${row.class}`),
                  value: <NamedFigure name="bet" value={row.difference.bet} />,
                  note: <NamedFigure name="win" value={row.difference.win} />,
                })}
              />
            </QueryView>
          </PanelPart>
        </>
      )}
    </DetailPanel>
  );
}
