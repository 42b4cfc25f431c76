import { Modal } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { GamePicture } from '../../../components/display/game-picture.tsx';
import { useDialog } from '../../../components/modal.tsx';
import type { GalleryItem } from '../gallery-items.ts';
import styles from './gallery-viewer.module.css';
import { VideoThumb } from './video-thumb.tsx';

interface GalleryViewerProps {
  name: string;
  items: readonly GalleryItem[];
  place: number;
  onPlace: (place: number) => void;
  onClose: () => void;
}

/** One picture or video at a time, from edge to edge of the screen. */
export function GalleryViewer({ name, items, place, onPlace, onClose }: GalleryViewerProps) {
  const { t } = useTranslation('game');
  const item = items[place];
  useDialog(item !== undefined, onClose);
  const step = (by: number) => onPlace((place + by + items.length) % items.length);
  const onKeyDown = (event: KeyboardEvent) => {
    // A focused video winds with the same keys.
    if (event.target instanceof HTMLVideoElement) return;
    if (event.key === 'ArrowLeft') step(-1);
    else if (event.key === 'ArrowRight') step(1);
    else if (event.key === 'Home') onPlace(0);
    else if (event.key === 'End') onPlace(items.length - 1);
    else return;
    event.preventDefault();
  };
  // A click beside the picture and the controls closes.
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const isPart = event.target instanceof Element && event.target.closest('button, video, img');
    if (!isPart) onClose();
  };
  if (!item) return null;
  const label = (index: number) => t(items[index]?.isVideo ? 'video' : 'picture', { count: index + 1, name });
  const isSeveral = items.length > 1;
  return (
    <Modal.Root opened onClose={onClose} closeOnEscape={false} fullScreen padding={0} radius={0}>
      <Modal.Content aria-label={t('viewer', { name })} classNames={{ content: styles.content }}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys and the close button do the same */}
        <div className={styles.viewer} onKeyDown={onKeyDown} onClick={onClick}>
          <div className={styles.head}>
            <span className={styles.place} aria-live="polite">
              {t('place', { place: place + 1, total: items.length })}
            </span>
            <button
              type="button"
              className={styles.control}
              aria-label={t('closeViewer')}
              data-autofocus
              onClick={onClose}
            >
              <IconX size={20} stroke={1.75} aria-hidden="true" />
            </button>
          </div>
          <div className={styles.stage}>
            {isSeveral && (
              <button
                type="button"
                className={styles.control}
                aria-label={t('previousItem')}
                onClick={() => step(-1)}
              >
                <IconChevronLeft size={22} stroke={1.75} aria-hidden="true" />
              </button>
            )}
            <div className={styles.shown}>
              {item.isVideo ? (
                <video key={item.medium.id} src={item.medium.url} controls autoPlay loop playsInline muted />
              ) : (
                <img
                  key={item.medium.id}
                  src={item.medium.url}
                  alt={label(place)}
                  width={item.medium.width ?? undefined}
                  height={item.medium.height ?? undefined}
                />
              )}
            </div>
            {isSeveral && (
              <button
                type="button"
                className={styles.control}
                aria-label={t('nextItem')}
                onClick={() => step(1)}
              >
                <IconChevronRight size={22} stroke={1.75} aria-hidden="true" />
              </button>
            )}
          </div>
          {isSeveral && (
            <ul className={styles.strip} aria-label={t('thumbnails')}>
              {items.map((one, index) => (
                <li key={one.medium.id}>
                  <Thumbnail
                    item={one}
                    label={label(index)}
                    isShown={index === place}
                    onClick={() => onPlace(index)}
                  />
                </li>
              ))}
            </ul>
          )}
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

interface ThumbnailProps {
  item: GalleryItem;
  label: string;
  isShown: boolean;
  onClick: () => void;
}

function Thumbnail({ item, label, isShown, onClick }: ThumbnailProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isShown) button.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [isShown]);
  return (
    <button
      type="button"
      ref={button}
      className={styles.thumbnail}
      aria-label={label}
      aria-current={isShown || undefined}
      onClick={onClick}
    >
      {item.isVideo ? (
        <VideoThumb url={item.medium.url} />
      ) : (
        <GamePicture medium={item.medium} sizes="96px" markSize={18} />
      )}
    </button>
  );
}
