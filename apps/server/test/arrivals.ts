import { randomUUID } from 'node:crypto';
import type { Postgres } from '../src/infra/postgres/index.ts';

const channel = 'test_arrivals';

/**
 * Waits until every notification of what is committed so far has arrived at the session of a process. PostgreSQL delivers them
 * in the order of the commits, so one of its own that has come back has all earlier ones before it. A test that writes past the
 * hub and calls it right after would otherwise race the trigger that drops the hub's caches.
 */
export async function createArrivals({ session, pool }: Postgres): Promise<() => Promise<void>> {
  const waiting = new Map<string, () => void>();
  const releaseAll = () => {
    for (const release of waiting.values()) release();
    waiting.clear();
  };
  await session.listen(
    channel,
    (id) => {
      waiting.get(id)?.();
      waiting.delete(id);
    },
    // Nothing is cached while the session has a gap.
    releaseAll,
  );
  return async () => {
    if (!session.isLive) return;
    const id = randomUUID();
    const arrived = new Promise<void>((resolve) => waiting.set(id, resolve));
    // A server that a test has stopped sends nothing; the call that follows says what the hub does then.
    await pool.query('SELECT pg_notify($1, $2)', [channel, id]).catch(() => waiting.get(id)?.());
    await arrived;
    waiting.delete(id);
  };
}
