import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type MaintenancesFixture,
  startMaintenances,
} from '../../../test/support/maintenances/maintenances-hub.ts';

let on: MaintenancesFixture;
beforeAll(async () => {
  on = await startMaintenances();
});
afterAll(() => on?.hub.close());

describe('POST /maintenances/create', () => {
  beforeEach(() => on.forget());

  it('[API-051][ENT-14][MAINT-10] announces a maintenance, and each told integration’s people get a notice and an email in their language', async () => {
    const { status, body } = await on.announce();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      description: 'Release of new games',
      // A plain day begins at midnight in Rome.
      date: '2026-05-17T22:00:00.000Z',
      severity: 2,
      createdAt: '2026-05-04T10:00:00.000Z',
      integrations: [
        { id: on.alpina.id, name: 'Alpina', maintenance_integrations: { confirmed: null } },
        { id: on.baltica.id, name: 'Baltica', maintenance_integrations: { confirmed: null } },
      ],
    });
    const own = (await on.hub.get('/notifications', await on.anna())).body;
    expect(own).toMatchObject([
      {
        title: 'Manutenzione del 18 maggio 2026',
        description: 'Release of new games',
        severity: 2,
        maintenanceId: body.id,
        confirmation: null,
        seen: false,
      },
    ]);
    const mails = await on.queued('send-mail');
    expect(mails.map(({ to, subject }) => [to[0], subject]).toSorted()).toEqual([
      ['alan@example.com', 'Maintenance on 18 May 2026'],
      ['anna@example.com', 'Manutenzione del 18 maggio 2026'],
      ['boris@example.com', 'Maintenance on 18 May 2026'],
    ]);
    const italian = mails.find(({ to }) => to[0] === 'anna@example.com').text;
    const english = mails.find(({ to }) => to[0] === 'boris@example.com').text;
    const link = `https://localhost/notifications?maintenance=${body.id}`;
    for (const part of ['Data: 18 maggio 2026 (Europe/Rome).', 'Gravità: Media.', link]) {
      expect(italian).toContain(part);
    }
    for (const part of ['Date: 18 May 2026 (Europe/Rome).', 'Severity: Medium.', link]) {
      expect(english).toContain(part);
    }
    expect(JSON.stringify([own, italian])).not.toContain('Baltica');
    expect(english).not.toContain('Alpina');
  });

  it('[LOG-14][ROLE-09] is logged, has the platforms told, and tells browsers after the commit', async () => {
    const { body } = await on.announce(on.wanted({ date: '2026-05-18T02:30:00+02:00', severity: 3 }));
    expect(await on.logged()).toMatchObject([
      {
        log_type_id: 1,
        action: 'create',
        related_id: String(body.id),
        username: 'ludus_admin',
        description: 'Announced the maintenance of 18/05/2026 to Alpina, Baltica',
        updates: { severity: { old: null, new: 3 }, integrations: { old: null, new: ['Alpina', 'Baltica'] } },
      },
    ]);
    expect(await on.queued('send-maintenance')).toEqual([
      { maintenanceId: body.id, integrationId: on.alpina.id },
      { maintenanceId: body.id, integrationId: on.baltica.id },
    ]);
    expect(on.heard()).toEqual([
      { providers: true },
      { integration: on.alpina.id },
      { integration: on.baltica.id },
    ]);
    const texts = (await on.queued('send-mail')).map(({ text }) => text);
    expect(texts).toContainEqual(expect.stringContaining('18 May 2026, 02:30 (Europe/Rome)'));
  });

  it('[MAINT-02] takes the 14th day and refuses the 13th, by the calendar of Rome, also when clocks change', async () => {
    const cases = [
      { now: '2026-05-04T10:00:00Z', refused: '2026-05-17', taken: '2026-05-18' },
      // Already the next day in Rome.
      { now: '2026-05-04T22:30:00Z', refused: '2026-05-18', taken: '2026-05-19' },
      // Summer time begins on 29 March, and ends on 25 October.
      { now: '2026-03-20T23:30:00Z', refused: '2026-04-03', taken: '2026-04-04' },
      { now: '2026-10-11T21:59:00Z', refused: '2026-10-24', taken: '2026-10-25' },
      { now: '2026-10-24T22:30:00Z', refused: '2026-11-07', taken: '2026-11-08' },
      {
        now: '2026-10-11T10:00:00Z',
        refused: '2026-10-24T23:59:59+02:00',
        taken: '2026-10-25T00:00:00+02:00',
      },
      { now: '2026-12-20T10:00:00Z', refused: '2027-01-02', taken: '2027-01-03' },
    ];
    for (const { now, refused, taken } of cases) {
      on.clock.set(now);
      const no = await on.announce(on.wanted({ date: refused }));
      expect([no.status, Object.keys(no.body.fields)], refused).toEqual([422, ['args.date']]);
      expect((await on.announce(on.wanted({ date: taken }))).status, taken).toBe(200);
    }
    expect(await on.count('maintenances')).toBe(cases.length);
  });

  it('[MAINT-03][ERR-039][ERR-040][ERR-041][ERR-042] says beside each field what is wrong, and keeps nothing', async () => {
    const cases: [unknown, string, string][] = [
      [on.wanted({ description: ' ' }), 'args.description', 'Description is required'],
      [on.wanted({ description: undefined }), 'args.description', 'Description is required'],
      [on.wanted({ description: 'x'.repeat(256) }), 'args.description', 'At most 255 characters.'],
      [on.wanted({ date: undefined }), 'args.date', 'Date is required'],
      [on.wanted({ date: '' }), 'args.date', 'Date is required'],
      [on.wanted({ severity: undefined }), 'args.severity', 'Severity is required'],
      [on.wanted({ severity: 5 }), 'args.severity', 'Severity is required'],
      [on.wanted({}, []), 'integrations', 'At least one integration is required'],
      [{ args: on.wanted().args }, 'integrations', 'At least one integration is required'],
    ];
    for (const [body, field, text] of cases) {
      const reply = await on.announce(body);
      expect([reply.status, reply.body.fields?.[field]], `${field} ${text}`).toEqual([422, text]);
    }
    for (const body of [
      on.wanted({ title: 'x' }),
      { ...on.wanted(), x: 1 },
      on.wanted({ date: '2026-02-31' }),
    ]) {
      expect((await on.announce(body)).status).toBe(422);
    }
    expect((await on.announce(on.wanted({ description: 'ä'.repeat(255) }))).status).toBe(200);
    expect(await on.count('maintenances')).toBe(1);
  });

  it('[MAINT-04] refuses integrations without users, which no one could be notified for, by name', async () => {
    const reply = await on.announce(on.wanted({}, [on.alpina.id, on.empty.id]));
    expect([reply.status, reply.body.fields]).toEqual([
      422,
      { integrations: 'Without users, no one can be notified: Empty.' },
    ]);
    for (const table of ['maintenances', 'notifications', 'jobs'] as const) {
      expect(await on.count(table), table).toBe(0);
    }
    expect(await on.logged()).toEqual([]);
  });

  it('leaves nothing behind when someone could not be notified', async () => {
    let told = 0;
    on.beforeNotifying.act = () => {
      told += 1;
      if (told === 2) throw new Error('The second integration cannot be notified.');
    };
    expect((await on.announce()).status).toBe(500);
    on.beforeNotifying.act = () => {};
    for (const table of ['maintenances', 'notifications', 'jobs'] as const) {
      expect(await on.count(table), table).toBe(0);
    }
    expect([await on.logged(), on.heard()]).toEqual([[], []]);
  });

  it('knows no integration that is gone or never was, and tells one named twice once', async () => {
    for (const id of [on.dormant.id, 60_000]) {
      expect((await on.announce(on.wanted({ date: '2026-05-05' }, [on.alpina.id, id]))).status).toBe(404);
    }
    const { body } = await on.announce(on.wanted({}, [on.alpina.id, on.alpina.id]));
    expect(body.integrations).toHaveLength(1);
    expect(await on.queued('send-mail')).toHaveLength(2);
  });

  it('[NAV-12] is for administrators of the provider alone', async () => {
    expect((await on.hub.call('POST', '/maintenances/create', { body: {} })).status).toBe(401);
    for (const role of ['ludus_manager', 'integration_admin', 'integration_guest'] as const) {
      expect((await on.announce({ nonsense: 1 }, await on.token(role))).status, role).toBe(403);
    }
  });
});
