import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useEvaluateAlerts } from '../../../domain/alert/alerts.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { formatInstant } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast.tsx';

/** Evaluates the rules at once, for the hours that the schedule has not come to yet; only for those who manage alerts. */
export function EvaluateNow({ filled = false }: { filled?: boolean }) {
  const { t } = useTranslation('alerts');
  const mayManage = useCan('alerts:manage');
  const { mutate, isPending } = useEvaluateAlerts();
  if (!mayManage) return null;
  return (
    <Button
      variant={filled ? 'filled' : 'default'}
      leftSection={<IconRefresh size={16} stroke={1.5} />}
      loading={isPending}
      onClick={() =>
        mutate(undefined, {
          onSuccess: ({ hours, rules: count, opened, evaluatedUntil }) => {
            const said = { count, opened, until: formatInstant(evaluatedUntil, 'time') };
            toast(
              'success',
              hours === 0
                ? t('nothingToEvaluate', said)
                : t(opened > 0 ? 'evaluatedOpened' : 'evaluated', said),
            );
          },
          onError: (error) => void toast('error', error.message, { error }),
        })
      }
    >
      {t('evaluateNow')}
    </Button>
  );
}
