/** Reports by mail: the mailing list, scheduled reports, and those that people request. */
import {
  createMailingListEntry,
  deleteMailingListEntry,
  listMailingList,
  listReportDeliveries,
  listReportTypes,
  mailCustomReport,
  mailDailyReport,
  mailItalyGamesReport,
  mailMonthlyReport,
  reportTypeNames,
  reportTypes,
  updateMailingListEntry,
} from '@ludus/contract';
import { z } from 'zod';
import { type CurrentRights, findActor, findPrincipal } from '../../infra/access/principal.ts';
import { zone } from '../../infra/clock/index.ts';
import { bind } from '../../infra/http/index.ts';
import { createMailQuota } from '../../infra/mail/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import { defineJob, type JobOptions } from '../../infra/queue/index.ts';
import type { ReferenceData } from '../integrations/index.ts';
import type { Notify } from '../notifications/index.ts';
import type { ReportsService } from '../reports/index.ts';
import type { CoverageOf } from '../statistics/index.ts';
import { createClaimCheck } from './claims.ts';
import { createMailingListService, type MailingListService } from './mailing-list.service.ts';
import { listDeliveries } from './reports.deliveries.ts';
import { defineReportJob, noteFailure, type ReportJob } from './reports.job.ts';
import { createReportRequester } from './reports.request.ts';
import { forgetOldRuns, planReports } from './reports.schedule.ts';
import './mailing-list.tables.ts';

export { createClaimCheck } from './claims.ts';
export type { EntryChange, MailingListService } from './mailing-list.service.ts';

export interface MailingListPorts {
  referenceData: Pick<ReferenceData, 'read' | 'findByName'>;
  reports: ReportsService;
  coverage: CoverageOf;
  identityOf: CurrentRights['identityOf'];
  notify: Notify;
  /** How often and how long a report is tried; for hours unless given. */
  retryPolicy?: JobOptions;
}

export interface MailingListModule extends HubModule {
  service: MailingListService;
}

export function createMailingListModule(
  infra: Pick<Infra, 'settings' | 'postgres' | 'clock' | 'realtime' | 'jobs' | 'mailer'>,
  ports: MailingListPorts,
): MailingListModule {
  const { postgres, clock, realtime, jobs, mailer } = infra;
  const { referenceData, reports, coverage, retryPolicy } = ports;
  const rights = { identityOf: ports.identityOf, integrations: referenceData };
  const checkClaims = createClaimCheck({ clock, notify: ports.notify });
  const service = createMailingListService({ postgres, clock, realtime, referenceData, checkClaims });
  const plan = () => planReports({ postgres, clock, jobs, job: () => job });
  const job: ReportJob = defineReportJob(
    {
      postgres,
      clock,
      realtime,
      mailer,
      reports,
      coverage,
      referenceData,
      planNext: plan,
      findActor: (userId) => findActor(userId, rights),
      findPrincipal: (userId, scope) => findPrincipal(userId, scope, rights),
    },
    retryPolicy,
  );
  const request = createReportRequester({
    postgres,
    clock,
    jobs,
    job,
    referenceData,
    quota: createMailQuota(infra.settings, clock),
  });
  const planJob = defineJob({
    name: 'plan-reports',
    queue: 'system',
    payload: z.strictObject({}),
    async run() {
      await plan();
      await forgetOldRuns({ postgres, clock });
      // Platforms and sign-ins bring addresses too.
      await postgres.transaction(checkClaims);
    },
  });
  jobs.whenFailed(job, noteFailure({ clock, realtime }));
  return {
    name: 'mailing list',
    endpoints: [
      bind(listMailingList, () => service.list()),
      bind(createMailingListEntry, ({ actor, body }) => service.create(actor, body)),
      bind(updateMailingListEntry, ({ actor, params, body: { reportTypeId, integrationId } }) =>
        service.update(actor, params.id, { reportTypeId, integrationId }),
      ),
      bind(deleteMailingListEntry, async ({ actor, params }) => {
        await service.remove(actor, params.id);
        return null;
      }),
      bind(listReportTypes, async () => reportTypeNames.map((name) => ({ id: reportTypes[name], name }))),
      bind(mailDailyReport, ({ actor, body }) => request(actor, 'daily', body)),
      bind(mailMonthlyReport, ({ actor, body }) => request(actor, 'monthly', body)),
      bind(mailItalyGamesReport, ({ actor, body }) => request(actor, 'italy-games', body)),
      bind(mailCustomReport, ({ actor, body }) => request(actor, 'custom', body)),
      bind(listReportDeliveries, () => listDeliveries(postgres.db)),
    ],
    jobs: [job, planJob],
    service,
    async start() {
      await plan();
      await jobs.schedule(planJob, '5 * * * *', { tz: zone, key: 'hour', payload: {} });
    },
  };
}
