import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useEvaluateAlerts } from '../../../domain/alert/alerts.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { formatInstant } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast.tsx';

/** Evaluates the rules of alerts at once, which else happens every hour: no incident says nothing before. */
export function EvaluateNow() {
  const { t } = useTranslation('periodClose');
  const mayEvaluate = useCan('alerts:manage');
  const { mutate, isPending } = useEvaluateAlerts();
  if (!mayEvaluate) return null;
  return (
    <Button
      variant="default"
      size="xs"
      loading={isPending}
      onClick={() =>
        mutate(undefined, {
          onSuccess: ({ evaluatedUntil }) =>
            toast('success', t('evaluated', { until: formatInstant(evaluatedUntil, 'minutes') })),
          onError: (error) => toast('error', error.message, { error }),
        })
      }
    >
      {t('evaluateNow')}
    </Button>
  );
}
