import type { PeriodAmounts, PeriodDetail, RestatedMonth, Restatement } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  october,
  type PeriodHub,
  reason,
  startPeriodHub,
} from '../../../test/support/period-close/period-hub.ts';
import { randomFrom } from '../../../test/support/session-store/known-rows.ts';

let hub: PeriodHub;
let alpina: number;

beforeAll(async () => {
  hub = await startPeriodHub();
  alpina = hub.world.ids.alpina;
  // Fun sessions (every seventh) are no part of any figure; the ends of the month decide by Rome's clock.
  await hub.put(
    ...Array.from({ length: 40 }, (_, index) => october(index + 1)),
    october(101, { createdAt: '2026-09-30T21:59:59.999Z', updatedAt: '2026-10-01T08:00:00.000Z' }),
    october(102, { createdAt: '2026-09-30T22:00:00.000Z', updatedAt: '2026-10-01T08:00:00.000Z' }),
    october(103, { createdAt: '2026-10-31T22:59:59.999Z', updatedAt: '2026-11-01T08:00:00.000Z' }),
    october(104, { createdAt: '2026-10-31T23:00:00.000Z', updatedAt: '2026-11-01T08:00:00.000Z' }),
    october(110, { isOpen: true, bet: 1_234, win: 0, netWin: 926, due: 123 }),
  );
});
afterAll(() => hub?.world.close());

const path = (month: string, call = '') => `/periods/${alpina}/${month}${call === '' ? '' : `/${call}`}`;
const nothing = { acknowledged: [], overrides: [] };
const checkOf = ({ checks }: PeriodDetail, id: string) => checks.find((check) => check.id === id);

/** Sums in cents, so that they are exact. */
function addAmounts(rows: readonly PeriodAmounts[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const row of rows) {
    for (const [name, value] of Object.entries(row))
      total[name] = (total[name] ?? 0) + Math.round(Number(value) * 100);
  }
  return total;
}

/** The rule of the screen: as closed, plus every line, is what is known today; each row for itself. */
async function expectRestated(month: string): Promise<{ period: PeriodDetail; lines: Restatement[] }> {
  const period = await hub.get(month, '?by=both');
  const lines = await hub.lines(month);
  expect(addAmounts(lines.map(({ amounts }) => amounts))).toEqual(
    lines.length === 0 ? {} : addAmounts([period.total.difference as PeriodAmounts]),
  );
  for (const { operator, game, closed, today, difference } of period.rows) {
    const own = lines.filter((line) => line.operator.id === operator?.id && line.game.id === game?.id);
    const sums = addAmounts(own.map(({ amounts }) => amounts));
    for (const [name, value] of Object.entries(difference ?? {})) {
      expect(Math.round(Number(value) * 100), `${name} of ${game?.name}`).toBe(sums[name] ?? 0);
      const now = today[name as keyof PeriodAmounts] ?? 0;
      const before = closed?.[name as keyof PeriodAmounts] ?? 0;
      expect(Math.round(now * 100) - Math.round(before * 100)).toBe(sums[name] ?? 0);
    }
  }
  return { period, lines };
}

describe('months', () => {
  it('stand with their state and figures, and an open one with its checklist', async () => {
    const { body } = await hub.call('GET', '/periods');
    expect(body.months).toEqual(['2026-11', '2026-10', '2026-09']);
    expect(body.integrations).toEqual([{ id: alpina, name: 'Alpina' }]);
    expect(body.cells[0]).toMatchObject({ month: '2026-11', state: 'open', isEnded: false, sessions: 1 });
    const period = await hub.get('2026-10');
    expect(period).toMatchObject({
      state: 'open',
      isEnded: true,
      zone: 'Europe/Rome',
      from: '2026-09-30T22:00:00.000Z',
      to: '2026-10-31T23:00:00.000Z',
      closing: null,
      total: { closed: null, difference: null, today: { sessionsTotal: 38, sessionsOpen: 1 } },
    });
    expect(period.checks.map(({ id, result }) => [id, result])).toEqual([
      ['complete', 'passed'],
      ['reconciled', 'passed'],
      ['quarantine', 'passed'],
      ['openSessions', 'attention'],
      ['incidents', 'passed'],
      ['alerts', 'passed'],
    ]);
    expect(checkOf(period, 'openSessions')?.text).toBe('1 open session, with bets of 12,34 €.');
  });

  it('hide net win and due from those who may not see them', async () => {
    const { total } = await hub.get('2026-10', '', 'manager');
    expect(total.today).not.toHaveProperty('due');
    expect(total.today).not.toHaveProperty('netwin');
    expect((await hub.get('2026-10')).total.today).toHaveProperty('due');
  });

  it('are refused to people of integrations, without a token, and where they do not exist', async () => {
    expect((await hub.call('GET', path('2026-10'), undefined, 'alpinaAdmin')).status).toBe(403);
    expect((await hub.world.hub.get(path('2026-10'))).status).toBe(401);
    expect((await hub.call('GET', '/periods/999/2026-10')).status).toBe(404);
    expect((await hub.call('GET', path('2026-13'))).status).toBe(404);
    expect((await hub.call('POST', path('2026-10', 'review'), undefined, 'manager')).status).toBe(403);
    const unreasoned = { ...nothing, overrides: [{ check: 'complete', reason: ' ' }] };
    const { status, body } = await hub.call('POST', path('2026-10', 'close'), unreasoned);
    expect(status).toBe(422);
    expect(Object.keys(body.fields)).toEqual(['overrides.0.reason']);
  });
});

describe('closing', () => {
  it('takes an ended month, a review, and a decision on every check that does not pass', async () => {
    expect((await hub.call('POST', path('2026-11', 'review'))).status).toBe(409);
    expect((await hub.call('POST', path('2026-10', 'close'), nothing)).status).toBe(409);
    expect((await hub.call('POST', path('2026-10', 'review'))).body).toEqual({ state: 'review' });
    expect((await hub.call('POST', path('2026-10', 'review'))).status).toBe(409);

    const sugar = { gameId: hub.world.games.sugar, name: 'Sugar Cascade', verdict: 'alert' };
    hub.found.incidents = [{ ...sugar, isConcluded: true }];
    expect(checkOf(await hub.get('2026-10'), 'incidents')).toMatchObject({
      ...{ result: 'attention', text: '1 case closed, verdict still alert.', items: [sugar] },
    });
    hub.found.incidents = [sugar, { ...sugar, isConcluded: true }];
    expect(checkOf(await hub.get('2026-10'), 'incidents')?.text).toBe(
      '1 game with an RTP alert. 1 case closed, verdict still alert.',
    );

    hub.found.compared = { compared: 30, equal: 29 };
    hub.found.incidents = [{ gameId: hub.world.games.sugar, name: 'Sugar Cascade', verdict: 'alert' }];
    const refused = await hub.call('POST', path('2026-10', 'close'), nothing);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain('30 of 31 days compared with the platform, 29 of them equal.');
    // A failed check cannot be waved through as seen.
    hub.found.alerts = 2;
    const acknowledged = ['reconciled', 'openSessions', 'incidents', 'alerts'];
    expect((await hub.call('POST', path('2026-10', 'close'), { acknowledged, overrides: [] })).status).toBe(
      409,
    );
    const overrides = [{ check: 'reconciled', reason }];
    const unseen = { acknowledged: ['openSessions'], overrides };
    expect((await hub.call('POST', path('2026-10', 'close'), unseen)).body.message).toContain('RTP alert');
    expect((await hub.get('2026-10')).state).toBe('review');
    // Without an incident, rules that no one has evaluated yet say nothing either.
    hub.found.alerts = 0;
    for (const evaluatedUntil of [null, new Date('2026-10-31T22:59:59.000Z')]) {
      hub.found.evaluatedUntil = evaluatedUntil;
      expect(checkOf(await hub.get('2026-10'), 'alerts')).toMatchObject({
        result: 'attention',
        text: 'The rules of alerts have not been evaluated past the end of the month yet.',
      });
    }
    hub.found.evaluatedUntil = new Date('2026-10-31T23:00:00.000Z');
    expect(checkOf(await hub.get('2026-10'), 'alerts')?.result).toBe('passed');
    hub.found.alerts = 2;

    const closed = await hub.call('POST', path('2026-10', 'close'), { acknowledged, overrides });
    expect(closed.body).toEqual({ state: 'closed' });
    const period = await hub.get('2026-10');
    expect(period.closing).toMatchObject({ username: 'admin', at: '2026-11-20T12:00:00.000Z' });
    expect(checkOf(period, 'reconciled')?.decision).toEqual({ kind: 'overridden', reason });
    expect(checkOf(period, 'incidents')?.decision).toEqual({ kind: 'acknowledged', reason: null });
    expect(checkOf(period, 'alerts')).toMatchObject({
      text: '2 incidents that began before the end of the month are open.',
      decision: { kind: 'acknowledged', reason: null },
    });
    expect(period.history.map(({ action }) => action)).toEqual(['close', 'review']);
    hub.found.compared = { compared: 31, equal: 31 };
    hub.found.incidents = [];
    hub.found.alerts = 0;
  });

  it('freezes what every other screen shows, players included', async () => {
    for (const by of ['operator', 'game', 'both']) {
      const { total, rows } = await hub.get('2026-10', `?by=${by}`);
      expect(rows.length).toBeGreaterThan(0);
      for (const { closed, today } of [total, ...rows]) expect(closed).toEqual(today);
    }
    expect((await hub.get('2026-10')).restatements).toBe(0);
  });

  it('is written to the log with what was overridden', async () => {
    const entry = await hub.world.hub.stores.postgres.db
      .selectFrom('logs')
      .select(['description', 'updates', 'username'])
      .where('action', '=', 'close')
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({
      description: 'Closed 10/2026 of Alpina',
      username: 'admin',
      updates: { reconciled: { old: null, new: reason } },
    });
  });

  it('leaves it to someone else where two people are asked for', async () => {
    expect((await hub.call('PUT', '/periods/settings', { fourEyes: true }, 'manager')).status).toBe(403);
    expect((await hub.call('PUT', '/periods/settings', { fourEyes: true })).body).toEqual({ fourEyes: true });
    await hub.call('POST', path('2026-09', 'review'));
    const own = await hub.call('POST', path('2026-09', 'close'), nothing);
    expect(own.status).toBe(409);
    expect(own.body.message).toBe('Someone else has to close the month: you have put it in review.');
    const others = await hub.call(
      'POST',
      path('2026-09', 'close'),
      { ...nothing, overrides: [{ check: 'reconciled', reason }] },
      'other',
    );
    expect(others.body).toEqual({ state: 'closed' });
    await hub.call('PUT', '/periods/settings', { fourEyes: false });
  });
});

describe('corrections after the close', () => {
  it('become lines of sessions, and the closed figures stay', async () => {
    const before = (await hub.get('2026-10')).total.closed;
    hub.world.clock.set('2026-12-03T09:00:00Z');
    await hub.put(
      october(1, { bet: 50_000, win: 10_000, due: 4_000, updatedAt: '2026-12-02T10:00:00.000Z' }),
      october(110, { bet: 2_000, win: 500, updatedAt: '2026-12-02T11:00:00.000Z' }),
      october(200, { updatedAt: '2026-12-02T12:00:00.000Z' }),
      october(7, { bet: 1, sessionType: 4, updatedAt: '2026-12-02T12:00:00.000Z' }),
    );
    const { period, lines } = await expectRestated('2026-10');
    expect(period.state).toBe('restated');
    expect(period.total.closed).toEqual(before);
    expect(lines.map(({ platformSessionId, reason: why }) => [platformSessionId, why]).toSorted()).toEqual([
      ['S-000000001', 'corrected'],
      ['S-000000110', 'ended'],
      ['S-000000200', 'late'],
    ]);
    expect(lines.every(({ recordedMonth }) => recordedMonth === '2026-12')).toBe(true);
    const ended = lines.find(({ reason: why }) => why === 'ended');
    expect(ended).toMatchObject({
      amounts: { bet: 7.66, win: 5, grosswin: 2.66, sessionsTotal: 0, sessionsOpen: -1 },
      changedAt: '2026-12-02T11:00:00.000Z',
    });
    expect(period.history[0]).toMatchObject({ action: 'restate', username: 'system', lines: 3 });
  });

  it('show in the list of months at once', async () => {
    await hub.put(october(3, { rounds: 999, updatedAt: '2026-12-02T12:30:00.000Z' }));
    const before = (await hub.lines('2026-10')).length;
    const { body } = await hub.call('GET', '/periods');
    const cell = body.cells.find((one: { month: string }) => one.month === '2026-10');
    expect(cell).toMatchObject({ state: 'restated', restatements: before + 1 });
  });

  it('are found by the schedule alone, once each, also when a session is put back', async () => {
    await hub.put(october(1, { updatedAt: '2026-12-02T13:00:00.000Z' }));
    expect(await hub.module.restating.restateAll()).toBe(1);
    expect(await hub.module.restating.restateAll()).toBe(0);
    const { lines } = await expectRestated('2026-10');
    const own = lines.filter(({ platformSessionId }) => platformSessionId === 'S-000000001');
    expect(own).toHaveLength(2);
    expect(Object.values(addAmounts(own.map(({ amounts }) => amounts)))).toEqual(Array(8).fill(0));
  });

  it('are told apart where they cancel each other out', async () => {
    const [one, other] = [october(2), october(8)];
    await hub.put(
      { ...one, bet: one.bet + 500, updatedAt: '2026-12-02T14:00:00.000Z' },
      {
        ...other,
        bet: other.bet - 500 < 0 ? other.bet : other.bet - 500,
        updatedAt: '2026-12-02T14:00:00.000Z',
      },
    );
    expect(await hub.module.restating.restateAll()).toBe(2);
    await expectRestated('2026-10');
  });

  it('add up to the difference after any number of random ones', async () => {
    const random = randomFrom(7);
    let minute = 0;
    for (let round = 0; round < 6; round += 1) {
      const changed = Array.from({ length: 5 }, () => {
        minute += 1;
        const number = 1 + Math.floor(random() * 60);
        const bet = Math.floor(random() * 100_000);
        return october(number, {
          bet,
          win: Math.floor(random() * 150_000),
          netWin: Math.floor((random() - 0.5) * 50_000),
          due: Math.floor((random() - 0.5) * 5_000),
          rounds: Math.floor(random() * 90),
          gameSlug: number > 40 && number % 2 === 0 ? 'comet_courier' : 'sugar_cascade',
          updatedAt: new Date(Date.parse('2026-12-02T15:00:00Z') + minute * 60_000).toISOString(),
        });
      });
      await hub.put(...changed);
      if (round % 2 === 0) await hub.module.restating.restateAll();
      await expectRestated('2026-10');
    }
    // Players of today are those of all sessions, the late ones included.
    const { total } = await hub.get('2026-10');
    expect(total.today.usersCount).toBeGreaterThan(total.closed?.usersCount ?? 0);
  });
});

describe('what explains a figure', () => {
  const restated = async (query: string, who?: 'manager') => {
    const { status, body } = await hub.call('GET', `/periods/restated?${query}`, undefined, who);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.rows as RestatedMonth[];
  };

  it('has what a closed month has changed by, of all its lines or of a game', async () => {
    const lines = await hub.lines('2026-10');
    const [row, ...others] = await restated('from=2026-10-12&to=2026-11-20');
    expect(others).toEqual([]);
    expect(row).toMatchObject({ integration: { id: alpina }, month: '2026-10', closedBy: 'admin' });
    expect(addAmounts([row?.amounts as PeriodAmounts])).toEqual(
      addAmounts(lines.map((line) => line.amounts)),
    );
    expect(row?.sessions).toBe(new Set(lines.map(({ sessionId }) => sessionId)).size);
    const times = lines.map(({ recordedAt }) => recordedAt).toSorted();
    expect([row?.firstAt, row?.lastAt]).toEqual([times[0], times.at(-1)]);
    for (const { reason: why, sessions } of row?.reasons ?? []) {
      const own = lines.filter((line) => line.reason === why);
      expect(sessions, why).toBe(new Set(own.map(({ sessionId }) => sessionId)).size);
    }
    const game = lines[0]?.game.id ?? 0;
    const own = lines.filter((line) => line.game.id === game);
    const [ofGame] = await restated(`from=2026-10-31&to=2026-10-31&games=${game}&integrations=${alpina}`);
    expect(addAmounts([ofGame?.amounts as PeriodAmounts])).toEqual(
      addAmounts(own.map((line) => line.amounts)),
    );
  });

  it('has nothing of other months, integrations and games, and no due for managers', async () => {
    expect(await restated('from=2026-08-01&to=2026-08-31')).toEqual([]);
    expect(await restated('from=2026-10-01&to=2026-10-31&integrations=999')).toEqual([]);
    expect(await restated('from=2026-10-01&to=2026-10-31&games=60000')).toEqual([]);
    const [row] = await restated('from=2026-10-01&to=2026-10-31', 'manager');
    expect(row?.amounts).not.toHaveProperty('due');
    expect(row?.amounts).not.toHaveProperty('netwin');
  });

  it('is refused to people of integrations, without a token, and for what are no days', async () => {
    const days = '/periods/restated?from=2026-10-01&to=2026-10-31';
    expect((await hub.call('GET', days, undefined, 'alpinaAdmin')).status).toBe(403);
    expect((await hub.world.hub.get(days)).status).toBe(401);
    const { status, body } = await hub.call('GET', '/periods/restated?from=2026-13-01&games=x');
    expect([status, Object.keys(body.fields).toSorted()]).toEqual([422, ['from', 'games.0', 'to']]);
  });
});

describe('reopening', () => {
  it('takes a reason, and a month closed again has what is known by then', async () => {
    expect((await hub.call('POST', path('2026-10', 'reopen'), {})).body.fields).toHaveProperty('reason');
    expect((await hub.call('POST', path('2026-10', 'reopen'), { reason }, 'manager')).status).toBe(403);
    expect((await hub.call('POST', path('2026-10', 'reopen'), { reason })).body).toEqual({ state: 'open' });
    expect((await hub.get('2026-10')).history[0]).toMatchObject({ action: 'reopen', reason });
    await hub.close('2026-10');
    const { state, total, restatements } = await hub.get('2026-10');
    expect({ state, restatements }).toEqual({ state: 'closed', restatements: 0 });
    expect(total.closed).toEqual(total.today);
  });

  it('takes no reason for a month that is only in review', async () => {
    await hub.call('POST', path('2026-11', 'review'));
    expect((await hub.call('POST', path('2026-11', 'reopen'), {})).body).toEqual({ state: 'open' });
    expect((await hub.call('POST', path('2026-11', 'reopen'), {})).status).toBe(409);
  });
});

describe('the checklist', () => {
  it('names what is missing, and rows that cannot be dated', async () => {
    hub.world.clock.set('2027-01-02T09:00:00Z');
    const period = await hub.get('2026-12');
    expect(checkOf(period, 'complete')?.text).toMatch(/^Fetched up to \d\d\/12\/2026 \d\d:\d\d only\.$/);
    hub.world.alpina.junk.push('{"createdAt":"2026-11-05T10:00:00.000Z","broken":true}', 'no row at all');
    await hub.put();
    hub.world.alpina.junk.length = 0;
    // Nothing has changed at the platform since; it was asked, and had nothing more.
    expect(checkOf(await hub.get('2026-12'), 'complete')).toMatchObject({
      result: 'passed',
      text: 'Fetched up to 02/01/2027 10:00, past the end of the month.',
    });
    expect(checkOf(await hub.get('2026-11'), 'quarantine')).toMatchObject({
      result: 'failed',
      text: '2 quarantined rows of these days.',
    });
    expect(checkOf(await hub.get('2026-12'), 'quarantine')?.text).toBe('1 quarantined row of these days.');
  });
});
