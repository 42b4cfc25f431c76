import type { IntegrationCreation, Service, TokenField } from '@ludus/contract';

/** The names under which calls carry address and token of each service. */
export const serviceFields = {
  gaming: { url: 'gamingServiceURL', token: 'gamingServiceToken' },
  data: { url: 'dataServiceURL', token: 'dataServiceToken' },
  play: { url: 'playServiceURL', token: 'playServiceToken' },
  launch: { url: 'launchServiceURL', token: 'launchServiceToken' },
} as const satisfies Record<Service, { url: keyof IntegrationCreation; token: TokenField }>;

/** Tokens beside those of the four services; an integration may do without them. */
export const furtherTokens = [
  'bookkeepingToken',
  'operatorToken',
  'maintenanceToken',
  'systemToken',
] as const satisfies readonly TokenField[];

/** The scheme of an address and what distinguishes it: host and path. */
export function addressParts(url: string): [scheme: string, place: string] {
  const [scheme = ''] = /^\w+:\/\//.exec(url) ?? [];
  return [scheme, url.slice(scheme.length)];
}
