/** What calls of the administration ask before they do something. */
import { messageOf } from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../infra/errors/index.ts';
import type { Db } from '../../infra/postgres/index.ts';
import { type Integrations, integrationOf, type Sides } from './administration.mapper.ts';
import { seesUser } from './administration.policy.ts';
import { isPlatformOf } from './administration.repo.ts';
import type { IdentityProvider } from './identity-provider.ts';

export function sees(actor: Actor, sides: Sides, integrations: Integrations): boolean {
  const roles = (sides.account ?? sides.hub)?.roles ?? [];
  return seesUser(actor, { roles, integrationId: integrationOf(sides, integrations)?.id ?? null });
}

export function requireIdentityProvider(identityProvider: IdentityProvider | undefined): IdentityProvider {
  if (identityProvider !== undefined) return identityProvider;
  throw new ConflictError(messageOf('refusals.accountsElsewhere'));
}

/**
 * The integration of a name. To people of an integration every other one is as good as none.
 * @throws NotFoundError, or ValidationError naming `integration` for staff of the provider.
 */
export function namedBy(actor: Actor, name: string | null, integrations: Integrations) {
  const integration = integrations.byName(name);
  if (actor.side === 'integration') {
    if (integration === null || integration.id !== actor.integration?.id) throw new NotFoundError();
  } else if (integration === null && name !== null) {
    throw new ValidationError({ integration: messageOf('fields.noSuchIntegration') });
  }
  return integration;
}

export async function requirePlatformOf(
  tx: Db,
  platformId: number | null,
  integrationId: number | null,
): Promise<void> {
  if (platformId === null) return;
  if (integrationId !== null && (await isPlatformOf(tx, platformId, integrationId))) return;
  throw new ValidationError({ platformId: messageOf('fields.otherPlatform') });
}
