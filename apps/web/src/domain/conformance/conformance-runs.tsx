import type { ConformanceRun } from '@ludus/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../components/display/date-time.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { type DataColumn, DataTable } from '../../components/table/data-table.tsx';
import { PLACEHOLDER } from '../../lib/format.ts';
import { renderMessage } from '../../lib/messages.ts';
import { outcomeOf, RunState } from './conformance-run.tsx';

interface ConformanceRunsProps {
  runs: readonly ConformanceRun[];
  /** The one that is open. */
  chosen: string | undefined;
  onChoose: (id: string) => void;
}

/** The runs that are kept, with who started them and how they ended. Each opens with its checks. */
export function ConformanceRuns({ runs, chosen, onChoose }: ConformanceRunsProps) {
  const { t } = useTranslation('conformance');
  const { columns, resultOf } = useMemo(() => {
    const resultText = ({ passed, failed, skipped, error, errorDetail }: ConformanceRun): string => {
      if (passed !== null && failed !== null && skipped !== null)
        return t('counts', { passed, failed, skipped });
      return error === null ? PLACEHOLDER : renderMessage(errorDetail, error);
    };
    const all: DataColumn<ConformanceRun>[] = [
      { id: 'at', header: t('at'), cell: ({ requestedAt }) => <DateTime value={requestedAt} />, fit: true },
      { id: 'by', header: t('by'), cell: ({ username }) => username },
      {
        id: 'state',
        header: t('state'),
        cell: (run) => <RunState run={run} />,
      },
      {
        id: 'result',
        header: t('results'),
        cell: (run) => `${resultText(run)}${run.withWrites ? `, ${t('writesIncluded')}` : ''}`,
      },
    ];
    return { columns: all, resultOf: resultText };
  }, [t]);
  return (
    <Panel title={t('runs')} flush ruled>
      <DataTable
        bare
        label={t('runs')}
        columns={columns}
        rows={runs}
        rowId={({ id }) => id}
        // Above the checks, which are to stay in sight.
        maxHeight={232}
        onRowClick={({ id }) => onChoose(id)}
        rowLabel={({ requestedAt }) => t('openRun', { at: requestedAt })}
        selectedId={chosen ?? null}
        phoneRow={(run) => ({
          title: <DateTime value={run.requestedAt} />,
          sub: resultOf(run),
          value: t(`runState.${outcomeOf(run)}`),
          note: run.username,
        })}
      />
    </Panel>
  );
}
