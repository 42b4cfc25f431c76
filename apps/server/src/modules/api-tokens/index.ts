/** API tokens: created by people for their programs, checked at each call, renewed and revoked. */
import { createApiToken, type Identity, listApiTokens, renewApiToken, revokeApiToken } from '@ludus/contract';
import type { ApiTokenLookup } from '../../infra/auth/index.ts';
import { bind } from '../../infra/http/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import { retentionRule } from '../../infra/retention/index.ts';
import { findStoredToken, saveUse } from './api-tokens.repo.ts';
import { type ApiTokensDeps, createApiTokensService } from './api-tokens.service.ts';
import './api-tokens.tables.ts';

export interface ApiTokensPorts extends Pick<ApiTokensDeps, 'referenceData' | 'notify'> {
  /** The claims that a token of this user would hold now; undefined when they would get none. */
  identityOf(subject: string): Promise<Identity | undefined>;
}

export interface ApiTokensModule extends HubModule {
  lookup: ApiTokenLookup;
}

/** Expired tokens are listed for so long, so that their owners see why a program is refused. */
const expiredDays = 90;
/** Uses from one address are stored once in this time. */
const useMs = 60_000;

export function createApiTokensModule(
  { postgres, clock, log }: Pick<Infra, 'postgres' | 'clock' | 'log'>,
  { referenceData, notify, identityOf }: ApiTokensPorts,
): ApiTokensModule {
  const service = createApiTokensService({ postgres, clock, referenceData, notify });
  return {
    name: 'api tokens',
    lookup: {
      find: (id) => findStoredToken(postgres.db, id),
      identityOf,
      async recordUse({ id, lastUsedAt, lastUsedFrom }, at, address) {
        const isKnown = lastUsedFrom === address && lastUsedAt !== null;
        if (isKnown && at.getTime() - lastUsedAt.getTime() < useMs) return;
        try {
          await saveUse(postgres.db, id, at, address);
        } catch (error) {
          // A call that is good is made also while nothing can be stored.
          log.warn({ err: error, apiToken: id }, 'the use of an API token was not stored');
        }
      },
    },
    endpoints: [
      bind(listApiTokens, ({ actor }) => service.list(actor)),
      bind(createApiToken, ({ actor, body }) => service.create(actor, body)),
      bind(renewApiToken, ({ actor, params }) => service.renew(actor, params.id)),
      bind(revokeApiToken, async ({ actor, params }) => {
        await service.revoke(actor, params.id);
        return null;
      }),
    ],
    retention: [retentionRule({ table: 'api_tokens', column: 'expires_at', days: expiredDays })],
  };
}
