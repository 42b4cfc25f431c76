import type { FigureFilter } from '@ludus/contract';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type CSSProperties, Fragment, type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { explainsFor } from '../../lib/explain.ts';
import { useListKeys } from '../../lib/keyboard/lists.ts';
import { useIsPhone } from '../../lib/use-screen.ts';
import { SkeletonLine, useDelayed } from '../feedback/skeletons.tsx';
import styles from './data-table.module.css';
import { type PhoneRow, PhoneRows } from './phone-rows.tsx';
import { ScrollFrame } from './scroll-frame.tsx';
import { SortControl, type TableSort } from './sort-control.tsx';

export type { PhoneRow, TableSort };

export interface DataColumn<Row> {
  id: string;
  header: ReactNode;
  /** Spoken name where the header is an icon or empty. */
  label?: string;
  cell: (row: Row) => ReactNode;
  /** Figures and dates stand right. */
  align?: 'left' | 'right';
  /** With it the header sorts. For sorting in the browser give `value` too. */
  sortable?: boolean;
  /** The first click sorts descending (figures, dates). */
  descFirst?: boolean;
  /** What the browser sorts by; empty values come last. */
  value?: (row: Row) => string | number | null | undefined;
  width?: CSSProperties['width'];
  /** A long heading takes two lines rather than widening its column; one of two names does so at every width, as its cells do. */
  wraps?: boolean | 'pair';
  /** Money, ids and dates: never cut off. On by default for right-aligned columns. */
  fit?: boolean;
  /** In the totals row, under a double rule. */
  footer?: ReactNode;
}

export interface DataTableProps<Row> {
  /** Spoken name of the table. */
  label: string;
  /** Keep it stable (module level or useMemo). */
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** The order shown. With `onSort` the caller (the server) sorts; without it the table sorts what it has. */
  sort?: TableSort | null;
  onSort?: (sort: TableSort) => void;
  onRowClick?: (row: Row) => void;
  /** Spoken name of a clickable row. */
  rowLabel?: (row: Row) => string;
  selectedId?: string | null;
  /** In pixels: 34 sessions, 38 elsewhere, 48 with two lines, or what `useRowsThatFit` says. */
  rowHeight?: number;
  /** Reaches down to the foot of a `PageBody` with `fill`, even with few rows; `rows` makes its rows higher for it. */
  fill?: boolean | 'rows';
  loading?: boolean;
  skeletonRows?: number;
  /** Old rows while new ones load: dimmed. */
  stale?: boolean;
  /** Shown in place of rows when there are none. */
  empty?: ReactNode;
  /** Inside a panel: no border of its own. */
  bare?: boolean;
  /** Scrolls in itself from this height on. */
  maxHeight?: CSSProperties['maxHeight'];
  /** What a row narrows the figures around the table to, so that its own can be explained. */
  rowExplains?: ((row: Row) => Partial<FigureFilter>) | undefined;
  /** What stands above a row that begins a group: see `groupLines`. */
  lineAbove?: ((index: number) => ReactNode) | undefined;
  /** `sort` is the order in use, for a row that shows what it is sorted by. */
  phoneRow?: (row: Row, sort: TableSort | null) => PhoneRow;
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

type Sortable = string | number | null | undefined;

function compare(a: Sortable, b: Sortable): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'it', { numeric: true, sensitivity: 'base' });
}

/** Whether a column can be sorted: in the browser only with something to compare. */
function sorts<Row>(column: DataColumn<Row>, onSort: DataTableProps<Row>['onSort']): boolean {
  return Boolean(column.sortable && (onSort || column.value));
}

/** A row on the keyboard: Enter and Space open it; `useListKeys` moves. */
function onRowKey(event: KeyboardEvent<HTMLTableRowElement>, open: () => void) {
  if (event.target !== event.currentTarget || (event.key !== 'Enter' && event.key !== ' ')) return;
  event.preventDefault();
  open();
}

/** A ledger: sticky head, hairlines, figures right, the whole row as the target, two-line rows on a phone. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { t } = useTranslation('common');
  const isPhone = useIsPhone();
  const showsSkeleton = useDelayed(props.loading ?? false);
  useListKeys(props.onRowClick !== undefined);
  const [ownSort, setOwnSort] = useState<SortingState>(props.sort ? [props.sort] : []);
  const { columns, rows, sort, onSort, rowId } = props;
  const sorting = useMemo(() => (onSort ? (sort ? [sort] : []) : ownSort), [onSort, sort, ownSort]);

  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>();
    return columns.map((column) =>
      helper.accessor((row): unknown => column.value?.(row) ?? undefined, {
        id: column.id,
        header: () => column.header,
        cell: (context) => column.cell(context.row.original),
        enableSorting: sorts(column, onSort),
        sortDescFirst: column.descFirst ?? column.align === 'right',
        sortUndefined: 'last',
        sortFn: (a, b, id) => compare(a.getValue<Sortable>(id), b.getValue<Sortable>(id)),
      }),
    );
  }, [columns, onSort]);

  const data = useMemo(() => [...rows], [rows]);
  const table = useTable({
    features,
    columns: definitions,
    data,
    state: { sorting },
    getRowId: (row) => rowId(row),
    manualSorting: Boolean(onSort),
    enableSortingRemoval: false,
    enableMultiSort: false,
    onSortingChange: (update) => {
      const next = typeof update === 'function' ? update(sorting) : update;
      if (!onSort) setOwnSort(next);
      else if (next[0]) onSort(next[0]);
    },
  });
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const shownRows = table.getRowModel().rows;
  const isEmpty = !props.loading && rows.length === 0;
  const frame = {
    className: styles.frame,
    'data-bare': props.bare || undefined,
    'data-fill': props.fill || undefined,
    style: { maxHeight: props.maxHeight, '--row-height': `${props.rowHeight ?? 38}px` } as CSSProperties,
  };

  if (isEmpty && props.empty !== undefined) return <div {...frame}>{props.empty}</div>;

  if (isPhone && props.phoneRow) {
    const sortable = columns.filter((column) => sorts(column, onSort));
    const list = (
      <>
        {sortable.length > 0 && (
          <SortControl
            options={sortable.map((column) => ({
              id: column.id,
              label: column.label ?? column.header?.toString() ?? '',
              descFirst: column.descFirst ?? column.align === 'right',
            }))}
            sort={sorting[0] ?? null}
            onSort={(next) => (onSort ? onSort(next) : setOwnSort([next]))}
          />
        )}
        <PhoneRows
          {...props}
          rows={shownRows.map((row) => row.original)}
          sort={sorting[0] ?? null}
          showsSkeleton={showsSkeleton}
        />
      </>
    );
    if (props.maxHeight === undefined)
      return (
        <div {...frame} data-phone>
          {list}
        </div>
      );
    return (
      <ScrollFrame {...frame} label={props.label} scrollsDown data-phone>
        {list}
      </ScrollFrame>
    );
  }

  const hasFooter = columns.some(({ footer }) => footer !== undefined && footer !== false);
  return (
    <ScrollFrame {...frame} label={props.label} scrollsDown={props.maxHeight !== undefined}>
      <table
        className={props.stale ? `${styles.table} hub-stale` : styles.table}
        aria-label={props.label}
        aria-busy={props.loading || props.stale || undefined}
      >
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => {
                const column = byId.get(header.column.id);
                const direction = header.column.getIsSorted();
                const canSort = header.column.getCanSort();
                const Arrow = direction === 'asc' ? IconArrowUp : IconArrowDown;
                return (
                  <th
                    key={header.id}
                    scope="col"
                    data-align={column?.align}
                    data-wraps={column?.wraps || undefined}
                    style={{ width: column?.width }}
                    aria-sort={direction ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}
                  >
                    {column?.label && <span className="hub-visually-hidden">{column.label}</span>}
                    {canSort ? (
                      <button
                        type="button"
                        className={styles.sort}
                        onClick={header.column.getToggleSortingHandler()}
                      >
                        <table.FlexRender header={header} />
                        {direction && <Arrow size={14} stroke={1.75} aria-hidden="true" />}
                      </button>
                    ) : (
                      <table.FlexRender header={header} />
                    )}
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody data-list={props.onRowClick ? '' : undefined}>
          {props.loading
            ? showsSkeleton && <SkeletonRows columns={columns} count={props.skeletonRows ?? 10} />
            : shownRows.map((row, index) => {
                const open = props.onRowClick ? () => props.onRowClick?.(row.original) : undefined;
                return (
                  <Fragment key={row.id}>
                    {props.lineAbove?.(index)}
                    <tr
                      data-clickable={open ? true : undefined}
                      data-list-row={open ? '' : undefined}
                      data-selected={props.selectedId === row.id || undefined}
                      aria-selected={props.selectedId === undefined ? undefined : props.selectedId === row.id}
                      tabIndex={open ? 0 : undefined}
                      aria-label={open && props.rowLabel ? props.rowLabel(row.original) : undefined}
                      {...explainsFor(props.rowExplains?.(row.original) ?? null)}
                      onClick={open}
                      onKeyDown={open ? (event) => onRowKey(event, open) : undefined}
                    >
                      {row.getAllCells().map((cell) => {
                        const column = byId.get(cell.column.id);
                        const isFit = column?.fit ?? column?.align === 'right';
                        return (
                          <td key={cell.id} data-align={column?.align} data-fit={isFit || undefined}>
                            <table.FlexRender cell={cell} />
                          </td>
                        );
                      })}
                    </tr>
                  </Fragment>
                );
              })}
          {isEmpty && (
            <tr>
              <td colSpan={columns.length} style={{ textAlign: 'center', color: 'var(--hub-tertiary)' }}>
                {t('nothingToShow')}
              </td>
            </tr>
          )}
        </tbody>
        {hasFooter && !props.loading && !isEmpty && (
          <tfoot>
            <tr>
              {columns.map((column) => (
                <td
                  key={column.id}
                  data-align={column.align}
                  data-fit={column.align === 'right' || undefined}
                >
                  {column.footer}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </ScrollFrame>
  );
}

const skeletonWidths = ['62%', '78%', '54%', '70%'];

function SkeletonRows<Row>({ columns, count }: { columns: readonly DataColumn<Row>[]; count: number }) {
  return Array.from({ length: count }, (_unused, rowIndex) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
    <tr key={rowIndex}>
      {columns.map((column, index) => (
        <td key={column.id} data-align={column.align}>
          <span
            style={{ display: 'flex', justifyContent: column.align === 'right' ? 'flex-end' : 'flex-start' }}
          >
            <SkeletonLine width={skeletonWidths[(rowIndex + index) % skeletonWidths.length]} />
          </span>
        </td>
      ))}
    </tr>
  ));
}
