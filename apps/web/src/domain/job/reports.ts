import {
  mailCustomReport,
  mailDailyReport,
  mailItalyGamesReport,
  mailMonthlyReport,
  sendUserGuide,
} from '@ludus/contract';
import { type CallInput, call, useInvalidateTags, useMutation } from '../../lib/api/index.ts';
import { useSession } from '../../lib/auth/index.ts';
import { toastNetworkError } from '../../lib/network-error.ts';
import { socketId } from '../../lib/realtime.ts';
import { showRequestedJob } from './jobs.ts';

const endpoints = {
  daily: mailDailyReport,
  custom: mailCustomReport,
  monthly: mailMonthlyReport,
  'italy-games': mailItalyGamesReport,
} as const;
export type MailedType = keyof typeof endpoints;
/** The reports, in the order of the menu. */
export const mailedTypes = Object.keys(endpoints) as MailedType[];

export type ReportBody = CallInput<typeof mailCustomReport>['body'];

/** The requested job appears on the board at once. */
export function useSendReport() {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: ({ type, body }: { type: MailedType; body: ReportBody }) => {
      const id = socketId();
      return call(endpoints[type], { query: id === undefined ? {} : { socketId: id }, body });
    },
    onSuccess: ({ jobId }) => {
      showRequestedJob(jobId, 'email-report');
      return invalidate(['jobs']);
    },
    onError: toastNetworkError,
  });
}

export function useSendGuide() {
  const { config } = useSession();
  return useMutation({
    mutationFn: (to: string[]) => call(sendUserGuide, { body: { to, fileUrl: config.userGuideUrl } }),
    onError: toastNetworkError,
  });
}
