import type { RtpIntegration } from '@ludus/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationChip, IntegrationName } from '../../../components/display/entity-label.tsx';
import { PanelPart } from '../../../components/overlay/detail-panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { TwoLines } from '../../../components/table/two-lines.tsx';
import { formatPercent } from '../../../lib/format.ts';
import { breakpoints, useMedia } from '../../../lib/use-screen.ts';
import { type DecidingWindow, figuresBehind } from '../rtp-rows.ts';
import { figuresIn, type MeasuredRow, useRtpColumns } from './rtp-columns.tsx';
import { errorsText, VerdictBadge } from './verdict-badge.tsx';

type IntegrationRow = MeasuredRow & { integration: RtpIntegration; decidedIn: DecidingWindow | null };

interface RtpIntegrationsTableProps {
  title: string;
  integrations: readonly RtpIntegration[];
  expected: number | null;
  selected?: number | undefined;
  onSelect: (integrationId: number) => void;
}

/** How a game pays at each integration, the most urgent first; a row leads to its days. */
export function RtpIntegrationsTable({
  title,
  integrations,
  expected,
  selected,
  onSelect,
}: RtpIntegrationsTableProps) {
  const { t } = useTranslation('rtpMonitor');
  const columnsOf = useRtpColumns();
  const isNarrow = useMedia(breakpoints.laptop);
  const columns = useMemo<DataColumn<IntegrationRow>[]>(
    () => [
      {
        id: 'integration',
        header: t('integration'),
        cell: ({ integration }) => (
          <IntegrationName name={integration.integrationName} number={integration.integrationId} />
        ),
      },
      ...columnsOf<IntegrationRow>(figuresIn(isNarrow)).map((column) =>
        column.id === 'verdict'
          ? {
              ...column,
              cell: ({ verdict, decidedIn }: IntegrationRow) => (
                <TwoLines second={decidedIn && t(`decidedIn.${decidedIn}`)}>
                  <VerdictBadge verdict={verdict} />
                </TwoLines>
              ),
            }
          : column,
      ),
    ],
    [t, columnsOf, isNarrow],
  );
  return (
    <PanelPart title={title}>
      <DataTable
        label={title}
        columns={columns}
        rows={integrations.map((integration) => ({
          integration,
          ...figuresBehind(integration, integration.verdict),
          verdict: integration.verdict,
          expected,
        }))}
        rowId={({ integration }) => String(integration.integrationId)}
        rowHeight={48}
        onRowClick={({ integration }) => onSelect(integration.integrationId)}
        rowLabel={({ integration }) => t('showDays', { name: integration.integrationName })}
        selectedId={selected === undefined ? null : String(selected)}
        phoneRow={({ integration, check, verdict, decidedIn }) => ({
          art: (
            <IntegrationChip
              name={integration.integrationName}
              number={integration.integrationId}
              size={24}
            />
          ),
          title: integration.integrationName,
          sub: formatPercent(check.observed, 2),
          value: <VerdictBadge verdict={verdict} />,
          note: [errorsText(check), ...(decidedIn ? [t(`decidedIn.${decidedIn}`)] : [])].join(', '),
        })}
      />
    </PanelPart>
  );
}
