import { z } from 'zod';
import { instant, recordId } from '../common.ts';
import { integrationLink } from '../games/schema.ts';

export const integrationVersions = ['GAI2', 'GAI-INTERNATIONAL'] as const;
export type IntegrationVersion = (typeof integrationVersions)[number];

/** The four services of an operator platform. */
export const services = ['gaming', 'data', 'play', 'launch'] as const;
export type Service = (typeof services)[number];
/** Names of services are the same in both languages. */
export const serviceNames = {
  gaming: 'Gaming',
  data: 'Data',
  play: 'Play',
  launch: 'Launch',
} as const satisfies Record<Service, string>;

export const operator = z
  .strictObject({ id: recordId, name: z.string(), code: z.string(), platformId: recordId.nullable() })
  .meta({ id: 'Operator' });
export type Operator = z.infer<typeof operator>;

export const platform = z.strictObject({ id: recordId, name: z.string() }).meta({ id: 'Platform' });

/** A game as an integration offers it: the facts pickers need, and the state of the link. */
export const integrationGame = z
  .strictObject({
    id: recordId,
    name: z.string(),
    sub_name: z.string().nullable(),
    slug: z.string(),
    isDev: z.boolean(),
    isCatalog: z.boolean(),
    integration_games: integrationLink.shape.integration_games,
  })
  .meta({ id: 'IntegrationGame' });

/** A person of an integration, as its lists name them. */
export const integrationUser = z
  .strictObject({ username: z.string(), email: z.string().nullable() })
  .meta({ id: 'IntegrationUser' });

/** An integration as lists and pickers see it. Addresses and tokens of its services never stand here. */
export const integration = z
  .strictObject({
    id: recordId,
    name: z.string(),
    version: z.enum(integrationVersions),
    externalIdentifier: z.string(),
    createdAt: instant,
    updatedAt: instant,
    operators: z.array(operator).optional(),
    platforms: z.array(platform).optional(),
    games: z.array(integrationGame).optional(),
    /** Only for those who manage integrations. */
    users: z.array(integrationUser).optional(),
  })
  .meta({ id: 'Integration' });
export type Integration = z.infer<typeof integration>;

const milliseconds = z.int().nonnegative().nullable();

export const serviceState = z.enum(['healthy', 'failing', 'unknown']);

/** The last check of an integration's services, and when its sessions were last fetched. */
export const serviceStatus = z
  .strictObject({
    integrationId: recordId,
    integrationName: z.string(),
    checkedAt: instant.nullable(),
    gaming: serviceState,
    data: serviceState,
    play: serviceState,
    launch: serviceState,
    /** How long each service took in that check, in milliseconds; null where it is not healthy. */
    latencies: z.strictObject({
      gaming: milliseconds,
      data: milliseconds,
      play: milliseconds,
      launch: milliseconds,
    }),
    /** When its platform was last read to its end; null before the first fetch. */
    fetchedAt: instant.nullable(),
    /** Whether that was several intervals of the schedule ago. */
    isFetchLate: z.boolean(),
  })
  .meta({ id: 'ServiceStatus' });
export type ServiceStatus = z.infer<typeof serviceStatus>;
