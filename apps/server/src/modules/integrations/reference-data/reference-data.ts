import type { IntegrationVersion, Operator } from '@ludus/contract';
import type { ActorIntegration, IntegrationLookup } from '../../../infra/access/index.ts';
import { createCache, type InvalidationListener } from '../../../infra/invalidation/index.ts';
import type { Postgres } from '../../../infra/postgres/index.ts';
import { type GameReference, gameTables, readGameReferences } from '../../games/index.ts';
import {
  groupByIntegration,
  type IntegrationGame,
  integrationGameOf,
  operatorOf,
} from '../integrations.mapper.ts';
import {
  findIntegrations,
  findLinkedGames,
  findNames,
  findOperators,
  findPlatforms,
} from '../integrations.repo.ts';

/** Deleted ones are among them, inactive and without services: the session store still holds their sessions. */
export interface ReferenceIntegration {
  readonly id: number;
  readonly name: string;
  readonly version: IntegrationVersion;
  readonly isActive: boolean;
  /** When it was entered. */
  readonly createdAt: Date;
  readonly gamingServiceUrl: string;
  readonly dataServiceUrl: string;
  /** By name. */
  readonly operators: readonly Operator[];
  readonly platforms: readonly { id: number; name: string }[];
  /** Finished catalogue games that are linked to it, by name: what its filters offer. */
  readonly games: readonly IntegrationGame[];
}

export interface ReferenceOperator extends Operator {
  readonly integrationId: number;
}

/** One consistent reading of all names. Frozen: a change makes a new one. */
export interface References {
  readonly integrations: ReadonlyMap<number, ReferenceIntegration>;
  readonly operators: ReadonlyMap<number, ReferenceOperator>;
  readonly platforms: ReadonlyMap<number, { id: number; name: string; integrationId: number }>;
  readonly games: ReadonlyMap<number, GameReference>;
  readonly gameIdBySlug: ReadonlyMap<string, number>;
}

/** What lists call an integration; one that is gone keeps its number. */
export function integrationName(names: Pick<References, 'integrations'>, id: number): string {
  return names.integrations.get(id)?.name ?? `Integration ${id}`;
}

/** Turns the ids that sessions carry into names. Reads from memory; a change anywhere is seen at once. */
export interface ReferenceData extends IntegrationLookup {
  read(): Promise<References>;
}

const tables = [...gameTables, 'operators', 'platforms'];

export function createReferenceData(
  postgres: Pick<Postgres, 'db'>,
  changes: InvalidationListener,
): ReferenceData {
  const references = createCache(changes, tables, () => readReferences(postgres), 1);
  const byName = createCache(changes, ['integrations'], () => readNames(postgres), 1);
  return {
    read: () => references.read('all'),
    findByName: async (name) => (await byName.read('all')).get(nameKey(name)) ?? null,
  };
}

/** Names are the same integration when they differ only in case or outer spaces. */
export function nameKey(name: string): string {
  return name.trim().toLowerCase();
}

async function readNames({ db }: Pick<Postgres, 'db'>): Promise<ReadonlyMap<string, ActorIntegration>> {
  const rows = await findNames(db);
  const active = rows.filter(({ is_active }) => is_active);
  // The database need not know every letter's other case.
  return new Map(active.map(({ name_key, id, name }) => [nameKey(name_key), { id, name }]));
}

async function readReferences({ db }: Pick<Postgres, 'db'>): Promise<References> {
  const [integrations, operators, platforms, games, linked] = await Promise.all([
    findIntegrations(db, { ids: null, active: null, withDeleted: true }),
    findOperators(db, null),
    findPlatforms(db, null),
    readGameReferences(db),
    findLinkedGames(db, null, { finished: true }),
  ]);
  const operatorsOf = groupByIntegration(operators, operatorOf);
  const platformsOf = groupByIntegration(platforms, ({ id, name }) => ({ id, name }));
  const gamesOf = groupByIntegration(linked, integrationGameOf);
  return {
    integrations: byId(
      integrations.map((row) => ({
        id: row.id,
        name: row.name,
        version: row.version,
        isActive: row.is_active,
        createdAt: row.created_at,
        gamingServiceUrl: row.gaming_service_url,
        dataServiceUrl: row.data_service_url,
        operators: operatorsOf.get(row.id) ?? [],
        platforms: platformsOf.get(row.id) ?? [],
        games: gamesOf.get(row.id) ?? [],
      })),
    ),
    operators: byId(operators.map((row) => ({ ...operatorOf(row), integrationId: row.integration_id }))),
    platforms: byId(
      platforms.map((row) => ({ id: row.id, name: row.name, integrationId: row.integration_id })),
    ),
    games: byId(games),
    gameIdBySlug: new Map(games.map((game) => [game.slug, game.id])),
  };
}

function byId<Item extends { id: number }>(items: readonly Item[]): ReadonlyMap<number, Item> {
  return new Map(items.map((item) => [item.id, item]));
}
