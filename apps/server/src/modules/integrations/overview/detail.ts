import {
  type IntegrationDetail,
  type IntegrationWithCounts,
  messageOf,
  services,
  type TokenField,
  tokenFields,
} from '@ludus/contract';
import type { Actor } from '../../../infra/access/index.ts';
import { NotFoundError } from '../../../infra/errors/index.ts';
import { createCache, type InvalidationListener } from '../../../infra/invalidation/index.ts';
import type { Postgres } from '../../../infra/postgres/index.ts';
import { tokenKindOf, urlColumns, urlFieldOf } from '../editor/fields.ts';
import { managesIntegrations } from '../integrations.policy.ts';
import { type IntegrationPeople, usersOf } from '../integrations.ports.ts';
import { findIntegrations, findTokenKinds } from '../integrations.repo.ts';
import { countParts } from './detail.repo.ts';
import type { IntegrationsService } from './overview.service.ts';

/** What the pages that manage integrations read. */
export interface IntegrationDetails {
  /** @throws NotFoundError */
  get(actor: Actor, integrationId: number): Promise<IntegrationDetail>;
  /** Every integration, the most games first. */
  withCounts(): Promise<{ rows: IntegrationWithCounts[] }>;
}

export interface DetailDeps {
  postgres: Pick<Postgres, 'db'>;
  changes: InvalidationListener;
  service: IntegrationsService;
  people: IntegrationPeople;
  /** The maintenances an integration was notified of, newest first. */
  notifiedOf(integrationId: number): Promise<NonNullable<IntegrationDetail['maintenances']>>;
}

export function createIntegrationDetails(deps: DetailDeps): IntegrationDetails {
  const { service, people, notifiedOf } = deps;
  const { db } = deps.postgres;
  const counted = createCache(
    deps.changes,
    ['integrations', 'integration_games', 'operators'],
    (_all: 'all') => countParts(db),
    1,
  );

  return {
    async get(actor, integrationId) {
      const plain = await service.get(actor, integrationId);
      const [row] = await findIntegrations(db, { ids: [integrationId], active: null });
      if (row === undefined) throw new NotFoundError(messageOf('refusals.integrationNotFound'));
      const detail = { ...plain, providerId: row.provider_id };
      if (!managesIntegrations(actor)) return detail;
      const [kinds, users, maintenances] = await Promise.all([
        findTokenKinds(db, integrationId),
        usersOf(people, [integrationId]),
        notifiedOf(integrationId),
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
          externalIdentifier: row.external_identifier,
          createdAt: row.created_at.toISOString(),
          updatedAt: row.updated_at.toISOString(),
          playServiceURL: row.play_service_url,
          operatorCount: row.operators,
          userCount: users.get(row.id) ?? 0,
          gameCount: row.games,
        })),
      };
    },
  };
}
