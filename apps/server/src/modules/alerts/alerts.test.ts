import { alertEndpoints, incidentChart, incidentDetail, systemEndpoints } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AlertsHub, startAlertsHub } from '../../../test/support/alerts/alerts-hub.ts';
import { nextEvaluation } from './alerts.job.ts';
import { findOpenIncidentsOf } from './index.ts';

let world: AlertsHub;
beforeAll(async () => {
  world = await startAlertsHub();
}, 180_000);
afterAll(() => world?.close());

const lost = { alpina: false };
const eventsOf = async (id: number) => (await world.incident(id)).events.map(({ kind }) => kind);

/** The open incidents of a month, of Alpina and of Baltica. */
async function openOf(month: string) {
  const ids = [world.alpina.id, world.baltica.id];
  const found = await findOpenIncidentsOf(world.hub.infra.postgres.db, ids, month);
  return ids.map((integrationId) =>
    found.get(integrationId)?.map(({ id, kind, state }) => ({ id, kind, state })),
  );
}

it.each([
  ['2026-11-20T15:24:59.999Z', null, '2026-11-20T15:25:00.000Z'],
  ['2026-11-20T15:24:59.999Z', '2026-11-20T14:00:00.000Z', '2026-11-20T15:25:00.000Z'],
  // Evaluated by someone before the schedule came round, which then finds no hour.
  ['2026-11-20T15:18:00.000Z', '2026-11-20T15:00:00.000Z', '2026-11-20T16:25:00.000Z'],
  ['2026-11-20T15:25:00.000Z', '2026-11-20T15:00:00.000Z', '2026-11-20T16:25:00.000Z'],
  ['2026-10-25T00:30:00.000Z', '2026-10-25T00:00:00.000Z', '2026-10-25T01:25:00.000Z'],
])('at %s, evaluated until %s, rules are evaluated next at %s', (now, until, next) => {
  expect(nextEvaluation(new Date(now), until === null ? null : new Date(until)).toISOString()).toBe(next);
});

describe('alerts, hour by hour', () => {
  it('are evaluated when an administrator asks, each hour once', async () => {
    expect((await world.post('/alerts/runs', undefined, 'manager')).status).toBe(403);
    const { body: before } = await world.hub.get('/alerts/incidents', world.tokens.manager);
    expect([before.evaluatedAt, before.evaluatedUntil]).toEqual([null, null]);
    const evaluated = {
      evaluatedAt: '2026-11-20T13:25:00.000Z',
      evaluatedUntil: '2026-11-20T13:00:00.000Z',
    };
    const first = await world.post('/alerts/runs');
    // One of the eight defaults is off.
    expect([first.status, first.body]).toEqual([200, { hours: 1, rules: 7, opened: 0, ...evaluated }]);
    expect((await world.post('/alerts/runs')).body).toEqual({
      hours: 0,
      rules: 7,
      opened: 0,
      ...evaluated,
    });
    const { body: after } = await world.hub.get('/alerts/incidents', world.tokens.manager);
    expect(after).toMatchObject({ count: 0, openCases: 0, ...evaluated });
  });

  it('find nothing while everyone plays as usual', async () => {
    await world.hour({});
    await world.hour({});
    expect(await world.incidents()).toEqual([]);
    const { body } = await world.hub.get('/alerts/incidents', world.tokens.manager);
    expect(body).toMatchObject({
      count: 0,
      evaluatedUntil: '2026-11-20T15:00:00.000Z',
      evaluatedAt: '2026-11-20T15:25:00.000Z',
      nextEvaluationAt: '2026-11-20T16:25:00.000Z',
    });
  });

  it('make one incident of a lost integration and its operators, and notify the administrators', async () => {
    // Three hours of 8 sessions each: the window of the integration has 24, 16, 8, none.
    for (let hour = 0; hour < 3; hour++) await world.hour(lost);
    expect(await world.incidents()).toEqual([]);
    await world.hour(lost);
    const [found, ...others] = await world.incidents();
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      kind: 'activity',
      ruleName: null,
      integration: { id: world.alpina.id, name: 'Alpina' },
      state: 'open',
      acknowledgedBy: null,
      lead: { level: 'integration', metric: 'sessionsTotal', value: 0, expected: 24, deviation: 100 },
    });
    const { body: notices } = await world.hub.get('/notifications', world.tokens.admin);
    expect(notices.at(-1)).toMatchObject({
      title: 'Activity lost: Alpina',
      description: 'Sessions: 0, about 24 expected. Alerts: 1.',
      path: `/alerts?incident=${found?.id}`,
      severity: 3,
    });
    // Operators have a longer window: theirs follow.
    for (let hour = 0; hour < 3; hour++) await world.hour(lost);
    const [grown, ...more] = await world.incidents();
    expect(more).toEqual([]);
    const detail = incidentDetail.parse(await world.incident(grown?.id ?? 0));
    expect(detail.allParts.map(({ level, operator }) => [level, operator?.id ?? null])).toEqual([
      ['integration', null],
      ['operator', world.operators.first],
      ['operator', world.operators.second],
    ]);
    expect(detail.openParts).toBe(3);
    expect(detail.events.map(({ kind }) => kind)).toEqual(['opened', 'notified', 'worse']);
  });

  it('show the figure beside what was expected', async () => {
    const [found] = await world.incidents();
    const { status, body } = await world.hub.get(
      `/alerts/incidents/${found?.id}/chart`,
      world.tokens.manager,
    );
    expect(status).toBe(200);
    const chart = incidentChart.parse(body);
    const last = chart.points.at(-1);
    expect(last).toMatchObject({ at: '2026-11-20T22:00:00.000Z', value: 0, expected: 24, high: null });
    expect(last?.low).toBeCloseTo(7.2, 6);
    expect(chart.points.find(({ at }) => at === '2026-11-20T15:00:00.000Z')).toMatchObject({
      value: 24,
      expected: 24,
    });
    expect(chart.points).toHaveLength(24 + 1 + 3);
  });

  it('keep what people do on the timeline, and refuse to take charge twice', async () => {
    const [found] = await world.incidents();
    const path = `/alerts/incidents/${found?.id}`;
    const taken = await world.post(`${path}/acknowledge`);
    expect(taken.body).toMatchObject({ acknowledgedBy: 'ada', state: 'open' });
    const again = await world.post(`${path}/acknowledge`);
    expect([again.status, again.body.message]).toEqual([409, 'ada already takes care of this incident.']);
    await world.post(`${path}/notes`, { text: 'The platform is being called.' });
    const { events } = await world.incident(found?.id ?? 0);
    expect(events.slice(-2).map(({ kind, username, text }) => [kind, username, text])).toEqual([
      ['acknowledged', 'ada', null],
      ['note', 'ada', 'The platform is being called.'],
    ]);
  });

  it('close by themselves once the figures are back, and say so', async () => {
    for (let hour = 0; hour < 6; hour++) await world.hour({});
    const [found] = await world.incidents();
    expect(found).toMatchObject({ state: 'closed', closedBy: null, openParts: 0 });
    const kinds = await eventsOf(found?.id ?? 0);
    expect(kinds.slice(-2)).toEqual(['closed', 'notified']);
    const { body: notices } = await world.hub.get('/notifications', world.tokens.admin);
    expect(notices.at(-1)).toMatchObject({ title: 'Over: Activity lost: Alpina' });
    expect(await openOf('2026-11')).toEqual([[], []]);
  });

  it('say that a fetch is late, and not that activity is lost with it', async () => {
    for (let hour = 0; hour < 4; hour++) await world.hour(lost, { notRead: 'alpina' });
    const open = await world.incidents('?states=open');
    expect(open.map(({ kind, integration }) => [kind, integration?.name])).toEqual([['fetch', 'Alpina']]);
    expect(open[0]?.lead).toMatchObject({ value: 240, expected: null });
    expect(await openOf('2026-11')).toEqual([[{ id: open[0]?.id, kind: 'fetch', state: 'open' }], []]);
    expect(await openOf('2026-10')).toEqual([[], []]);
  });

  it('stay quiet about what a person has closed until it is over', async () => {
    const [open] = await world.incidents('?states=open');
    const closed = await world.post(`/alerts/incidents/${open?.id}/close`, {
      reason: 'Known: new certificate.',
    });
    expect(closed.body).toMatchObject({
      state: 'closed',
      closedBy: 'ada',
      closeReason: 'Known: new certificate.',
    });
    const again = await world.post(`/alerts/incidents/${open?.id}/close`, { reason: 'Twice' });
    expect(again.status).toBe(409);
    await world.hour(lost, { notRead: 'alpina' });
    expect(await world.incidents('?states=open')).toEqual([]);
    await world.hour({});
    await world.hour({}, { notRead: 'alpina' });
    await world.hour({}, { notRead: 'alpina' });
    const [next] = await world.incidents('?states=open');
    expect(next?.kind).toBe('fetch');
    expect(next?.id).not.toBe(open?.id);
    await world.hour({});
  });

  it('count quarantined rows of one integration', async () => {
    const { postgres } = world.hub.infra;
    await postgres.pool.query(
      `INSERT INTO quarantined_rows (integration_id, row_hash, job_id, session_id, changed_at_ms, reason, row_text, times,
         first_received_at, received_at)
       SELECT $1, decode(md5(n::text), 'hex'), gen_random_uuid(), NULL, NULL, '{"code":"plain.text","values":{"text":"x"}}',
         'row', 1, $2, $2 FROM generate_series(1, 12) AS n`,
      [world.baltica.id, world.clock.now()],
    );
    await world.hour({});
    const open = await world.incidents('?states=open');
    expect(open.map(({ kind, integration, lead }) => [kind, integration?.name, lead?.value])).toEqual([
      ['quarantine', 'Baltica', 12],
    ]);
  });
});

describe('a maintenance', () => {
  it('begins an incident muted, notifies no one, and lets it open when the grace period is over', async () => {
    const { postgres } = world.hub.infra;
    const { rows } = await postgres.pool.query(
      `INSERT INTO maintenances (starts_at, description, severity, created_at)
       VALUES ($1, 'New racks', 2, $1) RETURNING id`,
      [world.clock.now()],
    );
    await postgres.pool.query(
      'INSERT INTO maintenance_integrations (maintenance_id, integration_id) VALUES ($1, $2)',
      [rows[0].id, world.alpina.id],
    );
    const notified = async () => {
      const { body } = await world.hub.get('/notifications', world.tokens.admin);
      return body.filter(({ title }: { title: string }) => title === 'Activity lost: Alpina').length;
    };
    const before = await notified();
    for (let hour = 0; hour < 5; hour++) await world.hour(lost);
    const [muted] = await world.incidents('?states=muted');
    expect(muted).toMatchObject({ kind: 'activity', state: 'muted' });
    expect(await eventsOf(muted?.id ?? 0)).toEqual(['muted']);
    expect(await notified()).toBe(before);
    // Four hours of maintenance, two of grace, and a window of three without any of them.
    for (let hour = 0; hour < 5; hour++) await world.hour(lost);
    const detail = await world.incident(muted?.id ?? 0);
    expect(detail.state).toBe('open');
    expect(detail.events.map(({ kind }) => kind)).toContain('opened');
    expect(await notified()).toBe(before + 1);
  });
});

describe('rules', () => {
  const list = async () => (await world.hub.get('/alerts/rules', world.tokens.manager)).body.rows;

  it('are the defaults until someone changes one, which can be restored', async () => {
    const all = await list();
    expect(all.map(({ key }: { key: string }) => key)).toEqual([
      'activity-integration',
      'activity-operator',
      'activity-game',
      'wins-integration',
      'fetch-late',
      'rows-quarantined',
      'rtp-monitor',
      'open-growing',
    ]);
    const [first] = all;
    const config = { ...first.config, percent: 55 };
    const put = await world.hub.call('PUT', '/alerts/rules/activity-integration', {
      token: world.tokens.admin,
      body: { name: null, isEnabled: false, config },
    });
    expect(put.body).toMatchObject({ isEnabled: false, isDefault: true, isChanged: true, updatedBy: 'ada' });
    const back = await world.hub.call('PUT', '/alerts/rules/activity-integration', {
      token: world.tokens.admin,
      body: { name: null, isEnabled: true, config: first.config },
    });
    expect(back.body).toMatchObject({ isEnabled: true, isChanged: false, updatedBy: 'ada' });
    const removed = await world.hub.call('DELETE', '/alerts/rules/activity-integration', {
      token: world.tokens.admin,
    });
    expect(removed.status).toBe(200);
    expect((await list())[0]).toEqual(first);
  });

  it('of people are added, are a cause of their own, and end with their alerts', async () => {
    const [first] = await list();
    const config = {
      ...first.config,
      metric: 'bet',
      direction: 'above',
      level: 'operator',
      operatorIds: [world.operators.first],
      windowHours: 1,
      percent: 0,
      absolute: 0,
      closeBelow: 0,
      volumeFloor: 0,
      openAfter: 1,
    };
    const added = await world.post('/alerts/rules', { name: 'Too much', isEnabled: true, config });
    expect(added.body).toMatchObject({ kind: 'metric', name: 'Too much', isDefault: false });
    const removed = await world.hub.call('DELETE', `/alerts/rules/${added.body.key}`, {
      token: world.tokens.admin,
    });
    expect(removed.status).toBe(200);
    expect((await list()).length).toBe(8);
  });

  it('refuse bad values by field, unknown rules, and people who may not', async () => {
    const [first] = await list();
    const body = (config: object) => ({
      name: 'Rule',
      isEnabled: true,
      config: { ...first.config, ...config },
    });
    const post = (config: object) => world.post('/alerts/rules', body(config));
    expect((await post({ percent: -1 })).body.fields).toEqual({ 'config.percent': 'At least 0.' });
    expect((await post({ weeks: 9 })).body.fields).toEqual({ 'config.weeks': 'At most 8.' });
    const days = await post({ level: 'game', windowHours: 5 });
    expect([days.status, days.body.fields]).toEqual([
      422,
      { 'config.windowHours': 'Games are compared by whole days: use a multiple of 24 hours.' },
    ]);
    const put = await world.hub.call('PUT', '/alerts/rules/activity-game', {
      token: world.tokens.admin,
      body: body({ metric: 'rtp' }),
    });
    expect([put.status, put.body.fields]).toEqual([
      422,
      { 'config.metric': 'This kind of rule has other metrics.' },
    ]);
    const beyond = await post({ percent: 50, closeBelow: 60 });
    expect([beyond.status, beyond.body.fields]).toEqual([
      422,
      { 'config.closeBelow': 'At most 50: above it, the alert would be over where it begins.' },
    ]);
    // Of a late fetch both are minutes.
    const fetchLate = (config: object) =>
      world.hub.call('PUT', '/alerts/rules/fetch-late', { token: world.tokens.admin, body: body(config) });
    expect((await fetchLate({ percent: 90, absolute: 30, closeBelow: 31 })).body.fields).toEqual({
      'config.closeBelow': 'At most 30: above it, the alert would be over where it begins.',
    });
    const unknown = await world.hub.call('DELETE', '/alerts/rules/nothing', { token: world.tokens.admin });
    expect([unknown.status, unknown.body.message]).toEqual([404, 'Rule not found.']);
    expect((await world.post('/alerts/rules', body({}), 'manager')).status).toBe(403);
  });
});

describe('who may see and do what', () => {
  it('no call without a token, and none for people of integrations', async () => {
    expect(systemEndpoints.length).toBeGreaterThan(0);
    for (const { method, path } of alertEndpoints) {
      const address = path.replace(':id', '1').replace(':key', 'fetch-late');
      expect((await world.hub.call(method, address)).status, path).toBe(401);
      expect((await world.hub.call(method, address, { token: world.tokens.alpina })).status, path).toBe(403);
    }
  });

  it('an incident that does not exist is not found, and a note needs words', async () => {
    expect((await world.hub.get('/alerts/incidents/999', world.tokens.manager)).status).toBe(404);
    expect((await world.hub.get('/alerts/incidents/999/chart', world.tokens.manager)).status).toBe(404);
    expect((await world.post('/alerts/incidents/999/acknowledge')).status).toBe(404);
    const [one] = await world.incidents();
    const empty = await world.post(`/alerts/incidents/${one?.id}/notes`, { text: ' ' });
    expect([empty.status, empty.body.fields]).toEqual([422, { text: 'Use at least 1 character.' }]);
    expect((await world.post(`/alerts/incidents/${one?.id}/notes`, { text: 'x' }, 'manager')).status).toBe(
      403,
    );
  });
});
