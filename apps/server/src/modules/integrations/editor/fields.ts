import type { Service, TokenField } from '@ludus/contract';
import type { TokenKind } from '../integrations.tables.ts';

/** Where the address of each service is kept. */
export const urlColumns = {
  gaming: 'gaming_service_url',
  data: 'data_service_url',
  play: 'play_service_url',
  launch: 'launch_service_url',
} as const satisfies Record<Service, string>;

/** How calls name the address of a service. */
export function urlFieldOf(service: Service): `${Service}ServiceURL` {
  return `${service}ServiceURL`;
}

/** The kind of a token by the name that calls give it. */
export const tokenKindOf: Readonly<Record<TokenField, TokenKind>> = {
  gamingServiceToken: 'gaming',
  dataServiceToken: 'data',
  playServiceToken: 'play',
  launchServiceToken: 'launch',
  bookkeepingToken: 'bookkeeping',
  operatorToken: 'operator',
  maintenanceToken: 'maintenance',
  systemToken: 'system',
};

/** The tokens that go to each service: its own first, which every service has. */
export const tokensSentTo = {
  gaming: ['gamingServiceToken'],
  data: ['dataServiceToken', 'bookkeepingToken'],
  play: ['playServiceToken', 'operatorToken', 'maintenanceToken'],
  launch: ['launchServiceToken'],
} as const satisfies Record<Service, readonly TokenField[]>;
