import { messageOf, textMessage } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addGame, addIntegration } from '../../../test/catalogue.ts';
import { asOwner } from '../../../test/harness.ts';
import { startTestHub, type TestHub } from '../../../test/hub.ts';
import { tokenFor } from '../../../test/tokens.ts';
import { systemActor } from '../../infra/access/index.ts';
import { type AuditEntry, recordAudit, unknownPerson } from '../../infra/audit/index.ts';
import type { Db } from '../../infra/postgres/index.ts';
import { createLogsModule } from './index.ts';

let hub: TestHub;
let db: Db;
let admin: string;
const ids = { fox: 0, alpina: 0 };
const anna = { userId: 'u-anna', username: 'Anna.Ros' };
const bruno = { userId: 'u-bruno', username: 'bruno' };

const entry = (part: Partial<AuditEntry>): AuditEntry => ({
  actor: anna,
  type: 'games',
  action: 'update',
  objectId: 60_000,
  description: textMessage('Changed something'),
  ...part,
});

/** Written one after the other, so that each is newer than the one before. */
async function write(...entries: AuditEntry[]) {
  for (const one of entries) await recordAudit(db, one);
}

beforeAll(async () => {
  hub = await startTestHub({ modules: (infra) => [createLogsModule(infra)] });
  db = hub.stores.postgres.db;
  admin = await tokenFor('ludus_admin');
  ids.fox = await addGame(db, 'ember_fox');
  ids.alpina = (await addIntegration(db, 'Alpina')).id;
  const fox = { objectId: ids.fox, object: { name: 'Ember Fox', slug: 'ember_fox' } };
  await write(
    entry({
      ...fox,
      action: 'create',
      description: messageOf('logs.gameCreated', { name: 'Ember Fox' }),
      changes: { rtp: { old: null, new: 95 } },
    }),
    entry({ type: 'integrations', objectId: ids.alpina, object: { name: 'Bergwerk' }, actor: bruno }),
    entry({ type: 'maintenances', objectId: 7, object: { integration: 'Meridiana' }, actor: systemActor }),
    entry({
      ...fox,
      type: 'bets',
      action: 'update-bets',
      object: { ...fox.object, operator: 'Rifugio', integration: 'Alpina', integrationId: ids.alpina },
      changes: { oldBets: [10, 20], newBets: [10, 50] },
      actor: bruno,
    }),
    entry({ objectId: 65_000, object: { name: '100% Gold', slug: 'gold_100' }, action: 'delete' }),
  );
});

afterAll(() => hub?.close());

const list = (query = '') => hub.get(`/logs${query}`, admin);
const found = async (search: string) => {
  const { body } = await list(`?search=${encodeURIComponent(search)}`);
  expect(body.count).toBe(body.rows.length);
  return body.rows.map((row: { logType: { name: string } }) => row.logType.name);
};

describe('GET /api/logs', () => {
  it('[API-091][OPEN-96][ENT-24] lists entries newest first, with who and when, 17 unless asked otherwise', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body.count).toBe(5);
    expect(body.rows.map((row: { logType: { name: string } }) => row.logType.name)).toEqual([
      'games',
      'bets',
      'maintenances',
      'integrations',
      'games',
    ]);
    expect(body.rows.at(-1)).toMatchObject({
      description: 'Created the game Ember Fox',
      detail: { code: 'logs.gameCreated', values: { name: 'Ember Fox' } },
    });
    expect(body.rows[1]).toEqual({
      id: expect.any(Number),
      logType: { id: 4, name: 'bets' },
      action: 'update-bets',
      description: 'Changed something',
      detail: { code: 'plain.text', values: { text: 'Changed something' } },
      user: { id: 'u-bruno', username: 'bruno' },
      createdAt: expect.stringMatching(/^20\d\d-.*Z$/),
      relatedId: String(ids.fox),
      isGone: false,
      integrationId: ids.alpina,
      requestId: null,
    });
    await write(
      ...Array.from({ length: 20 }, () => entry({ actor: { userId: 'u-many', username: 'many' } })),
    );
    expect((await list('?userId=u-many')).body).toMatchObject({ count: 20, rows: { length: 17 } });
  });

  it('[LOG-03] names no one where the hub itself made the change', async () => {
    const { body } = await list('?typeId=1');
    expect(body.rows).toMatchObject([{ user: null, logType: { id: 1, name: 'maintenances' } }]);
  });

  it('names no one for a caller who is not signed in, and is searched by the name they typed', async () => {
    await write(
      entry({
        type: 'signIns',
        description: messageOf('logs.signInRefused', { name: 'olaf', address: '127.0.0.1' }),
        actor: unknownPerson,
        objectId: null,
      }),
    );
    expect((await list('?search=OLAF')).body.rows).toMatchObject([
      { user: null, logType: { id: 8, name: 'signIns' }, relatedId: null },
    ]);
  });

  it('[LOG-02] filters by type and by user, both at once too', async () => {
    expect(
      (await list('?typeId=2')).body.rows.every((row: { logType: { id: number } }) => row.logType.id === 2),
    ).toBe(true);
    expect((await list('?userId=u-bruno')).body.count).toBe(2);
    expect((await list('?userId=u-bruno&typeId=4')).body.count).toBe(1);
    expect((await list('?userId=no one')).body).toEqual({ rows: [], count: 0 });
  });

  it('[LOG-01] finds any part of a slug, an integration name or a username, whatever the case', async () => {
    expect(await found('EMBER_f')).toEqual(['bets', 'games']);
    expect(await found('gold_100')).toEqual(['games']);
    expect(await found('meridi')).toEqual(['maintenances']);
    expect(await found('bruno')).toEqual(['bets', 'integrations']);
    expect((await list('?search=anna.ros&typeId=2&limit=200')).body.count).toBe(2);
    expect(await found('  rifugio ')).toEqual(['bets']);
  });

  it('[LOG-01] finds an object by the name it had and by the one it has', async () => {
    expect(await found('bergwerk')).toEqual(['integrations']);
    expect(await found('alpina')).toEqual(['bets', 'integrations']);
    await db.updateTable('games').set({ slug: 'silver_fox' }).where('id', '=', ids.fox).execute();
    expect(await found('silver_fox')).toEqual(['bets', 'games']);
    expect(await found('ember_fox')).toEqual(['bets', 'games']);
    await db.updateTable('games').set({ slug: 'ember_fox' }).where('id', '=', ids.fox).execute();
  });

  it('[LOG-01] takes percent, underscore and backslash for what they are', async () => {
    expect(await found('100%')).toEqual(['games']);
    expect(await found('ember%fox')).toEqual([]);
    expect(await found('emberxfox')).toEqual([]);
    expect(await found('ember\\_fox')).toEqual([]);
  });

  it('[API-091] pages through all entries once, and is empty beyond the end with the count kept', async () => {
    const first = (await list('?limit=10')).body;
    const pages = [first];
    for (let page = 2; page <= Math.ceil(first.count / 10); page++)
      pages.push((await list(`?limit=10&page=${page}`)).body);
    const seen = pages.flatMap(({ rows }) => rows.map(({ id }: { id: number }) => id));
    expect(new Set(seen).size).toBe(first.count);
    expect(seen).toEqual(seen.toSorted((a, b) => b - a));
    expect((await list('?limit=10&page=900000')).body).toEqual({ rows: [], count: first.count });
  });

  it('[API-091] refuses what is no page, type or field of the query with 422', async () => {
    for (const query of [
      'limit=0',
      'limit=1000',
      'page=0',
      'page=x',
      'typeId=11',
      'from=2026-01-01',
      'search=%00',
      'userId=a%00',
    ])
      expect((await list(`?${query}`)).status, query).toBe(422);
  });
});

describe('GET /api/logs/:id', () => {
  const idOf = async (query: string) => (await list(query)).body.rows[0].id as number;

  it('[API-092][ENT-24][LOG-09] answers one entry with old and new values and the object', async () => {
    const { status, body } = await hub.get(`/logs/${await idOf('?typeId=4')}`, admin);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      logType: { name: 'bets' },
      updates: { oldBets: [10, 20], newBets: [10, 50] },
      relatedId: String(ids.fox),
      relatedObject: { slug: 'ember_fox', operator: 'Rifugio', exists: true, integrationExists: true },
    });
  });

  it('[LOG-11] says of the object whether it can still be opened', async () => {
    const object = async (query: string) =>
      (await hub.get(`/logs/${await idOf(query)}`, admin)).body.relatedObject;
    expect(await object('?search=gold_100')).toMatchObject({ name: '100% Gold', exists: false });
    expect(await object('?typeId=3')).toMatchObject({ name: 'Bergwerk', exists: true });
    expect(await object('?typeId=1')).toMatchObject({ exists: false });
    await db
      .updateTable('integrations')
      .set({ is_active: false, deleted_at: new Date('2026-11-20T10:00:00Z') })
      .where('id', '=', ids.alpina)
      .execute();
    expect(await object('?typeId=3')).toMatchObject({ exists: false });
    expect(await object('?typeId=4')).toMatchObject({ exists: true, integrationExists: false });
    const rowOf = async (query: string) => (await list(query)).body.rows[0];
    expect(await rowOf('?search=gold_100')).toMatchObject({ isGone: true });
    expect(await rowOf('?typeId=3')).toMatchObject({ isGone: true });
    expect(await rowOf('?typeId=4')).toMatchObject({ isGone: false, integrationId: null });
    // Not looked up.
    expect(await rowOf('?typeId=1')).toMatchObject({ isGone: false });
  });

  it('says of a ticket and of a user whether they can still be opened', async () => {
    await db
      .insertInto('tickets')
      .values({
        id: 41,
        title: 'Reels stand still',
        description: 'x',
        reporter_id: 'u-anna',
        integration_id: null,
        game_id: null,
        session_id: null,
        session_ticket_id: null,
        operator_id: null,
        created_at: new Date(),
        updated_at: new Date(),
      })
      .execute();
    await db
      .insertInto('users')
      .values({
        subject: 'u-there',
        username: 'there',
        email: null,
        integration_name: null,
        integration_id: null,
        language: null,
        created_at: new Date(),
        last_seen_at: null,
      })
      .execute();
    const exists = async (type: 'tickets' | 'users', objectId: string | number) => {
      await write(entry({ type, objectId }));
      const id = await idOf(`?typeId=${type === 'tickets' ? 7 : 5}`);
      return (await hub.get(`/logs/${id}`, admin)).body.relatedObject.exists;
    };
    expect(await exists('tickets', 41)).toBe(true);
    expect(await exists('tickets', 42)).toBe(false);
    expect(await exists('users', 'u-there')).toBe(true);
    expect(await exists('users', 'u-gone')).toBe(false);
  });

  it('[API-092] answers 404 for an entry there is not and for what is no id', async () => {
    expect((await hub.get('/logs/99999999', admin)).status).toBe(404);
    expect((await hub.get('/logs/first', admin)).status).toBe(404);
  });
});

describe('[NAV-19][ROLE-02] the log', () => {
  it('is read by provider staff alone', async () => {
    for (const path of ['/logs', '/logs/1']) {
      expect((await hub.get(path)).status).toBe(401);
      expect((await hub.get(path, await tokenFor('ludus_manager'))).status).toBe(200);
      for (const role of ['integration_admin', 'integration_manager', 'integration_guest'] as const)
        expect((await hub.get(path, await tokenFor(role))).status, role).toBe(403);
    }
  });

  it('has no call that changes or deletes an entry, and the table refuses it too', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'POST'])
      expect((await hub.call(method, '/logs/1', { token: admin, body: {} })).status, method).toBe(404);
    const kept = 'Entries of the log are never changed or deleted.';
    for (const change of ["UPDATE logs SET username = 'x'", 'DELETE FROM logs', 'TRUNCATE logs']) {
      await expect(hub.stores.postgres.pool.query(change), change).rejects.toThrow('permission denied');
      await expect(asOwner(hub.stores.postgres, change), change).rejects.toThrow(kept);
    }
  });
});
