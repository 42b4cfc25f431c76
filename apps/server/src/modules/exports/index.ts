/** Files of figures and sessions: made at once or as a job, sent by mail, opened by signed addresses until they end. */
import { join } from 'node:path';
import {
  exportDetailedReport,
  exportSessions,
  exportStatistics,
  getExport,
  mailDetailedReport,
  type Scope,
} from '@ludus/contract';
import { z } from 'zod';
import { type CurrentRights, findRequester } from '../../platform/access/requester.ts';
import { openVault } from '../../platform/crypto/index.ts';
import { bind } from '../../platform/http/index.ts';
import type { HubModule, Platform } from '../../platform/module.ts';
import { defineJob } from '../../platform/queue/index.ts';
import type { FreshnessOf, ReferenceDirectory } from '../integrations/index.ts';
import type { ReportsService } from '../reports/index.ts';
import type { WholeLists } from '../sessions/index.ts';
import type { StatisticsService } from '../statistics/index.ts';
import { createExportAddresses, type ExportAddresses } from './exports.address.ts';
import { mailedReport, sessionsRequest } from './exports.asked.ts';
import { defineExportJob } from './exports.job.ts';
import { exportPlugin } from './exports.plugin.ts';
import { createExportsService, type ExportsService } from './exports.service.ts';

export type { ExportsService } from './exports.service.ts';

export interface ExportsPorts {
  statistics: Pick<StatisticsService, 'statistics'>;
  reports: ReportsService;
  lists: WholeLists;
  directory: Pick<ReferenceDirectory, 'read' | 'findByName'>;
  freshness: FreshnessOf;
  identityOf: CurrentRights['identityOf'];
}

export interface ExportsModule extends HubModule {
  service: ExportsService;
}

export function createExportsModule(
  platform: Pick<Platform, 'settings' | 'clock' | 'postgres' | 'files' | 'jobs' | 'mailer'>,
  ports: ExportsPorts,
): ExportsModule {
  const { settings, clock, postgres, files, jobs, mailer } = platform;
  let made: Promise<ExportAddresses> | undefined;
  const addresses = () => (made ??= openVault(settings).then((vault) => createExportAddresses(vault, clock)));
  const deps = {
    ...ports,
    postgres,
    files,
    clock,
    mailer,
    addresses,
    findRequester: (userId: string, scope: Scope) => findRequester(userId, scope, ports),
    workDir: join(settings.dataDir, 'work'),
    publicUrl: settings.publicUrl,
  };
  const job = defineExportJob(deps);
  const service = createExportsService({ ...deps, jobs, job });
  const removeExpired = defineJob({
    name: 'remove-exports',
    queue: 'system',
    payload: z.strictObject({}),
    async run({ summarise }) {
      summarise({ removed: await service.removeExpired() });
    },
  });
  return {
    name: 'exports',
    endpoints: [
      bind(exportStatistics, ({ actor, body: { request, stat, format, emails }, signal }) =>
        service.request(actor, { kind: 'statistics', request, stat }, { format, emails, signal }),
      ),
      bind(exportDetailedReport, ({ actor, body: { request, format, emails }, signal }) =>
        service.request(actor, { kind: 'report', request }, { format, emails, signal }),
      ),
      bind(exportSessions, ({ actor, body: { filter, format, emails }, signal }) =>
        service.request(actor, sessionsRequest(filter), { format, emails, signal }),
      ),
      bind(getExport, ({ actor, params }) => service.get(actor, params.id)),
      bind(mailDetailedReport, async ({ actor, body }) => ({
        jobId: await service.mail(actor, mailedReport(body), body.emails),
      })),
    ],
    jobs: [job, removeExpired],
    plugin: exportPlugin(postgres.db, files, clock, addresses),
    service,
    start: () => jobs.schedule(removeExpired, '50 * * * *', { tz: 'Europe/Rome', key: 'hour', payload: {} }),
  };
}
