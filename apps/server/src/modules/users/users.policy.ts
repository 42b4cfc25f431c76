import { isProviderRole, type Role, recognisedRoles } from '@ludus/contract';

/** Who "every administrator of the provider" is. */
export const administratorRoles: readonly Role[] = ['ludus_admin'];

/** Who speaks for an integration where its tickets are meant. */
export const integrationAdministratorRoles: readonly Role[] = ['integration_admin'];

/** Who acts in the name of an integration. */
export const integrationSpeakerRoles: readonly Role[] = ['integration_admin', 'integration_manager'];

/** Staff of the provider belong to no integration, also when their account names one. */
export function ownIntegrationName(roles: readonly string[], name: string | null): string | null {
  return recognisedRoles(roles).some(isProviderRole) ? null : name;
}
