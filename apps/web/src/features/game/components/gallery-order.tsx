import { Accessibility } from '@dnd-kit/dom';
import { DragDropProvider } from '@dnd-kit/react';
import { isSortable, useSortable } from '@dnd-kit/react/sortable';
import { ActionIcon, Button } from '@mantine/core';
import { IconAlertCircle, IconChevronDown, IconChevronUp, IconGripVertical } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GamePicture } from '../../../components/display/game-picture.tsx';
import { Modal } from '../../../components/modal.tsx';
import { useOrderMedia } from '../../../domain/game/edit-game.ts';
import { toast } from '../../../lib/toast.tsx';
import { useIsNarrow } from '../../../lib/use-screen.ts';
import { type GalleryItem, moved } from '../gallery-items.ts';
import styles from './gallery-order.module.css';
import { VideoThumb } from './video-thumb.tsx';

interface GalleryOrderProps {
  name: string;
  items: readonly GalleryItem[];
  onClose: () => void;
}

/** The gallery as a list whose items are dragged, by mouse, finger or keyboard, or moved by buttons. */
export function GalleryOrder({ name, items: current, onClose }: GalleryOrderProps) {
  const { t } = useTranslation('game');
  const { t: common } = useTranslation('common');
  const isNarrow = useIsNarrow();
  // As the dialog was opened: the game is read again when its pictures have been rendered, and gives other objects.
  const [items] = useState(current);
  const [order, setOrder] = useState(items);
  const [isDragging, setDragging] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const save = useSaveOrder(onClose);
  // What an item is called stays the place it came from, however it is moved.
  const nameOf = (item: GalleryItem) =>
    t(item.isVideo ? 'order.video' : 'order.picture', { count: items.indexOf(item) + 1 });
  const move = (from: number, to: number) => {
    const item = order[from];
    if (!item || to < 0 || to >= order.length || from === to) return;
    setOrder(moved(order, from, to));
    const place = { what: nameOf(item), place: to + 1, total: order.length };
    setAnnouncement(t('order.moved', place));
  };
  const [plugins] = useState(() =>
    spokenBy(t, items.length, (id) => {
      const item = items.find(({ medium }) => medium.id === id);
      return item ? nameOf(item) : '';
    }),
  );
  const isChanged = order.some((item, index) => item !== items[index]);
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={!isDragging && !save.isPending}
      closeOnClickOutside={!isChanged}
      title={t('order.title')}
      fullScreen={isNarrow}
      size={520}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <p className={styles.help}>{t('order.help')}</p>
      <DragDropProvider
        plugins={plugins}
        onDragStart={() => setDragging(true)}
        onDragEnd={({ canceled, operation: { source } }) => {
          setDragging(false);
          if (!canceled && isSortable(source)) move(source.initialIndex, source.index);
        }}
      >
        <ol className={styles.list} aria-label={t('viewer', { name })}>
          {order.map((item, index) => (
            <OrderRow
              key={item.medium.id}
              item={item}
              index={index}
              name={nameOf(item)}
              isLast={index === order.length - 1}
              onMove={(to) => move(index, to)}
            />
          ))}
        </ol>
      </DragDropProvider>
      <p className="hub-visually-hidden" aria-live="polite">
        {announcement}
      </p>
      {save.isError && (
        <p className={styles.error} role="alert">
          <IconAlertCircle size={16} stroke={1.75} aria-hidden="true" /> {save.error.message}
        </p>
      )}
      <div className={styles.foot}>
        <Button variant="default" onClick={onClose} disabled={save.isPending}>
          {common('cancel')}
        </Button>
        <Button onClick={() => save.save(order)} loading={save.isPending} disabled={!isChanged}>
          {t('order.save')}
        </Button>
      </div>
    </Modal>
  );
}

type Plugins = NonNullable<ComponentProps<typeof DragDropProvider>['plugins']>;
type Spoken = NonNullable<ConstructorParameters<typeof Accessibility>[1]>;

/** What is said while dragging, in the language of the interface. Where an item comes to lie the dialog itself says. */
function spokenBy(t: TFunction<'game'>, total: number, nameOf: (id: unknown) => string): Plugins {
  const spoken: Spoken = {
    screenReaderInstructions: { draggable: t('order.instructions') },
    announcements: {
      dragstart: ({ operation: { source } }) => t('order.picked', { what: nameOf(source?.id) }),
      dragover: ({ operation: { source } }) =>
        isSortable(source)
          ? t('order.moved', {
              what: nameOf(source.id),
              place: source.index + 1,
              total,
            })
          : undefined,
      dragend: ({ canceled }) => (canceled ? t('order.canceled') : undefined),
    },
  };
  return (defaults) => [
    ...defaults.filter((plugin) => plugin !== Accessibility),
    Accessibility.configure(spoken),
  ];
}

/** Sends every entry with its new place and without its address. */
function useSaveOrder(onSaved: () => void) {
  const { t } = useTranslation('game');
  const order = useOrderMedia(() => {
    toast('success', t('order.saved'));
    onSaved();
  });
  const save = (items: readonly GalleryItem[]) =>
    order.mutate(
      items.map(({ medium: { url: _url, variants: _variants, ...entry } }, place) => ({
        ...entry,
        order: place,
      })),
    );
  return { ...order, save };
}

interface OrderRowProps {
  item: GalleryItem;
  index: number;
  name: string;
  isLast: boolean;
  onMove: (to: number) => void;
}

function OrderRow({ item: { medium, isVideo }, index, name, isLast, onMove }: OrderRowProps) {
  const { t } = useTranslation('game');
  const { ref, handleRef, isDragSource } = useSortable({ id: medium.id, index });
  return (
    <li ref={ref} className={styles.row} data-dragged={isDragSource || undefined}>
      <button
        type="button"
        ref={handleRef}
        className={styles.handle}
        aria-label={t('order.drag', { what: name })}
      >
        <IconGripVertical size={18} stroke={1.5} aria-hidden="true" />
      </button>
      <span className={styles.place} aria-hidden="true" />
      <span className={styles.thumb}>
        {isVideo ? (
          <VideoThumb url={medium.url} />
        ) : (
          <GamePicture medium={medium} sizes="112px" markSize={20} />
        )}
      </span>
      <span className={styles.name}>{name}</span>
      <ActionIcon
        aria-label={t('order.earlier', { what: name })}
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
      >
        <IconChevronUp size={18} stroke={1.5} />
      </ActionIcon>
      <ActionIcon
        aria-label={t('order.later', { what: name })}
        disabled={isLast}
        onClick={() => onMove(index + 1)}
      >
        <IconChevronDown size={18} stroke={1.5} />
      </ActionIcon>
    </li>
  );
}
