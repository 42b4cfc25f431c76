import type { SessionRow } from '@ludus/contract';
import { sessionTypes } from '@ludus/contract';
import { IconCurrencyEuro, IconGift } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SessionStatusDot, StatusDot } from '../../../components/display/badge.tsx';
import { DateTime } from '../../../components/display/date-time.tsx';
import {
  GameName,
  GameThumb,
  IntegrationChip,
  IntegrationName,
} from '../../../components/display/entity-label.tsx';
import { Amount, Count } from '../../../components/display/figure.tsx';
import { MetricFigure } from '../../../components/display/metric-figure.tsx';
import { type DataColumn, DataTable, type TableSort } from '../../../components/table/data-table.tsx';
import { TwoLines, twoLinesHeading } from '../../../components/table/two-lines.tsx';
import { dueOf } from '../../../domain/session/sessions.ts';
import { dayInRome, type Period } from '../../../lib/days.ts';
import { formatInstant, formatInstantWith } from '../../../lib/format.ts';
import styles from './list-table.module.css';

/** The metrics of the amounts, by the names that sessions have for them. */
const metricOf = { bet: 'bet', win: 'win', grossWin: 'grosswin', netWin: 'netwin', due: 'due' } as const;
type AmountId = keyof typeof metricOf;

interface ListTableProps {
  rows: readonly SessionRow[];
  period: Period;
  /** Integration users see the operator in place of the integration. */
  isProvider: boolean;
  seesDue: boolean;
  /** Whether the rows are those behind a figure: with who played, and when they were created, by which they belong to it. */
  isOfFigure?: boolean;
  loading: boolean;
  stale: boolean;
  skeletonRows: number;
  rowHeight: number;
  /** Two values a column, one over the other, where eleven columns have no room side by side. */
  hasTwoLines: boolean;
  sort: TableSort;
  onSort: (sort: TableSort) => void;
  selectedId: string | null;
  onOpen: (row: SessionRow) => void;
  empty: ReactNode;
}

export function mainImage(row: SessionRow): string | undefined {
  return row.game.game_media.find((medium) => medium.isMainImage)?.url;
}

function ownerName(row: SessionRow, isProvider: boolean): string {
  return isProvider ? row.integration.name : (row.operator?.name ?? row.integration.name);
}

/** One row a session, newest update first unless sorted otherwise. */
export function ListTable(props: ListTableProps) {
  const { isProvider, seesDue, isOfFigure = false, hasTwoLines, period } = props;
  const { t, i18n } = useTranslation('sessionsList');
  const columns = useMemo<DataColumn<SessionRow>[]>(() => {
    const amount = (id: AmountId): DataColumn<SessionRow> => ({
      id,
      header: t(id),
      align: 'right',
      sortable: true,
      cell: (row) => (
        <MetricFigure
          metric={metricOf[id]}
          // A list that was opened from the due shows what it is made of, whatever its type.
          value={id === 'due' && !isOfFigure ? dueOf(row) : row[id]}
        />
      ),
    });
    if (hasTwoLines) {
      const under = (upper: AmountId, lower: AmountId): DataColumn<SessionRow> => ({
        ...amount(upper),
        wraps: true,
        header: twoLinesHeading(t(upper), t(lower)),
        cell: (row) => <TwoLines second={amount(lower).cell(row)}>{amount(upper).cell(row)}</TwoLines>,
      });
      return [
        { id: 'kind', header: t('stateHeading'), width: 56, cell: (row) => <Kind row={row} /> },
        {
          id: 'game',
          header: twoLinesHeading(t('game'), t(isProvider ? 'integration' : 'operator')),
          // Figures and dates have what they need; names take the rest.
          width: '100%',
          cell: (row) => (
            <span className={styles.game}>
              <GameName
                name={row.game.name}
                subName={row.game.sub_name}
                src={mainImage(row)}
                beneath={[
                  ownerName(row, isProvider),
                  isOfFigure ? row.userId : (row.aamsTicketId ?? row.sessionId),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              />
            </span>
          ),
        },
        under('bet', 'win'),
        under('grossWin', 'netWin'),
        ...(seesDue ? [amount('due')] : []),
        {
          id: 'externalUpdatedAt',
          header: twoLinesHeading(t('lastUpdate'), t(isOfFigure ? 'created' : 'rounds')),
          wraps: true,
          align: 'right',
          sortable: true,
          cell: (row) => (
            <TwoLines
              second={
                isOfFigure ? (
                  <DateTime value={row.createdAt} format="minutes" />
                ) : (
                  <>
                    <Count value={row.currentRound} /> {t('rounds').toLowerCase()}
                  </>
                )
              }
            >
              <DateTime value={row.externalUpdatedAt} format="minutes" />
            </TwoLines>
          ),
        },
      ];
    }
    return [
      { id: 'kind', header: t('stateHeading'), width: 56, cell: (row) => <Kind row={row} /> },
      {
        id: 'owner',
        header: t(isProvider ? 'integration' : 'operator'),
        cell: (row) => <IntegrationName name={ownerName(row, isProvider)} number={row.integration.id} />,
      },
      {
        id: 'game',
        header: t('game'),
        cell: (row) => (
          <span className={styles.wholeGame}>
            <GameName name={row.game.name} subName={row.game.sub_name} src={mainImage(row)} />
          </span>
        ),
      },
      isOfFigure
        ? {
            id: 'player',
            header: t('playerId'),
            fit: true,
            cell: (row) => <span className="hub-id">{row.userId}</span>,
          }
        : {
            id: 'ticket',
            header: t('externalTicketId'),
            fit: true,
            cell: (row) =>
              row.aamsTicketId ? (
                <span className="hub-id">{row.aamsTicketId}</span>
              ) : (
                <span className={styles.none}>{t('bySession', { id: row.sessionId })}</span>
              ),
          },
      amount('bet'),
      amount('win'),
      amount('grossWin'),
      amount('netWin'),
      ...(seesDue ? [amount('due')] : []),
      {
        id: 'rounds',
        header: t('rounds'),
        align: 'right',
        sortable: true,
        cell: (row) => <Count value={row.currentRound} />,
      },
      ...(isOfFigure
        ? [
            {
              id: 'created',
              header: t('created'),
              align: 'right' as const,
              cell: (row: SessionRow) => <DateTime value={row.createdAt} format="minutes" />,
            },
          ]
        : []),
      {
        id: 'externalUpdatedAt',
        header: t('lastUpdate'),
        align: 'right',
        sortable: true,
        cell: (row) => <DateTime value={row.externalUpdatedAt} format="minutes" />,
      },
    ];
  }, [isProvider, seesDue, isOfFigure, hasTwoLines, t]);
  return (
    <DataTable
      label={t('table')}
      columns={columns}
      rows={props.rows}
      rowId={(row) => row.id}
      rowHeight={props.rowHeight}
      fill={props.loading || props.rows.length === props.skeletonRows ? 'rows' : true}
      sort={props.sort}
      onSort={props.onSort}
      onRowClick={props.onOpen}
      rowLabel={(row) =>
        t('openSession', {
          game: row.game.name,
          party: ownerName(row, isProvider),
          time: formatInstant(row.externalUpdatedAt, 'minutes'),
        })
      }
      selectedId={props.selectedId}
      loading={props.loading}
      stale={props.stale}
      skeletonRows={props.skeletonRows}
      empty={props.empty}
      phoneRow={(row) => ({
        art: <GameThumb src={mainImage(row)} width={34} height={40} />,
        title: (
          <span className={styles.phoneTitle}>
            <span className="hub-ellipsis">{row.game.name}</span>
            <TypeIcon row={row} />
            {row.isOpen && <StatusDot tone="info" label={t('state.open')} />}
          </span>
        ),
        sub: (
          <span className={styles.phoneSub}>
            <IntegrationChip name={ownerName(row, isProvider)} number={row.integration.id} size={16} />
            <span className="hub-ellipsis">
              {[ownerName(row, isProvider), ...(isOfFigure ? [row.userId] : [])].join(' · ')}
            </span>
            <span className={styles.phoneTime}>
              {shortTime(isOfFigure ? row.createdAt : row.externalUpdatedAt, period, i18n.language)}
            </span>
          </span>
        ),
        value: (
          <>
            <span className="hub-caption">{t('grossWin')}</span> <Amount value={row.grossWin} />
          </>
        ),
        note: (
          <>
            {t('bet')} <Amount value={row.bet} />
          </>
        ),
      })}
    />
  );
}

/** Day and time without the year, or only the time of what lies within the one day chosen. */
function shortTime(instant: string, { from, to }: Period, language: string): string {
  const time = formatInstant(instant, 'time');
  if (from === to && dayInRome(new Date(instant)) === from) return time;
  return `${formatInstantWith(instant, language, { day: 'numeric', month: 'short' })} ${time}`;
}

/** Open or closed, and the session's type. */
function Kind({ row }: { row: SessionRow }) {
  return (
    <span className={styles.kind}>
      <SessionStatusDot isOpen={row.isOpen} />
      <TypeIcon row={row} />
    </span>
  );
}

/** A euro for real or a gift for fun. */
function TypeIcon({ row }: { row: SessionRow }) {
  const { t } = useTranslation('sessionsList');
  const isReal = row.sessionTypeId === sessionTypes.real;
  const Icon = isReal ? IconCurrencyEuro : IconGift;
  const name = t(isReal ? 'type.real' : 'type.fun');
  return (
    <span role="img" aria-label={name} title={name} className={styles.type}>
      <Icon size={15} stroke={1.5} />
    </span>
  );
}
