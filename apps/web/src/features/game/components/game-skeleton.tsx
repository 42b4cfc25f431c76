import { useTranslation } from 'react-i18next';
import { SkeletonLine, useDelayed } from '../../../components/feedback/skeletons.tsx';
import banner from './game-banner.module.css';
import styles from './game-skeleton.module.css';
import title from './game-title.module.css';
import view from './game-view.module.css';

/** The page in its final geometry while the game loads. */
export function GameSkeleton({ isLow }: { isLow: boolean }) {
  const { t } = useTranslation('game');
  const showSkeleton = useDelayed(true);
  return (
    <div aria-busy="true">
      <p className="hub-visually-hidden">{t('loading')}</p>
      {showSkeleton && (
        <div aria-hidden="true">
          {!isLow && (
            <div className={banner.place}>
              <div className={`${banner.banner} ${styles.banner}`} />
            </div>
          )}
          <div className={title.title} data-low={isLow || undefined}>
            <span className={title.cover} />
            <div className={title.texts}>
              <div className={title.name}>
                <SkeletonLine width={220} height={20} my={4} />
              </div>
              <div className={title.line}>
                <SkeletonLine width={140} />
              </div>
            </div>
          </div>
          <div className={view.columns}>
            <div className={view.main}>
              <div>
                <SkeletonLine />
                <SkeletonLine width="94%" />
                <SkeletonLine width="60%" />
              </div>
            </div>
            <div className={view.facts}>
              {[1, 2, 3, 4, 5, 6, 7].map((line) => (
                <SkeletonLine key={line} my={10} />
              ))}
            </div>
          </div>
        </div>
      )}
    </div>
  );
}
