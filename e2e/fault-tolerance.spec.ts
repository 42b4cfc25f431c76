import { expect, test } from '@playwright/test';
import {
  type Answer,
  Api,
  encoded,
  type Integration,
  type Job,
  type QuarantinedRow,
  type Refusal,
} from './support/api.ts';
import { addDays, today } from './support/days.ts';
import { type Faults, type Platform, Sandbox, someSession } from './support/sandbox.ts';
import { signIn } from './support/sign-in.ts';
import { add, type Sums, sumOfPlatform, sumOfRows, sumOfTotals } from './support/sums.ts';

let admin: Api;
let sandbox: Sandbox;
let nordwind: Platform;
let integration: Integration;

test.beforeAll(async () => {
  admin = await Api.signIn('admin');
  sandbox = await Sandbox.of();
  nordwind = await sandbox.platform('Nordwind');
  integration = await admin.integration('Nordwind');
});

test.afterAll(async () => {
  await nordwind.behave();
  await nordwind.forget();
});

async function booked(days: { from: string; to: string }): Promise<Sums> {
  const answer = await admin.statistics({ ...days, integrations: [integration.id] });
  const rows = await admin.list({ ...days, 'filter[integrationId]': integration.id });
  expect(sumOfRows(rows)).toEqual(sumOfTotals(answer.grandTotals));
  return sumOfTotals(answer.grandTotals);
}

async function platformSums({ from, to }: { from: string; to: string }): Promise<Sums> {
  const totals = await nordwind.totals(from, to);
  return add(totals.map((day) => ({ ...day, grossWin: day.bet - day.win })));
}

async function quarantineOf(job: Job): Promise<QuarantinedRow[]> {
  return (await admin.get<{ rows: QuarantinedRow[] }>('/bookkeeping/sessions/quarantine', { jobId: job.id }))
    .rows;
}

test.describe('rows that a platform should not have sent', () => {
  const days = { from: '2026-02-05', to: '2026-02-06' };
  const createdAt = '2026-02-05T10:00:00.000Z';

  test.afterEach(() => nordwind.behave());

  test('[SESS-11] malformed rows are quarantined with their reasons, listed by the API, and harm no sum', async () => {
    const good = [1, 2, 3].map((n) => someSession(nordwind, { createdAt, bet: n * 1_001, win: n * 77 }));
    const wrong = (change: Record<string, unknown>) => ({
      ...someSession(nordwind, { createdAt }),
      ...change,
    });
    const { userId: _, ...withoutPlayer } = someSession(nordwind, { createdAt });
    const cases: { row: Record<string, unknown>; reason: RegExp }[] = [
      { row: wrong({ bet: 12.5 }), reason: /bet/ },
      { row: wrong({ bet: '100' }), reason: /bet/ },
      { row: wrong({ win: -100 }), reason: /win/ },
      { row: wrong({ rounds: 1.5 }), reason: /rounds/ },
      { row: withoutPlayer, reason: /userId/ },
      { row: wrong({ createdAt: 'yesterday' }), reason: /createdAt/ },
      { row: wrong({ sessionType: 7 }), reason: /sessionType/ },
      { row: wrong({ sesionType: 1 }), reason: /sesionType/ },
      { row: wrong({ operatorCode: 'UNKNOWN' }), reason: /Unknown operator UNKNOWN/ },
      { row: wrong({ gameSlug: 'no_such_game' }), reason: /Unknown game no_such_game/ },
      { row: wrong({ updatedAt: '2026-02-04T00:00:00.000Z' }), reason: /before createdAt/ },
      { row: wrong({ bet: 99_000_000_000_000 }), reason: /larger than any session/ },
      { row: wrong({ externalTicketId: 'N1' }), reason: /has no external session and ticket IDs/ },
    ];
    const noJson = ['{"sessionId":"E2E-cut', 'null', '<html>'];
    await nordwind.put([...good, ...cases.map(({ row }) => row), ...noJson]);
    const fetched = await admin.fetchAndWait('2026-02-04', days.to, [integration.id]);
    expect(fetched.state).toBe('completed');
    expect(fetched.integrations[0]).toMatchObject({ error: null, quarantined: cases.length + noJson.length });
    expect(fetched.summary.quarantined).toBe(cases.length + noJson.length);
    const quarantine = await quarantineOf(fetched);
    expect(quarantine).toHaveLength(cases.length + noJson.length);
    for (const { row, reason } of cases) {
      const entry = quarantine.find(({ sessionId }) => sessionId === row.sessionId);
      expect(entry?.reason, JSON.stringify(row)).toMatch(reason);
      expect(JSON.parse(entry?.row ?? 'null')).toEqual(row);
    }
    for (const line of noJson) expect(quarantine.map(({ row }) => row)).toContain(line);
    expect(await booked(days)).toEqual(sumOfPlatform(good));
    await nordwind.forget();
  });

  test('[SESS-11] late and contradicting states never overwrite what the session store holds', async () => {
    const before = await booked(days);
    const session = someSession(nordwind, { createdAt, bet: 5_000, win: 100 });
    const at = (minutes: number) => new Date(Date.parse(createdAt) + minutes * 60_000).toISOString();
    const newest = { ...session, bet: 7_000, win: 250, rounds: 20, updatedAt: at(30) };
    const held = add([before, sumOfPlatform([newest])]);
    await nordwind.put([newest]);
    await admin.fetchAndWait(days.from, days.to, [integration.id]);
    expect(await booked(days)).toEqual(held);
    // A fetch also takes in what the platform's players do meanwhile: whether it changed this session is asked of the session store.
    const kept = async () =>
      (await admin.list({ ...days, 'filter[integrationId]': integration.id })).find(
        ({ sessionId }) => sessionId === session.sessionId,
      );
    const row = await kept();
    expect(row).toMatchObject({ bet: 70, win: 2.5, currentRound: 20 });

    await nordwind.put([session]);
    const late = await admin.fetchAndWait(days.from, days.to, [integration.id]);
    expect(late.integrations[0]).toMatchObject({ error: null, quarantined: 0 });
    expect(await kept()).toEqual(row);
    expect(await booked(days)).toEqual(held);

    const other = nordwind.facts.games.find(
      ({ slug, state }) => state === 'active' && slug !== session.gameSlug,
    );
    const conflicts = [
      { change: { gameSlug: other?.slug ?? '' }, reason: /game differs/ },
      { change: { userId: 'someone-else' }, reason: /player differs/ },
      { change: { createdAt: '2026-02-05T09:00:00.000Z' }, reason: /createdAt differs/ },
      { change: { operatorCode: nordwind.facts.operators[1]?.code ?? '' }, reason: /operator differs/ },
      { change: { sessionType: 4 as const }, reason: /session type differs/ },
    ];
    for (const [n, { change, reason }] of conflicts.entries()) {
      await nordwind.put([{ ...newest, ...change, bet: 1, updatedAt: at(40 + n) }]);
      const job = await admin.fetchAndWait(days.from, days.to, [integration.id]);
      expect(job.integrations[0]).toMatchObject({ error: null, quarantined: 1 });
      expect((await quarantineOf(job))[0]?.reason).toMatch(reason);
      expect(await kept()).toEqual(row);
    }
    expect(await booked(days)).toEqual(held);
    await nordwind.forget();
  });

  test('[SESS-11] a feed that repeats, disorders, delays, contradicts and garbles its rows leaves the platform’s own totals', async () => {
    const settled = { from: addDays(today(), -27), to: addDays(today(), -26) };
    const wanted = await platformSums(settled);
    expect(await booked(settled)).toEqual(wanted);
    await nordwind.misbehave({
      malformedRows: 9,
      duplicateRows: true,
      outOfOrderRows: true,
      lateRows: true,
      contradictingRows: true,
    });
    const job = await admin.fetchAndWait(settled.from, settled.to, [integration.id]);
    expect(job.state).toBe('completed');
    expect(job.integrations[0]?.quarantined).toBeGreaterThan(9);
    expect(await booked(settled)).toEqual(wanted);
    const reasons = (await quarantineOf(job)).map(({ reason }) => reason);
    expect(reasons.every((reason) => reason.length > 10)).toBe(true);
    expect(reasons.some((reason) => /contradict|differs/.test(reason))).toBe(true);
  });
});

test.describe('platforms that do not answer properly', () => {
  const names = ['Nordwind', 'Castello', 'Baltica', 'Meridiana'] as const;
  let broken: Platform[];

  test.afterEach(async () => {
    for (const platform of broken) await platform.behave();
  });

  test('[SESS-11][JOBS-01] each ends its own part with a clear message, and the others go on', async () => {
    broken = await Promise.all(names.map((name) => sandbox.platform(name)));
    const faults: Record<(typeof names)[number], { fault: Faults; message: RegExp }> = {
      Nordwind: { fault: { http500: true }, message: /answered with an error \(500\)/ },
      Castello: { fault: { refuseToken: true }, message: /refused the token \(401\)/ },
      Baltica: { fault: { cutStreamAfter: 2 }, message: /cut off its response\. Called 4 times/ },
      Meridiana: { fault: { missingTrailer: true }, message: /cut off its response/ },
    };
    for (const [at, name] of names.entries()) await broken[at]?.misbehave(faults[name].fault);
    const all = await admin.integrations();
    const wanted = all.filter(({ name }) => name === 'Alpina' || names.some((one) => one === name));
    const day = addDays(today(), -26);
    const job = await admin.fetchAndWait(
      day,
      day,
      wanted.map(({ id }) => id),
    );
    expect(job.state).toBe('completed');
    expect(job.progress).toMatchObject({ percentage: 100 });
    expect(job.progress.message).toContain('Integrations reached: 1 of 5.');
    for (const name of names) {
      const part = job.integrations.find(({ integrationName }) => integrationName === name);
      expect(part?.error, name).toMatch(faults[name].message);
      expect(job.progress.message).toContain(`${name}: `);
    }
    const alpina = job.integrations.find(({ integrationName }) => integrationName === 'Alpina');
    expect(alpina).toMatchObject({ error: null });
    expect(alpina?.received).toBeGreaterThan(0);
    expect((await fetch(`${process.env.E2E_ORIGIN}/api/health`)).status).toBe(200);
  });

  test('[JOBS-06][JOBS-11][RT-03][ERR-005] a fetch that gets nothing from anybody turns the widget red until the page is loaded again', async ({
    page,
  }) => {
    broken = [nordwind];
    await nordwind.misbehave({ refuseToken: true });
    await signIn(page, 'admin', '/sessions?from=2026-02-05&to=2026-02-06');
    await page.getByRole('button', { name: 'Fetch sessions', exact: true }).click();
    const field = page.getByRole('combobox', { name: 'Integrations', exact: true });
    await field.fill('Nordwind');
    await page.getByRole('option', { name: 'Nordwind' }).click();
    await field.press('Escape');
    await page.getByRole('button', { name: 'Fetch', exact: true }).click();
    const widget = page.getByRole('complementary', { name: 'Background job' });
    await expect(widget).toContainText('Something went wrong');
    await expect(widget).toContainText('Please try again');
    await expect(widget.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Fetch sessions', exact: true })).toBeVisible();
    await expect(widget).toHaveCount(0);
  });
});

test.describe('questions that cannot be answered', () => {
  const range = '/bookkeeping/sessions/range';
  const day = { from: '2026-04-01', to: '2026-04-01' };
  const expectRefused = ({ status, body }: Answer<Refusal>, field: string | RegExp, message?: string) => {
    expect(status).toBe(422);
    expect(body.code).toBe('validation');
    expect(Object.keys(body.fields ?? {}).join(' ')).toMatch(field);
    if (message !== undefined) expect(`${body.message} ${JSON.stringify(body.fields)}`).toContain(message);
  };

  test('[SESS-10][OPEN-95][ERR-081] more than 31 days are not fetched, exactly 31 are, a reversed period is not', async () => {
    const ask = (dateStart: string, dateEnd: string, integrationIds: string | number = integration.id) =>
      admin.ask<Refusal & { jobId: string }>('/bookkeeping/sessions/fetch', {
        dateStart,
        dateEnd,
        integrationIds,
      });
    const text = "You can't fetch more than 31 days of sessions at the same time.";
    const tooLong = await ask('2026-01-01', '2026-02-01');
    expectRefused(tooLong, 'dateEnd', text);
    expect(tooLong.body.message).toBe(text);
    // A day more than 31 days of hours, yet 31 calendar days: October has 25 hours on one of them.
    const exact = await ask('2026-10-01', '2026-10-31T23:59:59.999+01:00');
    expect(exact.status).toBe(200);
    expect((await admin.settled(exact.body.jobId)).state).toBe('completed');
    expectRefused(await ask('2026-02-06', '2026-02-05'), /date/);
    expectRefused(await ask('2026-02-05', '2026-02-05', 999), 'integrationIds');
    expectRefused(await ask('2026-02-30', '2026-03-01'), 'dateStart');
  });

  test('[LIST-20][LIST-21][LIST-22][OPEN-80][ERR-082][ERR-083] ranges, periods, pages and unknown words are refused by name', async () => {
    const list = (query: Record<string, string | number>) => admin.ask(range, { ...day, ...query });
    expectRefused(await list({ betRange: '5,1' }), 'betRange', 'Invalid Bet range');
    expectRefused(await list({ winRange: '5,1' }), 'winRange', 'Invalid Win range');
    expectRefused(await list({ grossWinRange: '5,1' }), 'grossWinRange', 'Invalid Gross Win range');
    expectRefused(await list({ grossWinRange: ',' }), 'grossWinRange', 'Invalid Gross Win range');
    expectRefused(await list({ betRange: 'a,b' }), 'betRange');
    expectRefused(await list({ from: '2026-04-02' }), /from|to/);
    expectRefused(await list({ from: 'yesterday' }), 'from');
    expectRefused(await list({ page: 0 }), 'page');
    expectRefused(await list({ limit: 501 }), 'limit');
    expectRefused(await list({ sessionTypeId: 2 }), 'sessionTypeId');
    expectRefused(await list({ 'order[userId]': 'asc' }), 'order');
    expectRefused(await list({ integration: 1 }), 'integration');
    const unknown = { ...day, 'filter[integrationId]': 999 };
    expect(await admin.get(range, unknown)).toEqual({ rows: [], count: 0, hasMore: false });
  });

  test('[API-084] a parameter `a` that is no base64, no JSON, no object or asks for the unknown is refused', async () => {
    const ask = (a: string) => admin.ask('/bookkeeping/stats', { a });
    const text = (value: string) => Buffer.from(value).toString('base64');
    for (const a of ['%%%', text('no json'), text('"text"'), text('[]'), text('null'), '']) {
      expectRefused(await ask(a), 'a');
    }
    expectRefused(await ask(encoded({ ...day, key: 'week' })), /key/);
    expectRefused(await ask(encoded({ ...day, stats: ['profit'] })), /stats/);
    expectRefused(await ask(encoded({ ...day, from: '2026-04-02' })), /from|to/);
    expectRefused(await ask(encoded({ ...day, surplus: 1 })), /surplus/);
    const urlSafe = encoded({ ...day, stats: ['bet'], games: [] })
      .replaceAll('+', '-')
      .replaceAll('/', '_');
    expect((await ask(urlSafe)).status).toBe(200);
  });

  test('[API-078][OPEN-02] unknown sessions and jobs are not found', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    for (const path of [
      `/bookkeeping/session/${unknown}`,
      `/bookkeeping/sessions/update/${unknown}`,
      `/transactions/feed/${unknown}`,
      `/jobs/${unknown}`,
    ]) {
      const { status, body } = await admin.ask(path);
      expect(status, path).toBe(404);
      expect(body.code).toBe('not_found');
    }
    expect((await admin.ask(`/bookkeeping/session/${unknown}/close`, {}, 'POST')).status).toBe(404);
    expect((await admin.ask('/bookkeeping/session/not-an-id')).status).toBe(404);
    expect((await admin.ask('/no/such/call')).status).toBe(404);
    const search = { relatedId: 'no-such-session', searchType: 'sessionId' };
    expect(await admin.get('/bookkeeping/session/search', search)).toEqual([]);
  });
});
