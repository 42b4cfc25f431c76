// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed one by one are no table
// biome-ignore-all lint/a11y/useFocusableInteractive: the tree is one stop of the keyboard and names its active row
import { type FigureFilter, metrics, type ReportFigures } from '@ludus/contract';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  type CSSProperties,
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { ExplainFigure } from '../../../components/chart/explain-figure.tsx';
import { MetricFigure } from '../../../components/display/metric-figure.tsx';
import { gamesWithCoversQuery } from '../../../domain/game/games.ts';
import { explainsFor } from '../../../lib/explain.ts';
import { breakpoints, useIsPhone, useMedia } from '../../../lib/use-screen.ts';
import { fittingColumns, headingRoomOf, roomOf } from '../column-room.ts';
import { type FigureId, figureColumns, phonePairFor } from '../columns.ts';
import {
  at,
  type Expansion,
  isBranch,
  isExpanded,
  kinds,
  type Matches,
  type ReportTree,
  rowOf,
  type TreeSort,
  type VisibleRows,
} from '../tree.ts';
import { useRowsInSight } from '../use-rows-in-sight.ts';
import { ReportRow } from './report-row.tsx';
import styles from './report-tree.module.css';

interface ReportTreeProps {
  tree: ReportTree;
  rows: VisibleRows;
  matches: Matches | null;
  expansion: Expansion;
  pattern: RegExp | null;
  columns: readonly FigureId[];
  sort: TreeSort;
  onSort: (by: TreeSort['by']) => void;
  onTurn: (node: number) => void;
  /** All figures of a row, where a row has no room for them. */
  onDetails: (node: number) => void;
  totals: ReportFigures;
  /** The sessions behind the totals. */
  explains: FigureFilter;
  stale: boolean;
}

/** Of the column of names, in px. */
const [wideName, tightName] = [260, 168];
/** Less of the blanks beside a figure, as in the style sheet. */
const tightSpared = 12;
const headHeight = 36;
const totalHeight = 42;

/** The tree of the report as a grid of rows: only those in sight are drawn, the total stays at the foot. */
export function ReportTreeGrid(props: ReportTreeProps) {
  const { tree, rows, matches, expansion, sort, onTurn, onDetails } = props;
  const { t } = useTranslation('reports');
  const { t: common } = useTranslation('common');
  const isPhone = useIsPhone();
  const isTight = useMedia(breakpoints.laptop);
  const baseId = useId();
  const games = useQuery(gamesWithCoversQuery());
  const gameById = useMemo(() => new Map(games.data?.rows.map((game) => [game.id, game])), [games.data]);
  const rowHeight = isPhone ? 52 : 36;
  const count = rows.node.length;
  const fixed = isPhone ? 2 * rowHeight : headHeight + totalHeight;
  const sight = useRowsInSight(count, rowHeight, fixed);
  const [chosen, setChosen] = useState(0);
  // Numbers of nodes are those of one tree.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tree has other nodes
  useEffect(() => setChosen(0), [tree]);
  const activeRow = Math.max(0, rowOf(tree, rows, chosen));
  const [moved, setMoved] = useState(0);
  // After a step with the keyboard; opening a branch far above must not scroll.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a step scrolls
  useLayoutEffect(() => {
    if (moved > 0) sight.show(activeRow);
  }, [moved]);

  const go = (row: number) => {
    const node = rows.node[Math.min(count - 1, Math.max(0, row))];
    if (node === undefined) return;
    setChosen(node);
    setMoved((before) => before + 1);
  };
  const expanded = (node: number) => isExpanded(tree, node, matches, expansion);
  const open = (node: number) => {
    if (isPhone) onDetails(node);
    else if (isBranch(tree, node)) onTurn(node);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const node = rows.node[activeRow];
    if (node === undefined) return;
    const keys: Record<string, () => void> = {
      ArrowDown: () => go(activeRow + 1),
      ArrowUp: () => go(activeRow - 1),
      PageDown: () => go(activeRow + sight.page),
      PageUp: () => go(activeRow - sight.page),
      Home: () => go(0),
      End: () => go(count - 1),
      Enter: () => open(node),
      ' ': () => open(node),
      ArrowRight: () => {
        if (isBranch(tree, node) && !expanded(node)) onTurn(node);
        else if (isBranch(tree, node)) go(activeRow + 1);
      },
      ArrowLeft: () => {
        if (expanded(node)) onTurn(node);
        else if (at(tree.parent, node) >= 0) go(rowOf(tree, rows, at(tree.parent, node)));
      },
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  const shown: number[] = [];
  for (let row = sight.first; row < sight.end; row++) shown.push(row);
  // The active row of the screen reader is rendered even when it is scrolled out of sight.
  if (count > 0 && (activeRow < sight.first || activeRow >= sight.end)) shown.push(activeRow);
  const [counts, amounts] = isTight ? [76, 88] : [104, 136];
  const room = useMemo(
    () => roomOf(tree.figures, props.totals, props.columns),
    [tree, props.totals, props.columns],
  );
  const spared = isTight ? tightSpared : 0;
  const wanted = props.columns.map((id, place) =>
    Math.max(
      isCount(id) ? counts : amounts,
      (room[place] ?? 0) - spared,
      headingRoomOf(common(`metric.${id}`)) - spared,
    ),
  );
  const name = isTight ? tightName : wideName;
  const fitting = fittingColumns(
    wanted,
    props.columns.map(isAlways),
    isPhone ? Number.POSITIVE_INFINITY : sight.width - name,
  );
  const columns = isPhone
    ? phonePairFor(sort.by, props.columns.includes('due'))
    : props.columns.filter((_, place) => fitting[place]);
  const hidden = props.columns.filter((_, place) => !fitting[place]);
  const widths = wanted.filter((_, place) => fitting[place]);
  const sizes = {
    '--columns': widths.map((width) => `${width}px`).join(' '),
    '--wide-columns': widths.map((width) => `minmax(${width}px, 1fr)`).join(' '),
    // The same for every row, whatever stands in it, so that columns are in line.
    '--figures': `${widths.reduce((sum, width) => sum + width, 0)}px`,
    '--name': `${name}px`,
    '--row': `${rowHeight}px`,
    // It shrinks with the window, but not to nothing.
    minHeight: Math.min(320, sight.height + fixed + 2),
  } as CSSProperties;
  const labelOf = (id: FigureId) => common(`metric.${id}`);
  const heading = (by: TreeSort['by'], label: string) => {
    const isSorted = sort.by === by;
    const Arrow = sort.desc ? IconArrowDown : IconArrowUp;
    return (
      <div
        key={by}
        role="columnheader"
        className={styles.heading}
        data-figure={by !== 'name' || undefined}
        aria-sort={isSorted ? (sort.desc ? 'descending' : 'ascending') : 'none'}
      >
        <button type="button" className={styles.sort} onClick={() => props.onSort(by)}>
          {label}
          {isSorted && <Arrow size={14} stroke={1.75} aria-hidden="true" />}
        </button>
        {by !== 'name' && <ExplainFigure metric={by} />}
      </div>
    );
  };
  const grid = (
    <div
      ref={sight.frameRef}
      role="treegrid"
      tabIndex={0}
      aria-label={t('tree')}
      aria-rowcount={count + 2}
      aria-colcount={columns.length + 1}
      aria-busy={props.stale}
      aria-activedescendant={count > 0 ? `${baseId}-${activeRow}` : undefined}
      className={`${styles.frame} hub-fades${props.stale ? ' hub-stale' : ''}`}
      {...explainsFor(props.explains)}
      data-phone={isPhone || undefined}
      data-more={sight.hasMore || undefined}
      onKeyDown={onKeyDown}
      style={sizes}
    >
      <div role="rowgroup" className={styles.head}>
        <div role="row" className={styles.cells} aria-rowindex={1}>
          {isPhone ? (
            // What they are sorted by is chosen beside the search.
            <>
              <div role="columnheader" className={styles.total}>
                {t('name')}
              </div>
              {columns.map((id) => (
                <div key={id} role="columnheader" className={styles.figure}>
                  {labelOf(id)}
                </div>
              ))}
            </>
          ) : (
            <>
              {heading('name', t('name'))}
              {columns.map((id) => heading(id, labelOf(id)))}
            </>
          )}
        </div>
      </div>
      <div role="rowgroup" className={styles.rows} style={{ height: sight.height }}>
        {shown.map((row) => {
          const node = rows.node[row];
          if (node === undefined) return null;
          return (
            <ReportRow
              key={node}
              id={`${baseId}-${row}`}
              tree={tree}
              node={node}
              game={kinds[at(tree.kind, node)] === 'game' ? gameById.get(at(tree.id, node)) : undefined}
              row={row}
              top={sight.top(row)}
              position={rows.position[row] ?? 1}
              siblings={rows.siblings(node)}
              expanded={isBranch(tree, node) ? expanded(node) : null}
              active={row === activeRow}
              pattern={props.pattern}
              columns={columns}
              isPhone={isPhone}
              isTight={isTight}
              onOpen={() => {
                setChosen(node);
                open(node);
              }}
              onTurn={() => {
                setChosen(node);
                onTurn(node);
              }}
            />
          );
        })}
      </div>
      <div role="rowgroup" className={styles.foot}>
        <div role="row" className={styles.cells} aria-rowindex={count + 2} aria-level={1}>
          <div role="rowheader" className={styles.total}>
            {common('total')}
          </div>
          {columns.map((id, place) => (
            <div key={id} role="gridcell" className={styles.figure}>
              <MetricFigure metric={id} value={props.totals[id]} strong={!(isPhone && place > 0)} />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
  if (isPhone || hidden.length === 0) return grid;
  return (
    <>
      {grid}
      <p className="hub-caption">{t('noRoomFor', { columns: hidden.map(labelOf).join(', ') })}</p>
    </>
  );
}

const isAlways = (id: FigureId) => figureColumns.some((column) => column.id === id && column.always);
const isCount = (id: FigureId) => metrics[id].unit === 'count';
