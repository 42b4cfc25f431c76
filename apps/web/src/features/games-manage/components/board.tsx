import { Accessibility, PointerSensor } from '@dnd-kit/dom';
import { DragDropProvider, DragOverlay, useDroppable } from '@dnd-kit/react';
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import {
  type Column,
  columnOf,
  columns,
  hide,
  type Links,
  type Pending,
  setNotified,
  show,
} from '../../../domain/game/pending-links.ts';
import { formatCount } from '../../../lib/format.ts';
import { breakpoints, useMedia } from '../../../lib/use-screen.ts';
import type { BoardItem } from '../board-item.ts';
import styles from './board.module.css';
import { ColumnList } from './column.tsx';
import type { Mark } from './row.tsx';

interface BoardProps {
  /** In the order people look them up. */
  items: readonly BoardItem[];
  links: Links;
  pending: Pending;
  onChange: (pending: Pending) => void;
}

type Plugins = NonNullable<ComponentProps<typeof DragDropProvider>['plugins']>;
type Selections = Record<'hidden' | 'viewing', ReadonlySet<number>>;

/** Which list a narrow screen opens with. */
const openingOrder: readonly Column[] = ['viewing', 'hidden', 'owned'];

const nothingSelected: Selections = { hidden: new Set(), viewing: new Set() };
const sensors = [PointerSensor];
// The columns are list boxes with keys of their own: the rows must not become buttons as well.
const plugins: Plugins = (defaults) => defaults.filter((plugin) => plugin !== Accessibility);

/** Not visible, viewing and owned side by side; on a narrow screen one at a time. */
export function Board({ items, links, pending, onChange }: BoardProps) {
  const { t } = useTranslation('gamesManage');
  const isNarrow = useMedia(breakpoints.tablet);
  const [selections, setSelections] = useState(nothingSelected);
  const [announcement, setAnnouncement] = useState('');
  const { add, remove } = pending;
  const byColumn = useMemo(() => sorted(items, { add, remove }, links), [items, add, remove, links]);
  // Opens on a list with rows; one that is emptied afterwards stays in sight.
  const [inSight, setInSight] = useState<Column>(
    () => openingOrder.find((column) => byColumn[column].length > 0) ?? 'viewing',
  );
  const markOf = (id: number): Mark => {
    const isNotified = add.get(id);
    if (isNotified !== undefined) return isNotified ? 'notified' : 'notNotified';
    return remove.has(id) ? 'removed' : 'none';
  };
  const select = (column: Column, ids: ReadonlySet<number>) =>
    setSelections((before) => ({ ...before, [column]: ids }));
  const move = (from: Column, ids: readonly number[]) => {
    const to = from === 'hidden' ? 'viewing' : 'hidden';
    onChange(to === 'viewing' ? show(pending, ids, links) : hide(pending, ids, links));
    const moved = new Set(ids);
    select(from, new Set([...(from === 'owned' ? [] : selections[from])].filter((id) => !moved.has(id))));
    setAnnouncement(t('moved', { count: ids.length, column: t(`column.${to}`) }));
  };
  /** A selected row carries the whole selection along. */
  const carried = (column: Column, id: number): number[] => {
    const selected = column === 'owned' ? undefined : selections[column];
    return selected?.has(id)
      ? byColumn[column].flatMap((item) => (selected.has(item.id) ? [item.id] : []))
      : [id];
  };

  return (
    <>
      {isNarrow && (
        <SegmentedSwitch
          label={t('columns')}
          value={inSight}
          onChange={setInSight}
          fullWidth
          options={columns.map((column) => ({
            value: column,
            label: `${t(`column.${column}`)} ${formatCount(byColumn[column].length)}`,
          }))}
        />
      )}
      <DragDropProvider
        sensors={sensors}
        plugins={plugins}
        onDragEnd={({ canceled, operation: { source, target } }) => {
          if (canceled || !source || !target) return;
          const { column, item } = source.data as { column: Column; item: BoardItem };
          if (target.id !== column) move(column, carried(column, item.id));
        }}
      >
        <div className={styles.board}>
          {columns
            .filter((column) => !isNarrow || column === inSight)
            .map((column) => (
              <Place key={column} column={column} title={t(`column.${column}`)}>
                <ColumnList
                  column={column}
                  items={byColumn[column]}
                  markOf={markOf}
                  selected={column === 'owned' ? nothingSelected.hidden : selections[column]}
                  onSelect={(ids) => select(column, ids)}
                  onMove={(ids) => move(column, ids)}
                  onNotifiedChange={(ids, isNotified) => onChange(setNotified(pending, ids, isNotified))}
                  canDrag={!isNarrow}
                />
              </Place>
            ))}
        </div>
        <DragOverlay dropAnimation={null}>
          {(source) => {
            const { column, item } = source.data as { column: Column; item: BoardItem };
            const count = carried(column, item.id).length;
            const text = count > 1 ? t('dragging', { count }) : item.name;
            return <div className={styles.carried}>{text}</div>;
          }}
        </DragOverlay>
      </DragDropProvider>
      {!isNarrow && (
        <p className="hub-caption" aria-hidden="true">
          {t('keys')}
        </p>
      )}
      <p className="hub-visually-hidden" aria-live="polite">
        {announcement}
      </p>
    </>
  );
}

function Place({ column, title, children }: { column: Column; title: string; children: ReactNode }) {
  const { ref, isDropTarget } = useDroppable({ id: column, disabled: column === 'owned' });
  return (
    <section
      ref={ref}
      className={styles.place}
      aria-label={title}
      data-target={isDropTarget || undefined}
      data-column={column}
    >
      {children}
    </section>
  );
}

/** The items by column; what waits for the save stands first, so that it is seen in a list of any length. */
function sorted(items: readonly BoardItem[], pending: Pending, links: Links): Record<Column, BoardItem[]> {
  const first: Record<Column, BoardItem[]> = { hidden: [], viewing: [], owned: [] };
  const rest: Record<Column, BoardItem[]> = { hidden: [], viewing: [], owned: [] };
  for (const item of items) {
    const column = columnOf(pending, item.id, links);
    if (!column) continue;
    const isPending = pending.add.has(item.id) || pending.remove.has(item.id);
    (isPending ? first : rest)[column].push(item);
  }
  return {
    hidden: [...first.hidden, ...rest.hidden],
    viewing: [...first.viewing, ...rest.viewing],
    owned: rest.owned,
  };
}
