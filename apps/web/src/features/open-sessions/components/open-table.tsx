import { openAgeOf, type SessionRow } from '@ludus/contract';
import { Checkbox } from '@mantine/core';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FunBadge } from '../../../components/display/badge.tsx';
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
import { isFun } from '../../../domain/session/sessions.ts';
import { formatDuration } from '../../../lib/format.ts';
import { breakpoints, useMedia } from '../../../lib/use-screen.ts';
import styles from './open-table.module.css';

/** The sessions that are chosen, on this page and others. */
export interface Selection {
  ids: ReadonlySet<string>;
  onToggle: (ids: readonly string[], isChosen: boolean) => void;
}

interface OpenTableProps {
  rows: readonly SessionRow[];
  /** The instant of the ages. */
  at: string | undefined;
  selection: Selection;
  loading: boolean;
  stale: boolean;
  skeletonRows: number;
  sort: TableSort;
  onSort: (sort: TableSort) => void;
  selectedId: string | null;
  onOpen: (row: SessionRow) => void;
  empty: ReactNode;
}

/**
 * What cells show beside their row. Not through the columns: with other columns every cell is made anew, and a box that was just
 * toggled by keyboard would lose the focus.
 */
const TableState = createContext<Pick<OpenTableProps, 'rows' | 'at' | 'selection'>>({
  rows: [],
  at: undefined,
  selection: { ids: new Set(), onToggle: () => {} },
});

const ageMsOf = (row: SessionRow, at: string | undefined) =>
  Math.max(0, Date.parse(at ?? row.createdAt) - Date.parse(row.createdAt));

const imageOf = (row: SessionRow) => row.game.game_media.find((medium) => medium.isMainImage)?.url;
const partyOf = (row: SessionRow) =>
  [row.integration.name, row.operator?.name].filter((name) => name !== undefined).join(' · ');

/** One row an open session, oldest first unless sorted otherwise. A row opens it, its box chooses it. */
export function OpenTable(props: OpenTableProps) {
  const { rows, selection, at, onOpen } = props;
  const { t, i18n } = useTranslation('openSessions');
  // Too narrow for each figure to have a column of its own.
  const isDense = useMedia(breakpoints.desktop);
  // Names come before the last change, which the panel of a session has.
  const isTight = useMedia(breakpoints.tablet);
  const state = useMemo(() => ({ rows, at, selection }), [rows, at, selection]);

  const columns = useMemo<DataColumn<SessionRow>[]>(() => {
    const party: DataColumn<SessionRow> = {
      id: 'integration',
      header: isDense
        ? twoLinesHeading(t('integration'), t('player'))
        : twoLinesHeading(t('integration'), t('operator')),
      cell: (row) => (
        <IntegrationName
          name={row.integration.name}
          number={row.integration.id}
          beneath={
            isDense ? [row.operator?.name, row.userId].filter(Boolean).join(' · ') : row.operator?.name
          }
        />
      ),
      width: isDense ? undefined : '40%',
    };
    const amount = (id: 'bet' | 'win'): DataColumn<SessionRow> => ({
      id,
      header: t(id),
      align: 'right',
      sortable: true,
      cell: (row) => <MetricFigure metric={id} value={row[id]} />,
    });
    const updated: DataColumn<SessionRow> = {
      id: 'externalUpdatedAt',
      header: t('lastUpdate'),
      align: 'right',
      sortable: true,
      cell: (row) => <DateTime value={row.externalUpdatedAt} format="minutes" />,
    };
    return [
      {
        id: 'select',
        header: <PageBox />,
        label: t('selection'),
        width: 44,
        cell: (row) => <SelectBox row={row} />,
      },
      {
        id: 'game',
        header: twoLinesHeading(t('game'), t('session')),
        // Figures and dates have what they need; names take the rest.
        width: isDense ? '100%' : '60%',
        cell: (row) => (
          <span className={styles.game}>
            <GameName
              name={row.game.name}
              subName={row.game.sub_name}
              src={imageOf(row)}
              beneath={
                <span title={row.sessionId}>
                  {isFun(row) && <FunBadge />} {row.sessionId}
                </span>
              }
            />
          </span>
        ),
      },
      party,
      ...(isDense
        ? []
        : [
            {
              id: 'player',
              header: t('player'),
              fit: true,
              cell: (row: SessionRow) => <span className="hub-id">{row.userId}</span>,
            },
          ]),
      {
        id: 'createdAt',
        header: twoLinesHeading(t('age'), t('created')),
        align: 'right',
        sortable: true,
        cell: (row) => (
          <TwoLines second={<DateTime value={row.createdAt} format={isDense ? 'date' : 'minutes'} />}>
            <Age row={row} />
          </TwoLines>
        ),
      },
      ...(isDense
        ? [
            {
              ...amount('bet'),
              header: twoLinesHeading(t('bet'), t('win')),
              cell: (row: SessionRow) => (
                <TwoLines second={amount('win').cell(row)}>{amount('bet').cell(row)}</TwoLines>
              ),
            },
            ...(isTight
              ? []
              : [
                  {
                    ...updated,
                    header: twoLinesHeading(t('lastUpdate'), t('rounds')),
                    cell: (row: SessionRow) => (
                      <TwoLines
                        second={
                          <>
                            <Count value={row.currentRound} /> {t('rounds').toLowerCase()}
                          </>
                        }
                      >
                        {updated.cell(row)}
                      </TwoLines>
                    ),
                  },
                ]),
          ]
        : [
            amount('bet'),
            amount('win'),
            {
              id: 'rounds',
              header: t('rounds'),
              align: 'right' as const,
              sortable: true,
              cell: (row: SessionRow) => <Count value={row.currentRound} />,
            },
            updated,
          ]),
    ];
  }, [isDense, isTight, t]);

  return (
    <TableState value={state}>
      <DataTable
        label={t('table')}
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        rowHeight={48}
        fill
        sort={props.sort}
        onSort={props.onSort}
        onRowClick={onOpen}
        rowLabel={(row) =>
          t('openSession', {
            id: row.sessionId,
            game: row.game.name,
            age: formatDuration(ageMsOf(row, at), i18n.language),
          })
        }
        selectedId={props.selectedId}
        loading={props.loading}
        stale={props.stale}
        skeletonRows={props.skeletonRows}
        empty={props.empty}
      />
    </TableState>
  );
}

/** The same on a phone, where a row has two lines: the box beside what opens the session. */
export function OpenList(props: OpenTableProps) {
  const { rows, selection, at, onOpen } = props;
  const { t, i18n } = useTranslation('openSessions');
  const state = useMemo(() => ({ rows, at, selection }), [rows, at, selection]);
  // Their headings are what the list can be sorted by.
  const columns = useMemo(
    () =>
      phoneColumns.map((id) => ({
        id,
        header: t(id === 'createdAt' ? 'age' : id === 'externalUpdatedAt' ? 'lastUpdate' : id),
        sortable: true,
        align: 'right' as const,
        cell: () => null,
      })),
    [t],
  );
  return (
    <TableState value={state}>
      <DataTable
        label={t('table')}
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        fill
        sort={props.sort}
        onSort={props.onSort}
        loading={props.loading}
        stale={props.stale}
        skeletonRows={props.skeletonRows}
        empty={props.empty}
        phoneRow={(row) => {
          const age = formatDuration(ageMsOf(row, at), i18n.language);
          return {
            art: (
              <span className={styles.phoneArt}>
                <SelectBox row={row} />
                <GameThumb src={imageOf(row)} width={34} height={40} />
              </span>
            ),
            title: (
              <button
                type="button"
                className={styles.opener}
                aria-label={t('openSession', { id: row.sessionId, game: row.game.name, age })}
                onClick={() => onOpen(row)}
              >
                {row.game.name}
              </button>
            ),
            sub: (
              <span className={styles.phoneSub}>
                <IntegrationChip name={row.integration.name} number={row.integration.id} size={16} />
                {isFun(row) && <FunBadge />}
                <span className="hub-ellipsis">{partyOf(row)}</span>
              </span>
            ),
            value: <Age row={row} />,
            note: (
              <>
                {t('bet')} <Amount value={row.bet} />
              </>
            ),
          };
        }}
      />
    </TableState>
  );
}

const phoneColumns = ['createdAt', 'bet', 'win', 'rounds', 'externalUpdatedAt'] as const;

function Age({ row }: { row: SessionRow }) {
  const { i18n } = useTranslation('openSessions');
  const ageMs = ageMsOf(row, useContext(TableState).at);
  return (
    <span className={styles.age} data-age={openAgeOf(ageMs)}>
      {formatDuration(ageMs, i18n.language)}
    </span>
  );
}

function PageBox() {
  const { t } = useTranslation('openSessions');
  const { rows, selection } = useContext(TableState);
  const chosen = rows.filter(({ id }) => selection.ids.has(id)).length;
  return (
    <Checkbox
      aria-label={t('selectPage')}
      checked={rows.length > 0 && chosen === rows.length}
      indeterminate={chosen > 0 && chosen < rows.length}
      disabled={rows.length === 0}
      onChange={(event) =>
        selection.onToggle(
          rows.map(({ id }) => id),
          event.currentTarget.checked,
        )
      }
    />
  );
}

function SelectBox({ row }: { row: SessionRow }) {
  const { t } = useTranslation('openSessions');
  const { selection } = useContext(TableState);
  return (
    <Checkbox
      aria-label={t('selectSession', { id: row.sessionId })}
      checked={selection.ids.has(row.id)}
      // The row behind it opens the session.
      onClick={(event) => event.stopPropagation()}
      onChange={(event) => selection.onToggle([row.id], event.currentTarget.checked)}
    />
  );
}
