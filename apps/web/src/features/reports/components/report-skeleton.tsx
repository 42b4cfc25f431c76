import { useTranslation } from 'react-i18next';
import { SkeletonLine, useDelayed } from '../../../components/feedback/skeletons.tsx';
import styles from './report-skeleton.module.css';

const indents = [0, 1, 2, 2, 2, 1, 2, 2, 0, 1, 2, 2];

/** The shape of a tree while the report is read. */
export function ReportSkeleton() {
  const { t } = useTranslation('common');
  const showSkeleton = useDelayed(true);
  return (
    <div className={styles.frame} role="status" aria-label={t('loading')} aria-busy="true">
      {showSkeleton &&
        indents.map((indent, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <div key={row} className={styles.row} style={{ paddingInlineStart: 16 + indent * 20 }}>
            <SkeletonLine width={180 - indent * 20} />
            <SkeletonLine width={90} />
          </div>
        ))}
    </div>
  );
}
