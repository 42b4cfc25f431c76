/** Reports by mail: the mailing list, the clock that asks for reports, and those people ask for. */
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
import { type CurrentRights, findActor, findRequester } from '../../platform/access/requester.ts';
import { zone } from '../../platform/clock/index.ts';
import { bind } from '../../platform/http/index.ts';
import type { HubModule, Platform } from '../../platform/module.ts';
import { defineJob, type JobOptions } from '../../platform/queue/index.ts';
import type { ReferenceDirectory } from '../integrations/index.ts';
import type { ReportsService } from '../reports/index.ts';
import { createMailingListService, type MailingListService } from './mailing-list.service.ts';
import { listDeliveries } from './reports.deliveries.ts';
import { defineReportJob, noteFailure, type ReportJob } from './reports.job.ts';
import { createReportRequester } from './reports.request.ts';
import { forgetOldRuns, planReports } from './reports.schedule.ts';
import './mailing-list.tables.ts';

export type { EntryChange, MailingListService } from './mailing-list.service.ts';

export interface MailingListPorts {
  directory: Pick<ReferenceDirectory, 'read' | 'findByName'>;
  reports: ReportsService;
  identityOf: CurrentRights['identityOf'];
  /** How often and how long a report is tried; for hours unless given. */
  patience?: JobOptions;
}

export interface MailingListModule extends HubModule {
  service: MailingListService;
}

export function createMailingListModule(
  platform: Pick<Platform, 'postgres' | 'clock' | 'realtime' | 'jobs' | 'mailer'>,
  ports: MailingListPorts,
): MailingListModule {
  const { postgres, clock, realtime, jobs, mailer } = platform;
  const { directory, reports, patience } = ports;
  const service = createMailingListService({ postgres, clock, realtime, directory });
  const plan = () => planReports({ postgres, clock, jobs, job: () => job });
  const job: ReportJob = defineReportJob(
    {
      postgres,
      clock,
      realtime,
      mailer,
      reports,
      directory,
      planNext: plan,
      findActor: (userId) => findActor(userId, ports),
      findRequester: (userId, scope) => findRequester(userId, scope, ports),
    },
    patience,
  );
  const request = createReportRequester({ postgres, clock, jobs, job, directory });
  const planJob = defineJob({
    name: 'plan-reports',
    queue: 'system',
    payload: z.strictObject({}),
    async run() {
      await plan();
      await forgetOldRuns({ postgres, clock });
    },
  });
  jobs.whenFailed(job, noteFailure({ clock, realtime }));
  return {
    name: 'mailing list',
    endpoints: [
      bind(listMailingList, () => service.list()),
      bind(createMailingListEntry, ({ body }) => service.create(body)),
      bind(updateMailingListEntry, ({ params, body: { reportTypeId, integrationId } }) =>
        service.update(params.id, { reportTypeId, integrationId }),
      ),
      bind(deleteMailingListEntry, async ({ params }) => {
        await service.remove(params.id);
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
