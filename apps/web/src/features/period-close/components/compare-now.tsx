import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showRequestedJob } from '../../../domain/job/jobs.ts';
import { useCompareDays } from '../../../domain/statistics/reconciliation.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { toast } from '../../../lib/toast.tsx';
import { daysOfMonth } from '../evidence.ts';

interface CompareNowProps {
  /** 2026-10 */
  month: string;
  integrationIds: readonly number[];
  /** The step to take on the page. */
  filled?: boolean;
}

/** Compares the days of a month with the platforms again: what the check has found may be settled by now. */
export function CompareNow({ month, integrationIds, filled = false }: CompareNowProps) {
  const { t } = useTranslation('periodClose');
  const mayRun = useCan('reconciliation:run');
  const compare = useCompareDays({
    onStarted: (jobId) => {
      toast('running', t('compareStarted'));
      showRequestedJob(jobId, 'compare-days');
    },
    onFailed: (error) => toast('error', error.message, { error }),
  });
  if (!mayRun || integrationIds.length === 0) return null;
  return (
    <Button
      variant={filled ? 'filled' : 'default'}
      size="xs"
      loading={compare.isPending}
      onClick={() => compare.mutate({ ...daysOfMonth(month), integrationIds: [...integrationIds] })}
    >
      {t('compareNow')}
    </Button>
  );
}
