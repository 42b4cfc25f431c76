import { endpoints, type IntegrationStatus, type Service, services } from '@ludus/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addIntegration } from '../../../test/catalogue.ts';
import { asOwner } from '../../../test/harness.ts';
import { startTestHub, type TestHub, testIdentity } from '../../../test/hub.ts';
import { tokenFor } from '../../../test/tokens.ts';
import { composeHub, type HubComposition } from '../../app.modules.ts';
import type { ActorIntegration } from '../../infra/access/index.ts';
import { fixedClock } from '../../infra/clock/index.ts';
import { createHealthChecks } from '../integrations/index.ts';
import { createCheckListener } from './outages.checks.ts';

const start = '2026-05-04T10:00:00.000Z';
const clock = fixedClock(start);
let hub: TestHub;
let composition: HubComposition;
let alpina: ActorIntegration;
let baltica: ActorIntegration;

beforeAll(async () => {
  hub = await startTestHub({
    clock,
    compose(infra, parts) {
      composition = composeHub(infra, parts);
      return { ...composition, identity: testIdentity };
    },
  });
  const { db } = hub.infra.postgres;
  [alpina, baltica] = [await addIntegration(db, 'Alpina'), await addIntegration(db, 'Baltica')];
  const person = (
    subject: string,
    integration_name: string | null,
    roles: string[],
    language: 'en' | 'it',
  ) => ({
    subject,
    username: subject,
    email: `${subject}@example.com`,
    roles,
    integration_name,
    integration_id: null,
    language,
    created_at: clock.now(),
    last_seen_at: null,
  });
  await db
    .insertInto('users')
    .values([
      person('ada', null, ['ludus_admin'], 'en'),
      person('anna', 'Alpina', ['integration_admin'], 'it'),
      person('boris', 'Baltica', ['integration_admin'], 'en'),
    ])
    .execute();
});
afterAll(() => hub?.close());

const query = (text: string, values: unknown[] = []) => hub.infra.postgres.pool.query(text, values);
beforeEach(async () => {
  clock.set(start);
  await asOwner(
    hub.infra.postgres,
    'TRUNCATE outages, service_states, service_days, service_checks, notifications, maintenances CASCADE',
  );
});

const token = {
  admin: () => tokenFor('ludus_admin', { now: clock.now(), userId: 'ada', username: 'ada' }),
  anna: () => tokenFor('integration_admin', { now: clock.now(), userId: 'anna' }),
  boris: () => tokenFor('integration_admin', { now: clock.now(), userId: 'boris', integration: 'Baltica' }),
};
const read = async (path: string, who: keyof typeof token = 'admin') => hub.get(path, await token[who]());

type Failing = Partial<Record<'alpina' | 'baltica', readonly Service[]>>;

/** A round of checks, a minute after the last one, as the job of the clock makes it; a new one each time, as after a restart. */
async function round(failing: Failing = {}): Promise<void> {
  clock.advance(60_000);
  const { postgres, realtime } = hub.infra;
  const down: Record<string, readonly Service[]> = {
    [alpina.id]: failing.alpina ?? [],
    [baltica.id]: failing.baltica ?? [],
  };
  const connection = ({ id }: ActorIntegration) => ({
    id,
    services: Object.fromEntries(
      services.map((service) => [service, { url: `${id} ${service}`, token: null }]),
    ),
  });
  const health = createHealthChecks(
    { postgres, clock, realtime },
    { listActive: async () => [connection(alpina), connection(baltica)] } as never,
    {
      checkHealth: async ({ url }: { url: string }) => {
        const [id = '', service] = url.split(' ');
        return down[id]?.includes(service as Service)
          ? { reasonDetail: { code: 'health.status', values: { status: 503 } } }
          : {};
      },
    } as never,
  );
  const announce = composition.modules.find(({ name }) => name === 'outages')?.jobs?.[0];
  if (announce === undefined) throw new Error('The hub announces no outages.');
  const announced: string[] = [];
  health.onChecked(
    createCheckListener({
      longestGapMs: 3 * 60_000,
      announce: async (tx, eventId) =>
        void announced.push(await hub.infra.jobs.enqueue(announce, { eventId }, { tx })),
    }),
  );
  await health.checkAll();
  for (const id of announced) await hub.infra.jobs.waitForCompletion(id);
}
async function rounds(count: number, failing?: Failing): Promise<void> {
  for (let done = 0; done < count; done++) await round(failing);
}
const outagesOf = async (id = alpina.id, who: keyof typeof token = 'admin') =>
  (await read(`/status/${id}`, who)).body.outages;
const titlesOf = async (who: keyof typeof token) =>
  ((await read('/notifications', who)).body as { title: string; description: string }[]).map(
    ({ title, description }) => [title, description],
  );

describe('an outage', () => {
  it('opens with the third failed check, tells both sides in their language, and ends by itself with its length', async () => {
    await rounds(2);
    await rounds(2, { alpina: ['gaming', 'data'] });
    expect(await outagesOf()).toEqual([]);
    await round({ alpina: ['gaming', 'data'] });
    const [open] = await outagesOf();
    expect(open).toMatchObject({
      integration: { id: alpina.id, name: 'Alpina' },
      services: ['data', 'gaming'],
      openedAt: '2026-05-04T10:03:00.000Z',
      closedAt: null,
    });
    expect(await titlesOf('anna')).toEqual([
      [
        'Alpina: servizi che non rispondono',
        'Dal 04/05/2026 12:03 questi servizi non rispondono: Data, Gaming.',
      ],
    ]);
    expect((await titlesOf('admin')).map(([title]) => title)).toEqual(['Alpina: services not responding']);
    expect(await titlesOf('boris')).toEqual([]);
    // One service comes back, which is no end.
    await rounds(4, { alpina: ['data'] });
    expect((await outagesOf())[0].closedAt).toBeNull();
    await rounds(3);
    expect((await outagesOf())[0].closedAt).toBe('2026-05-04T10:10:00.000Z');
    const detail = (await read(`/outages/${open.id}`)).body;
    expect(detail.openSessions).toBe(0);
    expect(
      detail.events.map(({ kind, service }: { kind: string; service: string }) => [kind, service]),
    ).toEqual([
      ['opened', 'gaming'],
      ['joined', 'data'],
      ['recovered', 'gaming'],
      ['recovered', 'data'],
      ['closed', null],
    ]);
    expect(detail.events[0].detail).toEqual({ code: 'health.status', values: { status: 503 } });
    expect(detail.events[0].told).toEqual({
      notices: 2,
      mails: 2,
      people: [
        { username: 'ada', side: 'provider', hasNotice: true, hasMail: true },
        { username: 'anna', side: 'integration', hasNotice: true, hasMail: true },
      ],
    });
    // What is over asks for no one any more: only that it is over is new.
    const seenBy = async (who: keyof typeof token) =>
      (await read('/notifications', who)).body.map(({ seen }: { seen: boolean }) => seen);
    expect([await seenBy('anna'), await seenBy('admin')]).toEqual([
      [true, false],
      [true, false],
    ]);
    expect((await titlesOf('anna')).at(-1)).toEqual([
      'Alpina: i servizi rispondono di nuovo',
      'Data, Gaming: nessuna risposta dal 04/05/2026 12:03 al 04/05/2026 12:10 (7 min).',
    ]);
  });

  it('does not flap: of checks that alternate there is none, and one that goes on has one', async () => {
    for (let pair = 0; pair < 5; pair++) {
      await round({ alpina: ['play'] });
      await round();
    }
    expect(await outagesOf()).toEqual([]);
    await rounds(3, { alpina: ['play'] });
    for (let pair = 0; pair < 4; pair++) {
      await rounds(2);
      await round({ alpina: ['play'] });
    }
    expect(await outagesOf()).toHaveLength(1);
    expect(await titlesOf('anna')).toHaveLength(1);
  });

  it('is not opened by a maintenance, whose minutes count as such', async () => {
    const { rows } = await query(
      `INSERT INTO maintenances (starts_at, ends_at, description, severity, created_at, services)
       VALUES ($1, $2, 'New racks', 2, $1, '{gaming}') RETURNING id`,
      [start, '2026-05-04T10:06:00.000Z'],
    );
    await query('INSERT INTO maintenance_integrations (maintenance_id, integration_id) VALUES ($1, $2)', [
      rows[0].id,
      alpina.id,
    ]);
    await rounds(5, { alpina: ['gaming'] });
    const stateOf = async () =>
      (await read('/status')).body.rows[0].services.map(({ state }: { state: string }) => state);
    expect(await stateOf()).toEqual(['maintenance', 'up', 'up', 'up']);
    expect(await outagesOf()).toEqual([]);
    await rounds(3, { alpina: ['gaming'] });
    expect((await outagesOf())[0].openedAt).toBe('2026-05-04T10:06:00.000Z');
    expect(await stateOf()).toEqual(['down', 'up', 'up', 'up']);
    const page = (await read(`/status/${alpina.id}`)).body;
    expect(page.services[0].days.at(-1)).toEqual({
      day: '2026-05-04',
      state: 'down',
      checks: 8,
      failedChecks: 8,
      upSeconds: 0,
      degradedSeconds: 0,
      downSeconds: 120,
      maintenanceSeconds: 300,
    });
    expect(page.services[0].uptime).toBe(0);
    expect(page.services[1].uptime).toBe(1);
  });

  it('ends with an integration that is no longer checked', async () => {
    await rounds(3, { baltica: ['launch'] });
    const listener = createCheckListener({ longestGapMs: 3 * 60_000, announce: async () => {} });
    clock.advance(60_000);
    await hub.infra.postgres.transaction((tx) => listener(tx, [], clock.now()));
    const [outage] = await outagesOf(baltica.id);
    expect(outage.closedAt).toBe(clock.now().toISOString());
  });
});

describe('what administrators do about an outage', () => {
  const post = async (path: string, body?: object, who: keyof typeof token = 'admin') =>
    hub.call('POST', path, { token: await token[who](), ...(body ? { body } : {}) });
  const text = { textEn: 'We are changing a disk.', textIt: 'Stiamo cambiando un disco.' };

  it('is to tell its people in both languages, and to end it, which holds until the service responds', async () => {
    await rounds(3, { alpina: ['gaming'] });
    const { id } = (await outagesOf())[0];
    const sent = await post(`/outages/${id}/messages`, text);
    expect(sent.status).toBe(200);
    await expect
      .poll(async () => (await titlesOf('anna')).at(-1))
      .toEqual(['Alpina: novità sul disservizio', 'Stiamo cambiando un disco.']);
    expect((await titlesOf('admin')).at(-1)?.[1]).toBe('We are changing a disk.');
    const closed = (await post(`/outages/${id}/close`)).body;
    expect([closed.closedAt, closed.closedBy]).toEqual([clock.now().toISOString(), 'ada']);
    await rounds(5, { alpina: ['gaming'] });
    expect(await outagesOf()).toHaveLength(1);
    await rounds(3);
    await rounds(3, { alpina: ['gaming'] });
    expect(await outagesOf()).toHaveLength(2);
    for (const path of [`/outages/${id}/close`, `/outages/${id}/messages`]) {
      expect((await post(path, path.endsWith('close') ? undefined : text)).status, path).toBe(409);
    }
    const { rows } = await query(
      'SELECT action, description FROM logs WHERE log_type_id = 19 ORDER BY id DESC LIMIT 2',
    );
    expect(rows.map(({ description }) => description)).toEqual([
      'Ended the outage of Alpina by hand',
      'Told Alpina about its outage',
    ]);
  });

  it('is refused without a text in each language, to others, and for one that there is not', async () => {
    await rounds(3, { alpina: ['gaming'] });
    const { id } = (await outagesOf())[0];
    const empty = await post(`/outages/${id}/messages`, { textEn: 'x', textIt: ' ' });
    expect([empty.status, empty.body.fields]).toEqual([422, { textIt: 'Write the message.' }]);
    expect((await post(`/outages/${id}/messages`, text, 'anna')).status).toBe(403);
    expect((await post(`/outages/${id}/close`, undefined, 'anna')).status).toBe(403);
    expect((await post('/outages/99999/close')).status).toBe(404);
  });
});

describe('the status of an integration', () => {
  it('[OPEN-02] is its own: nothing of another one, and no one of the provider by name', async () => {
    await rounds(3, { alpina: ['gaming'], baltica: ['play'] });
    const { id } = (await outagesOf())[0];
    const other = (await outagesOf(baltica.id))[0].id;
    await hub.call('POST', `/outages/${id}/close`, { token: await token.admin() });
    const list = (await read('/status', 'anna')).body.rows;
    expect(list.map(({ integration }: { integration: { name: string } }) => integration.name)).toEqual([
      'Alpina',
    ]);
    expect((await read(`/status/${baltica.id}`, 'anna')).status).toBe(404);
    expect((await read(`/outages/${other}`, 'anna')).status).toBe(404);
    const own = (await read(`/outages/${id}`, 'anna')).body;
    expect(JSON.stringify(own)).not.toContain('ada');
    const ofOther = (await read(`/outages/${other}`)).body;
    // Whom a message reaches: Boris, and the administrator of the provider; no one any more once it is over.
    expect(ofOther.audience).toEqual({ integration: 1, provider: 1 });
    expect((await read(`/outages/${other}`, 'boris')).body.audience).toBeNull();
    expect((await read(`/outages/${id}`)).body.audience).toBeNull();
    expect(own.events.every(({ told }: { told: unknown }) => told === null)).toBe(true);
  });

  it('has 90 days that are bounded by the calendar of Rome, and what its responses promise', async () => {
    clock.set('2026-05-04T21:58:30.000Z');
    await rounds(4, { alpina: ['data'] });
    const page = (await read(`/status/${alpina.id}`)).body;
    for (const [id, body] of [
      ['getStatusPage', page],
      ['listStatus', (await read('/status')).body],
      ['getOutage', (await read(`/outages/${page.outages[0].id}`)).body],
    ] as const) {
      expect(endpoints.find((one) => one.id === id)?.response.parse(body)).toEqual(body);
    }
    const { days } = page.services[1];
    expect([days.length, page.from, page.to]).toEqual([90, '2026-02-05', '2026-05-05']);
    expect(
      days
        .slice(-3)
        .map(({ state, downSeconds }: { state: string; downSeconds: number }) => [state, downSeconds]),
    ).toEqual([
      ['unknown', 0],
      ['down', 30],
      ['down', 150],
    ]);
    const atAGlance = (await read('/status')).body.rows.map((row: IntegrationStatus) => [
      row.days.length,
      row.days[0],
      ...row.days.slice(-3).map(({ state }) => state),
    ]);
    expect(atAGlance).toEqual([
      [90, { day: '2026-02-05', state: 'unknown' }, 'unknown', 'down', 'down'],
      [90, { day: '2026-02-05', state: 'unknown' }, 'unknown', 'up', 'up'],
    ]);
    // A row for each service and day, however many checks there were.
    const { rows } = await query('SELECT count(*)::integer AS n FROM service_days');
    expect(rows[0].n).toBe(2 * 4 * 2);
  });

  it('names what interrupted play in a period: outages, and maintenances that took place, of its own integrations', async () => {
    const { rows } = await query(
      `INSERT INTO maintenances (starts_at, ends_at, description, severity, created_at, services)
       VALUES ('2026-05-04T08:00:00Z', '2026-05-04T09:00:00Z', 'New racks', 2, $1, '{play}'),
         ('2026-05-04T07:00:00Z', '2026-05-04T07:30:00Z', 'Denied', 2, $1, '{}'),
         ('2026-05-05T08:00:00Z', '2026-05-05T09:00:00Z', 'Tomorrow', 2, $1, '{}') RETURNING id`,
      [start],
    );
    const concern = 'INSERT INTO maintenance_integrations (maintenance_id, integration_id)';
    for (const { id } of rows) await query(`${concern} VALUES ($1, $2)`, [id, baltica.id]);
    await query(
      `UPDATE maintenance_integrations SET confirmed = false, answered_at = now(), answered_by = 'boris'
       WHERE maintenance_id = $1`,
      [rows[1].id],
    );
    await rounds(3, { alpina: ['gaming', 'data'] });
    const day = 'from=2026-05-03T22:00:00Z&to=2026-05-04T22:00:00Z';
    const outage = {
      kind: 'outage',
      integration: { id: alpina.id, name: 'Alpina' },
      services: ['data', 'gaming'],
      from: '2026-05-04T10:01:00.000Z',
      to: null,
    };
    const maintenance = {
      kind: 'maintenance',
      integration: { id: baltica.id, name: 'Baltica' },
      services: ['play'],
      from: '2026-05-04T08:00:00.000Z',
      to: '2026-05-04T09:00:00.000Z',
    };
    const all = await read(`/status/interruptions?${day}`);
    expect(all.body).toEqual({ rows: [maintenance, outage] });
    expect((await read(`/status/interruptions?${day}`, 'anna')).body.rows).toEqual([outage]);
    expect((await read(`/status/interruptions?${day}&integrations=${alpina.id}`, 'boris')).body.rows).toEqual(
      [],
    );
    expect((await read(`/status/interruptions?${day}&integrations=${baltica.id}`)).body.rows).toEqual([
      maintenance,
    ]);
    const before = 'from=2026-05-03T22:00:00Z&to=2026-05-04T08:00:00Z';
    expect((await read(`/status/interruptions?${before}`)).body.rows).toEqual([]);
    expect((await read('/status/interruptions?from=2026-05-03&to=x')).status).toBe(422);
    expect((await hub.get(`/status/interruptions?${day}`)).status).toBe(401);
    const guest = await tokenFor('integration_guest', { now: clock.now(), integration: 'Alpina' });
    expect((await hub.get(`/status/interruptions?${day}`, guest)).status).toBe(403);
  });

  it('is unknown once checks have stopped', async () => {
    await rounds(2);
    clock.advance(4 * 60_000);
    const [row] = (await read('/status')).body.rows;
    expect(row.services[0].state).toBe('unknown');
  });
});
