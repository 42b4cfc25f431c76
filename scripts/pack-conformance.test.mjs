import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleConformance } from './pack-conformance.mjs';

let folder;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-kit-'));
  await bundleConformance(folder);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const kit = (...args) =>
  spawnSync(process.execPath, [join(folder, 'ludus-conformance.js'), ...args], {
    cwd: folder,
    encoding: 'utf8',
  });

it('the package for operators is one file that needs nothing beside it', () => {
  expect(readdirSync(folder).toSorted()).toEqual([
    'LICENSE',
    'README.md',
    'ludus-conformance.js',
    'package.json',
  ]);
  const { dependencies, bin, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  expect(dependencies).toBeUndefined();
  expect(bin).toEqual({ 'ludus-conformance': 'ludus-conformance.js' });
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(readFileSync(join(folder, 'ludus-conformance.js'), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
});

it('lists the checks, runs them, and ends with the exit code of the command', () => {
  const listed = kit('--list');
  expect([listed.status, listed.stdout.trim().split('\n').length]).toEqual([0, 43]);
  // Nothing listens there.
  const run = kit('--url', 'http://127.0.0.1:9', '--token', 'x', '--only', 'health', '--timeout-ms', '500');
  expect([run.status, run.stdout]).toEqual([1, expect.stringContaining('0 passed, 1 failed, 0 skipped.')]);
  expect(kit('--unknown').status).toBe(2);
});
