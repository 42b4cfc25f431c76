import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestHub, type TestHub } from '../../../test/hub.ts';
import { afterCommit, connectPostgres, type Postgres } from './index.ts';

describe('a call after the commit', () => {
  const lines: string[] = [];
  let hub: TestHub;
  let postgres: Postgres;

  beforeAll(async () => {
    hub = await startTestHub();
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
    postgres = connectPostgres({ runtime: hub.infra.postgres.connectionString }, log);
  });

  afterAll(async () => {
    await postgres?.close();
    await hub?.close();
  });

  it('that throws is logged: the transaction returns its result and the next calls run', async () => {
    const called: string[] = [];
    const saved = await postgres.transaction(async (tx) => {
      afterCommit(tx, () => {
        throw new Error('no listeners');
      });
      afterCommit(tx, () => called.push('next'));
      const { rows } = await sql<{ n: number }>`SELECT 7 AS n`.execute(tx);
      return rows[0]?.n;
    });
    expect(saved).toBe(7);
    expect(called).toEqual(['next']);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      msg: 'a call after a commit failed',
      err: { message: 'no listeners' },
    });
  });
});
