import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Role } from '@ludus/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addGame, addIntegration, linkGame } from '../../../test/catalogue.ts';
import { startTestHub, type TestHub } from '../../../test/hub.ts';
import { recordedRealtime } from '../../../test/realtime.ts';
import { identityIn, testAccounts } from '../../../test/rights.ts';
import { tokenFor } from '../../../test/tokens.ts';
import { fixedClock } from '../../infra/clock/index.ts';
import { createGamesModule } from '../games/index.ts';
import { createMediaModule } from '../media/index.ts';
import { type CertificatesService, createCertificatesModule } from './index.ts';

const clock = fixedClock(new Date().toISOString());
let hub: TestHub;
let admin: string;
let alpina: number;
let baltica: number;
let game: number;
let count = 0;
let service: CertificatesService;
const realtime = recordedRealtime();
const accounts = testAccounts();
const places = {
  findByName: async (name: string) =>
    name === 'Alpina' ? { id: alpina, name } : name === 'Baltica' ? { id: baltica, name } : null,
};

/** The account of the tests' token of a role, as it is from now on. */
function give(role: Role, change: { roles?: Role[]; integrationName?: string; enabled?: boolean } = {}) {
  const integrationName = role.startsWith('ludus') ? null : 'Alpina';
  const account = { id: `user-${role}`, username: role, email: `${role}@hub.test`, roles: [role] };
  accounts.set(role, { ...account, integrationName, enabled: true, ...change });
}

beforeAll(async () => {
  hub = await startTestHub({
    clock,
    modules: (infra, { changes, outgoing }) => {
      const certificates = createCertificatesModule(
        { ...infra, realtime },
        { identityOf: (subject) => identityIn(accounts, subject), integrations: places },
        async () => ({ notices: 0, mails: 0, people: [] }),
      );
      service = certificates.service;
      const media = createMediaModule(infra);
      const games = createGamesModule(infra, {
        changes,
        outgoing,
        media: media.service,
        notify: async () => ({ notices: 0, mails: 0, people: [] }),
        documents: certificates.service,
      });
      return [certificates, media, games];
    },
  });
  alpina = (await addIntegration(hub.stores.postgres.db, 'Alpina')).id;
  baltica = (await addIntegration(hub.stores.postgres.db, 'Baltica')).id;
  admin = await tokenFor('ludus_admin');
});
afterAll(() => hub.close());
beforeEach(async () => {
  give('ludus_admin');
  give('integration_admin');
  game = await addGame(hub.stores.postgres.db, `documented_${++count}`);
});

const pdf = '%PDF-1.7 certificate';
type Fields = Record<string, string | string[]>;

function add(
  fields: Fields,
  {
    content = pdf as string | Uint8Array<ArrayBuffer>,
    name = 'certificate.pdf',
    token = admin as string | null,
  } = {},
) {
  const body = new FormData();
  for (const [field, values] of Object.entries(fields)) {
    for (const value of [values].flat()) body.append(field, value);
  }
  body.append('file', new Blob([content]), name);
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  return hub.fetch('/api/certificates/create', { method: 'POST', headers, body });
}
const ofGame = (id = game): Fields => ({ isGeneral: 'false', 'gameId[]': String(id) });
const list = async (query: string, token = admin) => {
  const { status, body } = await hub.get(`/certificates${query}`, token);
  return status === 200 ? body.map(({ name }: { name: string }) => name).sort() : status;
};
const files = () => hub.stores.postgres.db.selectFrom('certificates').select('file_key').execute();

describe('[API-024] POST /certificates/create', () => {
  it('[CERT-05][ENT-05] keeps a file of a game for every integration, named after the file unless told', async () => {
    const { status, body } = await add(ofGame());
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'certificate.pdf',
      fileName: 'certificate.pdf',
      bytes: pdf.length,
      isGeneral: false,
      integration: null,
      games: [{ id: game, name: `documented ${count}` }],
    });
    expect((await add({ ...ofGame(), name: 'RNG 2026' })).body.name).toBe('RNG 2026');
  });

  it('[API-025][OPEN-40][CERT-04] keeps one file of several games for one integration, and a general one', async () => {
    const second = await addGame(hub.stores.postgres.db, `also_${count}`);
    const { body } = await add({
      isGeneral: 'false',
      'gameId[]': [String(game), String(second)],
      integrationId: String(alpina),
    });
    expect([body.games.length, body.integration]).toEqual([2, { id: alpina, name: 'Alpina' }]);
    const general = await add({ isGeneral: 'true', integrationId: String(baltica) });
    expect(general.body).toMatchObject({ isGeneral: true, games: [], integration: { name: 'Baltica' } });
  });

  it('[LOG-14] writes to the log of games and of integrations', async () => {
    await add({ ...ofGame(), name: 'Logged' });
    await add({ isGeneral: 'true', integrationId: String(alpina), name: 'Logged' });
    const rows = await hub.stores.postgres.db
      .selectFrom('logs')
      .select(['log_type_id', 'action', 'related_id', 'updates'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    const updates = { document: { old: null, new: 'Logged' } };
    expect(rows).toEqual([
      { log_type_id: 3, action: 'add-file', related_id: String(alpina), updates },
      { log_type_id: 2, action: 'add-file', related_id: String(game), updates },
    ]);
  });

  it('refuses combinations without a meaning, and games and integrations there are not', async () => {
    const id = String(game);
    expect((await add({ isGeneral: 'true' })).body.fields).toHaveProperty('integrationId');
    expect((await add({ isGeneral: 'false' })).body.fields).toHaveProperty('gameId');
    expect((await add({ isGeneral: 'true', integrationId: '1', gameId: id })).body.fields).toHaveProperty(
      'gameId',
    );
    expect((await add(ofGame(60_000))).status).toBe(404);
    expect((await add({ ...ofGame(), integrationId: '60000' })).status).toBe(404);
  });

  it.each([
    ['page.html', '<!doctype html><script>alert(1)</script>'],
    ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['page.txt', '<html><script>alert(1)</script></html>'],
    ['page.pdf', '<html></html>'],
    ['words.pdf', 'Just words, and no document.'],
    ['program.exe', 'MZ'],
    ['no extension', pdf],
    ['constructor.constructor', pdf],
  ])('refuses %s, and nothing stays', async (name, content) => {
    const before = await files();
    expect((await add(ofGame(), { name, content })).status).toBe(415);
    expect(await files()).toEqual(before);
  });

  it.each([
    ['a.zip', 'PK\x03\x04', 'application/zip'],
    ['a.xlsx', 'PK\x03\x04', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['notes.TXT', 'words — and more', 'text/plain; charset=utf-8'],
  ])('[CONST-08] takes %s', async (name, content, type) => {
    const { body } = await add(ofGame(), { name, content });
    expect((await hub.fetch(body.url)).headers.get('content-type')).toBe(type);
  });
});

describe('a document on its way', () => {
  it.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\temp\\rules.pdf', 'rules.pdf'],
    ["O'Brien's rules.pdf", "O'Brien's rules.pdf"],
    ['🎰 roulette 🎲.pdf', '🎰 roulette 🎲.pdf'],
    ['تعليمات اللعبة.pdf', 'تعليمات اللعبة.pdf'],
    ['rules\u202efdp.pdf', 'rules fdp.pdf'],
  ])('[CERT-05] called %s is kept under its own name and comes back under it', async (given, kept) => {
    const { status, body } = await add(ofGame(), { name: given });
    expect([status, body.name, body.fileName]).toEqual([200, kept, kept]);
    const { headers, body: content } = await hub.fetch(body.url);
    const written = /filename\*=UTF-8''(.+)$/.exec(headers.get('content-disposition') ?? '')?.[1] ?? '';
    expect([decodeURIComponent(written), content]).toEqual([kept, pdf]);
  });

  it('leaves nothing when its connection is cut', async () => {
    const before = await files();
    const left = () => readdir(join(hub.stores.settings.dataDir, 'uploads')).catch(() => []);
    const socket = connect(Number(new URL(hub.url).port), '127.0.0.1');
    await once(socket, 'connect');
    const part = (name: string, value: string) =>
      `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    socket.write(
      `POST /api/certificates/create HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${admin}\r\n` +
        'content-length: 90000\r\ncontent-type: multipart/form-data; boundary=b\r\n\r\n' +
        part('isGeneral', 'false') +
        part('gameId[]', String(game)) +
        '--b\r\ncontent-disposition: form-data; name="file"; filename="half.pdf"\r\n\r\n' +
        pdf.repeat(1_000),
    );
    await expect.poll(async () => (await left()).length).toBe(1);
    socket.destroy();
    await expect.poll(left).toEqual([]);
    expect(await files()).toEqual(before);
  });

  it('is refused as too large beyond 50 MB, and must be one file with something in it', async () => {
    const before = await files();
    const large = new Uint8Array(52_428_801);
    large.set(new TextEncoder().encode('%PDF-'));
    expect((await add(ofGame(), { content: large })).status).toBe(413);
    expect((await add(ofGame(), { content: '' })).body.fields).toHaveProperty('file');
    for (const [field, value] of Object.entries({ owner: 'me', name: 'n'.repeat(201), isGeneral: '?' })) {
      expect((await add({ ...ofGame(), [field]: value })).body.fields).toHaveProperty(field);
    }
    expect(await files()).toEqual(before);
  });

  it('[API-025] is for all of its games or for none: a game that is not there stops it', async () => {
    const before = await files();
    expect((await add({ isGeneral: 'false', 'gameId[]': [String(game), '60000'] })).status).toBe(404);
    expect(await files()).toEqual(before);
    expect(await list(`?gameId=${game}`)).toEqual([]);
  });

  it('tells everyone that documents changed, when it is there and when it goes, and nothing else about it', async () => {
    realtime.events.length = 0;
    const { id } = (await add(ofGame())).body;
    await hub.call('DELETE', `/certificates/delete/${id}`, { token: admin });
    await add(ofGame(), { name: 'program.exe' });
    const told = [{ name: 'changed', data: { topic: 'certificates' } }, { everyone: true }];
    expect(realtime.events).toEqual([told, told]);
  });
});

describe('the address of a document', () => {
  it('[CERT-03] downloads the file under its own name, whatever that is, and never as a page', async () => {
    const name = 'Zertifikat „Größe" 🎰 100% ../x.pdf';
    const { body } = await add(ofGame(), { name });
    expect(body.fileName).toBe('x.pdf');
    const plain = (await add(ofGame(), { name: 'Größe "A" 🎰 100%.pdf' })).body;
    expect(plain.url).toMatch(
      /^\/files\/\d+\/[A-Za-z0-9-]+\.pdf\?by=user-ludus_admin&expires=\d+&signature=[\w-]+$/,
    );
    const { status, body: content, headers } = await hub.fetch(plain.url);
    expect([status, content]).toEqual([200, pdf]);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Gr__e _A_ __ 100_.pdf"; filename*=UTF-8''${encodeURIComponent('Größe "A" 🎰 100%.pdf')}`,
    );
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    );
    expect(headers.get('cache-control')).toBe('private, no-store');
    const part = await hub.fetch(plain.url, { headers: { range: 'bytes=0-3' } });
    expect([part.status, part.body, part.headers.get('content-range')]).toEqual([
      206,
      pdf.slice(0, 4),
      `bytes 0-3/${pdf.length}`,
    ]);
  });

  it('opens nothing for a person who has moved, lost the role, or may not sign in any more', async () => {
    await add({ isGeneral: 'true', integrationId: String(alpina), name: 'Contract' });
    const token = await tokenFor('integration_admin');
    const [{ url }] = (await hub.get(`/certificates?integrationId=${alpina}`, token)).body;
    const status = async (address = url) => (await hub.fetch(address)).status;
    expect(await status()).toBe(200);
    expect(await status(url.replace('by=user-integration_admin', 'by=user-ludus_admin'))).toBe(404);
    for (const change of [
      { integrationName: 'Baltica' },
      { roles: ['integration_guest' as const] },
      { enabled: false },
    ]) {
      give('integration_admin', change);
      expect(await status(), JSON.stringify(change)).toBe(404);
    }
    accounts.delete('integration_admin');
    expect(await status()).toBe(404);
    give('integration_admin');
    expect(await status()).toBe(200);
  });

  it('expires after an hour, and opens no other document', async () => {
    const [first, second] = [(await add(ofGame())).body, (await add(ofGame())).body];
    const [path = '', query = ''] = first.url.split('?');
    expect((await hub.fetch(`${second.url.split('?')[0]}?${query}`)).status).toBe(404);
    expect((await hub.fetch(path)).status).toBe(404);
    expect((await hub.fetch(first.url.replace(/expires=\d/, 'expires=9'))).status).toBe(404);
    expect((await hub.fetch(`${path}?${query}x`)).status).toBe(404);
    clock.advance(3_599_000);
    expect((await hub.fetch(first.url)).status).toBe(200);
    clock.advance(2_000);
    expect((await hub.fetch(first.url)).status).toBe(404);
    clock.advance(-3_601_000);
  });
});

describe('[API-021][API-022][API-023] GET /certificates', () => {
  beforeEach(async () => {
    await hub.stores.postgres.db.deleteFrom('certificates').execute();
    await linkGame(hub.stores.postgres.db, alpina, game, 'visible');
    await add({ ...ofGame(), name: 'for all' });
    await add({ ...ofGame(), name: 'for alpina', integrationId: String(alpina) });
    await add({ ...ofGame(), name: 'for baltica', integrationId: String(baltica) });
    await add({ isGeneral: 'true', integrationId: String(alpina), name: 'general alpina' });
    await add({ isGeneral: 'true', integrationId: String(baltica), name: 'general baltica' });
  });

  it('[OPEN-40] answers the provider by game, by integration and by both', async () => {
    for (const token of [admin, await tokenFor('ludus_manager')]) {
      expect(await list(`?gameId=${game}`, token)).toEqual(['for all', 'for alpina', 'for baltica']);
      expect(await list(`?gameId=${game}&integrationId=${alpina}`, token)).toEqual(['for all', 'for alpina']);
      expect(await list(`?integrationId=${baltica}`, token)).toEqual(['general baltica']);
    }
    expect(await list('?gameId=60000')).toBe(404);
    expect(await list('?integrationId=60000')).toBe(404);
    expect(await list('?page=1')).toBe(422);
  });

  it('[OPEN-02][CERT-07][OPEN-41] answers people of an integration what is theirs and what is for all', async () => {
    for (const role of ['integration_admin', 'integration_manager'] as const) {
      const token = await tokenFor(role);
      expect(await list(`?gameId=${game}`, token)).toEqual(['for all', 'for alpina']);
      expect(await list(`?integrationId=${alpina}`, token)).toEqual(['general alpina']);
      expect(await list('', token)).toEqual(['for all', 'for alpina', 'general alpina']);
      expect(await list(`?integrationId=${baltica}`, token)).toBe(404);
      expect(await list(`?gameId=${game}&integrationId=${baltica}`, token)).toBe(404);
      expect(await list(`?gameId=${game}`, await tokenFor(role, { integration: 'Baltica' }))).toBe(404);
      expect(await list('', await tokenFor(role, { integration: 'No one' }))).toEqual([]);
    }
  });

  it('GET /certificates/counts counts what the list would answer, game by game', async () => {
    const counts = async (query: string, token = admin) => {
      const { status, body } = await hub.get(`/certificates/counts${query}`, token);
      return status === 200 ? body.rows : status;
    };
    const of = (many: number) => [{ gameId: game, count: many }];
    expect(await counts('')).toEqual(of(3));
    expect(await counts(`?integrationId=${alpina}`)).toEqual(of(2));
    expect(await counts('?integrationId=60000')).toBe(404);
    expect(await counts('?gameId=1')).toBe(422);
    for (const role of ['integration_admin', 'integration_manager'] as const) {
      const token = await tokenFor(role);
      expect(await counts('', token)).toEqual(of(2));
      expect(await counts(`?integrationId=${alpina}`, token)).toEqual(of(2));
      expect(await counts(`?integrationId=${baltica}`, token)).toBe(404);
      expect(await counts('', await tokenFor(role, { integration: 'Baltica' }))).toEqual([]);
      expect(await counts('', await tokenFor(role, { integration: 'No one' }))).toEqual([]);
    }
    expect(await counts('', await tokenFor('integration_guest'))).toBe(403);
    expect((await hub.get('/certificates/counts')).status).toBe(401);
  });

  it('[OPEN-23] is closed to guests and to no one in particular', async () => {
    expect(await list(`?gameId=${game}`, await tokenFor('integration_guest'))).toBe(403);
    expect((await hub.get('/certificates')).status).toBe(401);
  });

  it('[API-009][OPEN-23][OPEN-36] comes with a game, and never for a guest', async () => {
    const path = `/games/${game}?with=certificates&with=game_media`;
    const names = (body: { certificates: { name: string }[] }) =>
      body.certificates.map(({ name }) => name).sort();
    expect(names((await hub.get(path, admin)).body)).toEqual(['for all', 'for alpina', 'for baltica']);
    expect(names((await hub.get(path, await tokenFor('integration_admin'))).body)).toEqual([
      'for all',
      'for alpina',
    ]);
    const guest = await hub.get(path, await tokenFor('integration_guest'));
    expect([guest.status, 'certificates' in guest.body]).toEqual([200, false]);
  });
});

describe('[API-026] DELETE /certificates/delete/{id}', () => {
  const remove = (id: number | string, token: string | null = admin) =>
    hub.call('DELETE', `/certificates/delete/${id}`, token === null ? {} : { token });

  it('removes the document with its file', async () => {
    const { id, url } = (await add(ofGame())).body;
    const [row] = await hub.stores.postgres.db
      .selectFrom('certificates')
      .selectAll()
      .where('id', '=', id)
      .execute();
    expect((await remove(id)).body).toBeNull();
    expect((await hub.fetch(url)).status).toBe(404);
    await expect.poll(() => hub.infra.files.exists(row?.file_key ?? '')).toBe(false);
    for (const other of [id, 'none']) expect((await remove(other)).status).toBe(404);
  });

  it('[CERT-08] and adding are for staff of the provider', async () => {
    const { id } = (await add(ofGame())).body;
    for (const role of ['integration_admin', 'integration_manager', 'integration_guest'] as const) {
      const token = await tokenFor(role);
      expect([(await remove(id, token)).status, (await add(ofGame(), { token })).status]).toEqual([403, 403]);
    }
    expect([(await remove(id, null)).status, (await add(ofGame(), { token: null })).status]).toEqual([
      401, 401,
    ]);
    expect((await remove(id, await tokenFor('ludus_manager'))).status).toBe(200);
  });

  it('goes with its only game; one of several games stays for the others', async () => {
    const other = await addGame(hub.stores.postgres.db, `kept_${count}`);
    const alone = (await add({ ...ofGame(), name: 'alone' })).body;
    const shared = (await add({ isGeneral: 'false', gameId: [String(game), String(other)], name: 'shared' }))
      .body;
    await hub.call('DELETE', `/games/delete/${game}`, { token: admin });
    expect((await hub.fetch(alone.url)).status).toBe(404);
    expect((await hub.fetch(shared.url)).status).toBe(200);
    expect(await list(`?gameId=${other}`)).toEqual(['shared']);
  });

  it('goes with its integration, and its file after it; documents for every integration stay', async () => {
    const { db, transaction } = hub.stores.postgres;
    const gone = await addIntegration(db, `Gone ${count}`);
    await add({ ...ofGame(), name: 'for all' });
    const its = [
      (await add({ ...ofGame(), integrationId: String(gone.id) })).body,
      (await add({ isGeneral: 'true', integrationId: String(gone.id) })).body,
    ];
    const stored = db.selectFrom('certificates').select('file_key');
    const keys = await stored.where('integration_id', '=', gone.id).execute();
    const kept = transaction(async (tx) => {
      await service.removeOfIntegration(tx, gone.id);
      throw new Error('kept');
    });
    await expect(kept).rejects.toThrow('kept');
    for (const { url } of its) expect((await hub.fetch(url)).status).toBe(200);

    await transaction(async (tx) => {
      await service.removeOfIntegration(tx, gone.id);
      await tx.deleteFrom('integrations').where('id', '=', gone.id).execute();
    });
    for (const { url } of its) expect((await hub.fetch(url)).status).toBe(404);
    expect(await list(`?gameId=${game}`)).toEqual(['for all']);
    const left = async () =>
      (await Promise.all(keys.map(({ file_key }) => hub.infra.files.exists(file_key)))).includes(true);
    await expect.poll(left).toBe(false);
    expect(keys).toHaveLength(2);
  });
});
