import type { Integration, listIntegrations, Operator, QueryOf, ServiceStatus } from '@ludus/contract';
import type { Actor } from '../../platform/access/index.ts';
import { createMemory } from '../../platform/changes/index.ts';
import { NotFoundError } from '../../platform/errors/index.ts';
import type { Postgres } from '../../platform/postgres/index.ts';
import { gameTables } from '../games/index.ts';
import { findLatestChecks } from './integrations.checks.repo.ts';
import { nameKey } from './integrations.directory.ts';
import {
  groupByIntegration,
  type IntegrationGame,
  integrationGameOf,
  integrationOf,
  operatorOf,
} from './integrations.mapper.ts';
import {
  assertSeesIntegration,
  managesIntegrations,
  seenIntegrations,
  seesFinishedGamesOnly,
} from './integrations.policy.ts';
import { type IntegrationsPorts, usersOf } from './integrations.ports.ts';
import {
  findIntegrations,
  findLastFetch,
  findLinkedGames,
  findNames,
  findOperators,
  findPlatforms,
} from './integrations.repo.ts';

export interface IntegrationsService {
  /** API-031 to API-035; without `with` the rows carry every part. */
  list(actor: Actor, query: QueryOf<typeof listIntegrations>): Promise<{ rows: Integration[] }>;
  /** One integration with every part but its people, whether it is active or not. @throws NotFoundError */
  get(actor: Actor, integrationId: number): Promise<Integration>;
  /** API-036, by its name or a former one, whatever the case. @throws NotFoundError also for another integration's name */
  byName(actor: Actor, name: string): Promise<Integration>;
  /** API-038. @throws NotFoundError */
  operators(actor: Actor, integrationId: number): Promise<{ rows: Operator[] }>;
  /** API-039: what filters of bookkeeping offer, so finished catalogue games alone (OPEN-26). @throws NotFoundError */
  games(actor: Actor, integrationId: number): Promise<{ rows: IntegrationGame[] }>;
  /** API-040, SHELL-10. */
  lastFetch(actor: Actor): Promise<{ dateTime: string | null; isFetching: boolean }>;
  /** DASH-10: active integrations, as last checked. */
  serviceStatuses(actor: Actor): Promise<{ rows: ServiceStatus[] }>;
}

/** Parts that are records; people are added for those who may see them. */
const parts = ['games', 'operators', 'platforms'] as const;
type Part = (typeof parts)[number];

interface Reading {
  ids: readonly number[] | null;
  active: boolean | null;
  parts: readonly Part[];
  finished: boolean;
}

export function createIntegrationsService(
  { db }: Pick<Postgres, 'db'>,
  { changes, isFetching, people }: Pick<IntegrationsPorts, 'changes' | 'isFetching' | 'people'>,
): IntegrationsService {
  const lists = createMemory(
    changes,
    [...gameTables, 'operators', 'platforms'],
    async (key: string) => ({ rows: await read(JSON.parse(key) as Reading) }),
    64,
  );

  async function read(reading: Reading): Promise<Integration[]> {
    const has = (part: Part) => reading.parts.includes(part);
    const [integrations, operators, platforms, games] = await Promise.all([
      findIntegrations(db, reading),
      has('operators') ? findOperators(db, reading.ids) : null,
      has('platforms') ? findPlatforms(db, reading.ids) : null,
      has('games') ? findLinkedGames(db, reading.ids, reading) : null,
    ]);
    const operatorsOf = operators && groupByIntegration(operators, operatorOf);
    const platformsOf = platforms && groupByIntegration(platforms, ({ id, name }) => ({ id, name }));
    const gamesOf = games && groupByIntegration(games, integrationGameOf);
    return integrations.map((row) => ({
      ...integrationOf(row),
      ...(operatorsOf && { operators: operatorsOf.get(row.id) ?? [] }),
      ...(platformsOf && { platforms: platformsOf.get(row.id) ?? [] }),
      ...(gamesOf && { games: gamesOf.get(row.id) ?? [] }),
    }));
  }

  const list = (actor: Actor, active: boolean | null, asked: readonly (Part | 'users')[]) => {
    const reading: Reading = {
      ids: seenIntegrations(actor),
      active,
      parts: parts.filter((part) => asked.includes(part)),
      finished: seesFinishedGamesOnly(actor),
    };
    return lists.read(JSON.stringify(reading));
  };

  async function get(actor: Actor, integrationId: number): Promise<Integration> {
    assertSeesIntegration(actor, integrationId);
    const finished = seesFinishedGamesOnly(actor);
    const [found] = await read({ ids: [integrationId], active: null, parts, finished });
    if (found === undefined) throw new NotFoundError('Integration not found');
    return found;
  }

  async function assertExists(actor: Actor, integrationId: number): Promise<void> {
    assertSeesIntegration(actor, integrationId);
    const found = await findIntegrations(db, { ids: [integrationId], active: null });
    if (found.length === 0) throw new NotFoundError('Integration not found');
  }

  return {
    async list(actor, query) {
      const { active = true } = query;
      const asked: readonly (Part | 'users')[] = query.with ?? parts;
      const answer = await list(actor, active, asked);
      if (!asked.includes('users') || !managesIntegrations(actor)) return answer;
      const ids = answer.rows.map(({ id }) => id);
      const users = await usersOf(people, ids);
      return { rows: answer.rows.map((row) => ({ ...row, users: users.get(row.id) ?? [] })) };
    },
    get,
    async byName(actor, name) {
      const names = await findNames(db);
      const named = names.find(({ name_key }) => nameKey(name_key) === nameKey(name));
      if (named === undefined) throw new NotFoundError('Integration not found');
      return get(actor, named.id);
    },
    async operators(actor, integrationId) {
      await assertExists(actor, integrationId);
      return { rows: (await findOperators(db, [integrationId])).map(operatorOf) };
    },
    async games(actor, integrationId) {
      await assertExists(actor, integrationId);
      const rows = await findLinkedGames(db, [integrationId], { finished: true });
      return { rows: rows.map(integrationGameOf) };
    },
    async lastFetch(actor) {
      const [at, fetching] = await Promise.all([findLastFetch(db, seenIntegrations(actor)), isFetching()]);
      return { dateTime: at?.toISOString() ?? null, isFetching: fetching };
    },
    async serviceStatuses(actor) {
      const rows = await findLatestChecks(db, seenIntegrations(actor));
      return {
        rows: rows.map((row) => ({
          integrationId: row.integration_id,
          integrationName: row.name,
          checkedAt: row.checked_at?.toISOString() ?? null,
          gaming: row.gaming ?? 'unknown',
          data: row.data ?? 'unknown',
          play: row.play ?? 'unknown',
          launch: row.launch ?? 'unknown',
        })),
      };
    },
  };
}
