import type { Job } from '@ludus/contract';
import { ActionIcon, Button } from '@mantine/core';
import { IconReload, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useClearJob, useRetryJob } from '../../../domain/job/jobs-board.ts';
import { ApiError } from '../../../lib/api/error.ts';
import { toast } from '../../../lib/toast.tsx';

function useTellFailure() {
  const { t } = useTranslation('settings');
  return (error: Error) =>
    toast(
      'error',
      t('removeFailed', { status: error instanceof ApiError ? statusText(error) : error.message }),
    );
}

/** Takes a job that waits out of its queue. */
export function RemoveJob({ job, name, withWords }: { job: Job; name: string; withWords?: boolean }) {
  const { t } = useTranslation('settings');
  const clear = useClearJob({ onDone: () => toast('success', t('removed')), onFailed: useTellFailure() });
  if (job.state !== 'waiting') return null;
  if (withWords) {
    return (
      <Button
        variant="default"
        leftSection={<IconTrash size={16} stroke={1.5} />}
        loading={clear.isPending}
        onClick={() => clear.mutate(job)}
      >
        {t('removeFromQueue')}
      </Button>
    );
  }
  return (
    <ActionIcon
      aria-label={t('removeJob', { name })}
      loading={clear.isPending}
      onClick={() => clear.mutate(job)}
    >
      <IconTrash size={16} stroke={1.5} />
    </ActionIcon>
  );
}

/** Runs a job that has failed once more. */
export function RetryJob({ job }: { job: Job }) {
  const { t } = useTranslation('settings');
  const retry = useRetryJob({ onDone: () => toast('success', t('retried')), onFailed: useTellFailure() });
  if (job.state !== 'failed') return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconReload size={14} stroke={1.75} />}
      loading={retry.isPending}
      onClick={() => retry.mutate(job)}
    >
      {t('retry')}
    </Button>
  );
}

const statusTexts: Record<number, string> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
};

/** The message ends with the status in words; HTTP/2 no longer sends them. */
function statusText({ status, message }: ApiError): string {
  return statusTexts[status] ?? message;
}
