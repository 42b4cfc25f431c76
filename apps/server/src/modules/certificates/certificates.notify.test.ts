import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addGame, linkGame } from '../../../test/catalogue.ts';
import {
  type CertificatesHub,
  startCertificatesHub,
} from '../../../test/support/certificates/certificates-hub.ts';
import { renderMessage } from '../../infra/messages/index.ts';

let at: CertificatesHub;
let first: number;
let second: number;
let count = 0;
const db = () => at.hub.stores.postgres.db;

beforeAll(async () => {
  at = await startCertificatesHub();
});
afterAll(() => at.hub.close());
beforeEach(async () => {
  await db().deleteFrom('certificates').execute();
  await db().deleteFrom('integration_jurisdictions').execute();
  count += 1;
  first = await addGame(db(), `first_${count}`);
  second = await addGame(db(), `second_${count}`);
  await linkGame(db(), at.alpina, first, 'visible');
  await linkGame(db(), at.baltica, first, 'visible');
  await linkGame(db(), at.baltica, second, 'visible');
  await db()
    .insertInto('integration_jurisdictions')
    .values({ integration_id: at.baltica, jurisdictions: ['MT'] })
    .execute();
  at.notified.length = 0;
});

const ofGames = (...ids: number[]) => ({ 'gameId[]': ids.map(String) });
const told = () =>
  at.notified.map(({ to, content }) => ({
    to,
    path: content.path,
    mail: content.mail,
    texts: [content.texts.title, content.texts.description].map((text) => renderMessage(text, 'en')),
  }));

describe('a new certificate', () => {
  it('is told to the integrations that have the game and need the jurisdiction', async () => {
    const { body } = await at.add({
      ...ofGames(first, second),
      jurisdiction: 'MT',
      validUntil: '2027-01-01',
    });
    expect(told()).toEqual([
      {
        to: { administratorsOf: [at.baltica] },
        path: `/certificates?id=${body.id}`,
        mail: true,
        texts: [
          'New certificate: RNG',
          `Games: first ${count}, second ${count}. Jurisdiction: Malta (MGA). Valid until 01/01/2027.`,
        ],
      },
    ]);
  });

  it('concerns all of them where it holds anywhere, and only its own integration', async () => {
    await at.add({ ...ofGames(first), jurisdiction: 'any' });
    expect(told().map(({ to }) => to)).toEqual([
      { administratorsOf: [at.alpina] },
      { administratorsOf: [at.baltica] },
    ]);
    at.notified.length = 0;
    await at.add({ ...ofGames(first), jurisdiction: 'any', integrationId: String(at.alpina) });
    expect(told().map(({ to }) => to)).toEqual([{ administratorsOf: [at.alpina] }]);
  });

  it('is told to no one without a jurisdiction, and no document of another type is', async () => {
    await at.add(ofGames(first));
    await at.add({ ...ofGames(first), jurisdiction: 'IT', type: 'test-report' });
    await at.add({ ...ofGames(second), jurisdiction: 'IT' });
    expect(told()).toEqual([]);
  });
});

it('A certificate whose jurisdiction is filled in later is new to the integrations that need it, once', async () => {
  const { id } = (await at.add(ofGames(first))).body;
  const edit = (change: object) =>
    at.hub.call('PUT', `/certificates/edit/${id}`, {
      body: { name: 'RNG', type: 'certificate', validUntil: null, ...change },
      token: at.admin,
    });
  const toldBy = async (change: object) => {
    at.notified.length = 0;
    expect((await edit(change)).status).toBe(200);
    return at.notified.map(({ to, content }) => [to, renderMessage(content.texts.title, 'en')]);
  };
  expect(await toldBy({ jurisdiction: 'IT' })).toEqual([
    [{ administratorsOf: [at.alpina] }, 'New certificate: RNG'],
  ]);
  expect(await toldBy({ validUntil: '2027-01-01' })).toEqual([]);
  expect(await toldBy({ jurisdiction: 'any' })).toEqual([
    [{ administratorsOf: [at.baltica] }, 'New certificate: RNG'],
  ]);
});

it('A certificate that replaces another is told with the name of the former', async () => {
  const { id } = (await at.add({ ...ofGames(first), jurisdiction: 'IT', validUntil: '2027-01-01' })).body;
  at.notified.length = 0;
  const { body } = await at.replace(id, { name: 'RNG 2027', hasNoEnd: 'true' });
  expect(told()).toEqual([
    {
      to: { administratorsOf: [at.alpina] },
      path: `/certificates?id=${body.id}`,
      mail: true,
      texts: ['RNG 2027 replaces RNG', `Games: first ${count}. Jurisdiction: Italy (ADM). It has no end.`],
    },
  ]);
});

describe('a second document of the same game, type, jurisdiction, name and version', () => {
  const refusal = () =>
    `first ${count} already has “rng” with this version, type and jurisdiction: replace that one, or enter another name or version.`;
  const same = () => ({ ...ofGames(first), jurisdiction: 'IT', version: '2.1' });

  it('is refused on its name, and nothing of it stays', async () => {
    await at.add(same());
    const again = await at.add({ ...same(), ...ofGames(second, first), name: 'rng' });
    expect([again.status, again.body.fields]).toEqual([422, { name: refusal() }]);
    expect(await db().selectFrom('certificates').select('id').execute()).toHaveLength(1);
    // Whichever comes first is the only one.
    const both = await Promise.all([
      at.add({ ...same(), name: 'Twice' }),
      at.add({ ...same(), name: 'Twice' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('is another one with another game, type, jurisdiction, version or integration, or as the successor', async () => {
    const { id } = (await at.add(same())).body;
    for (const other of [
      ofGames(second),
      { type: 'test-report' },
      { jurisdiction: 'MT' },
      { version: '2.2' },
      { integrationId: String(at.alpina) },
    ])
      expect((await at.add({ ...same(), ...other })).status, JSON.stringify(other)).toBe(200);
    expect((await at.replace(id, { version: '2.1', hasNoEnd: 'true' })).status).toBe(200);
  });

  it('is not made by a change either, while other changes of documents that were doubled before go on', async () => {
    const { id } = (await at.add({ ...same(), name: 'Other' })).body;
    await at.add(same());
    const edit = (change: object) =>
      at.hub.call('PUT', `/certificates/edit/${id}`, {
        body: { name: 'rng', type: 'certificate', validUntil: null, ...change },
        token: at.admin,
      });
    expect((await edit({})).body.fields).toEqual({ name: refusal() });
    await db().updateTable('certificates').set({ name: 'rng' }).where('id', '=', id).execute();
    expect((await edit({ validUntil: '2027-01-01' })).status).toBe(200);
  });
});
