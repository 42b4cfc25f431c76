import { IconArrowsSort } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GamePicture } from '../../../components/display/game-picture.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { formatCount } from '../../../lib/format.ts';
import { type GalleryItem, previewSize, viewMoreFrom } from '../gallery-items.ts';
import styles from './gallery.module.css';
import { GalleryViewer } from './gallery-viewer.tsx';
import { VideoThumb } from './video-thumb.tsx';

interface GalleryProps {
  name: string;
  items: readonly GalleryItem[];
  isSidebarFixed: boolean;
  /** The page's own keys rest while the viewer is open. */
  onViewing: (viewing: boolean) => void;
  onOrder?: (() => void) | undefined;
}

/** The first pictures and videos; a click opens the viewer there. */
export function Gallery({ name, items, isSidebarFixed, onViewing, onOrder }: GalleryProps) {
  const { t } = useTranslation('game');
  const [shown, setShown] = useState<number | null>(null);
  const size = previewSize(isSidebarFixed);
  const preview = items.slice(0, size);
  const view = (place: number | null) => {
    setShown(place);
    onViewing(place !== null);
  };
  return (
    <section className={styles.gallery} aria-labelledby="game-gallery">
      <div className={styles.head}>
        <h2 id="game-gallery" className={styles.title}>
          {t('gallery')}
        </h2>
        <span className={styles.count}>{formatCount(items.length)}</span>
        <span className={styles.links}>
          {onOrder && (
            <button type="button" className={styles.more} onClick={onOrder}>
              <IconArrowsSort size={16} stroke={1.75} aria-hidden="true" />
              {t('order.open')}
            </button>
          )}
          {items.length >= viewMoreFrom && (
            <button
              type="button"
              className={styles.more}
              onClick={() => view(items.length > size ? size : 0)}
            >
              {t('viewMore')}
            </button>
          )}
        </span>
      </div>
      <ul className={styles.grid} data-count={preview.length}>
        {preview.map((item, index) => (
          <li key={item.medium.id}>
            <button
              type="button"
              className={styles.item}
              aria-label={t(item.isVideo ? 'video' : 'picture', { count: index + 1, name })}
              onClick={() => view(index)}
            >
              {item.isVideo ? (
                <VideoThumb url={item.medium.url} />
              ) : (
                <GamePicture medium={item.medium} sizes="(max-width: 639px) 50vw, 380px" />
              )}
            </button>
          </li>
        ))}
      </ul>
      {shown !== null && (
        <GalleryViewer name={name} items={items} place={shown} onPlace={view} onClose={() => view(null)} />
      )}
    </section>
  );
}

/** The gallery in its final geometry while it loads. */
export function GallerySkeleton() {
  return (
    <div className={styles.gallery} aria-hidden="true">
      <div className={styles.head}>
        <SkeletonLine width={72} />
      </div>
      <ul className={styles.grid} data-count={5}>
        {[1, 2, 3, 4, 5].map((place) => (
          <li key={place}>
            <div className={styles.item} data-loading />
          </li>
        ))}
      </ul>
    </div>
  );
}
