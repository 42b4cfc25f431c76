import type { Message } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailingHub, startMailingHub } from '../../../test/support/mailing-list/mailing-hub.ts';
import { renderMessage } from '../../infra/messages/index.ts';

let world: MailingHub;
beforeAll(async () => {
  world = await startMailingHub();
});
afterAll(() => world?.close());

const path = '/mailing-list-reports';
const call = (method: string, at: string, body?: unknown, token = world.token) =>
  world.hub.call(method, at, { token, ...(body === undefined ? {} : { body }) });
const add = (email: string, integrationId: number | null = null, reportTypeId = 1) =>
  call('POST', path, { email, reportTypeId, integrationId });
const emails = async () =>
  (await world.hub.get(path, world.token)).body.map(({ email }: { email: string }) => email);

describe('the mailing list', () => {
  it('[API-064][API-065][ENT-15][MAIL-07] holds what was put on it, ALL as no integration', async () => {
    const all = await add('zoe@ludus.test');
    expect(all.status).toBe(200);
    expect(all.body).toEqual({
      id: expect.any(Number),
      email: 'zoe@ludus.test',
      integrationId: null,
      integration: null,
      reportType: { id: 1, name: 'daily' },
      reportTypeId: 1,
      lastDelivery: null,
    });
    const one = await add('Anna@alpina.test', world.ids.alpina, 3);
    expect(one.body).toMatchObject({
      integrationId: world.ids.alpina,
      integration: { id: world.ids.alpina, name: 'Alpina' },
      reportType: { id: 3, name: 'italy-games' },
    });
    expect((await world.hub.get(path, world.token)).body).toEqual([one.body, all.body]);
  });

  it('has an entry of the log for a report on request, with its type in the reader’s language', async () => {
    const { status, body } = await call('POST', '/reports-email-monthly', { to: null });
    expect([status, body]).toEqual([200, { jobId: expect.any(String) }]);
    const entry = await world.hub.stores.postgres.db
      .selectFrom('logs')
      .select(['description', 'detail'])
      .where('related_id', '=', body.jobId)
      .executeTakeFirstOrThrow();
    expect(entry.description).toBe('Sent the monthly report by email to the mailing list');
    expect(renderMessage(entry.detail as Message, 'it')).toBe(
      'Inviato il report mensile via email alla mailing list',
    );
  });

  it('has an entry of the log for each change, with what it was and is', async () => {
    const { body } = await add('logged@ludus.test', null, 1);
    const at = `${path}/${body.id}`;
    await call('PUT', at, { reportTypeId: 2, integrationId: world.ids.alpina });
    await call('PUT', at, { reportTypeId: 2, integrationId: world.ids.alpina });
    await call('DELETE', at);
    const rows = await world.hub.stores.postgres.db
      .selectFrom('logs')
      .innerJoin('log_types', 'log_types.id', 'logs.log_type_id')
      .select(['name', 'action', 'description', 'username', 'updates'])
      .where('related_id', '=', String(body.id))
      .where('name', '=', 'mailingList')
      .orderBy('logs.id')
      .execute();
    expect(rows.map(({ action, description, username }) => [action, description, username])).toEqual([
      ['create', 'Added logged@ludus.test to the mailing list', 'ludus_admin'],
      ['update', 'Changed what logged@ludus.test gets from the mailing list', 'ludus_admin'],
      ['delete', 'Removed logged@ludus.test from the mailing list', 'ludus_admin'],
    ]);
    expect(rows[1]?.updates).toEqual({
      report: { old: 'daily', new: 'monthly' },
      integration: { old: 'ALL', new: 'Alpina' },
    });
  });

  it('[API-067] names the three report types', async () => {
    expect((await world.hub.get('/report-types', world.token)).body).toEqual([
      { id: 1, name: 'daily' },
      { id: 2, name: 'monthly' },
      { id: 3, name: 'italy-games' },
    ]);
  });

  it('[OPEN-57] refuses the same address, integration and type, whatever its case, also of an edited entry', async () => {
    await add('double@ludus.test', world.ids.alpina);
    expect(await add('DOUBLE@ludus.test', world.ids.alpina)).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    const other = (await add('double@ludus.test', null)).body.id;
    const change = { reportTypeId: 1, integrationId: world.ids.alpina };
    expect((await call('PUT', `${path}/${other}`, change)).status).toBe(409);
    const twins = await Promise.all(Array.from({ length: 5 }, () => add('race@ludus.test')));
    expect(twins.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  });

  it('[OPEN-57][MAIL-05] changes type and integration, and never the address', async () => {
    const { id } = (await add('edit@ludus.test', world.ids.baltica)).body;
    const { status, body } = await call('PUT', `${path}/${id}`, {
      email: 'other@ludus.test',
      reportTypeId: 2,
      integrationId: null,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, email: 'edit@ludus.test', reportTypeId: 2, integration: null });
    expect((await call('PUT', `${path}/${id}`, { reportTypeId: 2, integrationId: null })).status).toBe(200);
  });

  it('[API-066] takes an address off', async () => {
    const { id } = (await add('gone@ludus.test')).body;
    expect(await call('DELETE', `${path}/${id}`)).toMatchObject({ status: 200, body: null });
    expect(await emails()).not.toContain('gone@ludus.test');
    expect((await call('DELETE', `${path}/${id}`)).status).toBe(404);
    expect((await call('PUT', `${path}/${id}`, { reportTypeId: 1, integrationId: null })).status).toBe(404);
  });

  it('[ERR-048][ERR-051][ERR-052][OPEN-58][OPEN-66] says in the documented words what is missing', async () => {
    const refused = async (body: object) => {
      const reply = await call('POST', path, body);
      expect(reply.status).toBe(422);
      return reply.body.fields;
    };
    const whole = { email: 'a@b.it', reportTypeId: 1, integrationId: null };
    for (const email of ['no-one', 'a@b', 'a b@c.it', 'a@@c.it', '']) {
      expect(await refused({ ...whole, email })).toEqual({ email: 'Please enter a valid email address.' });
    }
    expect(await refused({ email: 'a@b.it', reportTypeId: 1 })).toEqual({
      integrationId: 'Please select at least one integration, or ALL',
    });
    expect(await refused({ email: 'a@b.it', integrationId: null })).toEqual({
      reportTypeId: 'Please select at least one report type.',
    });
    expect(await refused({ ...whole, reportTypeId: 4 })).toEqual({
      reportTypeId: 'Please select at least one report type.',
    });
    expect(Object.keys(await refused({ ...whole, name: 'x' }))).toHaveLength(1);
  });

  it('knows no integration that is not there', async () => {
    expect((await add('a@b.it', 999)).status).toBe(404);
    const { id } = (await add('stays@ludus.test')).body;
    const change = { reportTypeId: 1, integrationId: 999 };
    expect((await call('PUT', `${path}/${id}`, change)).status).toBe(404);
    expect((await call('DELETE', `${path}/nonsense`)).status).toBe(404);
  });

  it('forgets the entries of an integration that is deleted, and no other', async () => {
    await add('left@cimone.test', world.ids.cimone);
    await add('left@cimone.test', null);
    await world.hub.stores.postgres.transaction((tx) =>
      world.module.service.forgetIntegration(tx, world.ids.cimone),
    );
    expect((await emails()).filter((email: string) => email === 'left@cimone.test')).toHaveLength(1);
  });

  it('[ROLE-06][NAV-25] is for ludus_admin alone', async () => {
    const body = { email: 'a@b.it', reportTypeId: 1, integrationId: null };
    const calls = [
      ['GET', path, undefined],
      ['GET', '/report-types', undefined],
      ['POST', path, body],
      ['PUT', `${path}/1`, { reportTypeId: 1, integrationId: null }],
      ['DELETE', `${path}/1`, undefined],
    ] as const;
    const before = await emails();
    for (const [method, at, sent] of calls) {
      const given = sent === undefined ? {} : { body: sent };
      expect((await world.hub.call(method, at, given)).status).toBe(401);
      for (const role of ['ludus_manager', 'integration_admin', 'integration_guest'] as const) {
        expect((await call(method, at, sent, await world.tokens(role))).status).toBe(403);
      }
    }
    expect(await emails()).toEqual(before);
  });
});

describe('the user guide', () => {
  const send = (body: object, token = world.token) => call('POST', '/tutorial', body, token);
  const address = 'https://localhost/user-guide';

  it('[API-062][ERR-046][OPEN-56] goes to each address once, with the address it is at', async () => {
    world.server.inbox.length = 0;
    const reply = await send({ to: ['a@b.it', 'A@b.it', 'c@d.it'], fileUrl: address });
    expect(reply).toMatchObject({ status: 200, body: { message: 'Emails sent successfully' } });
    await expect.poll(() => world.server.inbox.length).toBe(2);
    for (const { mail } of world.server.inbox) expect(mail.text).toContain(address);
    expect(world.server.inbox.map(({ to }) => to.toLowerCase()).toSorted()).toEqual(['a@b.it', 'c@d.it']);
  });

  it('is a page that needs no account', async () => {
    const { status, body, headers } = await world.hub.fetch('/user-guide');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).toContain('<h1>User guide of Ludus Hub</h1>');
  });

  it('[SET-10][ERR-050][OPEN-56] needs an address that is one, and no other file', async () => {
    expect((await send({ to: [] })).body.fields).toEqual({ to: 'Please enter at least one email address' });
    expect((await send({})).body.fields).toEqual({ to: 'Please enter at least one email address' });
    expect((await send({ to: ['no-one'] })).status).toBe(422);
    const foreign = await send({ to: ['a@b.it'], fileUrl: 'https://elsewhere.test/user-guide' });
    expect([foreign.status, Object.keys(foreign.body.fields)]).toEqual([422, ['fileUrl']]);
  });

  it('[ROLE-12] is sent by ludus_admin alone', async () => {
    expect((await world.hub.call('POST', '/tutorial', { body: { to: ['a@b.it'] } })).status).toBe(401);
    for (const role of ['ludus_manager', 'integration_admin'] as const) {
      expect((await send({ to: ['a@b.it'] }, await world.tokens(role))).status).toBe(403);
    }
  });
});
