/** Period close: months of integrations are checked, closed with frozen figures, and restated by what changes afterwards. */
import {
  closePeriod,
  getPeriod,
  getPeriodReadiness,
  listPeriods,
  listRestatedMonths,
  listRestatements,
  reopenPeriod,
  reviewPeriod,
  savePeriodSettings,
} from '@ludus/contract';
import type { CurrentRights } from '../../infra/access/principal.ts';
import { zone } from '../../infra/clock/index.ts';
import { bind } from '../../infra/http/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import type { ReferenceData } from '../integrations/index.ts';
import type { SessionStore } from '../session-store/index.ts';
import { type ChecklistDeps, createChecklist } from './period-close.checklist.ts';
import { createPeriodFiles, type ListComparedDays, periodFilesOf } from './period-close.files.ts';
import { defineRestateJob, restateCron } from './period-close.job.ts';
import { createRestating, type Restating } from './period-close.restate.ts';
import { findRestatedMonths } from './period-close.restated.ts';
import {
  createPeriodCloseService,
  type PeriodCloseDeps,
  type PeriodCloseService,
} from './period-close.service.ts';

export type { Incident } from './period-close.checklist.ts';
export { hasEnded, monthOfBucket } from './period-close.overview.ts';
export { type Closing, findClosings, findFigures, lockPeriod, type PeriodKey } from './period-close.repo.ts';
export type { Restating } from './period-close.restate.ts';
export type { PeriodCloseService } from './period-close.service.ts';

export interface PeriodClosePorts
  extends Pick<ChecklistDeps, 'findDayStates' | 'countQuarantined' | 'findIncidents' | 'readAlerts'> {
  sessionStore: SessionStore;
  referenceData: Pick<ReferenceData, 'read'>;
  findStatement: PeriodCloseDeps['findStatement'];
  listComparedDays: ListComparedDays;
  /** The rights of a person who opens the document of a month. */
  rights: CurrentRights;
}

export interface PeriodCloseModule extends HubModule {
  service: PeriodCloseService;
  restating: Restating;
}

export function createPeriodCloseModule(
  infra: Pick<Infra, 'settings' | 'clock' | 'postgres' | 'jobs' | 'realtime' | 'log'>,
  ports: PeriodClosePorts,
): PeriodCloseModule {
  const restating = createRestating({ ...infra, ...ports });
  const service = createPeriodCloseService({
    ...infra,
    ...ports,
    checklist: createChecklist(ports),
    restating,
  });
  const files = createPeriodFiles(infra, { ...ports, get: service.get });
  const restateJob = defineRestateJob(restating);
  return {
    name: 'period close',
    service,
    restating,
    endpoints: [
      bind(listPeriods, ({ actor }) => service.list(actor)),
      bind(getPeriodReadiness, ({ actor, query }) => service.readiness(actor, query.month)),
      bind(savePeriodSettings, ({ actor, body }) => service.saveSettings(actor, body)),
      bind(listRestatedMonths, ({ actor, query }) =>
        findRestatedMonths({ ...infra, ...ports }, actor, query),
      ),
      bind(getPeriod, async ({ actor, params, query }) => {
        const [detail, urlOf] = await Promise.all([service.get(actor, params, query.by), files.urlSigner()]);
        return { ...detail, files: periodFilesOf(detail, urlOf, actor.userId) };
      }),
      bind(listRestatements, ({ actor, params, query }) => service.listRestatements(actor, params, query)),
      bind(reviewPeriod, ({ actor, params }) => service.review(actor, params)),
      bind(closePeriod, ({ actor, params, body }) => service.close(actor, params, body)),
      bind(reopenPeriod, ({ actor, params, body }) => service.reopen(actor, params, body.reason)),
    ],
    jobs: [restateJob],
    plugin: files.plugin,
    start: () => infra.jobs.schedule(restateJob, restateCron, { tz: zone, key: 'restate', payload: {} }),
  };
}
