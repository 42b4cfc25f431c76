import type { Job } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { progressText } from '../../../domain/job/job-messages.ts';
import styles from './job-card.module.css';

const nearEnd = 95;

/** How far a job that runs has come, and with what. */
export function JobProgress({ job: { progress } }: { job: Job }) {
  const { t } = useTranslation('settings');
  const percentage = Math.round(progress.percentage);
  return (
    <>
      <div className={styles.bar}>
        <div
          className={styles.track}
          role="progressbar"
          aria-label={t('progress')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percentage}
        >
          <div
            className={styles.fill}
            data-near-end={progress.percentage > nearEnd || undefined}
            style={{ width: `${progress.percentage}%` }}
          />
        </div>
        <span className={styles.percentage}>{percentage}%</span>
      </div>
      {progress.message !== '' && <p className={styles.message}>{progressText(progress)}</p>}
    </>
  );
}
