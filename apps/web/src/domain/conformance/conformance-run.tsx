import type { ConformanceRun } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '../../components/display/badge.tsx';
import { DateTime } from '../../components/display/date-time.tsx';
import { Fact } from '../../components/display/fact.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { SkeletonLine } from '../../components/feedback/skeletons.tsx';
import { DetailPanel, Facts } from '../../components/overlay/detail-panel.tsx';
import { renderMessage } from '../../lib/messages.ts';
import { CheckResults } from './check-results.tsx';
import styles from './conformance.module.css';
import { runReportQuery } from './conformance.ts';

type Outcome = Exclude<ConformanceRun['state'], 'completed'> | 'passed' | 'checksFailed';

const tones: Record<Outcome, BadgeTone> = {
  running: 'info',
  passed: 'positive',
  checksFailed: 'negative',
  cancelled: 'neutral',
  failed: 'negative',
};

/** How a run ended; one that went through is as good as its checks. */
export function outcomeOf({ state, failed }: ConformanceRun): Outcome {
  if (state !== 'completed') return state;
  return failed === 0 ? 'passed' : 'checksFailed';
}

export function RunState({ run }: { run: ConformanceRun }) {
  const { t } = useTranslation('conformance');
  const outcome = outcomeOf(run);
  return <Badge tone={tones[outcome]}>{t(`runState.${outcome}`)}</Badge>;
}

interface RunPanelProps {
  /** Of the integration. */
  id: number;
  runId: string;
  /** Undefined for one that is not kept any more. */
  run: ConformanceRun | undefined;
  onClose: () => void;
}

/** A run of the list: who started it, and every check that failed or was skipped in it. */
export function RunPanel({ id, runId, run, onClose }: RunPanelProps) {
  const { t } = useTranslation('conformance');
  return (
    <DetailPanel
      label={t('runPanel')}
      title={t('runPanel')}
      state={run && <RunState run={run} />}
      width={720}
      onClose={onClose}
    >
      {run === undefined ? (
        <p className={styles.said}>{t('runGone')}</p>
      ) : (
        <>
          <Facts>
            <Fact label={t('at')}>
              <DateTime value={run.requestedAt} format="minutes" />
            </Fact>
            <Fact label={t('by')}>{run.username}</Fact>
            {run.passed !== null && run.failed !== null && run.skipped !== null && (
              <Fact label={t('results')}>
                {t('counts', { passed: run.passed, failed: run.failed, skipped: run.skipped })}
                {run.withWrites && `, ${t('writesIncluded')}`}
              </Fact>
            )}
          </Facts>
          {run.state === 'completed' ? (
            <RunReport id={id} runId={runId} />
          ) : (
            <p className={styles.said}>
              {run.error === null ? t('noResult') : renderMessage(run.errorDetail, run.error)}
            </p>
          )}
        </>
      )}
    </DetailPanel>
  );
}

function RunReport({ id, runId }: { id: number; runId: string }) {
  const query = useQuery(runReportQuery({ id, runId }));
  return (
    <QueryView query={query} compact>
      {query.data ? (
        <div className={`${styles.stack} ${styles.run}`}>
          <CheckResults report={query.data} newlyFailed={[]} newlyPassed={[]} isOfRun />
        </div>
      ) : (
        <SkeletonLine width="60%" />
      )}
    </QueryView>
  );
}
