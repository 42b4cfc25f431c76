import type { Clock } from '../../platform/clock/index.ts';
import type { Postgres } from '../../platform/postgres/index.ts';
import type { IntegrationConnections } from './integrations.connections.ts';
import type { PlayService } from './integrations.platform.ts';
import { lockIntegration, saveOperators } from './integrations.registry.repo.ts';
import { findOperators } from './integrations.repo.ts';

/** Ids of an integration's operators by the code its platform writes. */
export type OperatorIds = ReadonlyMap<string, number>;

/** Finds the operators that sessions name. */
export interface OperatorLookup {
  operatorIds(integrationId: number): Promise<OperatorIds>;
  /**
   * The ids of these codes. Codes that the hub does not know are looked for in the platform's own list, and made where
   * it has them; a code that is missing in the answer is unknown to both, and its sessions are kept aside.
   * @throws UpstreamError when a code is unknown and the platform does not answer
   */
  ensureOperators(integrationId: number, codes: Iterable<string>): Promise<OperatorIds>;
}

/** How long a code that the platform's list did not have is not asked for again. */
const unknownForMs = 60_000;

export function createOperatorLookup(
  postgres: Postgres,
  clock: Clock,
  connections: IntegrationConnections,
  play: PlayService,
  onChanged: (integrationId: number) => void,
): OperatorLookup {
  const asking = new Map<number, Promise<void>>();
  const unknown = new Map<string, number>();
  const keyOf = (integrationId: number, code: string) => `${integrationId} ${code}`;

  async function operatorIds(integrationId: number): Promise<OperatorIds> {
    const rows = await findOperators(postgres.db, [integrationId]);
    return new Map(rows.map(({ code, id }) => [code, id]));
  }

  /** Pages that arrive together ask the platform once. */
  function refresh(integrationId: number): Promise<void> {
    const running = asking.get(integrationId);
    if (running !== undefined) return running;
    const work = load(integrationId).finally(() => asking.delete(integrationId));
    asking.set(integrationId, work);
    return work;
  }

  async function load(integrationId: number): Promise<void> {
    const operators = await play.operators(await connections.find(integrationId));
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
