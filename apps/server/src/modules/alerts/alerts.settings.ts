import { randomBytes } from 'node:crypto';
import { type AlertSettings, type BodyOf, messageOf, type updateAlertSettings } from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { changesBetween, recordAudit } from '../../infra/audit/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import { type Encryptor, Secret } from '../../infra/crypto/index.ts';
import { ConflictError, ValidationError } from '../../infra/errors/index.ts';
import { type Outgoing, OutgoingError } from '../../infra/outgoing/index.ts';
import { afterCommit, type Db, type Postgres } from '../../infra/postgres/index.ts';
import type { JobQueueClient } from '../../infra/queue/index.ts';
import { deliveryOf, findDeliveries } from './alerts.deliveries.repo.ts';
import { findSettings, lockAlerts, updateSettings } from './alerts.repo.ts';
import { enqueueDeliveries, readSecret, secretPurpose, type WebhookJob } from './alerts.webhook.ts';

type Change = BodyOf<typeof updateAlertSettings>;

export interface AlertSettingsService {
  get(): Promise<AlertSettings>;
  /** @throws ValidationError for an address that the hub does not call */
  update(actor: Actor, change: Change): Promise<AlertSettings>;
  /** Queues a test. @throws ConflictError without a webhook */
  test(actor: Actor): Promise<AlertSettings>;
}

export interface AlertSettingsDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  jobs: JobQueueClient;
  webhookJob: WebhookJob;
  outgoing: Pick<Outgoing, 'assertCallable'>;
  encryptor: () => Promise<Encryptor>;
  publishChange(): void;
}

const shownTests = 5;
const secretBytes = 32;

export function createAlertSettingsService(deps: AlertSettingsDeps): AlertSettingsService {
  const { postgres, clock, jobs, webhookJob } = deps;

  async function read(db: Db): Promise<AlertSettings> {
    const row = await findSettings(db);
    return {
      recipients: row.recipients,
      sendsMail: row.sends_mail,
      webhookUrl: row.webhook_url,
      webhookSecret: readSecret(await deps.encryptor(), row.webhook_secret),
      maintenanceHours: row.maintenance_hours,
      graceHours: row.grace_hours,
      tests: (await findDeliveries(db, null, shownTests)).map(deliveryOf),
    };
  }

  async function checkAddress(url: string | null): Promise<void> {
    if (url === null) return;
    try {
      await deps.outgoing.assertCallable(url);
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      throw new ValidationError({ webhookUrl: error.detail }, error.detail);
    }
  }

  return {
    get: () => read(postgres.db),

    async update(actor, change) {
      await checkAddress(change.webhookUrl);
      const encryptor = await deps.encryptor();
      return postgres.transaction(async (tx) => {
        await lockAlerts(tx);
        const { webhookSecret, tests: _tests, ...before } = await read(tx);
        await updateSettings(tx, {
          recipients: change.recipients === null ? null : JSON.stringify(change.recipients),
          sends_mail: change.sendsMail,
          webhook_url: change.webhookUrl,
          maintenance_hours: change.maintenanceHours,
          grace_hours: change.graceHours,
          ...(webhookSecret === null && change.webhookUrl !== null
            ? {
                webhook_secret: encryptor.encrypt(
                  new Secret(randomBytes(secretBytes).toString('hex')),
                  secretPurpose,
                ),
              }
            : {}),
        });
        await recordAudit(tx, {
          actor,
          type: 'alerts',
          action: 'update',
          objectId: null,
          description: messageOf('logs.alertSettingsChanged'),
          changes: changesBetween(withoutQuery(before), withoutQuery(change)),
        });
        afterCommit(tx, deps.publishChange);
        return read(tx);
      });
    },

    test: (actor) =>
      postgres.transaction(async (tx) => {
        const { webhook_url } = await findSettings(tx);
        if (webhook_url === null) throw new ConflictError(messageOf('refusals.noWebhook'));
        const at = clock.now().toISOString();
        const body = { event: 'test', at, sentBy: actor.username };
        await enqueueDeliveries(
          tx,
          { incidentId: null, event: 'test', urls: [webhook_url], body },
          { jobs, job: webhookJob, clock },
        );
        return read(tx);
      }),
  };
}

/** The log keeps where it leads, and not what the query may hold. */
function withoutQuery({ webhookUrl, ...others }: Change): Record<string, unknown> {
  const url = webhookUrl === null ? null : URL.parse(webhookUrl);
  return { ...others, webhookUrl: url === null ? null : `${url.origin}${url.pathname}` };
}
