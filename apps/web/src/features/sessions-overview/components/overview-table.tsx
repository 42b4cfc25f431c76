import type { Statistics } from '@ludus/contract';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { Amount, Count, Percent } from '../../../components/figure.tsx';
import { GameName, IntegrationChip, IntegrationName } from '../../../components/identity.tsx';
import { type OverviewRow, overviewRows } from '../overview-rows.ts';

export type OverviewKind = 'integrations' | 'operators' | 'games';

interface OverviewTableProps {
  kind: OverviewKind;
  statistics: Statistics | undefined;
  thumbs: ReadonlyMap<number, string>;
  loading: boolean;
  stale: boolean;
  empty: ReactNode;
  onOpen: (row: OverviewRow) => void;
  /** Opens the integration chart; only integrations have one. */
  onChart: (row: OverviewRow) => void;
}

/** Integrations, operators or games with their sums; a row leads to its sessions (SESS-05 to SESS-07). */
export function OverviewTable(props: OverviewTableProps) {
  const { kind, statistics, thumbs, onChart } = props;
  const { t } = useTranslation('sessionsOverview');
  const { t: common } = useTranslation('common');
  const rows = useMemo(() => (statistics ? overviewRows(statistics, kind) : []), [statistics, kind]);
  const totals = statistics?.grandTotals;
  const hasNetWin = totals?.netwin !== undefined;

  const columns = useMemo<DataColumn<OverviewRow>[]>(() => {
    const amount = (
      id: 'bet' | 'win' | 'grossWin' | 'netWin' | 'due',
      header: string,
      total: number | undefined,
      signed = false,
    ): DataColumn<OverviewRow> => ({
      id,
      header,
      align: 'right',
      sortable: true,
      value: (row) => row[id],
      cell: (row) => <Amount value={row[id]} tone={signed ? 'signed' : 'plain'} />,
      footer: <Amount value={total} tone={signed ? 'signed' : 'plain'} strong />,
    });
    const count = (
      id: 'sessions' | 'rounds' | 'players',
      header: string,
      total: number | undefined,
    ): DataColumn<OverviewRow> => ({
      id,
      header,
      align: 'right',
      sortable: true,
      value: (row) => row[id],
      cell: (row) => <Count value={row[id]} />,
      footer: <Count value={total} strong />,
    });
    const chart: DataColumn<OverviewRow> = {
      id: 'chart',
      header: '',
      label: t('gameChart'),
      width: 44,
      cell: (row) => (
        <Tooltip label={t('integrationChart', { name: row.name })}>
          <ActionIcon
            size="sm"
            aria-label={t('integrationChart', { name: row.name })}
            onClick={(event) => {
              event.stopPropagation();
              onChart(row);
            }}
          >
            <IconChartBar size={16} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      ),
    };
    return [
      {
        id: 'name',
        header: t(`name.${kind}`),
        sortable: true,
        value: (row) => row.name,
        cell: (row) => <RowName kind={kind} row={row} thumb={thumbs.get(row.id)} />,
        footer: t('total'),
      },
      amount('bet', common('metric.bet'), totals?.bet),
      amount('win', common('metric.win'), totals?.win),
      amount('grossWin', common('metric.grosswin'), totals?.grosswin),
      ...(hasNetWin
        ? [
            amount('netWin', common('metric.netwin'), totals?.netwin, true),
            amount('due', common('metric.due'), totals?.due),
          ]
        : []),
      {
        id: 'rtp',
        header: common('metric.rtp'),
        align: 'right',
        sortable: true,
        value: (row) => row.rtp,
        cell: (row) => <Percent value={row.rtp} missing="na" />,
        footer: <Percent value={totals?.rtp} missing="na" strong />,
      },
      count('sessions', t('sessions'), totals?.sessionsTotal),
      count('rounds', common('metric.rounds'), totals?.rounds),
      // Players are distinct over the whole: the footer is the answer's own figure, not the sum of the rows.
      count('players', t('players'), totals?.usersCount),
      ...(kind === 'integrations' ? [chart] : []),
    ];
  }, [kind, thumbs, totals, hasNetWin, onChart, t, common]);

  return (
    <DataTable
      bare
      label={t(`by.${kind}`)}
      columns={columns}
      rows={rows}
      rowId={(row) => String(row.id)}
      sort={{ id: 'bet', desc: true }}
      loading={props.loading}
      stale={props.stale}
      skeletonRows={kind === 'games' ? 10 : 5}
      empty={props.empty}
      onRowClick={props.onOpen}
      rowLabel={(row) => t('openList', { name: row.name })}
      phoneRow={(row) => ({
        art: <RowArt kind={kind} row={row} thumb={thumbs.get(row.id)} />,
        title: row.name,
        sub: (
          <>
            <Count value={row.sessions} /> {t('sessions').toLowerCase()} · <Count value={row.rounds} />{' '}
            {common('metric.rounds').toLowerCase()}
          </>
        ),
        value: <Amount value={row.grossWin} />,
        note: <Amount value={row.bet} />,
      })}
    />
  );
}

interface RowNameProps {
  kind: OverviewKind;
  row: OverviewRow;
  thumb: string | undefined;
}

function RowName({ kind, row, thumb }: RowNameProps) {
  if (kind === 'games') return <GameName name={row.name} src={thumb} />;
  return <IntegrationName name={row.name} number={row.integrationId ?? row.id} />;
}

function RowArt({ kind, row, thumb }: RowNameProps) {
  if (kind === 'games') return <GameName name="" src={thumb} />;
  return <IntegrationChip name={row.name} number={row.integrationId ?? row.id} size={24} />;
}
