import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addGame, addIntegration, linkGame } from '../../../test/catalogue.ts';
import { startTestHub, type TestHub } from '../../../test/hub.ts';
import { recordedRealtime } from '../../../test/realtime.ts';
import { identityIn, testAccounts } from '../../../test/rights.ts';
import { tokenFor } from '../../../test/tokens.ts';
import { type CertificatesService, createCertificatesModule } from './index.ts';

let hub: TestHub;
let admin: string;
let alpina: number;
let game: number;
let count = 0;
let service: CertificatesService;
const realtime = recordedRealtime();
const accounts = testAccounts();

beforeAll(async () => {
  hub = await startTestHub({
    modules: (infra) => {
      const certificates = createCertificatesModule(
        { ...infra, realtime },
        {
          identityOf: (subject) => identityIn(accounts, subject),
          integrations: { findByName: async (name) => ({ id: alpina, name }) },
        },
        async () => ({ notices: 0, mails: 0, people: [] }),
      );
      ({ service } = certificates);
      return [certificates];
    },
  });
  alpina = (await addIntegration(hub.stores.postgres.db, 'Alpina')).id;
  admin = await tokenFor('ludus_admin');
});
afterAll(() => hub.close());
beforeEach(async () => {
  await hub.stores.postgres.db.deleteFrom('certificates').execute();
  game = await addGame(hub.stores.postgres.db, `valid_${++count}`);
  await linkGame(hub.stores.postgres.db, alpina, game, 'visible');
});

async function add(fields: Record<string, string> = {}) {
  const body = new FormData();
  const all = { isGeneral: 'false', gameId: String(game), name: 'RNG', ...fields };
  for (const [field, value] of Object.entries(all)) body.set(field, value);
  body.set('file', new Blob(['%PDF-1.7 certificate']), 'certificate.pdf');
  const headers = { authorization: `Bearer ${admin}` };
  return hub.fetch('/api/certificates/create', { method: 'POST', headers, body });
}
const update = (id: number | string, body: unknown, token: string | null = admin) =>
  hub.call('PUT', `/certificates/edit/${id}`, { body, ...(token !== null && { token }) });
const change = { name: 'RNG 2027', type: 'certificate', validUntil: '2027-06-30' };

describe('type, validity and author of a document', () => {
  it('are stored with the upload, and are null when they were not given', async () => {
    expect((await add()).body).toMatchObject({ type: null, validUntil: null, addedBy: 'ludus_admin' });
    const { body } = await add({ type: 'test-report', validUntil: '2026-12-31' });
    expect(body).toMatchObject({ type: 'test-report', validUntil: '2026-12-31' });
  });

  it('are refused when they are of no kind, or no day', async () => {
    for (const [field, value] of Object.entries({ type: 'letter', validUntil: '31/12/2026' })) {
      const { status, body } = await add({ [field]: value });
      expect([status, Object.keys(body.fields)]).toEqual([422, [field]]);
    }
    expect((await hub.get('/certificates', admin)).body).toEqual([]);
  });

  it('[OPEN-02] are seen by staff of the integration, but not who uploaded it', async () => {
    await add({ type: 'certificate', validUntil: '2026-12-31' });
    for (const role of ['integration_admin', 'integration_manager'] as const) {
      const [document] = (await hub.get('/certificates', await tokenFor(role))).body;
      expect(document).toMatchObject({ type: 'certificate', validUntil: '2026-12-31', addedBy: null });
    }
  });

  it('of a newer release are shown as another type', async () => {
    const { id } = (await add()).body;
    await hub.stores.postgres.db
      .updateTable('certificates')
      .set({ document_type: 'declaration' })
      .where('id', '=', id)
      .execute();
    expect((await hub.get('/certificates', admin)).body[0].type).toBe('other');
  });
});

describe('PUT /certificates/edit/{id}', () => {
  it('changes name, type and validity, and leaves the day of the upload', async () => {
    const { body: before } = await add({ type: 'test-report', validUntil: '2026-12-31' });
    const { status, body } = await update(before.id, change);
    expect(status).toBe(200);
    const { url: _url, ...rest } = before;
    expect(body).toMatchObject({ ...rest, ...change });
    expect((await update(before.id, { ...change, type: null, validUntil: null })).body).toMatchObject({
      type: null,
      validUntil: null,
    });
  });

  it('[LOG-14] writes what has changed to the log of its games, and nothing when nothing has', async () => {
    const { id } = (await add()).body;
    await update(id, change);
    await update(id, change);
    const rows = await hub.stores.postgres.db
      .selectFrom('logs')
      .select(['log_type_id', 'action', 'description', 'updates'])
      .where('related_id', '=', String(game))
      .where('action', '=', 'update-file')
      .execute();
    expect(rows).toEqual([
      {
        log_type_id: 2,
        action: 'update-file',
        description: `Changed the document RNG 2027 of the game valid ${count}`,
        updates: {
          document: { old: 'RNG', new: 'RNG 2027' },
          type: { old: null, new: 'certificate' },
          validUntil: { old: null, new: '2027-06-30' },
        },
      },
    ]);
  });

  it('tells everyone that documents changed', async () => {
    const { id } = (await add()).body;
    realtime.events.length = 0;
    await update(id, change);
    expect(realtime.events).toEqual([
      [{ name: 'changed', data: { topic: 'certificates' } }, { everyone: true }],
    ]);
  });

  it('refuses an empty name, another type, no day, and documents there are not', async () => {
    const { id } = (await add()).body;
    for (const [field, value] of Object.entries({ name: ' ', type: 'letter', validUntil: 'soon' })) {
      const { status, body } = await update(id, { ...change, [field]: value });
      expect([status, Object.keys(body.fields)]).toEqual([422, [field]]);
    }
    expect((await update(2_000_000, change)).status).toBe(404);
    expect((await hub.get('/certificates', admin)).body[0].name).toBe('RNG');
  });

  it('[CERT-08] is for staff of the provider', async () => {
    const { id } = (await add()).body;
    for (const role of ['integration_admin', 'integration_manager', 'integration_guest'] as const) {
      expect((await update(id, change, await tokenFor(role))).status).toBe(403);
    }
    expect((await update(id, change, null)).status).toBe(401);
    expect((await update(id, change, await tokenFor('ludus_manager'))).status).toBe(200);
  });
});

describe('a document that is entered as it is', () => {
  it('is listed with its day, its author and its games, or as a general one, and is not logged', async () => {
    const imported = {
      type: 'certificate' as const,
      fileName: 'OGL-2025-1203.pdf',
      contentType: 'application/pdf',
      content: Buffer.from('%PDF-1.4 entered'),
      validUntil: '2026-06-30',
      addedAt: new Date('2025-07-01T08:00:00Z'),
      addedBy: 'manager',
    };
    accounts.set('admin', {
      id: 'user-ludus_admin',
      username: 'ludus_admin',
      email: 'admin@hub.test',
      roles: ['ludus_admin'],
      integrationName: null,
      enabled: true,
    });
    const logged = () => hub.stores.postgres.db.selectFrom('logs').selectAll().execute();
    const before = await logged();
    await hub.stores.postgres.transaction(async (tx) => {
      await service.enter(tx, { ...imported, name: 'RNG', gameIds: [game], integrationId: null });
      await service.enter(tx, { ...imported, name: 'Guide', gameIds: [], integrationId: alpina });
    });
    const { body } = await hub.get('/certificates', admin);
    const shared = {
      fileName: 'OGL-2025-1203.pdf',
      bytes: 16,
      updatedAt: '2025-07-01T08:00:00.000Z',
      type: 'certificate',
      validUntil: '2026-06-30',
      addedBy: 'manager',
    };
    expect(body).toMatchObject([
      { ...shared, name: 'Guide', isGeneral: true, games: [], integration: { id: alpina } },
      { ...shared, name: 'RNG', isGeneral: false, games: [{ id: game }], integration: null },
    ]);
    const file = await hub.fetch(body[1].url);
    expect([file.headers.get('content-type'), file.body]).toEqual(['application/pdf', '%PDF-1.4 entered']);
    expect(await logged()).toEqual(before);
  });
});
