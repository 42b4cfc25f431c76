import { Button, TextInput } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconLock, IconSearch } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../domain/game/pending-links.ts';
import { formatCount } from '../../../lib/format.ts';
import { breakpoints, useIsPhone, useMedia } from '../../../lib/use-screen.ts';
import { type BoardItem, matching } from '../board-item.ts';
import styles from './column.module.css';
import { FixedRow, isNew, type Mark, RowButtons, RowOption } from './row.tsx';

interface ColumnListProps {
  column: Column;
  items: readonly BoardItem[];
  markOf: (id: number) => Mark;
  selected: ReadonlySet<number>;
  onSelect: (ids: ReadonlySet<number>) => void;
  /** Over to the other column, or back. */
  onMove: (ids: readonly number[]) => void;
  onNotifiedChange: (ids: readonly number[], isNotified: boolean) => void;
  canDrag: boolean;
}

/** As the style sheet has them. */
const rowHeight = 48;
const newRowHeight = 82;
const page = 8;

/** One column: search, selection, and a list that draws only the rows in sight and takes everything on the keyboard. */
export function ColumnList(props: ColumnListProps) {
  const { column, items, markOf, selected, onSelect, onMove } = props;
  const { t } = useTranslation('gamesManage');
  const { t: common } = useTranslation('common');
  const id = useId();
  const scrollRef = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const anchor = useRef(0);
  const shown = useMemo(() => matching(items, query), [items, query]);
  const chosen = useMemo(() => items.filter((item) => selected.has(item.id)), [items, selected]);
  const isFixed = column === 'owned';
  const isNarrow = useMedia(breakpoints.tablet);
  const isPhone = useIsPhone();
  const hasFacts = shown.some(({ game }) => game != null && game.rtp !== null);
  const title = t(`column.${column}`);
  const at = Math.min(active, shown.length - 1);

  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scrollRef.current,
    getItemKey: (index) => {
      const item = shown[index];
      return item === undefined ? index : `${item.id}${isNew(markOf(item.id))}`;
    },
    estimateSize: (index) => {
      const item = shown[index];
      return item !== undefined && isNew(markOf(item.id)) ? newRowHeight : rowHeight;
    },
    overscan: 8,
    initialRect: { width: 320, height: 480 },
  });

  const select = (from: number, to: number, isAdded: boolean) => {
    const range = shown.slice(Math.min(from, to), Math.max(from, to) + 1).map((item) => item.id);
    onSelect(new Set(isAdded ? [...selected, ...range] : range));
  };
  const toggle = (item: BoardItem | undefined) => {
    if (!item) return;
    const next = new Set(selected);
    if (!next.delete(item.id)) next.add(item.id);
    onSelect(next);
  };
  const goTo = (index: number, extend: boolean) => {
    const next = Math.max(0, Math.min(shown.length - 1, index));
    setActive(next);
    virtualizer.scrollToIndex(next);
    if (extend) select(anchor.current, next, false);
    else anchor.current = next;
  };
  const moveChosen = () => {
    const item = shown[at];
    const ids = chosen.length > 0 ? chosen.map((one) => one.id) : item ? [item.id] : [];
    if (ids.length > 0) onMove(ids);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: shown.length - 1,
    };
    const step = steps[event.key];
    const across = column === 'hidden' ? 'ArrowRight' : 'ArrowLeft';
    if (step !== undefined) goTo(step, event.shiftKey);
    else if (event.key === ' ') {
      anchor.current = at;
      toggle(shown[at]);
    } else if (event.key === 'Enter' || event.key === across) moveChosen();
    else if (event.key === 'Escape' && chosen.length > 0) onSelect(new Set());
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a')
      select(0, shown.length - 1, true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPick = (event: MouseEvent, index: number) => {
    setActive(index);
    if (event.shiftKey) return select(anchor.current, index, true);
    anchor.current = index;
    toggle(shown[index]);
  };

  // Rows are drawn again only when they themselves change: their handlers stay the same.
  const latest = useRef({ onPick, onMove, onNotifiedChange: props.onNotifiedChange });
  latest.current = { onPick, onMove, onNotifiedChange: props.onNotifiedChange };
  const [actions] = useState(() => ({
    pick: (event: MouseEvent, place: number) => latest.current.onPick(event, place - 1),
    move: (id: number) => latest.current.onMove([id]),
    notify: (id: number, isNotified: boolean) => latest.current.onNotifiedChange([id], isNotified),
  }));

  const rows = virtualizer.getVirtualItems().flatMap((row) => {
    const item = shown[row.index];
    return item ? [{ ...row, item, mark: markOf(item.id) }] : [];
  });
  const fresh = isFixed ? [] : items.filter((item) => isNew(markOf(item.id))).map((item) => item.id);
  const allShown = shown.length > 0 && shown.every((item) => selected.has(item.id));

  const selectAll = !isFixed && (
    <button
      type="button"
      className={styles.plain}
      disabled={shown.length === 0}
      onClick={() => (allShown ? onSelect(new Set()) : select(0, shown.length - 1, true))}
    >
      {t(allShown ? 'selectNone' : 'selectAll')}
    </button>
  );

  return (
    <>
      <div className={styles.head}>
        {/* On a narrow screen the switch above says which list this is. */}
        <h2 className={isNarrow ? 'hub-visually-hidden' : styles.title} id={`${id}-title`}>
          {t(`columnTitle.${column}`)}
          <span className={styles.count}>{formatCount(items.length)}</span>
          {isFixed && <IconLock className={styles.lock} size={14} stroke={1.75} aria-hidden="true" />}
        </h2>
        <div className={styles.tools}>
          <TextInput
            className={styles.search}
            size="sm"
            aria-label={t('searchColumn', { column: title })}
            placeholder={t('search')}
            leftSection={<IconSearch size={16} stroke={1.5} />}
            value={query}
            onChange={(event) => {
              setQuery(event.currentTarget.value);
              setActive(0);
            }}
          />
          {isPhone && selectAll}
        </div>
        {(isFixed || !isPhone) && (
          <div className={styles.bar}>
            {isFixed ? <span>{t('ownedHint')}</span> : selectAll}
            {hasFacts && (
              <span className={styles.factsHead}>
                <span className={styles.stacked}>{t('facts')}</span>
                <span className={styles.apart}>{t('rtp')}</span>
                <span className={styles.apart}>{t('volatility')}</span>
              </span>
            )}
          </div>
        )}
        {column === 'viewing' && fresh.length > 0 && (
          <div className={styles.bar} data-notify>
            <span>{t('notifyMany', { count: fresh.length })}</span>
            <button
              type="button"
              className={styles.plain}
              onClick={() => props.onNotifiedChange(fresh, true)}
            >
              {t('notifyAll')}
            </button>
            <button
              type="button"
              className={styles.plain}
              onClick={() => props.onNotifiedChange(fresh, false)}
            >
              {t('notifyNone')}
            </button>
          </div>
        )}
      </div>
      <div ref={scrollRef} className={styles.scroll}>
        {shown.length === 0 ? (
          <p className={styles.empty}>{common(items.length === 0 ? 'nothingToShow' : 'noResults')}</p>
        ) : isFixed ? (
          <ul
            className={styles.list}
            style={{ height: virtualizer.getTotalSize() }}
            aria-labelledby={`${id}-title`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            tabIndex={0}
          >
            {rows.map(({ key, start, size, index, item }) => (
              <FixedRow
                key={key}
                item={item}
                start={start}
                size={size}
                place={index + 1}
                total={shown.length}
              />
            ))}
          </ul>
        ) : (
          <>
            <div
              className={styles.list}
              style={{ height: virtualizer.getTotalSize() }}
              role="listbox"
              aria-multiselectable="true"
              aria-labelledby={`${id}-title`}
              aria-describedby={`${id}-keys`}
              aria-activedescendant={shown[at] ? `${id}-${shown[at].id}` : undefined}
              tabIndex={0}
              onKeyDown={onKeyDown}
            >
              {rows.map(({ key, start, size, index, item, mark }) => (
                <RowOption
                  key={key}
                  id={`${id}-${item.id}`}
                  item={item}
                  mark={mark}
                  column={column}
                  start={start}
                  size={size}
                  place={index + 1}
                  total={shown.length}
                  isActive={index === at}
                  isSelected={selected.has(item.id)}
                  canDrag={props.canDrag}
                  onPick={actions.pick}
                />
              ))}
            </div>
            {/* Beside the list and not in it: an option of a list box cannot hold buttons. */}
            <div className={styles.buttons}>
              {rows.map(({ key, start, size, item, mark }) => (
                <RowButtons
                  key={key}
                  item={item}
                  mark={mark}
                  column={column}
                  start={start}
                  size={size}
                  onMove={actions.move}
                  onNotifiedChange={actions.notify}
                />
              ))}
            </div>
            <span className="hub-visually-hidden" id={`${id}-keys`}>
              {t('keys')}
            </span>
          </>
        )}
      </div>
      {/* Below the list: what is selected next stays where it is. */}
      {chosen.length > 0 && (
        <div className={styles.chosen}>
          <span>{t('selected', { count: chosen.length })}</span>
          <Button
            size="sm"
            variant="default"
            aria-label={t(column === 'hidden' ? 'showSelectedOf' : 'hideSelectedOf')}
            leftSection={column === 'viewing' && <IconArrowLeft size={14} stroke={1.75} />}
            rightSection={column === 'hidden' && <IconArrowRight size={14} stroke={1.75} />}
            onClick={moveChosen}
          >
            {t(column === 'hidden' ? 'showSelected' : 'hideSelected')}
          </Button>
        </div>
      )}
    </>
  );
}
