import {
  type ApiToken,
  type ApiTokenSecret,
  type apiTokenForm,
  grantableScopes,
  type Message,
  maxApiTokens,
  messageOf,
  renewedSecretHours,
  routes,
  shownToken,
  type TokenLifetime,
} from '@ludus/contract';
import type { z } from 'zod';
import type { Actor, ActorIntegration } from '../../infra/access/index.ts';
import { recordAudit } from '../../infra/audit/index.ts';
import { createTokenId, createTokenSecret } from '../../infra/auth/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import { ConflictError, ForbiddenError, NotFoundError, ValidationError } from '../../infra/errors/index.ts';
import type { Db, Postgres, Tx } from '../../infra/postgres/index.ts';
import type { ReferenceData } from '../integrations/index.ts';
import type { Notify } from '../notifications/index.ts';
import {
  type ApiTokenRow,
  countTokensForUpdate,
  deleteToken,
  findTokens,
  insertToken,
  renewToken,
  type TokenReader,
} from './api-tokens.repo.ts';

export interface ApiTokensService {
  list(actor: Actor): Promise<{ rows: ApiToken[] }>;
  /** @throws ValidationError for what the actor cannot give away, ConflictError beyond the most tokens of a person */
  create(actor: Actor, form: z.output<typeof apiTokenForm>): Promise<ApiTokenSecret>;
  /** @throws NotFoundError for a token that is not the actor's own */
  renew(actor: Actor, id: string): Promise<ApiTokenSecret>;
  /** @throws NotFoundError for a token that the actor neither owns nor administers */
  revoke(actor: Actor, id: string): Promise<void>;
}

export interface ApiTokensDeps {
  postgres: Postgres;
  clock: Clock;
  referenceData: Pick<ReferenceData, 'read'>;
  notify: Notify;
}

const hourMs = 3_600_000;

export function createApiTokensService({
  postgres,
  clock,
  referenceData,
  notify,
}: ApiTokensDeps): ApiTokensService {
  async function read(db: Db, actor: Actor, id: string): Promise<ApiTokenRow> {
    const [row] = await findTokens(db, readerOf(actor), id);
    if (row === undefined) throw notFound();
    return row;
  }

  const tokenOf = (row: ApiTokenRow, { userId }: Actor): ApiToken => ({
    id: row.id,
    name: row.name,
    owner: { userId: row.owner_id, username: row.username ?? row.owner_id },
    isOwn: row.owner_id === userId,
    integration:
      row.integration_id === null || row.integration === null
        ? null
        : { id: row.integration_id, name: row.integration },
    scopes: row.scopes,
    days: row.days as TokenLifetime,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    isExpired: row.expires_at <= clock.now(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    lastUsedFrom: row.last_used_from,
    oldSecretUntil:
      row.old_secret_until !== null && row.old_secret_until > clock.now()
        ? row.old_secret_until.toISOString()
        : null,
  });

  /** Whose rows a new token reads. */
  async function integrationFor(
    actor: Actor,
    integrationId: number | undefined,
  ): Promise<ActorIntegration | null> {
    if (actor.side === 'integration') {
      if (actor.integration === null) throw new ForbiddenError(messageOf('refusals.noAccess'));
      if (integrationId === undefined || integrationId === actor.integration.id) return actor.integration;
    } else if (integrationId === undefined) return null;
    if (actor.side === 'integration' || !actor.can('users:manage'))
      throw new ValidationError({ integrationId: messageOf('fields.tokenIntegration') });
    const { integrations } = await referenceData.read();
    const found = integrationId === undefined ? undefined : integrations.get(integrationId);
    if (!found?.isActive) throw new ValidationError({ integrationId: messageOf('fields.noSuchIntegration') });
    return { id: found.id, name: found.name };
  }

  /** Writes the log, and notifies the owner: a token that they did not create shows that someone uses their sign-in. */
  async function note(
    tx: Tx,
    actor: Actor,
    { id, name, owner_id, username, integration, scopes, expires_at }: ApiTokenRow,
    action: 'create' | 'renew' | 'revoke',
  ): Promise<void> {
    const owner = username ?? owner_id;
    await recordAudit(tx, {
      actor,
      type: 'apiTokens',
      action,
      objectId: id,
      description: messageOf(sentences[action], { token: shownToken(id), name, username: owner }),
      object: { name, token: shownToken(id), owner, ...(integration === null ? {} : { integration }) },
      ...(action === 'revoke'
        ? {}
        : {
            changes: {
              scopes: { old: null, new: scopes.join(', ') },
              expiresAt: { old: null, new: expires_at.toISOString() },
            },
          }),
    });
    const isOwn = owner_id === actor.userId;
    if (action === 'revoke' && isOwn) return;
    const what = isOwn
      ? messageOf(action === 'create' ? 'notifications.apiTokenCreated' : 'notifications.apiTokenRenewed', {
          name,
        })
      : messageOf('notifications.apiTokenRevoked', { name, username: actor.username });
    const alarm: Message[] = isOwn ? [messageOf('notifications.notYou')] : [];
    await notify(
      tx,
      { subjects: [owner_id] },
      {
        severity: 2,
        path: routes.settings.path,
        texts: {
          title: what,
          description: isOwn
            ? messageOf('notifications.happenedNotYou', { what })
            : messageOf('notifications.happened', { what }),
          mailBody: [messageOf('notifications.happened', { what }), ...alarm],
        },
        mail: true,
      },
    );
  }

  return {
    async list(actor) {
      const rows = await findTokens(postgres.db, readerOf(actor));
      return { rows: rows.map((row) => tokenOf(row, actor)) };
    },

    async create(actor, { name, scopes, days, integrationId }) {
      const integration = await integrationFor(actor, integrationId);
      const isBound = actor.side === 'provider' && integration !== null;
      const grantable = grantableScopes(actor.roles, { isBound });
      if (!scopes.every((scope) => grantable.includes(scope)))
        throw new ValidationError({ scopes: messageOf('fields.scopesNotHeld') });
      const id = createTokenId();
      const { text, hash } = createTokenSecret(id);
      return postgres.transaction(async (tx) => {
        if ((await countTokensForUpdate(tx, actor.userId)) >= maxApiTokens)
          throw new ConflictError(messageOf('refusals.tooManyTokens', { max: maxApiTokens }));
        await insertToken(tx, {
          id,
          name,
          ownerId: actor.userId,
          isOfProvider: actor.side === 'provider',
          integrationId: integration?.id ?? null,
          scopes,
          days,
          hash,
          ...lifetime(clock.now(), days),
        });
        const row = await read(tx, actor, id);
        await note(tx, actor, row, 'create');
        return { token: tokenOf(row, actor), secret: text };
      });
    },

    async renew(actor, id) {
      const { text, hash } = createTokenSecret(id);
      return postgres.transaction(async (tx) => {
        const now = clock.now();
        const { days } = await read(tx, actor, id);
        const isRenewed = await renewToken(
          tx,
          { id, ownerId: actor.userId },
          { hash, ...lifetime(now, days), oldUntil: new Date(now.getTime() + renewedSecretHours * hourMs) },
        );
        if (!isRenewed) throw notFound();
        const row = await read(tx, actor, id);
        await note(tx, actor, row, 'renew');
        return { token: tokenOf(row, actor), secret: text };
      });
    },

    async revoke(actor, id) {
      await postgres.transaction(async (tx) => {
        const row = await read(tx, actor, id);
        if (!(await deleteToken(tx, id))) throw notFound();
        await note(tx, actor, row, 'revoke');
      });
    },
  };
}

const sentences = {
  create: 'logs.apiTokenCreated',
  renew: 'logs.apiTokenRenewed',
  revoke: 'logs.apiTokenRevoked',
} as const;

const notFound = () => new NotFoundError(messageOf('refusals.apiTokenNotFound'));

const lifetime = (now: Date, days: number) => ({
  issuedAt: now,
  expiresAt: new Date(now.getTime() + days * 24 * hourMs),
});

/** Who administers users administers their tokens: staff of the provider those of everyone, others those of their colleagues. */
function readerOf(actor: Actor): TokenReader {
  const { userId, side, integration } = actor;
  if (!actor.can('users:manage')) return { userId, administers: null };
  return { userId, administers: side === 'provider' ? 'all' : (integration?.id ?? null) };
}
