import type { GameRequestDecision, GameRequestRow, Message } from '@ludus/contract';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/display/badge.tsx';
import { GameName, IntegrationName } from '../../../components/display/entity-label.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { renderMessage } from '../../../lib/messages.ts';
import { imageOf } from '../request-texts.tsx';

/** What has become of each request that was decided together with others. */
export interface Decided {
  decision: GameRequestDecision;
  rows: readonly { request: GameRequestRow; failure: Message | null }[];
}

type Row = Decided['rows'][number];

/** One row each, those that could not be decided first. */
export function DecisionResults({ decided, onHide }: { decided: Decided; onHide: () => void }) {
  const { t } = useTranslation('requests');
  const rows = useMemo(
    () => decided.rows.toSorted((a, b) => Number(a.failure === null) - Number(b.failure === null)),
    [decided.rows],
  );
  const failed = rows.filter(({ failure }) => failure !== null).length;
  const columns = useMemo<DataColumn<Row>[]>(
    () => [
      { id: 'outcome', header: t('outcome'), width: 140, fit: true, cell: (row) => <Outcome row={row} /> },
      {
        id: 'game',
        header: t('game'),
        width: 260,
        cell: ({ request }) => (
          <GameName name={request.game.name} subName={request.game.sub_name} src={imageOf(request)} />
        ),
      },
      {
        id: 'integration',
        header: t('integration'),
        width: 160,
        cell: ({ request: { integration } }) => (
          <IntegrationName name={integration.name} number={integration.id} />
        ),
      },
      {
        id: 'reason',
        header: t('outcomeReason'),
        cell: ({ failure }) =>
          failure && (
            <span className="hub-ellipsis" title={renderMessage(failure)}>
              {renderMessage(failure)}
            </span>
          ),
      },
    ],
    [t],
  );
  return (
    <Panel
      flush
      title={t(decided.decision === 'grant' ? 'resultsGrant' : 'resultsRefuse', {
        count: rows.length - failed,
      })}
      coverage={failed > 0 && <span role="status">{t('resultsFailed', { count: failed })}</span>}
      actions={
        <ActionIcon aria-label={t('hideResults')} onClick={onHide}>
          <IconX size={16} stroke={1.5} />
        </ActionIcon>
      }
    >
      <DataTable
        bare
        label={t('outcome')}
        columns={columns}
        rows={rows}
        rowId={({ request }) => String(request.id)}
        maxHeight={300}
        phoneRow={(row) => ({
          title: row.request.game.name,
          sub: row.failure ? renderMessage(row.failure) : row.request.integration.name,
          value: <Outcome row={row} />,
        })}
      />
    </Panel>
  );
}

function Outcome({ row: { failure } }: { row: Row }) {
  const { t } = useTranslation('requests');
  return (
    <Badge tone={failure === null ? 'positive' : 'negative'}>
      {t(failure === null ? 'outcomes.done' : 'outcomes.failed')}
    </Badge>
  );
}
