import { messageOf, textMessage } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPostgres } from '../../../test/harness.ts';
import type { Postgres } from '../postgres/index.ts';
import { changesBetween, recordAudit, recordAudits } from './index.ts';

let postgres: Postgres;

beforeAll(async () => {
  postgres = await openTestPostgres();
});

afterAll(() => postgres?.close());

const entry = {
  actor: { userId: 'u1', username: 'anna' },
  type: 'games' as const,
  action: 'update',
  objectId: 12,
  description: messageOf('logs.gameChanged', { name: 'Frostjarl' }),
  changes: { rtp: { old: 95, new: 96 } },
};

describe('[ENT-24] the log', () => {
  it('keeps who changed what, with old and new values', async () => {
    await recordAudit(postgres.db, entry);
    const row = await postgres.db
      .selectFrom('logs')
      .innerJoin('log_types', 'log_types.id', 'logs.log_type_id')
      .selectAll('logs')
      .select('log_types.name as type')
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      type: 'games',
      action: 'update',
      description: 'Changed the game Frostjarl',
      detail: { code: 'logs.gameChanged', values: { name: 'Frostjarl' } },
      user_id: 'u1',
      username: 'anna',
      related_id: '12',
      updates: { rtp: { old: 95, new: 96 } },
    });
  });

  it('keeps more entries than one query takes, each once and in their order', async () => {
    const ids = Array.from({ length: 1_201 }, (_, index) => index);
    await recordAudits(
      postgres.db,
      ids.map((objectId) => ({ ...entry, action: 'many', objectId })),
    );
    const rows = await postgres.db
      .selectFrom('logs')
      .select('related_id')
      .where('action', '=', 'many')
      .orderBy('id')
      .execute();
    expect(rows.map(({ related_id }) => Number(related_id))).toEqual(ids);
    await recordAudits(postgres.db, []);
  });

  it('keeps nothing of a change that was rolled back', async () => {
    const change = postgres.transaction(async (tx) => {
      await recordAudit(tx, { ...entry, description: textMessage('never') });
      throw new Error('no');
    });
    await expect(change).rejects.toThrow('no');
    const rows = await postgres.db
      .selectFrom('logs')
      .where('description', '=', 'never')
      .selectAll()
      .execute();
    expect(rows).toEqual([]);
  });
});

describe('the changes between two states', () => {
  it('are the fields of the new one that differ', () => {
    const before = { name: 'A', rtp: 95, tags: ['x'], note: null };
    expect(changesBetween(before, { name: 'A', rtp: 96, tags: ['x'], note: undefined, added: 1 })).toEqual({
      rtp: { old: 95, new: 96 },
      added: { old: null, new: 1 },
    });
  });
});
