import { type Message, messageOf } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addGame, addOperator, linkGame } from '../../../../test/catalogue.ts';
import {
  lastEntry,
  type ManagedHub,
  startManagedHub,
} from '../../../../test/support/integrations/managed-hub.ts';
import { tokenFor } from '../../../../test/tokens.ts';
import { renderMessage } from '../../../infra/messages/index.ts';

let managed: ManagedHub;
let admin: string;

beforeAll(async () => {
  managed = await startManagedHub();
  admin = managed.token.ludus_admin;
});
afterAll(() => managed?.close());

const db = () => managed.hub.stores.postgres.db;
const put = (id: number, body: unknown, token = admin) =>
  managed.hub.call('PUT', `/integrations/${id}`, { token, body });
const remove = (id: number) => managed.hub.call('DELETE', `/integrations/${id}`, { token: admin });

describe('POST /integrations', () => {
  it('[API-044][INT-12][OPEN-49][LOG-14] answers a list with the new one, with its tokens encrypted and logged as set', async () => {
    const body = { ...managed.entry('Nuvola Gaming'), bookkeepingToken: 'books-token' };
    const reply = await managed.hub.call('POST', '/integrations', { token: admin, body });
    expect([reply.status, reply.body.length]).toEqual([200, 1]);
    expect(reply.body[0]).toMatchObject({
      name: 'Nuvola Gaming',
      version: 'GAI2',
      externalIdentifier: 'nuvola-gaming',
      playServiceURL: body.playServiceURL,
      operators: [],
      games: [],
      users: [],
      maintenances: [],
      tokens: { gamingServiceToken: true, bookkeepingToken: true, systemToken: false },
    });
    const ciphertext = await db().selectFrom('integration_tokens').selectAll().execute();
    expect(ciphertext.map(({ kind }) => kind).sort()).toEqual([
      'bookkeeping',
      'data',
      'gaming',
      'launch',
      'play',
    ]);
    const entry = await lastEntry(managed);
    expect(entry).toMatchObject({
      action: 'create',
      related_id: String(reply.body[0].id),
      username: 'ludus_admin',
      updates: {
        name: { old: null, new: 'Nuvola Gaming' },
        playServiceURL: { old: null, new: body.playServiceURL },
        bookkeepingToken: { old: 'not set', new: 'set' },
      },
    });
    expect(JSON.stringify([reply.body, ciphertext, entry])).not.toMatch(/-token"/);
  });

  it('refuses a name and an identifier that are taken, whatever the case, with 409 and the field', async () => {
    await managed.create('Ottava', { externalIdentifier: 'OTT-8' });
    const again = (values: object) =>
      managed.hub.call('POST', '/integrations', {
        token: admin,
        body: { ...managed.entry('Nona'), ...values },
      });
    const name = await again({ name: ' oTTAVA ' });
    expect([name.status, Object.keys(name.body.fields)]).toEqual([409, ['name']]);
    const identifier = await again({ externalIdentifier: 'ott-8' });
    expect([identifier.status, Object.keys(identifier.body.fields)]).toEqual([409, ['externalIdentifier']]);
    expect((await managed.hub.get('/integrations/byName/Nona', admin)).status).toBe(404);
  });

  it('gives two names that shorten to one identifier an identifier each', async () => {
    const first = await managed.create('Caffè!');
    const second = await managed.create('caffe');
    const [one, two] = await Promise.all(
      [first, second].map((id) => managed.hub.get(`/integrations/${id}`, admin)),
    );
    expect([one?.body.externalIdentifier, two?.body.externalIdentifier]).toEqual(['caffe', 'caffe-2']);
  });

  it('[OPEN-47][OPEN-72] refuses private and unusable addresses and tokens beside their field', async () => {
    const reply = await managed.hub.call('POST', '/integrations', {
      token: admin,
      body: {
        ...managed.entry('Decima'),
        dataServiceURL: 'http://10.0.0.8/data',
        launchServiceURL: 'http://[::1]/launch',
      },
    });
    expect(reply.status).toBe(422);
    expect(reply.body.fields).toEqual({
      dataServiceURL: '10.0.0.8 is a private address, and it is not among the allowed hosts.',
      launchServiceURL: '::1 is a private address, and it is not among the allowed hosts.',
    });
    expect(reply.body.fieldDetails).toEqual({
      dataServiceURL: messageOf('outgoing.privateAddress', { host: '10.0.0.8' }),
      launchServiceURL: messageOf('outgoing.privateAddress', { host: '::1' }),
    });
    for (const bad of [
      { playServiceURL: 'ftp://platform.example/play' },
      { playServiceURL: 'https://user:pw@platform.example/play' },
      { playServiceToken: 'with space' },
      { playServiceToken: '' },
      { name: '  ' },
      { version: 'GAI3' },
    ]) {
      const body = { ...managed.entry('Decima'), ...bad };
      const refused = await managed.hub.call('POST', '/integrations', { token: admin, body });
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, Object.keys(bad)]);
    }
  });
});

describe('PUT /integrations/{id}', () => {
  it('[OPEN-49] sends no stored token to another host: with the new address the token has to come', async () => {
    const id = await managed.create('Trasloco', { bookkeepingToken: 'books-token' });
    const dataServiceURL = 'http://elsewhere.example/data';
    const refused = await put(id, { dataServiceURL });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['dataServiceToken']]);
    const moved = await put(id, { dataServiceURL, dataServiceToken: 'a-new-token' });
    expect(moved.status).toBe(200);
    expect(moved.body.tokens).toMatchObject({ dataServiceToken: true, bookkeepingToken: false });
    expect((await lastEntry(managed))?.updates).toMatchObject({
      dataServiceToken: { old: 'set', new: 'replaced' },
      bookkeepingToken: { old: 'set', new: 'removed' },
    });
    // Another path of the same host keeps what it has.
    expect(
      (await put(id, { dataServiceURL: 'http://elsewhere.example/v2' })).body.tokens.dataServiceToken,
    ).toBe(true);
  });

  it('[API-045][LOG-14][OPEN-49] changes what is given, keeps the rest, and logs which token was changed', async () => {
    const id = await managed.create('Prima');
    const reply = await put(id, {
      version: 'GAI-INTERNATIONAL',
      playServiceToken: 'second-token',
      systemToken: 'system-token',
    });
    expect(reply.body).toMatchObject({
      name: 'Prima',
      version: 'GAI-INTERNATIONAL',
      tokens: { systemToken: true },
    });
    const entry = await lastEntry(managed);
    expect(entry?.updates).toEqual({
      version: { old: 'GAI2', new: 'GAI-INTERNATIONAL' },
      playServiceToken: { old: 'set', new: 'replaced' },
      systemToken: { old: 'not set', new: 'set' },
    });
    expect(entry?.description).toBe(
      'Changed version, token of the play service, system token of the integration Prima',
    );
    expect(renderMessage(entry?.detail as Message, 'it')).toBe(
      'Modificata l’integrazione Prima: versione, token del servizio play, token di sistema',
    );
    expect(JSON.stringify([reply.body, entry])).not.toMatch(/second-token|system-token/);
    managed.platform.calls.length = 0;
    await managed.hub.get(`/integrations/${id}/services/healthcheck`, admin);
    expect(managed.platform.calls.find(({ path }) => path === '/play/health')?.token).toBe('second-token');
  });

  it('writes nothing when nothing differs, and refuses a call without a field as nothing to update', async () => {
    const id = await managed.create('Seconda');
    const before = await lastEntry(managed);
    const same = await put(id, { name: 'Seconda', playServiceToken: 'play-token' });
    expect(same.status).toBe(200);
    expect(await lastEntry(managed)).toEqual(before);
    const empty = await put(id, {});
    expect([empty.status, JSON.stringify(empty.body)]).toEqual([
      422,
      expect.stringContaining('Nothing to update'),
    ]);
  });

  it('takes a new token in place of one that another key encrypted', async () => {
    const id = await managed.create('Terza');
    await db().updateTable('integration_tokens').set({ ciphertext: 'v1.lost' }).execute();
    expect((await put(id, { ...managed.entry('Terza') })).status).toBe(200);
    const health = await managed.hub.get(`/integrations/${id}/services/healthcheck`, admin);
    expect(health.body.dataService).toMatchObject({ ok: true, status: 200, reason: null });
    await db().deleteFrom('integration_tokens').where('ciphertext', '=', 'v1.lost').execute();
  });

  it('[ROLE-08] lets no one of a renamed integration lose it: the former name still leads there', async () => {
    const id = await managed.create('Quarta');
    await db()
      .insertInto('accounts')
      .values({
        id: '00000000-0000-4000-8000-000000000004',
        username: 'quarta.admin',
        email: 'quarta@example.com',
        password_hash: 'x',
        roles: ['integration_admin'],
        integration_name: ' QUARTA ',
        created_at: new Date(0),
        last_login_at: null,
      } as never)
      .execute();
    const signedIn = await tokenFor('integration_admin', { integration: 'quarta', userId: 'user-q' });
    expect((await put(id, { name: 'Quinta' })).status).toBe(200);
    const own = await managed.hub.get('/integrations', signedIn);
    expect(own.body.rows.map(({ name }: { name: string }) => name)).toEqual(['Quinta']);
    expect((await managed.hub.get('/integrations/byName/Quarta', signedIn)).body.id).toBe(id);
    const accounts = await db().selectFrom('accounts').select('integration_name').execute();
    expect(accounts).toContainEqual({ integration_name: 'Quinta' });

    // Neither a new nor a renamed integration may take it over.
    const thief = await managed.hub.call('POST', '/integrations', {
      token: admin,
      body: managed.entry('QUARTA'),
    });
    const other = await managed.create('Sesta');
    expect([thief.status, (await put(other, { name: 'Quarta' })).status]).toEqual([409, 409]);
    // Its owner may.
    expect((await put(id, { name: 'Quarta' })).status).toBe(200);
    expect((await managed.hub.get('/integrations/byName/Quinta', signedIn)).body.name).toBe('Quarta');
  });

  it('[ROLE-08] finds a name with any letters, whatever their case', async () => {
    const id = await managed.create('Évian Łódź');
    const person = await tokenFor('integration_admin', { integration: 'ÉVIAN ŁÓDŹ', userId: 'user-e' });
    const { body } = await managed.hub.get('/integrations/byName/%C3%A9vian%20%C5%82%C3%B3d%C5%BA', person);
    expect(body.id).toBe(id);
  });

  it('[OPEN-72] gives a name that two ask for at once to one of them', async () => {
    const ids = [await managed.create('Un'), await managed.create('Deux')];
    const replies = await Promise.all(ids.map((id) => put(id, { name: 'Trois' })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('DELETE /integrations/{id}', () => {
  it('[API-046][OPEN-50][ERR-029] is refused while any game is linked, with the quoted text', async () => {
    const id = await managed.create('Piena');
    const game = await addGame(db(), 'only_visible');
    await linkGame(db(), id, game, 'visible');
    const reply = await remove(id);
    expect([reply.status, reply.body.message]).toEqual([
      409,
      "You can't delete a integration that has games.",
    ]);
    expect((await managed.hub.get(`/integrations/${id}`, admin)).status).toBe(200);
  });

  it('[API-046][LOG-14] takes it out of every list, with its tokens, addresses and documents; its name stays in the session store', async () => {
    const id = await managed.create('Vuota');
    const operator = await addOperator(db(), id, 'VUO');
    const person = await tokenFor('integration_admin', { integration: 'Vuota', userId: 'user-v' });
    await db()
      .insertInto('certificates')
      .values({
        name: 'Terms',
        file_name: 'terms.pdf',
        file_key: 'certificates/vuota',
        content_type: 'application/pdf',
        bytes: 1,
        is_general: true,
        integration_id: id,
        updated_at: new Date(0),
      })
      .execute();
    await managed.hub.get('/integrations', person);
    expect([(await remove(id)).status, (await remove(id)).status]).toEqual([200, 404]);

    for (const path of [
      '/integrations?active=null',
      '/integrations-with-counts',
      '/integrations/services/status',
    ]) {
      const { status, body } = await managed.hub.get(path, admin);
      expect([status, JSON.stringify(body)]).toEqual([200, expect.not.stringContaining('Vuota')]);
    }
    for (const path of [
      `/${id}`,
      `/${id}/games`,
      `/${id}/operators`,
      `/${id}/services/history`,
      '/byName/vuota',
    ]) {
      expect((await managed.hub.get(`/integrations${path}`, admin)).status).toBe(404);
    }
    expect((await managed.hub.get('/integrations', person)).body.rows).toEqual([]);
    const left = await Promise.all([
      db().selectFrom('integration_tokens').select('kind').where('integration_id', '=', id).execute(),
      db().selectFrom('certificates').select('id').where('integration_id', '=', id).execute(),
    ]);
    expect(left).toEqual([[], []]);
    const row = await db().selectFrom('integrations').selectAll().where('id', '=', id).executeTakeFirst();
    expect(row).toMatchObject({ name: 'Vuota', is_active: false, data_service_url: '' });
    const names = await managed.composition.services.integrations.read();
    expect([names.integrations.get(id)?.name, names.operators.get(operator.id)?.code]).toEqual([
      'Vuota',
      'VUO',
    ]);
    expect(await lastEntry(managed)).toMatchObject({
      action: 'delete',
      related_object: { name: 'Vuota' },
      updates: { name: { old: 'Vuota', new: null } },
    });
  });

  it('gives its names free, and whom the hub knew there is no one of their next owner', async () => {
    const id = await managed.create('Riuso');
    const person = await tokenFor('integration_admin', { integration: 'Riuso', userId: 'user-r' });
    await managed.hub.get('/integrations', person);
    const known = () => db().selectFrom('users').select('id').where('subject', '=', 'user-r').execute();
    await expect.poll(known).toHaveLength(1);
    expect((await managed.hub.get(`/integrations/${id}`, admin)).body.users).toHaveLength(1);
    expect((await remove(id)).status).toBe(200);
    const next = await managed.create('riuso');
    expect(next).not.toBe(id);
    const { body } = await managed.hub.get(`/integrations/${next}`, admin);
    expect([body.users, body.externalIdentifier]).toEqual([[], 'riuso']);
  });

  it('[OPEN-72] never leaves a game with a deleted integration, whoever is first', async () => {
    const id = await managed.create('Gara');
    const game = await addGame(db(), 'raced');
    const [gone, linked] = await Promise.all([
      remove(id),
      managed.hub.call('POST', `/integrations/${id}/games`, { token: admin, body: { games: [game] } }),
    ]);
    expect([
      [200, 404],
      [409, 200],
    ]).toContainEqual([gone.status, linked.status]);
  });
});
