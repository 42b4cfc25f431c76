import { randomUUID } from 'node:crypto';
import {
  type BodyOf,
  type createWebhook,
  type listWebhookDeliveries,
  maxWebhooks,
  messageOf,
  oldSecretHours,
  type QueryOf,
  type ResponseOf,
  type updateWebhook,
  type Webhook,
  type WebhookDelivery,
  type WebhookDeliveryDetail,
  type WebhookEventName,
  type WebhookSecret,
  webhookDeliveriesPerPage,
} from '@ludus/contract';
import { type Actor, integrationScope } from '../../infra/access/index.ts';
import { type AuditEntry, changesBetween, recordAudit } from '../../infra/audit/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import { type Encryptor, Secret } from '../../infra/crypto/index.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../infra/errors/index.ts';
import { type Outgoing, OutgoingError } from '../../infra/outgoing/index.ts';
import { afterCommit, type Db, type Postgres, type Tx } from '../../infra/postgres/index.ts';
import { createWebhookSecret } from '../../infra/webhooks/index.ts';
import type { ReferenceData } from '../integrations/index.ts';
import {
  countDeliveries,
  type DeliveryRow,
  findAttempts,
  findBody,
  findDeliveries,
  hastenDeliveries,
  insertTest,
  restartDelivery,
} from './webhooks.deliveries.repo.ts';
import { attemptOf, deliveryOf, webhookOf } from './webhooks.mapper.ts';
import {
  countWebhooksForUpdate,
  deleteWebhook,
  findWebhooks,
  insertWebhook,
  lockWebhook,
  secretPurpose,
  updateWebhookRow,
  type WebhookRow,
} from './webhooks.repo.ts';

/** Webhooks of the actor's integration, or of all of them for the provider. Others are not found. */
export interface WebhooksService {
  list(actor: Actor): Promise<{ rows: Webhook[] }>;
  /** @throws ValidationError for an address that the hub does not call, ConflictError beyond the most of an integration */
  create(actor: Actor, body: BodyOf<typeof createWebhook>): Promise<WebhookSecret>;
  /** Adds a webhook that no person creates, with a test that waits for it. Returns its secret. */
  enter(tx: Tx, entry: WebhookEntry): Promise<string>;
  /** @throws NotFoundError, ValidationError */
  update(actor: Actor, id: number, body: BodyOf<typeof updateWebhook>): Promise<Webhook>;
  /** @throws NotFoundError */
  remove(actor: Actor, id: number): Promise<void>;
  /** @throws NotFoundError */
  renewSecret(actor: Actor, id: number): Promise<WebhookSecret>;
  /** @throws NotFoundError, ConflictError for one that is off */
  test(actor: Actor, id: number): Promise<WebhookDelivery>;
  /** @throws NotFoundError */
  deliveries(
    actor: Actor,
    id: number,
    query: QueryOf<typeof listWebhookDeliveries>,
  ): Promise<ResponseOf<typeof listWebhookDeliveries>>;
  /** @throws NotFoundError */
  delivery(actor: Actor, id: number, deliveryId: number): Promise<WebhookDeliveryDetail>;
  /** @throws NotFoundError, ConflictError for a webhook that is off */
  redeliver(actor: Actor, id: number, deliveryId: number): Promise<WebhookDelivery>;
}

export interface WebhookEntry {
  integrationId: number;
  name: string;
  url: string;
  events: WebhookEventName[];
}

export interface WebhooksDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  referenceData: Pick<ReferenceData, 'read'>;
  outgoing: Pick<Outgoing, 'assertCallable'>;
  encryptor: () => Promise<Encryptor>;
  /** Has what is due sent once the transaction has committed. */
  enqueueDeliveries(tx: Tx): Promise<void>;
  publishChange(integrationIds: readonly number[]): void;
}

const hourMs = 3_600_000;

export function createWebhooksService(deps: WebhooksDeps): WebhooksService {
  const { postgres, clock } = deps;

  async function find(db: Db, actor: Actor, id: number): Promise<WebhookRow> {
    const [row] = await findWebhooks(db, integrationScope(actor), id);
    if (row === undefined) throw new NotFoundError(messageOf('refusals.webhookNotFound'));
    return row;
  }

  async function findDelivery(db: Db, { id }: WebhookRow, deliveryId: number): Promise<DeliveryRow> {
    const [row] = await findDeliveries(db, id, { id: deliveryId });
    if (row === undefined) throw new NotFoundError(messageOf('refusals.webhookDeliveryNotFound'));
    return row;
  }

  /** Applies a change to a webhook of the actor, under a lock. */
  function change<T>(actor: Actor, id: number, apply: (tx: Tx, row: WebhookRow) => Promise<T>): Promise<T> {
    return postgres.transaction(async (tx) => {
      await lockWebhook(tx, id);
      const row = await find(tx, actor, id);
      afterCommit(tx, () => deps.publishChange([row.integration_id]));
      return apply(tx, row);
    });
  }

  async function checkAddress(url: string): Promise<void> {
    try {
      await deps.outgoing.assertCallable(url);
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      throw new ValidationError({ url: error.detail }, error.detail);
    }
  }

  async function integrationFor(actor: Actor, requested: number | undefined): Promise<number> {
    const scope = integrationScope(actor);
    const id = requested ?? (scope.kind === 'one' ? scope.id : undefined);
    if (id === undefined)
      throw new ValidationError({ integrationId: messageOf('fields.webhookIntegration') });
    const { integrations } = await deps.referenceData.read();
    const isSeen = scope.kind === 'all' || (scope.kind === 'one' && scope.id === id);
    if (!isSeen || !integrations.get(id)?.isActive)
      throw new NotFoundError(messageOf('refusals.integrationNotFound'));
    return id;
  }

  /** A new secret, and how it is stored. */
  async function makeSecret(integrationId: number) {
    const secret = createWebhookSecret();
    const ciphertext = (await deps.encryptor()).encrypt(new Secret(secret), secretPurpose(integrationId));
    return { secret, ciphertext };
  }

  const insert = (tx: Tx, { integrationId, ...fields }: WebhookEntry, ciphertext: string) =>
    insertWebhook(tx, {
      ...fields,
      ...{ integration_id: integrationId, off_reason: null, failing_since: null },
      ...{ secret: ciphertext, old_secret: null, old_secret_until: null, created_at: clock.now() },
    });

  function addTest(tx: Tx, endpointId: number, integrationId: number): Promise<number> {
    const at = clock.now();
    const data = { integrationId, message: 'A test of the webhook.' };
    return insertTest(tx, {
      messageId: `msg_${randomUUID().replaceAll('-', '')}`,
      endpointId,
      integrationId,
      body: JSON.stringify({ type: 'test', timestamp: at.toISOString(), data }),
      at,
    });
  }

  function requireOn({ off_reason }: WebhookRow): void {
    if (off_reason !== null) throw new ConflictError(messageOf('refusals.webhookOff'));
  }

  return {
    async list(actor) {
      const rows = await findWebhooks(postgres.db, integrationScope(actor));
      return { rows: rows.map((row) => webhookOf(row, clock.now())) };
    },

    async create(actor, { integrationId: requested, name, url, events }) {
      const integrationId = await integrationFor(actor, requested);
      await checkAddress(url);
      const { secret, ciphertext } = await makeSecret(integrationId);
      return postgres.transaction(async (tx) => {
        if ((await countWebhooksForUpdate(tx, integrationId)) >= maxWebhooks)
          throw new ConflictError(messageOf('refusals.tooManyWebhooks', { max: maxWebhooks }));
        const id = await insert(tx, { integrationId, name, url, events }, ciphertext);
        const row = await find(tx, actor, id);
        await note(tx, actor, row, 'create', { changes: changesBetween({}, logged({ name, url, events })) });
        afterCommit(tx, () => deps.publishChange([integrationId]));
        return { webhook: webhookOf(row, clock.now()), secret };
      });
    },

    async enter(tx, entry) {
      const { secret, ciphertext } = await makeSecret(entry.integrationId);
      const id = await insert(tx, entry, ciphertext);
      await addTest(tx, id, entry.integrationId);
      return secret;
    },

    async update(actor, id, { isActive, ...fields }) {
      // Of someone who does not see the webhook no address is looked up.
      await find(postgres.db, actor, id);
      await checkAddress(fields.url);
      return change(actor, id, async (tx, row) => {
        const isSwitched = isActive !== (row.off_reason === null);
        if (isSwitched && isActive) await hastenDeliveries(tx, id, clock.now());
        await updateWebhookRow(tx, id, {
          ...fields,
          ...(isSwitched ? { off_reason: isActive ? null : 'person', failing_since: null } : {}),
        });
        const changes = changesBetween(logged(row), logged(fields));
        const after = await find(tx, actor, id);
        if (Object.keys(changes).length > 0) await note(tx, actor, after, 'update', { changes });
        if (isSwitched) await note(tx, actor, after, isActive ? 'switch-on' : 'switch-off');
        if (isSwitched && isActive) await deps.enqueueDeliveries(tx);
        return webhookOf(after, clock.now());
      });
    },

    remove: (actor, id) =>
      change(actor, id, async (tx, row) => {
        await deleteWebhook(tx, id);
        await note(tx, actor, row, 'remove');
      }),

    renewSecret: (actor, id) =>
      change(actor, id, async (tx, row) => {
        const { secret, ciphertext } = await makeSecret(row.integration_id);
        await updateWebhookRow(tx, id, {
          secret: ciphertext,
          old_secret: row.secret,
          old_secret_until: new Date(clock.now().getTime() + oldSecretHours * hourMs),
        });
        const after = await find(tx, actor, id);
        await note(tx, actor, after, 'renew-secret');
        return { webhook: webhookOf(after, clock.now()), secret };
      }),

    test: (actor, id) =>
      change(actor, id, async (tx, row) => {
        requireOn(row);
        const deliveryId = await addTest(tx, id, row.integration_id);
        return deliveryOf(await findDelivery(tx, row, deliveryId));
      }),

    async deliveries(actor, id, { state, page = 1, limit = webhookDeliveriesPerPage }) {
      await find(postgres.db, actor, id);
      const [rows, count] = await Promise.all([
        findDeliveries(postgres.db, id, { state, page, limit }),
        countDeliveries(postgres.db, id, { state }),
      ]);
      return { rows: rows.map(deliveryOf), count };
    },

    async delivery(actor, id, deliveryId) {
      const webhook = await find(postgres.db, actor, id);
      // Before the delivery: an attempt that ends between the two must not stand beside the state from before it.
      const attempts = await findAttempts(postgres.db, deliveryId);
      const row = await findDelivery(postgres.db, webhook, deliveryId);
      const body = await findBody(postgres.db, row.message_id);
      return { ...deliveryOf(row), body, allAttempts: attempts.map(attemptOf) };
    },

    redeliver: (actor, id, deliveryId) =>
      change(actor, id, async (tx, row) => {
        requireOn(row);
        const { type } = await findDelivery(tx, row, deliveryId);
        await restartDelivery(tx, deliveryId, clock.now());
        await note(tx, actor, row, 'redeliver', { type });
        await deps.enqueueDeliveries(tx);
        return deliveryOf(await findDelivery(tx, row, deliveryId));
      }),
  };
}

const sentences = {
  create: 'logs.webhookCreated',
  update: 'logs.webhookChanged',
  'switch-on': 'logs.webhookSwitchedOn',
  'switch-off': 'logs.webhookSwitchedOff',
  remove: 'logs.webhookRemoved',
  'renew-secret': 'logs.webhookSecretRenewed',
} as const;

/** Writes the log. */
export async function note(
  tx: Tx,
  actor: AuditEntry['actor'],
  { id, name, integration }: Pick<WebhookRow, 'id' | 'name' | 'integration'>,
  action: keyof typeof sentences | 'redeliver',
  { type = '', changes }: { type?: string; changes?: Record<string, unknown> } = {},
): Promise<void> {
  await recordAudit(tx, {
    actor,
    type: 'webhooks',
    action,
    objectId: id,
    description:
      action === 'redeliver'
        ? messageOf('logs.webhookRedelivered', { type, name, integration })
        : messageOf(sentences[action], { name, integration }),
    object: { name, integration },
    ...(changes === undefined ? {} : { changes }),
  });
}

/** The log keeps where calls go, and not what the query of the address may hold. */
function logged({ name, url, events }: Pick<WebhookRow, 'name' | 'url' | 'events'>) {
  return { name, url: withoutQuery(url), events: events.join(', ') };
}

/** An address without its query, which may hold a secret. */
export function withoutQuery(address: string): string {
  const url = URL.parse(address);
  return url === null ? '' : `${url.origin}${url.pathname}`;
}
