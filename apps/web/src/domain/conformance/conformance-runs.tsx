import type { ConformanceRun, ConformanceRunState } from '@ludus/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '../../components/display/badge.tsx';
import { DateTime } from '../../components/display/date-time.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { type DataColumn, DataTable } from '../../components/table/data-table.tsx';
import { PLACEHOLDER } from '../../lib/format.ts';
import { renderMessage } from '../../lib/messages.ts';

const tones: Record<ConformanceRunState, BadgeTone> = {
  running: 'info',
  completed: 'neutral',
  cancelled: 'neutral',
  failed: 'negative',
};

/** The runs that are kept, with who started them and how they ended. */
export function ConformanceRuns({ runs }: { runs: readonly ConformanceRun[] }) {
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
        cell: ({ state }) => <Badge tone={tones[state]}>{t(`runState.${state}`)}</Badge>,
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
        phoneRow={(run) => ({
          title: <DateTime value={run.requestedAt} />,
          sub: resultOf(run),
          value: t(`runState.${run.state}`),
          note: run.username,
        })}
      />
    </Panel>
  );
}
