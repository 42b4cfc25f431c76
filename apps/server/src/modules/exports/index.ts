/** Exported files of figures and sessions: created at once or by a job, sent by mail, opened by signed URLs until they expire. */
import { join } from 'node:path';
import {
  exportCertificateCoverage,
  exportDetailedReport,
  exportOpenSessions,
  exportRanking,
  exportSessions,
  exportStatistics,
  getExport,
  mailDetailedReport,
  type Scope,
} from '@ludus/contract';
import { z } from 'zod';
import { type CurrentRights, findActor, findPrincipal } from '../../infra/access/principal.ts';
import { unlessHeld } from '../../infra/files/index.ts';
import { bind, createSignedFiles } from '../../infra/http/index.ts';
import { createMailQuota } from '../../infra/mail/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import { defineJob } from '../../infra/queue/index.ts';
import type { CoverageService } from '../certificates/index.ts';
import type { ReferenceData } from '../integrations/index.ts';
import type { ReportsService } from '../reports/index.ts';
import type { WholeLists } from '../sessions/index.ts';
import type { CoverageOf, RankingOf, StatisticsService } from '../statistics/index.ts';
import { mailedReport, sessionsRequest } from './exports.calls.ts';
import { coverageRequest } from './exports.coverage.ts';
import { openExport } from './exports.download.ts';
import { defineExportJob } from './exports.job.ts';
import { type OpenSessionsSource, openRequest } from './exports.open.ts';
import { createExportsService, type ExportsService } from './exports.service.ts';

export type { ExportsService } from './exports.service.ts';

export interface ExportsPorts {
  statistics: Pick<StatisticsService, 'statistics'>;
  ranking: RankingOf;
  reports: ReportsService;
  lists: WholeLists;
  openSessions: OpenSessionsSource;
  certificates: Pick<CoverageService, 'wholeCoverage' | 'allActions'>;
  referenceData: Pick<ReferenceData, 'read' | 'findByName'>;
  coverage: CoverageOf;
  identityOf: CurrentRights['identityOf'];
  /** The same for opened URLs, where a result of a moment ago is good enough. */
  recentIdentityOf: CurrentRights['identityOf'];
}

export interface ExportsModule extends HubModule {
  service: ExportsService;
}

export function createExportsModule(
  infra: Pick<Infra, 'settings' | 'clock' | 'postgres' | 'files' | 'jobs' | 'mailer'>,
  ports: ExportsPorts,
): ExportsModule {
  const { settings, clock, postgres, files, jobs, mailer } = infra;
  const { identityOf, recentIdentityOf, referenceData: integrations } = ports;
  const signedFiles = createSignedFiles(
    { settings, clock },
    {
      prefix: '/files/exports',
      purpose: 'export',
      async find(id, userId, ipAddress) {
        const owner = await findActor(userId, { identityOf: recentIdentityOf, integrations });
        return owner && openExport({ postgres, files, clock }, owner, id, ipAddress);
      },
    },
  );
  const deps = {
    ...ports,
    postgres,
    files,
    clock,
    mailer,
    urlSigner: signedFiles.urlSigner,
    findPrincipal: (userId: string, scope: Scope) =>
      findPrincipal(userId, scope, { identityOf, integrations }),
    workDir: join(settings.dataDir, 'work'),
    publicUrl: settings.publicUrl,
  };
  const job = defineExportJob(deps);
  const service = createExportsService({ ...deps, jobs, job, quota: createMailQuota(settings, clock) });
  const removeExpired = defineJob({
    name: 'remove-exports',
    queue: 'system',
    payload: z.strictObject({}),
    async run({ summarise }) {
      // Put off to the next hour while a backup copies files.
      await unlessHeld(postgres, async () => summarise({ removed: await service.removeExpired() }));
    },
  });
  return {
    name: 'exports',
    endpoints: [
      bind(exportStatistics, ({ actor, body: { request, stat, by, format, emails }, signal }) =>
        service.request(actor, { kind: 'statistics', request, stat, by }, { format, emails, signal }),
      ),
      bind(exportRanking, ({ actor, body: { request, format, emails }, signal }) =>
        service.request(actor, { kind: 'ranking', request }, { format, emails, signal }),
      ),
      bind(exportDetailedReport, ({ actor, body: { request, format, emails }, signal }) =>
        service.request(actor, { kind: 'report', request }, { format, emails, signal }),
      ),
      bind(exportSessions, ({ actor, body: { filter, format, emails }, signal }) =>
        service.request(actor, sessionsRequest(filter), { format, emails, signal }),
      ),
      bind(exportOpenSessions, async ({ actor, body, signal }) => {
        const request = await openRequest(actor, body, { referenceData: integrations, now: clock.now() });
        return service.request(actor, request, { format: 'txt', signal });
      }),
      bind(exportCertificateCoverage, async ({ actor, body: { filter, format }, signal }) => {
        const request = await coverageRequest(actor, filter, {
          referenceData: integrations,
          now: clock.now(),
        });
        return service.request(actor, request, { format, signal });
      }),
      bind(getExport, ({ actor, params }) => service.get(actor, params.id)),
      bind(mailDetailedReport, async ({ actor, body }) => ({
        jobId: await service.mail(actor, mailedReport(body), body.emails),
      })),
    ],
    jobs: [job, removeExpired],
    plugin: signedFiles.plugin,
    service,
    start: () => jobs.schedule(removeExpired, '50 * * * *', { tz: 'Europe/Rome', key: 'hour', payload: {} }),
  };
}
