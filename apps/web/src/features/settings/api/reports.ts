import {
  listAllJobs,
  listIntegrations,
  listReportDeliveries,
  listUsers,
  mailCustomReport,
  mailDailyReport,
  mailItalyGamesReport,
  mailMonthlyReport,
  sendUserGuide,
} from '@ludus/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type CallInput, call, keyOf, queryFor, useMutation } from '../../../lib/api/index.ts';
import { announceJob } from '../../../lib/jobs.ts';
import { socketId } from '../../../lib/realtime.ts';
import { tellUnreached } from '../../../lib/unreached.ts';

export const integrationsQuery = () => queryFor(listIntegrations, { query: {} });

/** SET-06: everybody, or the people of one integration with the administrators of the provider. */
export const usersQuery = (integrationId: number | null) =>
  queryFor(listUsers, { query: integrationId === null ? {} : { integrationId } });

const endpoints = {
  daily: mailDailyReport,
  custom: mailCustomReport,
  monthly: mailMonthlyReport,
  'italy-games': mailItalyGamesReport,
} as const;
export type MailedType = keyof typeof endpoints;
/** SET-02, in the order of the documents. */
export const mailedTypes = Object.keys(endpoints) as MailedType[];

export type ReportBody = CallInput<typeof mailCustomReport>['body'];

/** ERR-047: what the server refuses is logged only. */
const logged = (text: string) => (error: Error) => {
  console.warn(text, error);
  tellUnreached(error);
};

/** SET-08: what it asked for stands on the board at once. */
export function useSendReport() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ type, body }: { type: MailedType; body: ReportBody }) => {
      const id = socketId();
      return call(endpoints[type], { query: id === undefined ? {} : { socketId: id }, body });
    },
    onSuccess: ({ jobId }) => {
      announceJob(jobId, 'email-report');
      void queryClient.invalidateQueries({ queryKey: keyOf(listReportDeliveries) });
      return queryClient.invalidateQueries({ queryKey: keyOf(listAllJobs) });
    },
    onError: logged('The report could not be asked for.'),
  });
}

export function useSendGuide() {
  return useMutation({
    mutationFn: (to: string[]) => call(sendUserGuide, { body: { to } }),
    onError: logged('The user guide could not be sent.'),
  });
}
