/** Maintenances at the provider: announced to integrations, which confirm or deny their availability. */
import {
  cancelMaintenance,
  changeMaintenanceEnd,
  changeMaintenanceStart,
  createMaintenance,
  getCalendarFeed,
  getMaintenance,
  listMaintenances,
  listUpcomingMaintenances,
  renewCalendarFeed,
  revokeCalendarFeed,
  type Severity,
} from '@ludus/contract';
import type { CurrentRights } from '../../infra/access/principal.ts';
import { zone } from '../../infra/clock/index.ts';
import { bind } from '../../infra/http/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import type { OperatorApi } from '../../infra/operator-api/index.ts';
import type { Tx } from '../../infra/postgres/index.ts';
import type { IntegrationConnections, ReferenceData } from '../integrations/index.ts';
import { clearConfirmations, type NotificationTexts, type Notify } from '../notifications/index.ts';
import { calendarPlugin, createCalendarFeeds } from './maintenances.calendar.ts';
import { definePlatformNoticeJob, defineRemindersJob } from './maintenances.job.ts';
import {
  createMaintenancesService,
  type MaintenancesDeps,
  type MaintenancesService,
} from './maintenances.service.ts';
import { maintenanceTexts, reminderTexts } from './maintenances.texts.ts';

export { createMaintenanceConfirmations } from './maintenances.confirmations.ts';
export type {
  ImportedMaintenance,
  MaintenancesService,
  NotifiedMaintenance,
} from './maintenances.service.ts';
export { maintenanceTexts } from './maintenances.texts.ts';
export {
  assumedEnd,
  findMaintenanceTimes,
  type MaintenanceTime,
  takesPlace,
} from './maintenances.times.repo.ts';

export { publishMaintenanceTimes } from './maintenances.webhooks.ts';

export type MaintenancesModule = HubModule & { service: MaintenancesService };

export interface MaintenancesPorts {
  referenceData: Pick<ReferenceData, 'read'>;
  connections: Pick<IntegrationConnections, 'find'>;
  operatorApi: Pick<OperatorApi, 'sendMaintenance'>;
  integrationIdsWithUsers: MaintenancesDeps['integrationIdsWithUsers'];
  notify: Notify;
  /** What a person may see when their calendar is read. */
  rights: CurrentRights;
}

export function createMaintenancesModule(
  infra: Pick<Infra, 'settings' | 'clock' | 'postgres' | 'realtime' | 'jobs'>,
  { referenceData, connections, operatorApi, integrationIdsWithUsers, notify, rights }: MaintenancesPorts,
): MaintenancesModule {
  const { clock, postgres, realtime, jobs } = infra;
  const { publicUrl } = infra.settings;
  const calendars = createCalendarFeeds({ postgres, clock, publicUrl, referenceData, rights });
  const platformNotice = definePlatformNoticeJob({ postgres, connections, operatorApi });
  const notifyPeople = async (
    tx: Tx,
    integrationId: number,
    { id, severity, texts }: { id: number; severity: Severity; texts: NotificationTexts },
  ) => {
    const path = `/notifications?maintenance=${id}`;
    await notify(
      tx,
      { integrationIds: [integrationId] },
      { severity, maintenanceId: id, path, texts, mail: true },
    );
  };
  const reminders = defineRemindersJob({
    postgres,
    clock,
    referenceData,
    remind: (tx, integrationId, maintenance) =>
      notifyPeople(tx, integrationId, { ...maintenance, texts: reminderTexts(maintenance) }),
  });
  const service = createMaintenancesService({
    postgres,
    clock,
    realtime,
    referenceData,
    integrationIdsWithUsers,
    notifyUsers: (tx, integrationId, maintenance) =>
      notifyPeople(tx, integrationId, { ...maintenance, texts: maintenanceTexts(maintenance) }),
    notifyChange: notifyPeople,
    clearConfirmations,
    async notifyPlatform(tx, integrationId, maintenanceId) {
      await jobs.enqueue(platformNotice, { maintenanceId, integrationId }, { tx });
    },
  });
  return {
    name: 'maintenances',
    endpoints: [
      bind(listMaintenances, ({ actor }) => service.list(actor)),
      bind(listUpcomingMaintenances, ({ actor, query }) => service.upcoming(actor, query.integrationId)),
      bind(getMaintenance, ({ actor, params }) => service.get(actor, params.id)),
      bind(createMaintenance, ({ actor, body }) => service.create(actor, body)),
      bind(changeMaintenanceEnd, ({ actor, params, body }) =>
        service.changeEnd(actor, params.id, body.endsAt),
      ),
      bind(changeMaintenanceStart, ({ actor, params, body }) => service.changeStart(actor, params.id, body)),
      bind(getCalendarFeed, ({ actor }) => calendars.get(actor)),
      bind(renewCalendarFeed, ({ actor, body }) => calendars.renew(actor, body.language)),
      bind(revokeCalendarFeed, ({ actor }) => calendars.revoke(actor)),
      bind(cancelMaintenance, ({ actor, params, body }) => service.cancel(actor, params.id, body.reason)),
    ],
    plugin: calendarPlugin(calendars),
    jobs: [platformNotice, reminders],
    service,
    start: () => jobs.schedule(reminders, '*/5 * * * *', { tz: zone, key: 'reminders', payload: {} }),
  };
}
