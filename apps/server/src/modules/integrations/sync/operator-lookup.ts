import type { Clock } from '../../../infra/clock/index.ts';
import type { OperatorApi } from '../../../infra/operator-api/index.ts';
import type { Postgres } from '../../../infra/postgres/index.ts';
import type { IntegrationConnections } from '../connections/connections.ts';
import { findOperators, lockIntegration } from '../integrations.repo.ts';
import { saveOperators } from './sync.repo.ts';

/** Ids of an integration's operators by the code its platform writes. */
export type OperatorIds = ReadonlyMap<string, number>;

/** Finds the operators that sessions name. */
export interface OperatorLookup {
  operatorIds(integrationId: number): Promise<OperatorIds>;
  /**
   * The ids of these codes. Codes that the hub does not know are looked for in the platform's own list, and made where
   * it has them; a code that is missing in the result is unknown to both, and its sessions are quarantined.
   * @throws OperatorApiError when a code is unknown and the platform does not respond
   */
  ensureOperators(integrationId: number, codes: Iterable<string>): Promise<OperatorIds>;
}

/** How long a code that the platform's list did not have is not looked up again. */
const unknownForMs = 60_000;

export function createOperatorLookup(
  postgres: Postgres,
  clock: Clock,
  connections: IntegrationConnections,
  operatorApi: Pick<OperatorApi, 'listOperators'>,
  onChanged: (integrationId: number) => void,
): OperatorLookup {
  const refreshing = new Map<number, Promise<void>>();
  const unknown = new Map<string, number>();
  const keyOf = (integrationId: number, code: string) => `${integrationId} ${code}`;

  async function operatorIds(integrationId: number): Promise<OperatorIds> {
    const rows = await findOperators(postgres.db, [integrationId]);
    return new Map(rows.map(({ code, id }) => [code, id]));
  }

  /** Pages that arrive together read the platform's list once. */
  function refresh(integrationId: number): Promise<void> {
    const running = refreshing.get(integrationId);
    if (running !== undefined) return running;
    const work = load(integrationId).finally(() => refreshing.delete(integrationId));
    refreshing.set(integrationId, work);
    return work;
  }

  async function load(integrationId: number): Promise<void> {
    const operators = await operatorApi.listOperators(await connections.find(integrationId));
    const { created, updated } = await postgres.transaction(async (tx) => {
      await lockIntegration(tx, integrationId);
      return saveOperators(tx, integrationId, operators);
    });
    if (created + updated > 0) onChanged(integrationId);
  }

  return {
    operatorIds,
    async ensureOperators(integrationId, codes) {
      const wanted = [...new Set(codes)];
      let ids = await operatorIds(integrationId);
      const now = clock.now().getTime();
      const missing = wanted.filter(
        (code) => !ids.has(code) && !((unknown.get(keyOf(integrationId, code)) ?? 0) > now),
      );
      if (missing.length > 0) {
        await refresh(integrationId);
        ids = await operatorIds(integrationId);
        for (const code of missing) {
          if (!ids.has(code)) unknown.set(keyOf(integrationId, code), now + unknownForMs);
        }
      }
      return ids;
    },
  };
}
