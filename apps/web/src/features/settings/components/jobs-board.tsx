import type { Job } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { SkeletonLine, useDelayed } from '../../../components/feedback/skeletons.tsx';
import { hint } from '../../../components/hint.ts';
import { ScrollFrame } from '../../../components/table/scroll-frame.tsx';
import { formatCount } from '../../../lib/format.ts';
import { type JobColumn, jobColumns, leftOut } from '../board.ts';
import type { JobBoard } from '../use-job-board.ts';
import { JobCard } from './job-card.tsx';
import styles from './jobs-board.module.css';

/** Cards that a column draws; the table pages through all of them. */
const cardsOfColumn = 50;

interface JobsBoardProps extends Pick<JobBoard, 'board' | 'names' | 'deliveriesOf'> {
  isFound: (job: Job) => boolean;
  isFiltered: boolean;
  /** Leads to the table with the jobs of one state. */
  onAll: (column: JobColumn) => void;
}

/** The jobs by state, a column for each; that of failures is there once one has failed. */
export function JobsBoard(props: JobsBoardProps) {
  const { t } = useTranslation('settings');
  const hasFailed = (props.board?.failed.length ?? 0) > 0;
  return (
    <div className={styles.board}>
      <ScrollFrame label={t('board')} className={styles.frame}>
        <div className={styles.columns}>
          {jobColumns
            .filter((column) => column !== 'failed' || hasFailed)
            .map((column) => (
              <Column key={column} column={column} {...props} />
            ))}
        </div>
      </ScrollFrame>
    </div>
  );
}

function Column({ column, ...props }: JobsBoardProps & { column: JobColumn }) {
  const { t } = useTranslation('settings');
  const { board, names, deliveriesOf, isFound, isFiltered, onAll } = props;
  const isLoading = useDelayed(!board);
  const jobs = board?.[column];
  const found = jobs?.filter(isFound);
  // Those that the server left out cannot be searched.
  const unlisted = board && !isFiltered ? leftOut(board, column) : 0;
  const more = Math.max(0, (found?.length ?? 0) - cardsOfColumn) + unlisted;
  const title = t(`columns.${column}`);
  return (
    <section className={styles.column} aria-label={title}>
      <h3 className={styles.heading}>
        <span {...(column === 'delayed' ? hint(t('delayedNote')) : {})}>{title}</span>
        {found && <span className={styles.count}>{formatCount(found.length + unlisted)}</span>}
      </h3>
      {!found && isLoading && <SkeletonLine width="100%" height={56} />}
      {found?.length === 0 && (
        <p className={styles.empty}>{jobs?.length === 0 ? t('empty') : t('nothingFound')}</p>
      )}
      {found && found.length > 0 && (
        <ul className={styles.list}>
          {found.slice(0, cardsOfColumn).map((job) => (
            <li key={job.id}>
              <JobCard job={job} deliveries={deliveriesOf(job)} names={names} />
            </li>
          ))}
          {more > 0 && (
            <li>
              <button type="button" className={styles.more} onClick={() => onAll(column)}>
                {t('moreJobs', { count: more })}
              </button>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}
