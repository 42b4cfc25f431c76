import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from './chromium.mjs';
import { isInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { inRoot } from './paths.mjs';
import { becomesFree, isFree, rememberedPorts } from './ports.mjs';
import { playwrightTotals, vitestTotals } from './totals.mjs';
import { hashOfSources } from './web-build.mjs';

let folder;
const at = (name) => join(folder, name);

function write(name, content) {
  writeFileSync(at(name), typeof content === 'string' ? content : JSON.stringify(content));
  return at(name);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-scripts-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('packages count as installed', () => {
  const lock = (packages) => ({ packages: { '': {}, ...packages } });
  const wanted = lock({
    'node_modules/a': { version: '1.0.0' },
    'node_modules/other-system': { version: '1.0.0', optional: true },
    'node_modules/@ludus/web': { link: true },
    'apps/web': { version: '0.0.0' },
    'apps/web/node_modules/a': { version: '2.0.0' },
  });
  const web = { 'node_modules/@ludus/web': { link: true } };
  const a = { ...web, 'node_modules/a': { version: '1.0.0' } };
  const nested = { 'apps/web/node_modules/a': { version: '2.0.0' } };

  const isInstalledFrom = (inLockfile, present, options) =>
    isInstalled({
      ...options,
      wantedIn: write('lock.json', inLockfile),
      presentIn: write('installed.json', present),
    });

  it('to run the hub without those for development, which tests need', () => {
    const withTools = lock({ ...wanted.packages, 'node_modules/lint': { version: '1.0.0', dev: true } });
    const present = lock({ ...a, ...nested });
    expect(isInstalledFrom(withTools, present, { toRun: true })).toBe(true);
    expect(isInstalledFrom(withTools, present)).toBe(false);
    expect(isInstalledFrom(withTools, lock(a), { toRun: true })).toBe(false);
  });

  it.each([
    ['when each stands there in its version', lock({ ...a, ...nested }), true],
    ['not when one is missing', lock({ ...web, ...nested }), false],
    ['not when one of a workspace is missing', lock(a), false],
    [
      'not when a workspace is not linked',
      lock({ 'node_modules/a': { version: '1.0.0' }, ...nested }),
      false,
    ],
    [
      'not when one of a workspace has another version',
      lock({ ...a, 'apps/web/node_modules/a': { version: '1.0.0' } }),
      false,
    ],
    [
      'not when one has another version',
      lock({ ...web, ...nested, 'node_modules/a': { version: '0.9.0' } }),
      false,
    ],
  ])('%s', (_title, present, expected) => {
    expect(isInstalledFrom(wanted, present)).toBe(expected);
  });

  it('not when an installation has been cut short', () => {
    expect(isInstalled({ wantedIn: write('lock.json', wanted), presentIn: at('nothing.json') })).toBe(false);
  });
});

describe('ports', () => {
  it('stay the same from start to start, until another program takes one', async () => {
    const file = at('data/ports.json');
    const first = await rememberedPorts(file, ['http', 'smtp']);
    expect(await rememberedPorts(file, ['http', 'smtp'])).toEqual(first);
    const other = createServer().listen(first.http, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    expect(await isFree(first.http)).toBe(false);
    expect(await becomesFree(first.http, '127.0.0.1', 0)).toBe(false);
    const second = await rememberedPorts(file, ['http', 'smtp']);
    expect(second.http).not.toBe(first.http);
    expect(second.smtp).toBe(first.smtp);
    await new Promise((resolve) => other.close(resolve));
  });
});

describe('a lock', () => {
  it('lets one at a time do its work, and frees itself after a failure', async () => {
    const order = [];
    const work = (name) => async () => {
      order.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      order.push(`${name} ends`);
      throw new Error('no matter');
    };
    await Promise.allSettled([withLock('test', work('a')), withLock('test', work('b'))]);
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  it('of a process that has died is taken over', async () => {
    mkdirSync(inRoot('.cache', 'test-dead.lock'), { recursive: true });
    writeFileSync(inRoot('.cache', 'test-dead.lock', 'pid'), '999999999');
    expect(await withLock('test-dead', async () => 'done')).toBe('done');
  });
});

describe('the hash of the sources', () => {
  it('changes with a source and not with a test, a build or what a build writes', () => {
    mkdirSync(at('src/dist'), { recursive: true });
    write('src/a.ts', 'one');
    const before = hashOfSources([at('src')]);
    write('src/a.test.ts', 'test');
    write('src/dist/a.js', 'built');
    write('src/routeTree.gen.ts', 'written by the build');
    expect(hashOfSources([at('src')])).toBe(before);
    write('src/a.ts', 'two');
    expect(hashOfSources([at('src')])).not.toBe(before);
  });
});

describe('the totals', () => {
  it('of Vitest count failed tests, and files that could not start', () => {
    const report = {
      numPassedTests: 5,
      numFailedTests: 1,
      testResults: [
        { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
        { status: 'failed', assertionResults: [] },
        { status: 'passed', assertionResults: [{ status: 'passed' }] },
      ],
    };
    expect(vitestTotals(write('vitest.json', report))).toEqual({ passed: 5, failed: 2 });
  });

  it('of Playwright count what passed only at a second try as failed', () => {
    const report = { stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 }, errors: [{}] };
    expect(playwrightTotals(write('playwright.json', report))).toEqual({ passed: 3, failed: 3 });
  });

  it('of a run without a report are zero', () => {
    expect(vitestTotals(at('none.json'))).toEqual({ passed: 0, failed: 0 });
    expect(playwrightTotals(at('none.json'))).toEqual({ passed: 0, failed: 0 });
  });
});

describe('Chromium', () => {
  it('is the one of CHROMIUM_PATH, which must exist, or one in PATH', () => {
    mkdirSync(at('bin'), { recursive: true });
    const path = write('bin/chromium', '#!/bin/sh\n');
    chmodSync(path, 0o755);
    expect(findChromium({ CHROMIUM_PATH: path })).toBe(path);
    expect(() => findChromium({ CHROMIUM_PATH: at('bin/none') })).toThrow('CHROMIUM_PATH');
    expect(readFileSync(findChromium({ PATH: at('bin') }))).toBeDefined();
  });
});
