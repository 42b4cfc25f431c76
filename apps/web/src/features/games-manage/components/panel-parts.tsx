import { useTranslation } from 'react-i18next';
import { SkeletonLine, useDelayed } from '../../../components/feedback/skeletons.tsx';
import { columns } from '../../../domain/game/pending-links.ts';
import boardStyles from './board.module.css';
import styles from './panel-parts.module.css';

/** The three columns in their final geometry while they load. */
export function BoardSkeleton() {
  const { t } = useTranslation('gamesManage');
  const showSkeleton = useDelayed(true);
  return (
    <div aria-busy="true" className={styles.loading}>
      <p className="hub-visually-hidden">{t('loading')}</p>
      {showSkeleton && (
        <div className={boardStyles.board} aria-hidden="true">
          {columns.map((column) => (
            <div key={column} className={`${boardStyles.place} ${styles.skeleton}`}>
              <SkeletonLine width={96} height={16} />
              <SkeletonLine height={32} my={10} />
              {[70, 55, 80, 62, 74, 50, 66].map((width) => (
                <SkeletonLine key={width} width={`${width}%`} height={14} my={17} />
              ))}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
