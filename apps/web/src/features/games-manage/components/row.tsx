import { useDraggable } from '@dnd-kit/react';
import { ActionIcon } from '@mantine/core';
import { IconArrowBackUp, IconArrowLeft, IconArrowRight, IconCheck } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/badge.tsx';
import { GameThumb, IntegrationChip } from '../../../components/identity.tsx';
import { Volatility } from '../../../components/pips.tsx';
import { formatNumber } from '../../../lib/format.ts';
import type { Column } from '../../../lib/pending-links.ts';
import type { BoardItem } from '../board-item.ts';
import styles from './row.module.css';

/** What waits for the save at a row. */
export type Mark = { kind: 'none' | 'removed' } | { kind: 'new'; isTold: boolean };

export const noMark: Mark = { kind: 'none' };

interface RowFaceProps {
  item: BoardItem;
  mark: Mark;
}

/** Picture or chip, names and facts. */
function RowFace({ item, mark }: RowFaceProps) {
  const { t } = useTranslation('gamesManage');
  const { game } = item;
  return (
    <>
      {game ? (
        <GameThumb src={game.picture} />
      ) : (
        <IntegrationChip name={item.name} number={item.id} size={26} />
      )}
      <span className={styles.names}>
        <span className="hub-ellipsis" title={item.name}>
          {item.name}
        </span>
        {mark.kind === 'removed' ? (
          <span className={styles.removed}>{t('willBeRemoved')}</span>
        ) : (
          (item.sub || game?.isDev) && (
            <span className={`${styles.sub} hub-ellipsis`}>
              {[item.sub, game?.isDev && t('inDev')].filter(Boolean).join(' · ')}
            </span>
          )
        )}
      </span>
      {mark.kind === 'new' && <Badge tone="accent">{t('new')}</Badge>}
      {game && game.rtp !== null && mark.kind === 'none' && (
        <span className={styles.facts}>
          <span>{`${formatNumber(game.rtp, 2, 2)} %`}</span>
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
      <RowFace item={item} mark={noMark} />
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
  onPick: (event: MouseEvent) => void;
}

/** A row that is selected by a click and carried over by dragging. */
export function RowOption({ item, mark, column, ...props }: RowOptionProps) {
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
      data-mark={mark.kind}
      style={{ transform: `translateY(${props.start}px)`, height: props.size }}
      onClick={props.onPick}
    >
      <span className={styles.box} aria-hidden="true">
        {props.isSelected && <IconCheck size={12} stroke={2.5} />}
      </span>
      <RowFace item={item} mark={mark} />
    </div>
  );
}

interface RowButtonsProps {
  item: BoardItem;
  mark: Mark;
  column: Column;
  start: number;
  size: number;
  onMove: () => void;
  onTold: (isTold: boolean) => void;
}

/** The arrow of a row, and for something new whether its people are told (VIS-06, VIS-10, VIS-11). */
export function RowButtons({ item, mark, column, start, size, onMove, onTold }: RowButtonsProps) {
  const { t } = useTranslation('gamesManage');
  const [label, Icon] =
    mark.kind === 'removed'
      ? (['undoRemove', IconArrowBackUp] as const)
      : mark.kind === 'new'
        ? (['cancelAdd', IconArrowLeft] as const)
        : column === 'hidden'
          ? (['show', IconArrowRight] as const)
          : (['hide', IconArrowLeft] as const);
  const text = t(label, { name: item.name });
  return (
    <div className={styles.buttons} style={{ transform: `translateY(${start}px)`, height: size }}>
      {/* The list's own keys do the same: a thousand arrows must not lie in the way of the Tab key. */}
      <ActionIcon
        className={styles.arrow}
        size="sm"
        aria-label={text}
        title={text}
        tabIndex={-1}
        onClick={onMove}
      >
        <Icon size={16} stroke={1.75} />
      </ActionIcon>
      {mark.kind === 'new' && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and gain nothing
        <div className={styles.notify} role="group" aria-label={t('notifyOf', { name: item.name })}>
          <span>{t('notify')}</span>
          {[true, false].map((isTold) => (
            <button
              key={String(isTold)}
              type="button"
              aria-pressed={mark.isTold === isTold}
              onClick={() => onTold(isTold)}
            >
              {t(isTold ? 'yes' : 'no')}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
