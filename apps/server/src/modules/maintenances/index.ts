/** Maintenances at the provider: announced to integrations, which confirm or deny their availability. */
import { createMaintenance, getMaintenance, listMaintenances } from '@ludus/contract';
import { bind } from '../../infra/http/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import type { OperatorApi } from '../../infra/operator-api/index.ts';
import type { IntegrationConnections, ReferenceData } from '../integrations/index.ts';
import type { Notify } from '../notifications/index.ts';
import { definePlatformNoticeJob } from './maintenances.job.ts';
import {
  createMaintenancesService,
  type MaintenancesDeps,
  type MaintenancesService,
} from './maintenances.service.ts';
import { maintenanceTexts } from './maintenances.texts.ts';

export { createMaintenanceConfirmations } from './maintenances.confirmations.ts';
export { findMaintenanceTimes, type MaintenanceTime } from './maintenances.repo.ts';
export type {
  ImportedMaintenance,
  MaintenancesService,
  NotifiedMaintenance,
} from './maintenances.service.ts';
export { maintenanceTexts } from './maintenances.texts.ts';

export type MaintenancesModule = HubModule & { service: MaintenancesService };

export interface MaintenancesPorts {
  referenceData: Pick<ReferenceData, 'read'>;
  connections: Pick<IntegrationConnections, 'find'>;
  operatorApi: Pick<OperatorApi, 'sendMaintenance'>;
  integrationIdsWithUsers: MaintenancesDeps['integrationIdsWithUsers'];
  notify: Notify;
}

export function createMaintenancesModule(
  infra: Pick<Infra, 'clock' | 'postgres' | 'realtime' | 'jobs'>,
  { referenceData, connections, operatorApi, integrationIdsWithUsers, notify }: MaintenancesPorts,
): MaintenancesModule {
  const { clock, postgres, realtime, jobs } = infra;
  const platformNotice = definePlatformNoticeJob({ postgres, connections, operatorApi });
  const service = createMaintenancesService({
    postgres,
    clock,
    realtime,
    referenceData,
    integrationIdsWithUsers,
    async notifyUsers(tx, integrationId, maintenance) {
      await notify(
        tx,
        { integrationIds: [integrationId] },
        {
          severity: maintenance.severity,
          maintenanceId: maintenance.id,
          path: `/notifications?maintenance=${maintenance.id}`,
          texts: maintenanceTexts(maintenance),
          mail: true,
        },
      );
    },
    async notifyPlatform(tx, integrationId, maintenanceId) {
      await jobs.enqueue(platformNotice, { maintenanceId, integrationId }, { tx });
    },
  });
  return {
    name: 'maintenances',
    endpoints: [
      bind(listMaintenances, ({ actor }) => service.list(actor)),
      bind(getMaintenance, ({ actor, params }) => service.get(actor, params.id)),
      bind(createMaintenance, ({ actor, body }) => service.create(actor, body)),
    ],
    jobs: [platformNotice],
    service,
  };
}
