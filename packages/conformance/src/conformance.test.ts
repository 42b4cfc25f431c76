import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ConformanceCheckId,
  type ConformanceReport,
  conformanceCheckIds,
  conformanceReport,
} from '@ludus/contract/conformance';
import { conformanceTexts } from '@ludus/contract/conformance/en';
import { type DemoPlatform, demoWorldSchema } from '@ludus/contract/operator-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../apps/sandbox/src/app.ts';
import { movableClock } from '../../../apps/sandbox/src/clock.ts';
import { faultsSchema } from '../../../apps/sandbox/src/platform/faults.ts';
import { runCli } from './cli.ts';
import { sendByFetch } from './http.ts';
import { type ConformanceOptions, runConformance } from './index.ts';

/** The faults of the sandbox, each with the checks that name it. */
const faults: [fault: Record<string, unknown>, checks: ConformanceCheckId[]][] = [
  [{ slowMs: 80 }, ['load-times']],
  [{ hang: true }, ['health']],
  [{ http500: true }, ['health', 'feed-pages', 'operators']],
  [{ refuseToken: true }, ['health', 'feed-pages', 'staff']],
  [{ foreignHtml: true }, ['health', 'token-wrong', 'totals-shape']],
  [{ redirect: true }, ['health', 'games']],
  [{ refuseBets: true }, ['write-bets']],
  [{ loseAnswer: true }, ['write-bets', 'write-maintenance']],
  [{ cutStreamAfter: 3 }, ['feed-pages']],
  [{ missingTrailer: true }, ['feed-pages', 'feed-empty']],
  [{ malformedRows: 3 }, ['feed-shape', 'amounts']],
  [{ duplicateRows: true }, ['feed-once', 'feed-limit']],
  [{ outOfOrderRows: true }, ['feed-order']],
  [{ lateRows: true }, ['feed-order', 'feed-once']],
  [{ contradictingRows: true }, ['feed-once', 'immutable']],
  [{ loseRows: true }, ['totals-days', 'totals-today']],
  [{ alterRows: true }, ['session-same', 'totals-days']],
  [{ doubleRows: true }, ['feed-once', 'totals-days']],
  [{ delayRows: 120 }, ['totals-today']],
  [{ oldStates: true }, ['feed-corrections']],
  [{ decimalAmounts: true }, ['amounts']],
  [{ loseExternalIds: true }, ['external-ids', 'session-same']],
  [{ repeatAtCursor: true }, ['feed-paging']],
  [{ countingCursors: true }, ['feed-new-rows']],
  [{ cursorsOnce: true }, ['feed-cursor']],
  [{ ignoreLimit: true }, ['feed-limit']],
  [{ closedPeriods: true }, ['feed-split']],
  [{ clockReadings: true }, ['clock-autumn']],
  [{ forceGzip: true }, ['feed-compression']],
  [{ utcDays: true }, ['totals-days', 'totals-zone', 'clock-autumn']],
  [{ roundTotals: true }, ['totals-parts']],
  [{ openDoors: true }, ['token-missing', 'token-wrong']],
  [{ failOnInput: true }, ['feed-parameters', 'totals-parameters']],
  [{ nullUnknown: true }, ['session-unknown']],
  [{ plainErrors: true }, ['session-unknown', 'rounds-link', 'bets-unknown']],
  [{ forbidFrames: true }, ['rounds-page']],
  [{ descendingBets: true }, ['bets']],
  [{ fickleGames: true }, ['repeated-reads']],
];

let sandbox: Sandbox;
let platform: DemoPlatform;
let dataDir: string;
const clock = movableClock('2026-11-20T19:40:00.000Z');

async function misbehave(fault?: Record<string, unknown>): Promise<void> {
  const address = `${sandbox.url}/p/${platform.key}/faults`;
  expect((await fetch(address, { method: 'DELETE' })).status).toBe(200);
  if (fault === undefined) return;
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(address, { method: 'POST', headers, body: JSON.stringify(fault) });
  expect(reply.status).toBe(200);
}

let played = 0;

/** A session in play that someone put into the platform's feed; a later state of it replaces an earlier one. */
async function play(sessionId: string, { minutesAgo = 0, createdAt = 0 }): Promise<void> {
  const at = (time: number): string => new Date(time).toISOString();
  const session = {
    ...{
      sessionId,
      externalSessionId: `M${sessionId}`,
      externalTicketId: `N${sessionId}`,
      userId: '21667849',
    },
    ...{ operatorCode: platform.operators[0]?.code, gameSlug: platform.games[0]?.slug, sessionType: 1 },
    ...{ isOpen: true, bet: 200, win: 100, netWin: 75, due: 9, rounds: 2, isMobile: true },
    ...{ createdAt: at(createdAt), updatedAt: at(clock.now() - minutesAgo * 60_000) },
  };
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ rows: [session] });
  const reply = await fetch(`${sandbox.url}/p/${platform.key}/sessions`, { method: 'POST', headers, body });
  expect(reply.status).toBe(200);
}

/** Runs checks; where they go on from an old cursor, a session is played on, and half an hour passes before that. */
async function run(
  options: Partial<ConformanceOptions> = {},
  onCall: (method: string, during: ConformanceCheckId | undefined) => void = () => {},
): Promise<ConformanceReport> {
  const createdAt = clock.now() - 10 * 60_000;
  const session = `PLAYED-${++played}`;
  if (options.only?.includes('feed-new-rows') !== false) {
    await fetch(`${sandbox.url}/p/${platform.key}/sessions`, { method: 'DELETE' });
    await play(session, { minutesAgo: 4, createdAt });
    await play(`${session}-OTHER`, { minutesAgo: 2, createdAt });
  }
  let during: ConformanceCheckId | undefined;
  return runConformance(
    platform,
    { seconds: 0, withWrites: true, ...options },
    {
      now: clock.now,
      send: (request) => {
        onCall(request.method, during);
        return sendByFetch(request);
      },
      onCheck: async ({ id }) => {
        during = id;
        if (id !== 'feed-new-rows') return;
        clock.advance(30 * 60_000);
        await play(session, { createdAt });
      },
    },
  );
}

const failedIn = (report: ConformanceReport) =>
  report.results.filter(({ state }) => state === 'failed').map(({ id }) => id);

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ludus-conformance-'));
  const options = { host: '127.0.0.1', port: 0, smtpPort: 0, dataDir, clock, sessionsPerDay: 250 };
  sandbox = await startSandbox(options);
  await sandbox.ready;
  const world = demoWorldSchema.parse(await (await fetch(`${sandbox.url}/world.json`)).json());
  platform = world.platforms.find(({ key }) => key === 'alpina') as DemoPlatform;
});

afterAll(async () => {
  await sandbox.close();
  await rm(dataDir, { recursive: true, force: true });
});

describe('a platform that does what the operator API asks', () => {
  it('passes every check, and is changed by no other than those for that', async () => {
    const changing = new Set<ConformanceCheckId | undefined>();
    const report = await run({}, (method, during) => {
      if (method !== 'GET') changing.add(during);
    });
    expect(conformanceReport.parse(report)).toEqual(report);
    expect(report.results.filter(({ state }) => state !== 'passed')).toEqual([]);
    expect(report.results.map(({ id }) => id)).toEqual(conformanceCheckIds);
    expect(report).toMatchObject({ passed: conformanceCheckIds.length, failed: 0, skipped: 0 });
    expect([...changing]).toEqual(['write-bets', 'write-close', 'write-maintenance']);
  });

  it('is changed only when that is asked for', async () => {
    const only = ['operators', 'write-bets', 'write-close', 'write-maintenance'];
    const { results } = await run({ only, withWrites: false });
    expect(results.map(({ state, calls }) => [state, calls])).toEqual([
      ['passed', 1],
      ['skipped', 0],
      ['skipped', 0],
      ['skipped', 0],
    ]);
  });

  it('has an open session closed only by its id, once', async () => {
    const closeSession = 'RESTING';
    await play(closeSession, { minutesAgo: 15, createdAt: clock.now() - 20 * 60_000 });
    const once = await run({ only: ['write-close'], closeSession });
    expect(failedIn(once)).toEqual([]);
    const again = await run({ only: ['write-close'], closeSession });
    expect(again.results[0]?.findings[0]).toMatchObject({ code: 'status', values: { found: 409 } });
  });
});

describe('a platform that misbehaves', () => {
  it.each(faults)('is caught: %o by %o', async (fault, checks) => {
    await misbehave(fault);
    const isSilent = fault.hang === true;
    const report = await run({ only: checks, slowMs: 60, ...(isSilent ? { timeoutMs: 150 } : {}) });
    expect(failedIn(report)).toEqual(checks);
    for (const { id, findings } of report.results) {
      expect(findings.length, id).toBeGreaterThan(0);
      for (const { code } of findings) expect(conformanceTexts.findings[code]).toBeTypeOf('string');
    }
  });

  it('has no fault that no check names', () => {
    const named = new Set(faults.flatMap(([fault]) => Object.keys(fault)));
    expect([...named].sort()).toEqual(Object.keys(faultsSchema.shape).sort());
  });

  it('is given up after five calls without a response', async () => {
    await misbehave({ hang: true });
    const report = await run({ timeoutMs: 100 });
    expect(report.results.reduce((sum, { calls }) => sum + calls, 0)).toBe(5);
    expect(report.results.at(-1)).toMatchObject({
      state: 'skipped',
      findings: [{ code: 'dependsOn', values: { check: 'health' } }],
    });
  });

  it('is stopped by its signal', async () => {
    await misbehave();
    const stop = new AbortController();
    const onCheck = ({ index }: { index: number }) => {
      if (index === 2) stop.abort(new Error('stopped'));
    };
    const running = runConformance(platform, {}, { signal: stop.signal, now: clock.now, onCheck });
    await expect(running).rejects.toThrow('stopped');
  });
});

describe('the command', () => {
  async function command(...args: string[]) {
    const said: string[] = [];
    const deps = {
      env: {},
      say: (text: string) => said.push(text),
      complain: (text: string) => said.push(text),
      readText: async () => JSON.stringify(platform),
      now: clock.now,
    };
    return { code: await runCli(args, deps), text: said.join('\n') };
  }
  const short = ['--config', 'platform.json', '--only', 'health,rounds-page'];

  it('prints what was asked, expected and found, with the call and without its token', async () => {
    await misbehave({ forbidFrames: true });
    const { code, text } = await command(...short);
    expect(code).toBe(1);
    expect(text).toContain('✓ health');
    expect(text).toContain('✗ rounds-page');
    expect(text).toContain("found     Frames are forbidden: frame-ancestors 'none'.");
    expect(text).toContain(`curl -sS '${sandbox.url}/p/alpina/feed/`);
    expect(text).toContain('mend      Name the hub');
    expect(text).toContain('1 passed, 1 failed, 0 skipped.');
    await misbehave({ http500: true });
    const { text: failing } = await command('--config', 'platform.json', '--only', 'health');
    expect(failing).toContain('-H "Authorization: Bearer $GAMING_TOKEN"');
    for (const { token } of Object.values(platform.services)) expect(failing).not.toContain(token);
  });

  it('writes JSON, HTML and Markdown, and ends with 0 when nothing failed', async () => {
    await misbehave();
    const [html, markdown] = [join(dataDir, 'report.html'), join(dataDir, 'report.md')];
    const { code, text } = await command(...short, '--json', '--html', html, '--markdown', markdown);
    expect(code).toBe(0);
    expect(conformanceReport.parse(JSON.parse(text))).toMatchObject({ passed: 2, failed: 0 });
    expect(await readFile(html, 'utf8')).toContain('<h2>Access</h2>');
    expect(await readFile(markdown, 'utf8')).toContain(
      '- ✓ **The page of rounds can be framed** (`rounds-page`)',
    );
  });

  it('takes one address and one token for all services', async () => {
    const base = `${sandbox.url}/p/alpina`;
    const { code, text } = await command('--url', base, '--token', 'wrong', '--only', 'health', '--json');
    expect(code).toBe(1);
    const [health] = (JSON.parse(text) as ConformanceReport).results;
    expect(health?.findings.map(({ values }) => values.found)).toEqual([401, 401, 401, 401]);
  });

  it.each([
    [[], 'Usage: ludus-conformance'],
    [['--url', 'ftp://x'], 'services.gaming.url'],
    [['--config', 'x', '--only', 'nothing'], 'there is no check nothing'],
    [['--config', 'x', '--days', '0'], '--days 0'],
    [['--what'], '--what'],
  ])('refuses %o with exit code 2', async (args, reason) => {
    const { code, text } = await command(...args);
    expect(code).toBe(2);
    expect(text).toContain(reason);
  });
});
