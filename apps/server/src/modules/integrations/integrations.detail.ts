import {
  type IntegrationDetail,
  type IntegrationWithCounts,
  services,
  type TokenField,
  tokenFields,
} from '@ludus/contract';
import type { Actor } from '../../platform/access/index.ts';
import { type ChangeFeed, createMemory } from '../../platform/changes/index.ts';
import { NotFoundError } from '../../platform/errors/index.ts';
import type { Postgres } from '../../platform/postgres/index.ts';
import { countParts } from './integrations.detail.repo.ts';
import { tokenKindOf, urlColumns, urlFieldOf } from './integrations.fields.ts';
import { managesIntegrations } from './integrations.policy.ts';
import { type IntegrationPeople, usersOf } from './integrations.ports.ts';
import { findIntegrations, findTokenKinds } from './integrations.repo.ts';
import type { IntegrationsService } from './integrations.service.ts';

/** What the pages that manage integrations read. */
export interface IntegrationDetails {
  /** API-037. @throws NotFoundError */
  get(actor: Actor, integrationId: number): Promise<IntegrationDetail>;
  /** API-041: every integration, the most games first. */
  withCounts(): Promise<{ rows: IntegrationWithCounts[] }>;
}

export interface DetailDeps {
  postgres: Pick<Postgres, 'db'>;
  changes: ChangeFeed;
  service: IntegrationsService;
  people: IntegrationPeople;
  /** The maintenances an integration was told of, newest first. */
  toldTo(integrationId: number): Promise<NonNullable<IntegrationDetail['maintenances']>>;
}

export function createIntegrationDetails(deps: DetailDeps): IntegrationDetails {
  const { service, people, toldTo } = deps;
  const { db } = deps.postgres;
  const counted = createMemory(
    deps.changes,
    ['integrations', 'integration_games', 'operators'],
    (_all: 'all') => countParts(db),
    1,
  );

  return {
    async get(actor, integrationId) {
      const plain = await service.get(actor, integrationId);
      const [row] = await findIntegrations(db, { ids: [integrationId], active: null });
      if (row === undefined) throw new NotFoundError('Integration not found');
      const detail = { ...plain, providerId: row.provider_id };
      if (!managesIntegrations(actor)) return detail;
      const [kinds, users, maintenances] = await Promise.all([
        findTokenKinds(db, integrationId),
        usersOf(people, [integrationId]),
        toldTo(integrationId),
      ]);
      return {
        ...detail,
        ...Object.fromEntries(services.map((service) => [urlFieldOf(service), row[urlColumns[service]]])),
        tokens: Object.fromEntries(
          tokenFields.map((field) => [field, kinds.has(tokenKindOf[field])]),
        ) as Record<TokenField, boolean>,
        users: users.get(integrationId) ?? [],
        maintenances,
      };
    },

    async withCounts() {
      const [rows, users] = await Promise.all([counted.read('all'), people.countsByIntegration()]);
      return {
        rows: rows.map((row) => ({
          id: row.id,
          name: row.name,
          version: row.version,
          playServiceURL: row.play_service_url,
          operatorCount: row.operators,
          userCount: users.get(row.id) ?? 0,
          gameCount: row.games,
        })),
      };
    },
  };
}
