import { type GameRequestRow, isOpenRequest } from '@ludus/contract';
import { Checkbox } from '@mantine/core';
import { createContext, useCallback, useContext, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import { GameName, GameThumb, IntegrationName } from '../../../components/display/entity-label.tsx';
import queue from '../../../components/queue/queue.module.css';
import { QueueList, type QueueView } from '../../../components/queue/queue-list.tsx';
import type { DataColumn } from '../../../components/table/data-table.tsx';
import { TwoLines } from '../../../components/table/two-lines.tsx';
import { breakpoints, useIsPhone, useMedia } from '../../../lib/use-screen.ts';
import { useNow } from '../../../lib/use-today.ts';
import { grantText, imageOf, namesOf, RequestBadge, waitedMsOf, waitText } from '../request-texts.tsx';
import type { RequestsSearch } from '../search.ts';
import styles from './requests.module.css';

/** The requests that are selected, by their ids. */
export interface Selection {
  ids: ReadonlySet<number>;
  onToggle: (rows: readonly GameRequestRow[], isSelected: boolean) => void;
}

interface RequestsTableProps extends QueueView<GameRequestRow, RequestsSearch> {
  /** Without one nothing can be selected. */
  selection: Selection | null;
  /** Whether requests of several integrations are listed. */
  hasIntegrations: boolean;
}

const noRows: readonly GameRequestRow[] = [];

/** What boxes show beside their row; through the columns every cell would be made anew, and a toggled box would lose the focus. */
const TableState = createContext<{ rows: readonly GameRequestRow[]; selection: Selection | null }>({
  rows: [],
  selection: null,
});

/** One row a request, those that wait first. A row opens it, its box selects it. */
export function RequestsTable({ selection, hasIntegrations, ...view }: RequestsTableProps) {
  const rows = view.query.data?.rows ?? noRows;
  const { t } = useTranslation('requests');
  const state = useMemo(() => ({ rows, selection }), [rows, selection]);
  const canSelect = selection !== null;
  // An answer of a few letters says nothing; the panel of the request has it.
  const isCrowded = useMedia(breakpoints.laptop) && hasIntegrations;
  const isPhone = useIsPhone();
  const now = useNow();
  // In words: a bare time beside a date may be either how long it waits or when it was answered.
  const waited = useCallback(
    (row: GameRequestRow) => {
      const time = waitText(waitedMsOf(row, now), t);
      if (row.decidedAt === null) return t('waits', { time });
      return t(row.state === 'withdrawn' ? 'withdrawnAfter' : 'answeredAfter', { time });
    },
    [now, t],
  );
  const columns = useMemo<DataColumn<GameRequestRow>[]>(
    () => [
      ...(canSelect
        ? [
            {
              id: 'select',
              header: <PageBox />,
              label: t('selection'),
              width: 44,
              cell: (row: GameRequestRow) => <SelectBox row={row} />,
            },
          ]
        : []),
      {
        id: 'game',
        header: t('game'),
        width: hasIntegrations ? '28%' : '40%',
        cell: (row) => (
          <div className={queue.cell}>
            <GameName name={row.game.name} subName={row.game.sub_name} src={imageOf(row)} />
          </div>
        ),
      },
      ...(hasIntegrations
        ? [
            {
              id: 'integration',
              header: t('integration'),
              width: 150,
              cell: ({ integration }: GameRequestRow) => (
                <IntegrationName name={integration.name} number={integration.id} />
              ),
            },
          ]
        : []),
      {
        id: 'state',
        header: t('state'),
        width: 130,
        fit: true,
        cell: (row) => (
          <TwoLines second={grantText(row, t)}>
            {/* A line of its own would make the badge as wide as the column. */}
            <span>
              <RequestBadge state={row.state} />
            </span>
          </TwoLines>
        ),
      },
      {
        id: 'asked',
        header: t('asked'),
        width: 190,
        fit: true,
        cell: (row) => (
          <TwoLines second={waited(row)}>
            <span>
              <DateTime value={row.askedAt} format="date" />
              {row.askedBy && ` · ${row.askedBy}`}
            </span>
          </TwoLines>
        ),
      },
      ...(isCrowded
        ? []
        : [
            {
              id: 'answer',
              header: t('answer'),
              cell: (row: GameRequestRow) => (
                <div className={queue.cell}>
                  <Answer row={row} />
                </div>
              ),
            },
          ]),
    ],
    [canSelect, hasIntegrations, isCrowded, t, waited],
  );
  return (
    <TableState value={state}>
      <QueueList
        {...view}
        label={t('table')}
        columns={columns}
        rowLabel={(row) => t('open', { ...namesOf(row), state: t(`states.${row.state}`) })}
        phoneRow={(row) => ({
          art: <GameThumb src={imageOf(row)} width={30} height={36} />,
          title: row.game.name,
          sub: hasIntegrations ? row.integration.name : (row.reason ?? row.game.sub_name),
          value: <RequestBadge state={row.state} />,
          note: grantText(row, t) ?? waited(row),
        })}
      />
      {isCrowded && !isPhone && rows.some(({ decidedAt }) => decidedAt !== null) && (
        <p className="hub-caption">{t('noRoomFor')}</p>
      )}
    </TableState>
  );
}

function Answer({ row }: { row: GameRequestRow }) {
  const { t } = useTranslation('requests');
  const [at, by] = row.decidedAt === null ? [row.reviewedAt, row.reviewedBy] : [row.decidedAt, row.decidedBy];
  if (at === null) return null;
  const who = by ?? (row.state === 'granted' ? t('hub') : null);
  const byWhom = (
    <span>
      {who} · <DateTime value={at} format="minutes" />
    </span>
  );
  // That it is in review, or granted without a word, its state says.
  if (row.reason === null) return <span className={styles.whom}>{byWhom}</span>;
  return (
    <TwoLines second={byWhom}>
      <span className="hub-ellipsis" title={row.reason}>
        {row.reason}
      </span>
    </TwoLines>
  );
}

function PageBox() {
  const { t } = useTranslation('requests');
  const { rows, selection } = useContext(TableState);
  if (selection === null) return null;
  const open = rows.filter(({ state }) => isOpenRequest(state));
  const selected = open.filter(({ id }) => selection.ids.has(id)).length;
  return (
    <Checkbox
      aria-label={t('selectPage')}
      checked={open.length > 0 && selected === open.length}
      indeterminate={selected > 0 && selected < open.length}
      disabled={open.length === 0}
      onChange={(event) => selection.onToggle(open, event.currentTarget.checked)}
    />
  );
}

/** A request that has ended cannot be selected. */
function SelectBox({ row }: { row: GameRequestRow }) {
  const { t } = useTranslation('requests');
  const { selection } = useContext(TableState);
  if (selection === null || !isOpenRequest(row.state)) return null;
  return (
    <Checkbox
      aria-label={t('selectRequest', namesOf(row))}
      checked={selection.ids.has(row.id)}
      // The row behind it opens the request.
      onClick={(event) => event.stopPropagation()}
      onChange={(event) => selection.onToggle([row], event.currentTarget.checked)}
    />
  );
}
