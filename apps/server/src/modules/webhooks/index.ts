/** Webhooks: what operators' machines are notified of, signed and repeated as the Standard Webhooks specification asks. */
import {
  createWebhook,
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhooks,
  messageOf,
  redeliverWebhook,
  removeWebhook,
  renewWebhookSecret,
  routes,
  testWebhook,
  updateWebhook,
  webhookFailingDays,
  webhookKeptDays,
} from '@ludus/contract';
import { systemActor } from '../../infra/access/index.ts';
import { type Encryptor, openEncryptor } from '../../infra/crypto/index.ts';
import { bind } from '../../infra/http/index.ts';
import type { InvalidationListener } from '../../infra/invalidation/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import type { Outgoing } from '../../infra/outgoing/index.ts';
import type { Db, Tx } from '../../infra/postgres/index.ts';
import { retentionRule } from '../../infra/retention/index.ts';
import type { ReferenceData } from '../integrations/index.ts';
import type { Notify } from '../notifications/index.ts';
import type { SessionStore } from '../session-store/index.ts';
import { defineDeliverJob, defineWatchJob, startWatching, type WatchWebhooksJob } from './webhooks.jobs.ts';
import { findWebhooks, switchOff } from './webhooks.repo.ts';
import { createWebhooksService, note, type WebhooksService, withoutQuery } from './webhooks.service.ts';
import { createDeliveryWorker, type DeliveryWorker } from './webhooks.worker.ts';
import './webhooks.tables.ts';

export { renewWebhookSecrets } from './webhooks.repo.ts';
export type { WebhooksService } from './webhooks.service.ts';

export interface WebhooksPorts {
  changes: Pick<InvalidationListener, 'onChange'>;
  outgoing: Outgoing;
  referenceData: Pick<ReferenceData, 'read'>;
  coverage: Pick<SessionStore['coverage'], 'find'>;
  /** Publishes which maintenances have begun and ended by now. */
  publishMaintenanceTimes(db: Db, now: Date): Promise<void>;
  notify: Notify;
}

export interface WebhooksModule extends HubModule {
  service: WebhooksService;
  worker: DeliveryWorker;
  watchJob: WatchWebhooksJob;
}

export function createWebhooksModule(
  infra: Pick<Infra, 'settings' | 'clock' | 'postgres' | 'jobs' | 'realtime' | 'log'>,
  { changes, outgoing, referenceData, coverage, publishMaintenanceTimes, notify }: WebhooksPorts,
): WebhooksModule {
  const { postgres, clock, jobs, realtime, settings, log } = infra;
  let opened: Promise<Encryptor> | undefined;
  const encryptor = () => (opened ??= openEncryptor(settings));
  const publishChange = (integrationIds: readonly number[]) => {
    for (const integration of integrationIds)
      realtime.publish({ name: 'changed', data: { topic: 'webhooks' } }, { providers: true, integration });
  };

  async function switchOffAndTell(tx: Tx, id: number, reason: 'failing' | 'gone'): Promise<void> {
    if (!(await switchOff(tx, id, reason))) return;
    const [row] = await findWebhooks(tx, { kind: 'all' }, id);
    if (row === undefined) return;
    const { name, integration, integration_id, url } = row;
    await note(tx, systemActor, row, 'switch-off');
    await notify(
      tx,
      { administratorsOf: [integration_id], admins: true },
      {
        severity: 3,
        path: `${routes.settings.path}?webhook=${id}`,
        texts: {
          title: messageOf('notifications.webhookOff', { name, integration }),
          description:
            reason === 'gone'
              ? messageOf('notifications.webhookGoneText', { url: withoutQuery(url) })
              : messageOf('notifications.webhookFailingText', { days: webhookFailingDays }),
        },
        mail: true,
      },
    );
  }

  const worker = createDeliveryWorker({
    ...{ postgres, clock, outgoing, encryptor, publishChange },
    switchOff: switchOffAndTell,
  });
  const deliver = defineDeliverJob({
    worker,
    clock,
    enqueue: async (startAfter) =>
      void (await jobs.enqueue(deliver, {}, startAfter === undefined ? {} : { startAfter })),
  });
  const enqueueDeliveries = async () => void (await jobs.enqueue(deliver, {}));
  const watchJob = defineWatchJob({
    ...{ postgres, clock, coverage, publishMaintenanceTimes, enqueueDeliveries },
  });
  const service = createWebhooksService({
    ...{ postgres, clock, referenceData, outgoing, encryptor, publishChange },
    enqueueDeliveries: async (tx) => void (await jobs.enqueue(deliver, {}, { tx })),
  });

  let isStarted = false;
  let isWaking = false;
  /** One job for all deliveries that are added while it is queued; the schedule finds what this misses. */
  function wake(): void {
    if (!isStarted || isWaking) return;
    isWaking = true;
    enqueueDeliveries()
      .catch((err: unknown) => log.warn({ err }, 'webhooks wait for the schedule'))
      .finally(() => {
        isWaking = false;
      });
  }
  changes.onChange(['webhook_deliveries'], wake);

  return {
    name: 'webhooks',
    service,
    worker,
    watchJob,
    endpoints: [
      bind(listWebhooks, ({ actor }) => service.list(actor)),
      bind(createWebhook, ({ actor, body }) => service.create(actor, body)),
      bind(updateWebhook, ({ actor, params, body }) => service.update(actor, params.id, body)),
      bind(removeWebhook, async ({ actor, params }) => {
        await service.remove(actor, params.id);
        return null;
      }),
      bind(renewWebhookSecret, ({ actor, params }) => service.renewSecret(actor, params.id)),
      bind(testWebhook, ({ actor, params }) => service.test(actor, params.id)),
      bind(listWebhookDeliveries, ({ actor, params, query }) => service.deliveries(actor, params.id, query)),
      bind(getWebhookDelivery, ({ actor, params }) => service.delivery(actor, params.id, params.deliveryId)),
      bind(redeliverWebhook, ({ actor, params }) => service.redeliver(actor, params.id, params.deliveryId)),
    ],
    jobs: [deliver, watchJob],
    retention: [
      // With their deliveries.
      retentionRule({ table: 'webhook_messages', column: 'created_at', days: webhookKeptDays }),
    ],
    async start() {
      isStarted = true;
      await startWatching(jobs, watchJob);
    },
    async stop() {
      isStarted = false;
    },
  };
}
