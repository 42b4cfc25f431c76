import { type RtpCase, type RtpCaseRow, rtpCase, rtpCaseRow } from '@ludus/contract';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlayedGames, startPlayedGames } from '../../../test/support/rtp-monitor/played-games.ts';
import { renderMessage } from '../../infra/messages/index.ts';
import { findRtpAlerts } from './index.ts';

let world: PlayedGames;

beforeAll(async () => {
  world = await startPlayedGames();
});
afterAll(() => world?.hub.close());

type Who = keyof PlayedGames['tokens'];

async function call(method: string, path: string, who: Who = 'manager', body?: unknown) {
  return world.hub.call(method, path, { token: world.tokens[who], ...(body === undefined ? {} : { body }) });
}

async function run(): Promise<{ opened: number; open: number; caseIds: number[] }> {
  const { status, body } = await call('POST', '/rtp-monitor/runs');
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

async function list(query = ''): Promise<RtpCaseRow[]> {
  const { status, body } = await call('GET', `/rtp-monitor/cases${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.count).toBe(body.rows.length);
  return body.rows.map((row: unknown) => rtpCaseRow.parse(row));
}

async function read(id: number, who: Who = 'manager'): Promise<RtpCase> {
  const { status, body } = await call('GET', `/rtp-monitor/cases/${id}`, who);
  expect(status, JSON.stringify(body)).toBe(200);
  return rtpCase.parse(body);
}

/** The text of the English evidence of the game that pays wrongly. */
async function printed(query = ''): Promise<string> {
  const { body } = await call('GET', `/rtp-monitor/${world.games.wrong}${query}`);
  const response = await fetch(new URL(body.files.en, world.hub.url));
  const file = new Uint8Array(await response.arrayBuffer());
  const { text } = await extractText(await getDocumentProxy(file), { mergePages: true });
  return text.replaceAll(/\s+/g, ' ');
}

const happenings = ({ events }: RtpCase) => events.map(({ kind, username }) => [kind, username]);

/** The verdicts of a game as a whole and at each integration, in the list. */
async function verdictsOf(gameId: number): Promise<unknown[]> {
  const { body } = await call('GET', '/rtp-monitor');
  const game = body.games.find((one: { gameId: number }) => one.gameId === gameId);
  return [
    game.verdict,
    ...game.integrations.map((at: { integrationName: string; verdict: string }) => [
      at.integrationName,
      at.verdict,
    ]),
  ];
}

async function unsettledAt(integrationId: number) {
  const ids = [world.alpina.id, world.baltica.id];
  return (await findRtpAlerts(world.monitor.service, world.hub.infra)(ids)).get(integrationId);
}

// One story: each part goes on where the one before it ended.
describe('a case of the RTP monitor', () => {
  let id: number;

  it('is awaited until the next check: the game and its evidence say when', async () => {
    const { body } = await call('GET', `/rtp-monitor/${world.games.wrong}`);
    expect(body.awaitedCase).toEqual({ nextCheckAt: '2026-11-21T00:25:00.000Z', concludedIn: null });
    const due =
      'None yet: the alert is confirmed, and cases are opened by the hourly check, which runs next at 21/11/2026 01:25';
    expect(await printed()).toContain(due);
    expect(await printed(`?integrationId=${world.baltica.id}`)).toContain(due);
    expect(await printed(`?integrationId=${world.alpina.id}`)).toContain('Open cases None Made for');
  });

  it('is opened once, of the one confirmed alert, with all that it was judged by', async () => {
    expect(await run()).toEqual({ opened: 1, open: 1, caseIds: [expect.any(Number)] });
    expect(await run()).toEqual({ opened: 0, open: 1, caseIds: [] });
    const [row, ...more] = await list('?state=open');
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      gameId: world.games.wrong,
      integrationId: world.baltica.id,
      integrationName: 'Baltica',
      state: 'open',
      side: 'under',
      latestUntil: '2026-11-20',
      closedAt: null,
      conclusion: null,
    });
    expect(row?.openedZ).toBeLessThan(-3);
    id = row?.id ?? 0;
    const { opened } = await read(id);
    const { body: detail } = await call('GET', `/rtp-monitor/${world.games.wrong}`);
    expect(detail.awaitedCase).toBeNull();
    const baltica = detail.integrations.find(
      (one: { integrationName: string }) => one.integrationName === 'Baltica',
    );
    expect(opened).toMatchObject({
      measuredAt: '2026-11-20T23:30:00.000Z',
      until: '2026-11-20',
      ruleVersion: 1,
      asOf: '2026-11-20T23:20:00.000Z',
      rtp: 0.95,
      deviation: 2.04,
      deviationOrigin: 'sheet',
      since: '2026-11-05',
      month: baltica.month,
      variant: baltica.variant,
      lifetime: baltica.lifetime,
    });
    const { context } = await read(id);
    // The same game elsewhere, and the days that the window since the variant sums up.
    expect(context?.integrations.map((one) => [one.integrationName, one.verdict])).toEqual([
      ['Alpina', 'normal'],
    ]);
    expect(context?.dayCount).toBe(context?.days.length);
    expect(context?.days.at(-1)?.day).toBe('2026-11-20');
    const bet = (context?.days ?? []).reduce((sum, day) => sum + Math.round(day.bet * 100), 0);
    expect(bet).toBe(Math.round(baltica.variant.bet * 100));
    // With the months before them they are the lifetime.
    const before = (context?.months ?? []).reduce((sum, month) => sum + Math.round(month.bet * 100), 0);
    expect(bet + before).toBe(Math.round(baltica.lifetime.bet * 100));
  });

  it('is told to all staff of the provider once, with where and how far it deviates', () => {
    expect(world.notified).toHaveLength(1);
    const [{ to, content } = {}] = world.notified;
    expect(to).toEqual({ staff: true });
    expect(content).toMatchObject({ severity: 3, path: `/rtp-monitor?view=cases&case=${id}`, mail: true });
    const { title, description } = content?.texts ?? {};
    expect(title && renderMessage(title)).toBe(`RTP case ${id}: wrong, Baltica`);
    expect(description && renderMessage(description)).toMatch(
      /^Pays too little: 8\d,\d\d% observed, 95,00% expected, −\d+,\d σ\. The case stays open/,
    );
    expect(description && renderMessage(description, 'it')).toContain('Paga troppo poco');
  });

  it('is unsettled for whoever closes a month of that integration, and of no other', async () => {
    expect(await unsettledAt(world.baltica.id)).toEqual([
      { gameId: world.games.wrong, name: 'wrong', verdict: 'pinned' },
    ]);
    expect(await unsettledAt(world.alpina.id)).toEqual([]);
  });

  it('pins the game where it is and as a whole, and not where it pays well', async () => {
    expect(await verdictsOf(world.games.wrong)).toEqual([
      'pinned',
      ['Baltica', 'pinned'],
      ['Alpina', 'normal'],
    ]);
    const { body } = await call('GET', `/rtp-monitor?integrationId=${world.alpina.id}`);
    const atAlpina = body.games.find((one: { gameId: number }) => one.gameId === world.games.wrong);
    expect(atAlpina).toMatchObject({ verdict: 'normal', judgedBy: null });
  });

  it('has the figures of the integration with the case beside the verdict of the game', async () => {
    const { body } = await call('GET', '/rtp-monitor');
    const game = body.games.find((one: { gameId: number }) => one.gameId === world.games.wrong);
    const detail = await call('GET', `/rtp-monitor/${world.games.wrong}`);
    const baltica = detail.body.integrations.find(
      (one: { integrationName: string }) => one.integrationName === 'Baltica',
    );
    expect(game.judgedBy).toEqual(baltica);
    expect(game.judgedBy.month.z).not.toBe(game.month.z);
  });

  it('keeps who looked, once a day, and what they wrote', async () => {
    await read(id);
    const { status } = await call('POST', `/rtp-monitor/cases/${id}/notes`, 'admin', {
      text: '  Asked Baltica for its build.  ',
    });
    expect(status).toBe(200);
    const found = await read(id, 'admin');
    expect(happenings(found)).toEqual([
      ['opened', null],
      ['viewed', 'ludus_manager'],
      ['noted', 'ludus_admin'],
      ['viewed', 'ludus_admin'],
    ]);
    expect(found.events[2]?.text).toBe('Asked Baltica for its build.');
    expect(Number(found.events[0]?.text)).toBeCloseTo(found.openedZ, 1);
  });

  it('follows what is measured: worse by a standard error stands in its history', async () => {
    const before = await read(id);
    for (const [index, day] of ['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24'].entries())
      for (const seed of [1, 2, 3])
        await world.play('other variant', {
          integration: world.baltica,
          gameId: world.games.wrong,
          day,
          seed: 100 * index + seed,
        });
    world.clock.set('2026-11-25T10:00:00Z');
    expect(await run()).toMatchObject({ opened: 0, open: 1 });
    const after = await read(id);
    expect(after.latest).toMatchObject({ until: '2026-11-24', measuredAt: '2026-11-25T10:00:00.000Z' });
    expect(after.latestZ).toBeLessThan(before.latestZ - 1);
    expect(after.opened).toEqual(before.opened);
    expect(happenings(after).slice(4)).toEqual([
      ['worse', null],
      ['viewed', 'ludus_manager'],
    ]);
  });

  it('is printed with its inputs, their origins, the rules and who looked, as the same file each time', async () => {
    const { files } = await read(id);
    const open = async (address: string) => {
      const response = await fetch(new URL(address, world.hub.url));
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/pdf');
      return new Uint8Array(await response.arrayBuffer());
    };
    await open(files.en);
    const file = await open(files.en);
    expect(Buffer.from(await open(files.en)).equals(file)).toBe(true);
    const { text } = await extractText(await getDocumentProxy(file), { mergePages: true });
    for (const part of [
      `RTP case ${id}`,
      'Baltica',
      'Pays too little',
      // Titles whole, the expected RTP beside the observed, and each bar with its value.
      'Window Sessions Bet (€) Win (€) Plays Expected Observed Alert limits Deviation',
      '−6 −3 −2 0 +2 +3 +6',
      'The scales run in standard errors',
      "95,00% (from the game's record)",
      "2,04 stakes (from the game's maths sheet)",
      '05/11/2026',
      '24/11/2026',
      'version 1: watch at 2, alert at 3 standard errors',
      // The same game elsewhere, and the days of the verdict.
      'The same game at the other integrations',
      'Alpina Normal ',
      'Day by day',
      'Every day that was played since the variant is in force (',
      'Asked Baltica for its build.',
      'ludus_manager',
      'Took the evidence',
    ])
      expect(text).toContain(part);
    const italian = await extractText(await getDocumentProxy(await open(files.it)), { mergePages: true });
    expect(italian.text).toContain('Paga troppo poco');
    expect(text).toMatch(/Since variant [\d.]+,?\d*%, −\d+,\d σ/);
    expect(happenings(await read(id)).filter(([kind]) => kind === 'printed')).toEqual([
      ['printed', 'ludus_manager'],
    ]);
    // A fingerprint of the inputs, which the case was not opened with: more was played since.
    const bare = (printed: string) => printed.replaceAll(/\s/g, '');
    const hash = /SHA-256oftheinputs([0-9a-f]{64})Asconfirmed/.exec(bare(text))?.[1];
    expect(hash).toBeDefined();
    expect(bare(italian.text)).toContain(`SHA-256deidati${hash}`);
    expect(bare(text)).toMatch(/Asconfirmed[0-9a-f]{64}\(otherinputs\)/);
    expect((await read(id)).events.find(({ kind }) => kind === 'printed')?.text).toBe(hash);
    // Signed for one case, language and person.
    expect((await fetch(new URL(files.en.replace(`${id}-en`, `${id}-it`), world.hub.url))).status).toBe(404);
  });

  it('stands in the evidence of the game, at the integration where it is and as a whole', async () => {
    expect(await printed(`?integrationId=${world.baltica.id}`)).toContain(`Open cases Case ${id}`);
    expect(await printed()).toContain(`Open cases Case ${id}`);
    expect(await printed(`?integrationId=${world.alpina.id}`)).toContain('Open cases None');
  });

  it('is closed with a conclusion and its reason, once; then what is measured counts again', async () => {
    const path = `/rtp-monitor/cases/${id}/close`;
    const reason = 'Baltica ran the 83 % variant until today.';
    const bad = await call('POST', path, 'manager', { conclusion: 'variant', reason: '  ' });
    expect([bad.status, Object.keys(bad.body.fields)]).toEqual([422, ['reason']]);
    const unknown = await call('POST', path, 'manager', { conclusion: 'bad luck', reason });
    expect([unknown.status, Object.keys(unknown.body.fields)]).toEqual([422, ['conclusion']]);
    const { status, body } = await call('POST', path, 'manager', { conclusion: 'variant', reason });
    expect(status).toBe(200);
    expect(rtpCase.parse(body)).toMatchObject({
      state: 'closed',
      conclusion: 'variant',
      reason,
      closedAt: '2026-11-25T10:00:00.000Z',
      closedBy: 'ludus_manager',
    });
    const again = await call('POST', path, 'admin', { conclusion: 'chance', reason });
    expect([again.status, again.body.message]).toEqual([409, 'Someone has closed this case already.']);
    expect((await verdictsOf(world.games.wrong))[1]).toEqual(['Baltica', 'alert']);
    // What was concluded is no verdict: who closes a month decides with both in sight.
    expect(await unsettledAt(world.baltica.id)).toEqual([
      { gameId: world.games.wrong, name: expect.any(String), verdict: 'alert', isConcluded: true },
    ]);
    const entries = await world.hub.infra.postgres.db
      .selectFrom('logs')
      .select(['action', 'description', 'username', 'updates'])
      .where('action', '=', 'close-rtp-case')
      .execute();
    // The fingerprint of what it was concluded about: that of the print before, and of any print from now on.
    const { files, events } = await read(id);
    const hash = events.find(({ kind }) => kind === 'printed')?.text;
    const print = await fetch(new URL(files.en, world.hub.url));
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(await print.arrayBuffer())), {
      mergePages: true,
    });
    expect(text.replaceAll(/\s/g, '')).toContain(`Asconcluded${hash}(thesameinputs)`);
    expect(entries).toEqual([
      {
        action: 'close-rtp-case',
        description: expect.stringMatching(new RegExp(`^Closed RTP case ${id} of the game .+, Baltica$`)),
        username: 'ludus_manager',
        updates: expect.objectContaining({
          inputsSha256: { old: expect.stringMatching(/^[0-9a-f]{64}$/), new: hash },
        }),
      },
    ]);
  });

  it('is not opened again of the days that were judged, but is when they get worse', async () => {
    expect(await run()).toMatchObject({ opened: 0, open: 0 });
    const { body } = await call('GET', `/rtp-monitor/${world.games.wrong}`);
    expect(body.awaitedCase).toEqual({ nextCheckAt: '2026-11-25T10:25:00.000Z', concludedIn: id });
    expect(await printed()).toContain(`None: case ${id} was closed about the same days`);
    for (const seed of [7, 8, 9, 10, 11, 12])
      await world.play('other variant', {
        integration: world.baltica,
        gameId: world.games.wrong,
        day: '2026-11-25',
        seed,
      });
    world.clock.set('2026-11-26T10:00:00Z');
    expect(await run()).toMatchObject({ opened: 1, open: 1 });
    expect(world.notified).toHaveLength(2);
    const all = await list(`?gameId=${world.games.wrong}`);
    expect(all.map(({ state }) => state)).toEqual(['open', 'closed']);
    expect(await list('?state=closed')).toHaveLength(1);
    expect(await list(`?integrationId=${world.alpina.id}`)).toEqual([]);
  });
});

describe('a case by hand', () => {
  let id: number;
  const reason = 'Players of Alpina complain.';
  const opening = (gameId = world.games.wrong, integrationId: number | null = world.alpina.id) => ({
    gameId,
    integrationId,
    reason,
  });
  const logged = (action: string) =>
    world.hub.infra.postgres.db
      .selectFrom('logs')
      .select(['description', 'username', 'updates'])
      .where('action', '=', action)
      .execute();

  it('is opened where there is no alert, with its reason, and pins the verdict there', async () => {
    const before = world.notified.length;
    const { status, body } = await call('POST', '/rtp-monitor/cases', 'admin', opening());
    expect(status, JSON.stringify(body)).toBe(200);
    const found = rtpCase.parse(body);
    id = found.id;
    expect(found).toMatchObject({
      gameId: world.games.wrong,
      integrationId: world.alpina.id,
      state: 'open',
      latestUntil: '2026-11-25',
    });
    expect(found.events.map(({ kind, username, text }) => [kind, username, text])).toEqual([
      ['opened', 'ludus_admin', found.openedZ.toFixed(1)],
      ['noted', 'ludus_admin', reason],
    ]);
    expect(found.context?.integrations.map(({ integrationName }) => integrationName)).toEqual(['Baltica']);
    expect(await verdictsOf(world.games.wrong)).toContainEqual(['Alpina', 'pinned']);
    expect(world.notified.slice(before)).toMatchObject([
      { to: { staff: true }, content: { path: `/rtp-monitor?view=cases&case=${id}` } },
    ]);
    const { description } = world.notified[before]?.content.texts ?? {};
    expect(description && renderMessage(description, 'it')).toBe(`Aperto da ludus_admin: ${reason}`);
    expect(await logged('open-rtp-case')).toEqual([
      {
        description: expect.stringMatching(new RegExp(`^Opened RTP case ${id} of the game .+, Alpina$`)),
        username: 'ludus_admin',
        updates: {
          reason: { old: null, new: reason },
          inputsSha256: { old: null, new: expect.stringMatching(/^[0-9a-f]{64}$/) },
        },
      },
    ]);
  });

  it('is one at each place, of what can be measured', async () => {
    const again = await call('POST', '/rtp-monitor/cases', 'manager', opening());
    expect([again.status, again.body.message]).toEqual([409, `Case ${id} is open there.`]);
    const whole = await call('POST', '/rtp-monitor/cases', 'manager', opening(world.games.wrong, null));
    expect([whole.status, whole.body.integrationName]).toEqual([200, null]);
    for (const body of [opening(9_999), opening(world.games.wrong, 60_000)])
      expect((await call('POST', '/rtp-monitor/cases', 'admin', body)).status).toBe(404);
    const bad = await call('POST', '/rtp-monitor/cases', 'admin', { gameId: 'x', reason: ' ' });
    expect([bad.status, Object.keys(bad.body.fields).sort()]).toEqual([
      422,
      ['gameId', 'integrationId', 'reason'],
    ]);
  });

  it('is reopened with a reason; what it was closed with stays in history, evidence and log', async () => {
    const path = `/rtp-monitor/cases/${id}/reopen`;
    const early = await call('POST', path, 'admin', { reason: 'Again' });
    expect([early.status, early.body.message]).toEqual([409, `Case ${id} is open there.`]);
    const closing = { conclusion: 'chance', reason: 'A jackpot.' };
    await call('POST', `/rtp-monitor/cases/${id}/close`, 'manager', closing);
    const bad = await call('POST', path, 'admin', { reason: '  ' });
    expect([bad.status, Object.keys(bad.body.fields)]).toEqual([422, ['reason']]);
    const { status, body } = await call('POST', path, 'admin', { reason: 'There was no jackpot.' });
    expect(status).toBe(200);
    const found = rtpCase.parse(body);
    expect(found).toMatchObject({
      state: 'open',
      conclusion: null,
      reason: null,
      closedAt: null,
      closedBy: null,
    });
    expect(
      found.events
        .slice(-2)
        .map(({ kind, username, text, conclusion }) => [kind, username, text, conclusion]),
    ).toEqual([
      ['closed', 'ludus_manager', 'A jackpot.', 'chance'],
      ['reopened', 'ludus_admin', 'There was no jackpot.', null],
    ]);
    const print = await fetch(new URL(found.files.en, world.hub.url));
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(await print.arrayBuffer())), {
      mergePages: true,
    });
    const words = text.replaceAll(/\s+/g, ' ');
    expect(words).toContain('Closed Within what chance allows: A jackpot.');
    expect(words).toContain('Reopened There was no jackpot.');
    expect(await logged('reopen-rtp-case')).toEqual([
      {
        description: expect.stringMatching(new RegExp(`^Reopened RTP case ${id} of the game .+, Alpina$`)),
        username: 'ludus_admin',
        updates: {
          conclusion: { old: 'chance', new: null },
          reason: { old: 'A jackpot.', new: 'There was no jackpot.' },
        },
      },
    ]);
    expect(await unsettledAt(world.alpina.id)).toMatchObject([{ verdict: 'pinned' }]);
  });

  it('is not reopened beside another open one of the same place', async () => {
    const [closed] = (await list('?state=closed')).filter((row) => row.integrationId === world.baltica.id);
    const [open] = (await list('?state=open')).filter((row) => row.integrationId === world.baltica.id);
    const refused = await call('POST', `/rtp-monitor/cases/${closed?.id}/reopen`, 'admin', {
      reason: 'Again',
    });
    expect([refused.status, refused.body.message]).toEqual([409, `Case ${open?.id} is open there.`]);
  });
});

describe('the calls of cases', () => {
  const note = { text: 'Anything' };
  const closing = { conclusion: 'other', reason: 'Anything' };
  const calls: [method: string, path: string, body?: unknown][] = [
    ['GET', '/rtp-monitor/cases'],
    ['GET', '/rtp-monitor/cases/1'],
    ['POST', '/rtp-monitor/cases/1/notes', note],
    ['POST', '/rtp-monitor/cases/1/close', closing],
    ['POST', '/rtp-monitor/cases/1/reopen', { reason: 'Anything' }],
    ['POST', '/rtp-monitor/cases', { gameId: 1, integrationId: null, reason: 'Anything' }],
    ['POST', '/rtp-monitor/runs'],
  ];

  it.each(calls)('%s %s are for staff of the provider only', async (method, path, body) => {
    expect((await world.hub.call(method, path, body === undefined ? {} : { body })).status).toBe(401);
    for (const who of ['alpina', 'alpinaManager', 'guest'] as const)
      expect((await call(method, path, who, body)).status, who).toBe(403);
  });

  it('refuse what does not exist and what they cannot read', async () => {
    for (const [method, path, body] of calls.slice(1, 5))
      expect((await call(method, path.replace('/1', '/9999'), 'admin', body)).status, path).toBe(404);
    for (const [query, field] of [
      ['state=lost', 'state'],
      ['integrationId=none', 'integrationId'],
      ['limit=0', 'limit'],
    ]) {
      const bad = await call('GET', `/rtp-monitor/cases?${query}`);
      expect([bad.status, Object.keys(bad.body.fields)]).toEqual([422, [field]]);
    }
    const long = await call('POST', '/rtp-monitor/cases/1/notes', 'admin', { text: 'x'.repeat(2_001) });
    expect([long.status, Object.keys(long.body.fields)]).toEqual([422, ['text']]);
  });
});
