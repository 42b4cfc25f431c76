import {
  type getLastFetch,
  type Integration,
  type listIntegrations,
  messageOf,
  type Operator,
  type QueryOf,
  type ResponseOf,
  type ServiceStatus,
} from '@ludus/contract';
import type { Actor } from '../../../infra/access/index.ts';
import { NotFoundError } from '../../../infra/errors/index.ts';
import { createCache } from '../../../infra/invalidation/index.ts';
import type { Infra } from '../../../infra/module.ts';
import { gameTables } from '../../games/index.ts';
import { findLatestChecks } from '../health/health-checks.repo.ts';
import {
  groupByIntegration,
  type IntegrationGame,
  integrationGameOf,
  integrationOf,
  operatorOf,
} from '../integrations.mapper.ts';
import {
  assertSeesIntegration,
  managesIntegrations,
  seenIntegrations,
  seesFinishedGamesOnly,
} from '../integrations.policy.ts';
import { type IntegrationsPorts, usersOf } from '../integrations.ports.ts';
import {
  findBehind,
  findIntegrations,
  findLastFetch,
  findLinkedGames,
  findNames,
  findOperators,
  findPlatforms,
} from '../integrations.repo.ts';
import { nameKey } from '../reference-data/reference-data.ts';
import { fetchLateAfterMs, isFetchLate } from './freshness.ts';

export interface IntegrationsService {
  /** Without `with` the rows carry every part. */
  list(actor: Actor, query: QueryOf<typeof listIntegrations>): Promise<{ rows: Integration[] }>;
  /** One integration with every part but its people, whether it is active or not. @throws NotFoundError */
  get(actor: Actor, integrationId: number): Promise<Integration>;
  /** Finds one by its name or a former one, whatever the case. @throws NotFoundError also for another integration's name */
  byName(actor: Actor, name: string): Promise<Integration>;
  /** @throws NotFoundError */
  operators(actor: Actor, integrationId: number): Promise<{ rows: Operator[] }>;
  /** What filters of bookkeeping offer, so finished catalogue games only. @throws NotFoundError */
  games(actor: Actor, integrationId: number): Promise<{ rows: IntegrationGame[] }>;

  lastFetch(actor: Actor): Promise<ResponseOf<typeof getLastFetch>>;
  /** Active integrations, as last checked and fetched. */
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
  { postgres: { db }, settings, clock }: Pick<Infra, 'postgres' | 'settings' | 'clock'>,
  {
    changes,
    isFetching,
    listReads,
    people,
  }: Pick<IntegrationsPorts, 'changes' | 'isFetching' | 'listReads' | 'people'>,
): IntegrationsService {
  const lists = createCache(
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

  const list = (actor: Actor, active: boolean | null, requested: readonly (Part | 'users')[]) => {
    const reading: Reading = {
      ids: seenIntegrations(actor),
      active,
      parts: parts.filter((part) => requested.includes(part)),
      finished: seesFinishedGamesOnly(actor),
    };
    return lists.read(JSON.stringify(reading));
  };

  async function get(actor: Actor, integrationId: number): Promise<Integration> {
    assertSeesIntegration(actor, integrationId);
    const finished = seesFinishedGamesOnly(actor);
    const [found] = await read({ ids: [integrationId], active: null, parts, finished });
    if (found === undefined) throw new NotFoundError(messageOf('refusals.integrationNotFound'));
    return found;
  }

  async function assertExists(actor: Actor, integrationId: number): Promise<void> {
    assertSeesIntegration(actor, integrationId);
    const found = await findIntegrations(db, { ids: [integrationId], active: null });
    if (found.length === 0) throw new NotFoundError(messageOf('refusals.integrationNotFound'));
  }

  return {
    async list(actor, query) {
      const { active = true } = query;
      const requested: readonly (Part | 'users')[] = query.with ?? parts;
      const result = await list(actor, active, requested);
      if (!requested.includes('users') || !managesIntegrations(actor)) return result;
      const ids = result.rows.map(({ id }) => id);
      const users = await usersOf(people, ids);
      return { rows: result.rows.map((row) => ({ ...row, users: users.get(row.id) ?? [] })) };
    },
    get,
    async byName(actor, name) {
      const names = await findNames(db);
      const named = names.find(({ name_key }) => nameKey(name_key) === nameKey(name));
      if (named === undefined) throw new NotFoundError(messageOf('refusals.integrationNotFound'));
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
      const seen = seenIntegrations(actor);
      const [at, fetching] = await Promise.all([findLastFetch(db, seen), isFetching()]);
      const behind =
        at === null ? [] : await findBehind(db, seen, new Date(at.getTime() - fetchLateAfterMs(settings)));
      return {
        dateTime: at?.toISOString() ?? null,
        isFetching: fetching,
        behind: behind.map(({ id, name, completed_at }) => ({
          id,
          name,
          dateTime: completed_at?.toISOString() ?? null,
        })),
      };
    },
    async serviceStatuses(actor) {
      const [rows, reads] = await Promise.all([
        findLatestChecks(db, seenIntegrations(actor)),
        listReads?.() ?? new Map<number, Date>(),
      ]);
      const now = clock.now();
      const fetchOf = (id: number) => {
        const readAt = reads.get(id);
        if (readAt === undefined) return { fetchedAt: null, isFetchLate: false };
        return { fetchedAt: readAt.toISOString(), isFetchLate: isFetchLate(readAt, now, settings) };
      };
      return {
        rows: rows.map((row) => ({
          integrationId: row.integration_id,
          integrationName: row.name,
          checkedAt: row.checked_at?.toISOString() ?? null,
          gaming: row.gaming ?? 'unknown',
          data: row.data ?? 'unknown',
          play: row.play ?? 'unknown',
          launch: row.launch ?? 'unknown',
          latencies: {
            gaming: row.latencies?.gaming ?? null,
            data: row.latencies?.data ?? null,
            play: row.latencies?.play ?? null,
            launch: row.latencies?.launch ?? null,
          },
          ...fetchOf(row.integration_id),
        })),
      };
    },
  };
}
