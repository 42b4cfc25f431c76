import { messageOf } from '@ludus/contract';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addIntegration } from '../../../test/catalogue.ts';
import { startTestHub, type TestHub } from '../../../test/hub.ts';
import { identityIn, testAccounts } from '../../../test/rights.ts';
import { tokenFor } from '../../../test/tokens.ts';
import { fixedClock } from '../../infra/clock/index.ts';
import { createOutagesModule, enterPastOutage } from './index.ts';

const clock = fixedClock('2026-05-04T10:00:00.000Z');
let hub: TestHub;
let alpina: number;
const accounts = testAccounts();
const names = new Map<number, { name: string; isActive: boolean }>();

beforeAll(async () => {
  hub = await startTestHub({
    clock,
    modules: (infra) => [
      createOutagesModule(infra, {
        referenceData: { read: async () => ({ integrations: names }) as never },
        onChecked: () => {},
        readFacts: async () => ({ openSessions: null, figuresAsOf: null }),
        users: { recipients: async () => [] },
        notify: async () => ({ notices: 0, mails: 0, people: [] }),
        rights: {
          identityOf: (subject) => identityIn(accounts, subject),
          integrations: { findByName: async (name) => ({ id: alpina, name }) },
        },
      }),
    ],
  });
  const { db, pool } = hub.infra.postgres;
  alpina = (await addIntegration(db, 'Alpina')).id;
  names.set(alpina, { name: 'Alpina', isActive: true });
  const shared = { email: 'a@hub.test', enabled: true };
  accounts.set('ada', {
    ...shared,
    id: 'ada',
    username: 'ada',
    roles: ['ludus_admin'],
    integrationName: null,
  });
  accounts.set('anna', {
    ...shared,
    id: 'anna',
    username: 'anna',
    roles: ['integration_admin'],
    integrationName: 'Alpina',
  });
  await hub.infra.postgres.transaction((tx) =>
    enterPastOutage(tx, {
      integrationId: alpina,
      name: 'Alpina',
      service: 'gaming',
      reason: messageOf('health.status', { status: 503 }),
      from: new Date('2026-05-03T08:00:00Z'),
      minutes: 95,
      openSessions: 3,
      tell: async () => [],
    }),
  );
  const { rows } = await pool.query(
    `INSERT INTO maintenances (starts_at, ends_at, description, severity, created_at, services)
     VALUES ('2026-05-02T02:00:00Z', '2026-05-02T04:30:00Z', '{}', 2, now(), '{data}') RETURNING id`,
  );
  await pool.query('INSERT INTO maintenance_integrations (maintenance_id, integration_id) VALUES ($1, $2)', [
    rows[0].id,
    alpina,
  ]);
});
afterAll(() => hub?.close());

async function filesOf(role: 'ludus_admin' | 'integration_admin', userId: string) {
  const token = await tokenFor(role, { now: clock.now(), userId, username: userId });
  const { body } = await hub.get(`/status/${alpina}`, token);
  return body.files as { en: string; it: string };
}

async function textOf(address: string): Promise<string> {
  const response = await fetch(new URL(address, hub.url));
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const read = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
  return (await extractText(read, { mergePages: true })).text.replaceAll(/\s+/g, ' ');
}

describe('the uptime report', () => {
  it('has the period, the uptime of each service, outages with length and cause, and maintenances apart', async () => {
    const { en, it: italian } = await filesOf('ludus_admin', 'ada');
    expect(en).toContain('/uptime-alpina-2026-02-04-2026-05-04-en.pdf?');
    const text = await textOf(en);
    for (const words of [
      'Uptime report Alpina · 04/02/2026 – 04/05/2026',
      'Time in maintenances is excluded',
      'There are checks from 03/05/2026 on',
      '03/05/2026 10:00 03/05/2026 11:35 1 h 35 min Gaming Gaming: ',
      '503',
      'Maintenances, excluded from the uptime',
      '02/05/2026 04:00 02/05/2026 06:30 2 h 30 min Data',
      'Created on 04/05/2026 12:00 by ada.',
    ])
      expect(text).toContain(words);
    const read = await textOf(italian);
    expect(read).toContain('Report di disponibilità');
    expect(read).toContain('Manutenzioni, escluse dalla disponibilità');
  });

  it('is there for people of the integration, and for no other', async () => {
    const { en } = await filesOf('integration_admin', 'anna');
    expect(await textOf(en)).toContain('by anna.');
    // The address is of one report and one person.
    const signed = new URL(en, hub.url);
    signed.pathname = signed.pathname.replace(`${alpina}-en`, `${alpina + 1}-en`);
    expect((await fetch(signed)).status).toBe(404);
    accounts.delete('anna');
    expect((await fetch(new URL(en, hub.url))).status).toBe(404);
  });
});
