import { useDraggable } from '@dnd-kit/react';
import { IconArrowBackUp, IconArrowLeft, IconArrowRight, IconCheck } from '@tabler/icons-react';
import { type MouseEvent, memo, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/display/badge.tsx';
import { Volatility } from '../../../components/display/brand-mark.tsx';
import { GameThumb, IntegrationChip } from '../../../components/display/entity-label.tsx';
import { LapsedMark } from '../../../domain/certificate/lapsed-mark.tsx';
import type { Column } from '../../../domain/game/pending-links.ts';
import { formatNumber } from '../../../lib/format.ts';
import { type BoardItem, LapsedItems } from '../board-item.ts';
import styles from './row.module.css';

/** What waits for the save at a row: a removal, or an addition whose people are notified or not. */
export type Mark = 'none' | 'removed' | 'notified' | 'notNotified';

export const isNew = (mark: Mark) => mark === 'notified' || mark === 'notNotified';

interface RowFaceProps {
  item: BoardItem;
  mark: Mark;
}

/** Picture or chip, names and facts. */
function RowFace({ item, mark }: RowFaceProps) {
  const { t } = useTranslation('gamesManage');
  const { game } = item;
  const lapsed = useContext(LapsedItems).get(item.id);
  // That it is not assigned, its column says. What is about to be shown is hidden no more.
  const reason = item.hidden === 'notInCatalog' && !isNew(mark) ? t('notInCatalog') : null;
  const facts = [item.sub, game?.isDev && t('inDev'), reason].filter(Boolean);
  const second =
    mark === 'removed' ? (
      <span className={styles.removed}>{t('willBeRemoved')}</span>
    ) : facts.length > 0 ? (
      <span className={`${styles.sub} hub-ellipsis`}>{facts.join(' · ')}</span>
    ) : null;
  return (
    <>
      {game ? (
        <GameThumb src={game.picture} />
      ) : (
        <IntegrationChip name={item.name} number={item.id} size={26} />
      )}
      <span className={styles.names}>
        {/* A name without a second line has the room of both lines. */}
        <span className={second ? 'hub-ellipsis' : styles.single} title={item.name}>
          {item.name}
        </span>
        {second}
      </span>
      {lapsed && <LapsedMark rows={lapsed} />}
      {isNew(mark) && <Badge tone="accent">{t('new')}</Badge>}
      {game && game.rtp !== null && mark === 'none' && (
        <span className={styles.facts}>
          <span>{`${formatNumber(game.rtp, 2, 2)}%`}</span>
          {game.volatility !== null && game.volatility > 0 && <Volatility value={game.volatility} size={6} />}
        </span>
      )}
    </>
  );
}

interface FixedRowProps {
  item: BoardItem;
  start: number;
  size: number;
  place: number;
  total: number;
}

/** A row that no move touches. */
export function FixedRow({ item, start, size, place, total }: FixedRowProps) {
  return (
    <li
      className={styles.row}
      style={{ transform: `translateY(${start}px)`, height: size }}
      aria-setsize={total}
      aria-posinset={place}
    >
      <RowFace item={item} mark="none" />
    </li>
  );
}

interface RowOptionProps extends RowFaceProps {
  id: string;
  column: Column;
  start: number;
  size: number;
  place: number;
  total: number;
  isActive: boolean;
  isSelected: boolean;
  canDrag: boolean;
  onPick: (event: MouseEvent, place: number) => void;
}

/** A row that is selected by a click and carried over by dragging. */
export const RowOption = memo(function RowOption({ item, mark, column, ...props }: RowOptionProps) {
  const { ref, isDragSource } = useDraggable({
    id: `${column}-${item.id}`,
    data: { column, item },
    disabled: !props.canDrag,
  });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are on the list that owns the row
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the list (aria-activedescendant)
    <div
      ref={ref}
      id={props.id}
      role="option"
      className={styles.row}
      aria-selected={props.isSelected}
      aria-setsize={props.total}
      aria-posinset={props.place}
      data-active={props.isActive || undefined}
      data-dragged={isDragSource || undefined}
      data-mark={mark}
      style={{ transform: `translateY(${props.start}px)`, height: props.size }}
      onClick={(event) => props.onPick(event, props.place)}
    >
      <span className={styles.box} aria-hidden="true">
        {props.isSelected && <IconCheck size={12} stroke={2.5} />}
      </span>
      <RowFace item={item} mark={mark} />
    </div>
  );
});

interface RowButtonsProps {
  item: BoardItem;
  mark: Mark;
  column: Column;
  start: number;
  size: number;
  onMove: (id: number) => void;
  onNotifiedChange: (id: number, isNotified: boolean) => void;
}

/** The arrow of a row, and for something new whether its people are notified. */
export const RowButtons = memo(function RowButtons(props: RowButtonsProps) {
  const { item, mark, column, start, size, onMove, onNotifiedChange } = props;
  const { t } = useTranslation('gamesManage');
  const [label, Icon] =
    mark === 'removed'
      ? (['undoRemove', IconArrowBackUp] as const)
      : isNew(mark)
        ? (['cancelAdd', IconArrowLeft] as const)
        : column === 'hidden'
          ? (['show', IconArrowRight] as const)
          : (['hide', IconArrowLeft] as const);
  const text = t(label, { name: item.name });
  return (
    <div className={styles.buttons} style={{ transform: `translateY(${start}px)`, height: size }}>
      {/* The list's own keys do the same: a thousand arrows must not lie in the way of the Tab key. */}
      <button
        type="button"
        className={styles.arrow}
        aria-label={text}
        title={text}
        tabIndex={-1}
        onClick={() => onMove(item.id)}
      >
        <Icon size={16} stroke={1.75} />
      </button>
      {isNew(mark) && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and gain nothing
        <div className={styles.notify} role="group" aria-label={t('notifyOf', { name: item.name })}>
          <span>{t('notify')}</span>
          {[true, false].map((isNotified) => (
            <button
              key={String(isNotified)}
              type="button"
              aria-pressed={(mark === 'notified') === isNotified}
              onClick={() => onNotifiedChange(item.id, isNotified)}
            >
              {t(isNotified ? 'yes' : 'no')}
            </button>
          ))}
        </div>
      )}
    </div>
  );
});
