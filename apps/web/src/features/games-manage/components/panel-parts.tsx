import { useTranslation } from 'react-i18next';
import { SkeletonLine, useDelayed } from '../../../components/skeletons.tsx';
import { ErrorState } from '../../../components/states.tsx';
import { columns } from '../../../lib/pending-links.ts';
import boardStyles from './board.module.css';
import styles from './panel-parts.module.css';

/** The three columns in their final geometry while they load (VIS-02). */
export function BoardSkeleton() {
  const { t } = useTranslation('gamesManage');
  const isDue = useDelayed(true);
  return (
    <div aria-busy="true">
      <p className="hub-visually-hidden">{t('loading')}</p>
      {isDue && (
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

interface Read {
  isError: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

/** A read that failed, with the text of this area (VIS-03, ERR-032). */
export function BoardError({ reads }: { reads: readonly Read[] }) {
  const { t } = useTranslation('gamesManage');
  return (
    <ErrorState
      text={t('serverError')}
      onReload={() => {
        for (const read of reads) if (read.isError) void read.refetch();
      }}
      reloading={reads.some((read) => read.isFetching)}
    />
  );
}
