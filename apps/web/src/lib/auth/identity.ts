import {
  type Identity,
  identityFromClaims,
  isValidIdentity,
  type LocalRoles,
  localRolesOf,
  type Scope,
  scopesOf,
  type TokenClaims,
} from '@ludus/contract';
import { dropViewing, viewing } from '../view-as.ts';

/** The signed-in person as screens see them: they ask for scopes and compare no role names. */
export interface SessionUser extends Identity {
  flags: LocalRoles;
  scopes: ReadonlySet<Scope>;
  /** Roles, and either a provider role or an integration attribute. */
  isValid: boolean;
  /** Who it really is, where someone of the provider views as a role of an integration. */
  viewer?: Identity;
}

function payloadOf(jwt: string): unknown {
  const part = jwt.split('.')[1];
  if (!part) return null;
  try {
    const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

function textsOf(value: unknown): string[] {
  // An identity provider's mapper may send a single value as plain text.
  const list = typeof value === 'string' ? [value] : value;
  return Array.isArray(list) ? list.filter((item): item is string => typeof item === 'string') : [];
}

function record(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
}

/**
 * Reads the person from the claims of the identity token; what is malformed counts as absent. Keycloak puts client
 * roles into the access token only, unless a mapper says otherwise: its claims fill what the identity token lacks.
 */
export function userFromTokens(idClaims: unknown, accessToken: string, clientId: string): SessionUser {
  const claims = { ...record(payloadOf(accessToken)), ...record(idClaims) };
  const access = record(record(claims.resource_access)[clientId]);
  const integration = textsOf(record(claims.attributes).integration);
  const tokenClaims: TokenClaims = {
    sub: typeof claims.sub === 'string' ? claims.sub : '',
    preferred_username: typeof claims.preferred_username === 'string' ? claims.preferred_username : undefined,
    email: typeof claims.email === 'string' ? claims.email : undefined,
    resource_access: { [clientId]: { roles: textsOf(access.roles) } },
    attributes: { integration },
  };
  return seenAs(sessionUser(identityFromClaims(tokenClaims, clientId)));
}

/** What the person is for the screens: a role of an integration, where they view as one. */
function seenAs(person: SessionUser): SessionUser {
  const view = viewing();
  if (view === null) return person;
  if (!person.scopes.has('integrations:view-as')) {
    dropViewing();
    return person;
  }
  const { userId, username, email, roles, integrationName } = person;
  const { integration, role } = view;
  return {
    ...sessionUser({
      userId: `view-as ${integration.id} ${role} ${userId}`,
      username,
      email: null,
      roles: [role],
      integrationName: integration.name,
    }),
    viewer: { userId, username, email, roles, integrationName },
  };
}

/** Adds what follows from an identity: flags, scopes, validity. */
export function sessionUser(identity: Identity): SessionUser {
  return {
    ...identity,
    flags: localRolesOf(identity.roles),
    scopes: scopesOf(identity.roles),
    isValid: isValidIdentity(identity),
  };
}
