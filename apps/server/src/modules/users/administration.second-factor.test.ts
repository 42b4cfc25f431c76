import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type AdministrationHub,
  resetPeople,
  startAdministrationHub,
} from '../../../test/support/users/administration-hub.ts';

let hub: AdministrationHub;
let people: Awaited<ReturnType<typeof resetPeople>>;

beforeAll(async () => {
  hub = await startAdministrationHub();
});
afterAll(() => hub?.close());
beforeEach(async () => {
  people = await resetPeople(hub);
  const { db } = hub.stores.postgres;
  for (const { id } of [people.boss, people.chief, people.guest, people.foreign]) {
    await db
      .insertInto('account_second_factors')
      .values({ account_id: id, encrypted_key: 'x', last_step: '0', confirmed_at: hub.clock.now() })
      .execute();
    await db.insertInto('account_recovery_codes').values({ account_id: id, code_hash: 'y' }).execute();
  }
});

const reset = (id: string, token?: string) =>
  hub.call('DELETE', `/user/kc/${id}/second-factor`, token === undefined ? {} : { token });
const hasFactor = async (id: string) => (await hub.get(`/user/kc/${id}`, people.admin)).body.hasSecondFactor;

describe('DELETE /api/user/kc/:id/second-factor', () => {
  it('removes the second factor with its recovery codes, ends what the person is signed in with, and is logged', async () => {
    const { guest, alpinaAdmin, chief } = people;
    const token = await hub.tokenOf(guest);
    expect((await hub.listed(alpinaAdmin)).map(({ hasSecondFactor }) => hasSecondFactor)).toEqual([
      true,
      true,
    ]);
    expect((await reset(guest.id, alpinaAdmin)).status).toBe(200);
    expect(await hasFactor(guest.id)).toBe(false);
    expect(await hasFactor(chief.id)).toBe(true);
    expect((await hub.get('/me', token)).status).toBe(401);
    const { pool } = hub.stores.postgres;
    const { rows } = await pool.query(
      `SELECT (SELECT count(*)::int FROM account_recovery_codes WHERE account_id = $1) AS codes,
        (SELECT credential_version FROM accounts WHERE id = $1) AS version`,
      [guest.id],
    );
    expect(rows).toEqual([{ codes: 0, version: 2 }]);
    const log = await pool.query(
      `SELECT log_type_id, user_id, description FROM logs WHERE action = 'reset-second-factor' AND related_id = $1`,
      [guest.id],
    );
    expect(log.rows).toEqual([
      { log_type_id: 5, user_id: chief.id, description: 'Reset the second factor of the user guest' },
    ]);
  });

  it('is refused for people one does not administer, for oneself, and without the right', async () => {
    const { boss, chief, guest, foreign, admin, alpinaAdmin } = people;
    expect((await reset(foreign.id, alpinaAdmin)).status).toBe(404);
    expect((await reset(boss.id, alpinaAdmin)).status).toBe(404);
    expect((await reset('00000000-0000-4000-8000-000000000000', admin)).status).toBe(404);
    expect((await reset(chief.id, alpinaAdmin)).status).toBe(409);
    expect((await reset(chief.id, await hub.tokenOf(guest))).status).toBe(403);
    expect((await reset(guest.id)).status).toBe(401);
    expect((await reset('x'.repeat(121), admin)).status).toBe(404);
    for (const { id } of [boss, chief, guest, foreign]) expect(await hasFactor(id)).toBe(true);
  });
});
