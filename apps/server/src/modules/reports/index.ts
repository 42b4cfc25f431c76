/** The detailed report: figures of real sessions by integration, platform, operator and game. */
import { getDetailedReport } from '@ludus/contract';
import { bind, largeJson } from '../../infra/http/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import { createReportsService, type ReportsDeps, type ReportsService } from './reports.service.ts';

export type { ReportQuestion, ReportsService } from './reports.service.ts';
export { reportRows, reportTables } from './reports.table.ts';

export interface ReportsModule extends HubModule {
  service: ReportsService;
}

export function createReportsModule(
  { clock }: Pick<Infra, 'clock'>,
  ports: Omit<ReportsDeps, 'clock'>,
): ReportsModule {
  const service = createReportsService({ ...ports, clock });
  return {
    name: 'reports',
    endpoints: [
      bind(getDetailedReport, async ({ actor, query, signal }) =>
        largeJson(await service.report(actor, query.a, signal)),
      ),
    ],
    service,
  };
}
