import type { Message, MessageValue } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { useSynchroniseIntegrations } from '../../domain/integration/manage-integrations.ts';
import { JobError } from '../../domain/job/wait-for-job.ts';
import { renderMessage } from '../../lib/messages.ts';
import { toast } from '../../lib/toast.tsx';

/** Synchronises one integration, or all without an id, and shows how it ended, also on another page. */
export function useSync(id?: number) {
  const { t } = useTranslation('integrations');
  return useSynchroniseIntegrations(id, {
    onSynchronised: () => void toast('success', t(id === undefined ? 'syncedAll' : 'syncedOne')),
    onFailed: (error) => {
      const text = t(id === undefined ? 'syncAllFailed' : 'syncOneFailed');
      toast('error', text, { detail: failureOf(error), error });
    },
  });
}

/** What the toast says below its own words: the job's error without the same words. */
function failureOf(error: Error): string {
  const failure = error instanceof JobError ? error.detail?.values.failure : undefined;
  return isMessage(failure) ? renderMessage(failure) : error.message;
}

function isMessage(value: MessageValue | undefined): value is Message {
  return typeof value === 'object' && !Array.isArray(value);
}
