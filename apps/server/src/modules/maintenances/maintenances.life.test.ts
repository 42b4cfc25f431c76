import { maintenanceState } from '@ludus/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type MaintenancesFixture,
  startMaintenances,
} from '../../../test/support/maintenances/maintenances-hub.ts';
import type { JobDefinition } from '../../infra/queue/index.ts';
import { muteSpanOf, readMuteSpans } from '../alerts/index.ts';

let on: MaintenancesFixture;
beforeAll(async () => {
  on = await startMaintenances();
});
afterAll(() => on?.hub.close());
beforeEach(() => on.forget());

const span = { date: '2026-05-18T02:00:00+02:00', endsAt: '2026-05-18T05:00:00+02:00' };
const admin = () => on.token('ludus_admin');
const change = async (id: number, endsAt: string | null, as?: string) =>
  on.hub.call('PUT', `/maintenances/${id}/end`, { token: as ?? (await admin()), body: { endsAt } });
const cancel = async (id: number, reason: unknown, as?: string) =>
  on.hub.call('POST', `/maintenances/${id}/cancel`, { token: as ?? (await admin()), body: { reason } });
const annas = async () =>
  (
    (await on.hub.get('/notifications', await on.anna())).body as { title: string; description: string }[]
  ).map(({ title, description }) => [title, description]);

describe('the end of a maintenance', () => {
  it('[API-051] is announced with services and games, in words of both languages', async () => {
    const { body } = await on.announce(on.wanted({ ...span, services: ['launch'], games: [7] }));
    expect(body).toMatchObject({
      date: '2026-05-18T00:00:00.000Z',
      endsAt: '2026-05-18T03:00:00.000Z',
      isEndAssumed: false,
      kind: 'planned',
      services: ['launch'],
      games: [{ id: 7, name: 'Aztec Sun' }],
      cancelledAt: null,
    });
    const texts = (await on.queued('send-mail')).map(({ text }) => text).join('\n');
    expect(texts).toContain('From 18 May 2026, 02:00 to 18 May 2026, 05:00 (Europe/Rome). Severity: Medium.');
    expect(texts).toContain(
      'Da 18 maggio 2026, 02:00 a 18 maggio 2026, 05:00 (Europe/Rome). Gravità: Media.',
    );
    expect(texts).toContain('Affected services: Launch. Affected games: Aztec Sun.');
    expect(texts).toContain('Servizi interessati: Launch. Giochi interessati: Aztec Sun.');
    expect(texts).toContain('Please confirm your availability.');
  });

  it('is assumed where only the start is known: the day, of 25 hours where it has them, else four hours', async () => {
    on.clock.set('2026-10-01T10:00:00Z');
    const day = (await on.announce(on.wanted({ date: '2026-10-25' }))).body;
    expect([day.date, day.endsAt, day.isEndAssumed]).toEqual([
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
      true,
    ]);
    const hours = (await on.announce(on.wanted({ date: '2026-10-25T10:00:00Z' }))).body;
    expect(hours.endsAt).toBe('2026-10-25T14:00:00.000Z');
  });

  it('is refused beside its field before the start, and after 30 days; an unknown game too', async () => {
    const wrong = async (part: object) => Object.entries((await on.announce(on.wanted(part))).body.fields);
    expect(await wrong({ ...span, endsAt: span.date })).toEqual([
      ['args.endsAt', 'The end must be after the start.'],
    ]);
    expect(await wrong({ ...span, endsAt: '2026-06-18T02:00:01+02:00' })).toEqual([
      ['args.endsAt', 'A maintenance lasts at most 30 days.'],
    ]);
    expect(await wrong({ ...span, games: [8] })).toEqual([
      ['args.games', 'Some of these games do not exist.'],
    ]);
    expect(await on.count('maintenances')).toBe(0);
  });

  it('is moved and made now, which the log and the integrations are told each time', async () => {
    const { id } = (await on.announce(on.wanted(span))).body;
    expect((await change(id, '2026-05-18T04:00:00Z')).body.endsAt).toBe('2026-05-18T04:00:00.000Z');
    // The same end again is no change.
    expect((await change(id, '2026-05-18T06:00:00+02:00')).status).toBe(200);
    expect((await change(id, null)).status).toBe(409);
    on.clock.set('2026-05-18T02:30:00Z');
    expect((await change(id, '2026-05-18T02:00:00Z')).body.fields).toEqual({
      endsAt: 'The end must be in the future.',
    });
    expect((await change(id, null)).body.endsAt).toBe('2026-05-18T02:30:00.000Z');
    expect((await change(id, '2026-05-18T09:00:00Z')).status).toBe(409);
    expect((await on.logged()).map(({ action, description }) => [action, description])).toEqual([
      ['create', 'Announced the maintenance of 18/05/2026 to Alpina, Baltica'],
      ['update-end', 'Changed the end of the maintenance of 18/05/2026 to 18/05/2026 06:00'],
      ['end', 'Ended the maintenance of 18/05/2026 early'],
    ]);
    expect((await annas()).slice(1)).toEqual([
      [
        'La manutenzione del 18 maggio 2026 ha una nuova fine',
        'Ora termina il 18 maggio 2026 alle ore 06:00 (Europe/Rome), non il 18 maggio 2026 alle ore 05:00.',
      ],
      [
        'La manutenzione del 18 maggio 2026 è terminata',
        'È terminata il 18 maggio 2026 alle ore 04:30 (Europe/Rome), prima della fine annunciata.',
      ],
    ]);
  });

  it('is compared with an end that was announced only', async () => {
    const { id } = (await on.announce(on.wanted({ date: span.date }))).body;
    on.clock.set('2026-05-18T01:00:00Z');
    await change(id, null);
    expect((await annas()).at(-1)?.[1]).toBe('È terminata il 18 maggio 2026 alle ore 03:00 (Europe/Rome).');
  });
});

describe('the start of a maintenance', () => {
  const move = async (id: number, startsAt: string, as?: string) =>
    on.hub.call('PUT', `/maintenances/${id}/start`, { token: as ?? (await admin()), body: { startsAt } });

  it('is moved with its end, which asks everyone again, in the bell, the calendar and the log', async () => {
    const { id } = (await on.announce(on.wanted(span))).body;
    const token = await on.anna();
    const [asked] = (await on.hub.get('/notifications', token)).body;
    const reply = { confirmation: false, reason: 'No staff' };
    await on.hub.call('PUT', `/notifications/update/${asked.id}`, { token, body: reply });
    const { status, body } = await move(id, '2026-05-20T01:00:00Z');
    expect(status).toBe(200);
    expect(body).toMatchObject({ endsAt: '2026-05-20T04:00:00.000Z', sequence: 1 });
    const none = { confirmed: null, answeredAt: null, answeredBy: null, reason: null };
    expect(body.integrations).toMatchObject([
      { maintenance_integrations: none },
      { maintenance_integrations: none },
    ]);
    const [read, moved] = (await on.hub.get('/notifications', token)).body;
    expect([read.seen, read.confirmation, moved.seen, moved.maintenanceId]).toEqual([true, null, false, id]);
    expect((await annas())[1]).toEqual([
      'La manutenzione del 18 maggio 2026 è stata spostata',
      'Ora inizia il 20 maggio 2026 alle ore 03:00 (Europe/Rome), non il 18 maggio 2026 alle ore 02:00.',
    ]);
    expect((await on.queued('send-mail')).map(({ text }) => text).join('\n')).toContain(
      'please confirm your availability again.',
    );
    expect(await on.queued('send-maintenance')).toHaveLength(4);
    expect((await on.logged()).at(-1)).toMatchObject({
      action: 'update-start',
      description: 'Moved the maintenance of 18/05/2026 to 20/05/2026 03:00; availability is asked for again',
      updates: { date: { old: '2026-05-18T00:00:00.000Z', new: '2026-05-20T01:00:00.000Z' } },
    });
    // The same start again is no change.
    expect((await move(id, '2026-05-20T03:00:00+02:00')).body.sequence).toBe(1);
  });

  it('is moved with a description of its new time, and with the reason, which the integrations and the log are told', async () => {
    const { id } = (await on.announce(on.wanted(span))).body;
    const put = async (more: object) =>
      on.hub.call('PUT', `/maintenances/${id}/start`, {
        token: await admin(),
        body: { startsAt: '2026-05-20T01:00:00Z', ...more },
      });
    expect((await put({ description: ' ' })).body.fields).toEqual({ description: expect.any(String) });
    const { body } = await put({ description: 'No games from 03:00.', reason: 'Other works' });
    expect(body.description).toBe('No games from 03:00.');
    expect((await annas()).at(-1)?.[1]).toBe(
      'Ora inizia il 20 maggio 2026 alle ore 03:00 (Europe/Rome), non il 18 maggio 2026 alle ore 02:00. Motivo: Other works',
    );
    expect((await on.queued('send-mail')).map(({ text }) => text).at(-1)).toContain('No games from 03:00.');
    expect((await on.logged()).at(-1)?.updates).toMatchObject({
      description: { new: 'No games from 03:00.' },
      reason: { old: null, new: 'Other works' },
    });
  });

  it('[MAINT-02] keeps the days of notice, except for an emergency, and is fixed once it has begun or was cancelled', async () => {
    const { id } = (await on.announce(on.wanted(span))).body;
    expect((await move(id, '2026-05-17T12:00:00Z')).body.fields.startsAt).toBe(
      'The date cannot be earlier than 18/05/2026, 14 days from today.',
    );
    const urgent = await on.announce(on.wanted({ date: '2026-05-05T10:00:00Z', kind: 'emergency' }));
    expect((await move(urgent.body.id, '2026-05-04T11:00:00Z')).body.date).toBe('2026-05-04T11:00:00.000Z');
    expect((await move(99_999, '2026-06-01')).status).toBe(404);
    expect((await move(id, 'soon')).status).toBe(422);
    for (const role of ['ludus_manager', 'integration_admin'] as const)
      expect((await move(id, '2026-06-01', await on.token(role))).status, role).toBe(403);
    const gone = (await on.announce(on.wanted(span))).body.id;
    await cancel(gone, 'not needed');
    expect((await move(gone, '2026-06-01')).status).toBe(409);
    on.clock.set('2026-05-18T00:00:00Z');
    expect((await move(id, '2026-06-01')).body.message).toBe(
      'This maintenance has begun: only its end can be changed.',
    );
  });
});

describe('an emergency', () => {
  it('[MAINT-02] may begin at once, while a planned one keeps its 14 days', async () => {
    const soon = { date: '2026-05-04T10:05:00Z', endsAt: '2026-05-04T12:00:00Z' };
    expect((await on.announce(on.wanted(soon))).status).toBe(422);
    const { body } = await on.announce(on.wanted({ ...soon, kind: 'emergency' }));
    expect(body.kind).toBe('emergency');
    expect((await annas())[0]?.[0]).toBe('Manutenzione urgente del 4 maggio 2026');
    const texts = (await on.queued('send-mail')).map(({ text }) => text).join('\n');
    expect(texts).toContain('Affected services: all. Affected games: all.');
    expect(texts).toContain('This is for your information: no confirmation is needed.');
    expect(texts).not.toContain('confirm your availability');
    const late = await on.announce(on.wanted({ date: '2026-05-04T08:59:00Z', kind: 'emergency' }));
    expect(late.body.fields).toEqual({ 'args.date': 'An emergency starts at most an hour ago.' });
  });
});

describe('a reply that no one has asked for', () => {
  it('is refused for an emergency, and for what has begun', async () => {
    const reply = async () => {
      const token = await on.anna();
      const notice = (await on.hub.get('/notifications', token)).body.at(-1);
      const { status, body } = await on.hub.call('PUT', `/notifications/update/${notice.id}`, {
        token,
        body: { confirmation: true },
      });
      return [status, body.message];
    };
    await on.announce(on.wanted({ date: '2026-05-05T10:00:00Z', kind: 'emergency' }));
    expect(await reply()).toEqual([409, 'An emergency maintenance asks for no confirmation.']);
    await on.announce(on.wanted(span));
    expect((await reply())[0]).toBe(200);
    on.clock.set('2026-05-18T00:00:00Z');
    expect(await reply()).toEqual([409, 'This maintenance has begun: no confirmation is needed any more.']);
  });
});

describe('a maintenance that is cancelled', () => {
  it('tells everyone why, takes no answer, mutes nothing, and stays cancelled', async () => {
    const { id } = (await on.announce(on.wanted(span))).body;
    expect((await cancel(id, ' ')).body.fields).toEqual({ reason: 'Say why, in a few words.' });
    const states = async () =>
      (await on.module.service.notifiedOf(on.alpina.id))
        .filter((one) => one.id === id)
        .map(({ state }) => state);
    expect(await states()).toEqual(['announced']);
    const { body } = await cancel(id, 'The vendor postponed it');
    expect(await states()).toEqual(['cancelled']);
    expect([body.cancelledAt, body.cancelReason]).toEqual([
      '2026-05-04T10:00:00.000Z',
      'The vendor postponed it',
    ]);
    expect((await annas())[1]).toEqual([
      'La manutenzione del 18 maggio 2026 è stata annullata',
      'Non avrà luogo. Motivo: The vendor postponed it',
    ]);
    expect([(await cancel(id, 'again')).status, (await change(id, '2026-05-18T09:00:00Z')).status]).toEqual([
      409, 409,
    ]);
    const [notice] = (await on.hub.get('/notifications', await on.anna())).body;
    const answer = await on.hub.call('PUT', `/notifications/update/${notice.id}`, {
      token: await on.anna(),
      body: { confirmation: true },
    });
    expect(answer.status).toBe(409);
    const settings = { maintenanceHours: 4, graceHours: 2 };
    const spans = await on.hub.stores.postgres.transaction((tx) =>
      readMuteSpans(tx, new Date('2026-05-18T01:00:00Z'), settings),
    );
    expect(spans).toEqual([]);
  });

  it('has not begun: a running one is ended instead', async () => {
    const { id } = (await on.announce(on.wanted(span))).body;
    on.clock.set('2026-05-18T00:00:00Z');
    expect((await cancel(id, 'too late')).status).toBe(409);
    expect((await cancel(99_999, 'no such')).status).toBe(404);
  });

  it('[NAV-12] is what administrators of the provider do, as are other ends', async () => {
    const { id } = (await on.announce(on.wanted(span))).body;
    for (const role of ['ludus_manager', 'integration_admin', 'integration_guest'] as const) {
      expect((await cancel(id, 'no', await on.token(role))).status, role).toBe(403);
      expect((await change(id, null, await on.token(role))).status, role).toBe(403);
    }
  });
});

describe('muting', () => {
  it('lasts from start to end with the grace period, and as before where no end was announced', async () => {
    const settings = { maintenanceHours: 4, graceHours: 2 };
    const { id } = (await on.announce(on.wanted(span, [on.alpina.id]))).body;
    await change(id, '2026-05-18T08:00:00Z');
    const spans = await on.hub.stores.postgres.transaction((tx) =>
      readMuteSpans(tx, new Date('2026-05-18T09:00:00Z'), settings),
    );
    expect(spans.map(({ from, until }) => [from.toISOString(), until.toISOString()])).toEqual([
      ['2026-05-18T00:00:00.000Z', '2026-05-18T10:00:00.000Z'],
    ]);
    const of = (iso: string) =>
      muteSpanOf({ integrationId: 1, startsAt: new Date(iso), endsAt: null }, settings).until.toISOString();
    expect([of('2026-10-24T22:00:00Z'), of('2026-10-25T10:00:00Z')]).toEqual([
      '2026-10-26T01:00:00.000Z',
      '2026-10-25T16:00:00.000Z',
    ]);
  });
});

describe('a denial', () => {
  it('[NOTIF-11] may say why, then or later, which the provider and that integration see', async () => {
    const { id } = (await on.announce(on.wanted(span))).body;
    const token = await on.anna();
    const [notice] = (await on.hub.get('/notifications', token)).body;
    const answer = (body: object) =>
      on.hub.call('PUT', `/notifications/update/${notice.id}`, { token, body });
    const reasons = async (as: string) =>
      (await on.hub.get(`/maintenances/${id}`, as)).body.integrations.map(
        (one: { maintenance_integrations: { reason: string | null } }) => one.maintenance_integrations.reason,
      );
    await answer({ confirmation: false });
    expect(await reasons(token)).toEqual([null]);
    await answer({ confirmation: false, reason: 'Our staff is away' });
    expect(await reasons(await admin())).toEqual(['Our staff is away', null]);
    expect(await reasons(await on.boris())).toEqual([null]);
    expect((await on.logged()).at(-1)).toMatchObject({
      action: 'deny',
      updates: { reason: { old: null, new: 'Our staff is away' } },
    });
    const before = await on.logged();
    await answer({ confirmation: false });
    expect(await on.logged()).toEqual(before);
    await answer({ confirmation: true });
    expect(await reasons(token)).toEqual([null]);
    expect((await answer({ confirmation: false, reason: 'x'.repeat(501) })).status).toBe(422);
  });
});

describe('reminders', () => {
  const remind = () => {
    const job = (on.module.jobs as readonly JobDefinition[]).find(
      ({ name }) => name === 'remind-maintenances',
    );
    return job?.run({ payload: {}, signal: AbortSignal.timeout(10_000) } as never);
  };
  const reminded = async () => (await annas()).filter(([title]) => title?.startsWith('Promemoria')).length;

  it('go out a day and an hour before, once each, and not for what is cancelled', async () => {
    const { id } = (await on.announce(on.wanted(span))).body;
    const other = (await on.announce(on.wanted(span))).body.id;
    await cancel(other, 'not needed');
    on.clock.set('2026-05-16T23:59:00Z');
    await remind();
    expect(await reminded()).toBe(0);
    on.clock.set('2026-05-17T00:00:00Z');
    // As a second process, and the same one after a restart, would do.
    await Promise.all([remind(), remind()]);
    await remind();
    expect(await reminded()).toBe(1);
    on.clock.set('2026-05-17T23:00:00Z');
    await remind();
    expect((await annas()).at(-1)).toEqual([
      'Promemoria: manutenzione del 18 maggio 2026, 02:00',
      'Release of new games',
    ]);
    expect(await reminded()).toBe(2);
    on.clock.set('2026-05-18T00:00:00Z');
    await remind();
    expect(await reminded()).toBe(2);
    expect((await on.hub.get(`/maintenances/${id}`, await on.anna())).status).toBe(200);
  });

  it('count from the start that it was moved to', async () => {
    const { id } = (await on.announce(on.wanted({ ...span, kind: 'emergency' }))).body;
    const body = { startsAt: '2026-05-05T09:00:00Z' };
    await on.hub.call('PUT', `/maintenances/${id}/start`, { token: await admin(), body });
    // 23 hours ahead: it was just announced, and the hour before is to come.
    await remind();
    expect(await reminded()).toBe(0);
    on.clock.set('2026-05-05T08:00:00Z');
    await remind();
    expect(await reminded()).toBe(1);
  });

  it('of a hub that was down are one, and an emergency is not reminded of what is past', async () => {
    await on.announce(on.wanted(span));
    on.clock.set('2026-05-17T23:30:00Z');
    await on.announce(on.wanted({ date: '2026-05-18T00:00:00Z', kind: 'emergency' }));
    await remind();
    expect(await reminded()).toBe(1);
  });
});

describe('the state of a maintenance', () => {
  it('[MAINT-08] follows from its answers until it begins, from its times afterwards, and ends with a cancellation', () => {
    const of = (confirmed: (boolean | null)[], cancelledAt: string | null = null) => ({
      date: '2026-05-18T00:00:00Z',
      endsAt: '2026-05-18T03:00:00Z',
      cancelledAt,
      integrations: confirmed.map((one) => ({ maintenance_integrations: { confirmed: one } })),
    });
    const at = (iso: string, ...rest: Parameters<typeof of>) => maintenanceState(of(...rest), new Date(iso));
    const before = '2026-05-17T23:59:59.999Z';
    expect([at(before, [true, null]), at(before, [true, true]), at(before, [true, false])]).toEqual([
      'announced',
      'confirmed',
      'denied',
    ]);
    expect(at('2026-05-18T00:00:00Z', [false])).toBe('running');
    expect(at('2026-05-18T02:59:59.999Z', [true])).toBe('running');
    expect(at('2026-05-18T03:00:00Z', [true])).toBe('over');
    expect(at('2026-05-18T04:00:00Z', [true], before)).toBe('cancelled');
  });
});

describe('GET /maintenances/upcoming', () => {
  const ids = async (as: string, query = '') => {
    const { status, body } = await on.hub.get(`/maintenances/upcoming${query}`, as);
    return status === 200 ? (body as { id: number }[]).map(({ id }) => id) : status;
  };
  const at = (day: string, part: object = {}) => ({
    date: `2026-05-${day}T00:00:00Z`,
    endsAt: `2026-05-${day}T03:00:00Z`,
    ...part,
  });
  const announce = async (part: object, integrations?: number[]) =>
    (await on.announce(on.wanted(part, integrations))).body.id as number;

  it('has those that run or are to come, the next one first, each for its integrations only', async () => {
    const later = await announce(at('25'));
    const next = await announce(at('20', { services: ['play'] }));
    const balticas = await announce(at('21'), [on.baltica.id]);
    const cancelled = await announce(at('22'));
    await cancel(cancelled, 'Not needed.');
    expect(await ids(await on.anna())).toEqual([next, later]);
    expect(await ids(await on.boris())).toEqual([next, balticas, later]);
    expect(await ids(await admin())).toEqual([next, balticas, later]);
    expect(await ids(await admin(), `?integrationId=${on.alpina.id}`)).toEqual([next, later]);
    expect(await ids(await on.anna(), `?integrationId=${on.baltica.id}`)).toEqual([]);
    const [first] = (await on.hub.get('/maintenances/upcoming', await on.anna())).body;
    expect([first.services, first.integrations.map(({ name }: { name: string }) => name)]).toEqual([
      ['play'],
      ['Alpina'],
    ]);
    on.clock.set('2026-05-20T02:00:00Z');
    expect(await ids(await on.anna())).toEqual([next, later]);
    on.clock.set('2026-05-20T03:00:00Z');
    expect(await ids(await on.anna())).toEqual([later]);
  });

  it('has one that its integration has denied for the others only, unless it is critical', async () => {
    const denied = await announce(at('20'));
    const critical = await announce(at('21', { severity: 4 }));
    await on.hub.stores.postgres.db
      .updateTable('maintenance_integrations')
      .set({ confirmed: false, answered_at: on.clock.now(), answered_by: 'anna' })
      .where('integration_id', '=', on.alpina.id)
      .execute();
    expect(await ids(await on.anna())).toEqual([critical]);
    expect(await ids(await on.boris())).toEqual([denied, critical]);
  });

  it('is read by those who read the status', async () => {
    expect(await ids('')).toBe(401);
    for (const role of ['integration_manager', 'integration_guest'] as const)
      expect(await ids(await on.token(role)), role).toBe(403);
    expect(await ids(await on.token('ludus_manager'))).toEqual([]);
    expect(await ids(await admin(), '?integrationId=x')).toBe(422);
    expect(await ids(await admin(), '?x=1')).toBe(422);
  });
});
