import { createHash } from 'node:crypto';
import type { PlatformSession } from '@ludus/contract/operator-api';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { platformSession } from '../../../test/fake-platform.ts';
import { type OpenHub, startOpenHub, type Who } from '../../../test/support/open-sessions/open-hub.ts';

let hub: OpenHub;
let world: OpenHub['world'];
const csv = 'Id;Data;Puntato;Vinto\nS-X;05/11/2026 11:00;1,00;0,50\n';

/** 10 November is equal, on the 11th the hub lacks a session; the rest is not compared. */
beforeAll(async () => {
  hub = await startOpenHub();
  ({ world } = hub);
  const session = (number: number, createdAt: string): PlatformSession =>
    platformSession(number, { sessionType: 1, createdAt, updatedAt: createdAt, bet: 1_000, win: 400 });
  world.alpina.put(session(7_001, '2026-11-10T10:00:00.000Z'), session(7_002, '2026-11-11T10:00:00.000Z'));
  await world.settled(await world.fetching.requestInitialFetch([world.ids.alpina]));
  world.alpina.put(session(7_003, '2026-11-11T12:00:00.000Z'));
  const body = { from: '2026-11-10', to: '2026-11-11', integrationIds: [world.ids.alpina] };
  await world.settled((await hub.post('/reconciliation/compare', body, 'manager')).body.jobId);
  const form = new FormData();
  form.append('mapping', JSON.stringify({ sessionId: 0, createdAt: 1, bet: 2, win: 3 }));
  form.append('file', new Blob([csv]), 'november.csv');
  const sent = await fetch(`${world.hub.url}/api/reconciliation/${world.ids.alpina}/files`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${hub.tokens.alpinaAdmin}` },
  });
  expect(sent.status).toBe(200);
  // Of another month.
  const other = new FormData();
  other.append('mapping', JSON.stringify({ sessionId: 0, createdAt: 1, bet: 2, win: 3 }));
  other.append('file', new Blob([csv.replace('/11/', '/10/')]), 'october.csv');
  await fetch(`${world.hub.url}/api/reconciliation/${world.ids.alpina}/files`, {
    method: 'POST',
    body: other,
    headers: { authorization: `Bearer ${hub.tokens.alpinaAdmin}` },
  });
});
afterAll(() => world?.close());

const ask = (month: string, who: Who = 'admin') => hub.get(`/reconciliation/proof?month=${month}`, who);

async function textOf(who: Who, language: 'en' | 'it' = 'en', month = '2026-11'): Promise<string> {
  const { status, body } = await ask(month, who);
  expect(status, JSON.stringify(body)).toBe(200);
  const reply = await fetch(new URL(body.files[language], world.hub.url));
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const read = await getDocumentProxy(new Uint8Array(await reply.arrayBuffer()));
  return (await extractText(read, { mergePages: true })).text.replaceAll(/\s+/g, ' ');
}

describe('the proof of completeness of a month', () => {
  it('has each day of each integration, what differs and why, who compared, and the files with checksums', async () => {
    const text = await textOf('admin');
    for (const part of [
      'Proof of completeness, November 2026 All integrations',
      'Month 01/11/2026 to 30/11/2026, Europe/Rome, not over yet, shown up to 19/11/2026',
      'Integrations Alpina, Baltica',
      'Days compared 2 of 38 Equal 1 Different 1 Comparison failed 0 Not compared 36 Files compared 1',
      'Made for admin, 20/11/2026 13:00',
      'Alpina – – – – – – – – – = ≠ – – – – – – – – Baltica – – – – – – – – – – – – – – – – – – –',
      'Alpina, 11/11/2026 Missing at the hub, real 1 Sessions +1, Bet +10,00, Win +4,00',
      'The platform has them, the hub does not.',
      'november.csv Alpina, 05/11/2026 to 05/11/2026. 1 rows, 0 more rejected,',
      'Compared 20/11/2026 13:00 by alpinaAdmin.',
    ])
      expect(text).toContain(part);
    expect(text).toMatch(/10\/11\/2026 Equal 20\/11\/2026 13:00 20\/11\/2026 13:00 manager 1 1 –/);
    expect(text).toMatch(
      /11\/11\/2026 Different 20\/11\/2026 13:00 20\/11\/2026 13:00 manager 1 2 real: Sessions \+1/,
    );
    const checksum = createHash('sha256').update(csv).digest('hex');
    expect(text.replaceAll(' ', '')).toContain(`SHA-256${checksum}`);
    expect(text).not.toContain('october.csv');
    const entries = await world.hub.infra.postgres.db
      .selectFrom('logs')
      .select(['description', 'username'])
      .where('description', 'like', 'Took the proof%')
      .execute();
    expect(entries).toEqual([
      { description: 'Took the proof of completeness of 2026-11', username: 'admin' },
    ]);
  });

  it('is in Italian for Italian readers', async () => {
    const text = await textOf('manager', 'it');
    for (const part of [
      'Prova di completezza, novembre 2026',
      'Giorni confrontati 2 su 38 Uguali 1 Diversi 1',
      'Mancante nell’hub, reali 1 Sessioni +1, Puntato +10,00, Vinto +4,00',
    ])
      expect(text).toContain(part);
  });

  it('shows an integration its own days and files only', async () => {
    const text = await textOf('balticaAdmin');
    expect(text).toContain('Proof of completeness, November 2026 Baltica');
    for (const part of ['Alpina', 'november.csv', 'manager']) expect(text).not.toContain(part);
    expect(text).toContain('No file with a row of this month was compared.');
    expect(text).toContain('No compared day differs.');
  });

  it('is there for months that are over, and refused for what has no day yet or is no month', async () => {
    expect(await textOf('admin', 'en', '2026-10')).toContain(
      'Month 01/10/2026 to 31/10/2026, Europe/Rome Integ',
    );
    for (const month of ['2026-12', '2026-13', 'november']) {
      const { status, body } = await ask(month);
      expect([status, Object.keys(body.fields)], month).toEqual([422, ['month']]);
    }
  });

  it('opens for the person that it was signed for, as long as the rights last', async () => {
    for (const who of ['guest', 'alpinaManager'] as const)
      expect((await ask('2026-11', who)).status).toBe(403);
    expect((await world.hub.get('/reconciliation/proof?month=2026-11')).status).toBe(401);
    const { files } = (await ask('2026-11', 'balticaAdmin')).body;
    const open = async (address: string) => (await fetch(new URL(address, world.hub.url))).status;
    expect(await open(files.en.replace('2026-11-en', '2026-10-en'))).toBe(404);
    const account = world.accounts.get('balticaAdmin');
    if (account === undefined) throw new Error('No account');
    world.accounts.set('balticaAdmin', { ...account, roles: ['integration_guest'] });
    expect(await open(files.en)).toBe(404);
    world.accounts.set('balticaAdmin', account);
    expect(await open(files.en)).toBe(200);
  });
});
