/** Maintenances at the provider: announced to integrations, which answer whether they are available. */
import { createMaintenance, getMaintenance, listMaintenances } from '@ludus/contract';
import { bind } from '../../platform/http/index.ts';
import type { HubModule, Platform } from '../../platform/module.ts';
import type { Outgoing } from '../../platform/outgoing/index.ts';
import type { IntegrationConnections, ReferenceDirectory } from '../integrations/index.ts';
import type { Tell } from '../notifications/index.ts';
import { definePlatformNoticeJob } from './maintenances.job.ts';
import {
  createMaintenancesService,
  type MaintenancesDeps,
  type MaintenancesService,
} from './maintenances.service.ts';
import { maintenanceTexts } from './maintenances.texts.ts';

export type {
  EnteredMaintenance,
  MaintenanceAnswer,
  MaintenancesService,
  ToldMaintenance,
} from './maintenances.service.ts';
export { maintenanceTexts } from './maintenances.texts.ts';

export type MaintenancesModule = HubModule & { service: MaintenancesService };

export interface MaintenancesPorts {
  directory: Pick<ReferenceDirectory, 'read'>;
  connections: Pick<IntegrationConnections, 'find'>;
  outgoing: Outgoing;
  integrationIdsWithUsers: MaintenancesDeps['integrationIdsWithUsers'];
  tell: Tell;
}

export function createMaintenancesModule(
  platform: Pick<Platform, 'clock' | 'postgres' | 'realtime' | 'jobs'>,
  { directory, connections, outgoing, integrationIdsWithUsers, tell }: MaintenancesPorts,
): MaintenancesModule {
  const { clock, postgres, realtime, jobs } = platform;
  const platformNotice = definePlatformNoticeJob({ postgres, connections, outgoing });
  const service = createMaintenancesService({
    postgres,
    clock,
    realtime,
    directory,
    integrationIdsWithUsers,
    async tellUsers(tx, integrationId, maintenance) {
      await tell(
        tx,
        { integrationIds: [integrationId] },
        {
          severity: maintenance.severity,
          maintenanceId: maintenance.id,
          path: `/notifications?maintenance=${maintenance.id}`,
          texts: (language) => maintenanceTexts(maintenance, language),
          mail: true,
        },
      );
    },
    async tellPlatform(tx, integrationId, maintenanceId) {
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
