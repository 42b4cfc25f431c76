import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inRoot } from './lib/paths.mjs';

/** Waits for a signal; shows what it was started with once it can be sent one. */
const cli = `
  const alive = setInterval(() => {}, 1000);
  process.on('SIGTERM', () => { console.log('stopped'); clearInterval(alive); process.exit(7); });
  process.on('disconnect', () => { console.log('orphaned'); process.exit(0); });
  console.log(JSON.stringify({
    args: process.argv.slice(2), pool: process.env.UV_THREADPOOL_SIZE, mode: process.env.NODE_ENV,
    arenas: process.env.MALLOC_ARENA_MAX, options: process.env.NODE_OPTIONS,
  }));
  if (process.argv[2] === 'fail') process.exit(2);`;

// Node 18 and 20 cannot replace a process.
const ways = [
  ['in place of itself', {}],
  [
    'as a child where Node cannot do that',
    { NODE_OPTIONS: '--import=data:text/javascript,delete%20process.execve' },
  ],
];

describe.each(ways)('npm run hub runs the command %s', (_, way) => {
  let checkout;
  let hub;
  let output;

  beforeEach(() => {
    checkout = mkdtempSync(join(tmpdir(), 'ludus-hub-'));
    cpSync(inRoot('scripts'), join(checkout, 'scripts'), { recursive: true });
    for (const [path, text] of [
      ['package.json', '{"type":"module"}'],
      ['apps/server/src/cli.ts', cli],
      ['node_modules/.bin/.keep', ''],
    ]) {
      mkdirSync(dirname(join(checkout, path)), { recursive: true });
      writeFileSync(join(checkout, path), text);
    }
    symlinkSync(process.execPath, join(checkout, 'node_modules/.bin/node'));
  });

  afterEach(() => {
    hub.kill('SIGKILL');
    rmSync(checkout, { recursive: true, force: true });
  });

  function run(args, env = {}) {
    output = '';
    hub = spawn(process.execPath, ['scripts/hub.mjs', ...args], {
      cwd: checkout,
      env: { PATH: process.env.PATH, ...way, ...env },
    });
    for (const stream of [hub.stdout, hub.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    return new Promise((resolve) => hub.once('close', (code) => resolve(code)));
  }

  it('with its arguments, the environment of a hub and its exit code', async () => {
    expect(await run(['fail', '--new-keys'])).toBe(2);
    expect(JSON.parse(output)).toMatchObject({
      args: ['fail', '--new-keys'],
      pool: '8',
      mode: 'production',
      arenas: '2',
      options: way.NODE_OPTIONS ?? '--max-semi-space-size=16',
    });
    await run(['fail'], { UV_THREADPOOL_SIZE: '16', NODE_ENV: 'development' });
    expect(JSON.parse(output)).toMatchObject({ pool: '16', mode: 'development' });
  });

  it('and passes a signal on', async () => {
    const ended = run(['serve']);
    await expect.poll(() => output).toContain('\n');
    hub.kill('SIGTERM');
    expect(await ended).toBe(7);
    expect(output).toContain('stopped');
  });

  it('which ends with it when it is killed', async () => {
    const ended = run(['serve']);
    await expect.poll(() => output).toContain('\n');
    hub.kill('SIGKILL');
    // Its output ends when no process holds it any more.
    await ended;
    expect(output).toContain(way.NODE_OPTIONS === undefined ? '' : 'orphaned');
  });

  it('or says that the packages are missing', async () => {
    rmSync(join(checkout, 'node_modules'), { recursive: true });
    expect(await run(['serve'])).toBe(1);
    expect(output).toBe('The packages are not installed: run npm ci.\n');
  });
});
