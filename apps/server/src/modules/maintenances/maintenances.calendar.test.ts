import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type MaintenancesFixture,
  startMaintenances,
} from '../../../test/support/maintenances/maintenances-hub.ts';

let on: MaintenancesFixture;
beforeAll(async () => {
  on = await startMaintenances();
  const person = (userId: string, integrationName: string) =>
    on.identities.set(userId, {
      userId,
      username: userId,
      email: null,
      roles: ['integration_admin'],
      integrationName,
    });
  person('anna', 'Alpina');
  person('boris', 'Baltica');
});
afterAll(() => on?.hub.close());
beforeEach(async () => {
  await on.forget();
  await on.hub.stores.postgres.pool.query('DELETE FROM calendar_feeds');
});

const renew = async (as: string, language = 'it') =>
  on.hub.call('POST', '/account/calendar', { token: as, body: { language } });
async function read(address: string) {
  const { pathname, search } = new URL(address);
  const response = await on.hub.fetch(`${pathname}${search}`);
  return { status: response.status, headers: response.headers, text: String(response.body) };
}
const span = { date: '2026-05-18T02:00:00+02:00', endsAt: '2026-05-18T05:00:00+02:00' };

describe('the calendar of maintenances', () => {
  it('is read by its address alone, in the language of its owner, and follows changes under the same id', async () => {
    const { id } = (await on.announce(on.wanted({ ...span, services: ['play'], games: [7] }))).body;
    const { status, body } = await renew(await on.anna());
    expect([status, new URL(body.url).pathname]).toEqual([200, '/calendar/maintenances.ics']);
    const first = await read(body.url);
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(first.headers.get('cache-control')).toBe('private, no-store');
    expect(first.text.split('\r\n')).toEqual(
      expect.arrayContaining([
        'X-WR-CALNAME:Manutenzioni Ludus',
        `UID:maintenance-${id}@localhost`,
        'SEQUENCE:0',
        'DTSTART:20260518T000000Z',
        'DTEND:20260518T030000Z',
        'SUMMARY:Manutenzione Ludus\\, gravità: Media',
        'STATUS:CONFIRMED',
      ]),
    );
    expect(first.text.replaceAll('\r\n ', '')).toContain(
      'DESCRIPTION:Release of new games\\nServizi interessati: Play. Giochi interessati: Aztec Sun.',
    );
    on.clock.advance(60_000);
    await on.hub.call('POST', `/maintenances/${id}/cancel`, {
      token: await on.token('ludus_admin'),
      body: { reason: 'Postponed' },
    });
    const lines = (await read(body.url)).text.split('\r\n');
    for (const line of [`UID:maintenance-${id}@localhost`, 'SEQUENCE:1', 'STATUS:CANCELLED']) {
      expect(lines).toContain(line);
    }
  });

  it('[OPEN-02] has what its owner may see now, and nothing of others', async () => {
    await on.announce(on.wanted({ description: 'For Baltica' }, [on.baltica.id]));
    const { url } = (await renew(await on.anna())).body;
    expect((await read(url)).text).not.toContain('For Baltica');
    const boriss = (await renew(await on.boris(), 'en')).body.url;
    expect((await read(boriss)).text).toContain('For Baltica');
    // Someone who may not sign in any more reads nothing.
    const boris = on.identities.get('boris');
    on.identities.delete('boris');
    expect((await read(boriss)).status).toBe(404);
    if (boris) on.identities.set('boris', boris);
  });

  it('has an address that is a credential: a hash is stored, the log has no secret, a new one ends it', async () => {
    const anna = await on.anna();
    expect((await on.hub.get('/account/calendar', anna)).body).toEqual({ createdAt: null });
    const first = (await renew(anna)).body.url;
    const second = (await renew(anna)).body.url;
    expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200]);
    expect((await on.hub.get('/account/calendar', anna)).body).toEqual({
      createdAt: on.clock.now().toISOString(),
    });
    const secret = new URL(second).searchParams.get('key') ?? '';
    expect(secret.length).toBeGreaterThan(40);
    const { rows } = await on.hub.stores.postgres.pool.query('SELECT * FROM calendar_feeds');
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(JSON.stringify(await on.logged())).not.toContain(secret);
    await on.hub.call('DELETE', '/account/calendar', { token: anna });
    await on.hub.call('DELETE', '/account/calendar', { token: anna });
    expect((await read(second)).status).toBe(404);
    expect((await on.logged()).map(({ action, username }) => [action, username])).toEqual([
      ['create-calendar', 'anna'],
      ['create-calendar', 'anna'],
      ['delete-calendar', 'anna'],
    ]);
  });

  it('is not found without a secret, with a wrong one, or with one that is none', async () => {
    for (const query of ['', '?key=', '?key=wrong', `?key=${'x'.repeat(5_000)}`, '?key=a&key=b']) {
      expect((await read(`https://localhost/calendar/maintenances.ics${query}`)).status, query).toBe(404);
    }
    expect((await on.hub.call('POST', '/account/calendar', { body: { language: 'en' } })).status).toBe(401);
    expect((await renew(await on.anna(), 'de')).status).toBe(422);
  });
});
