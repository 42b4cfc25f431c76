import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findPreviousRelease } from './previous-release.mjs';

it('the last release is the newest tag, but for that of the commit at hand while there is an older one', () => {
  const repository = mkdtempSync(join(tmpdir(), 'ludus-releases-'));
  onTestFinished(() => rmSync(repository, { recursive: true }));
  const git = (...args) => execFileSync('git', args, { cwd: repository, stdio: 'ignore' });
  const commit = () =>
    git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--allow-empty', '-m', 'one');
  git('init');
  commit();
  expect(() => findPreviousRelease(repository)).toThrow(
    'There is no release to upgrade from: no tag such as v1.0.0.',
  );
  git('tag', 'v1.9.0');
  expect(findPreviousRelease(repository)).toBe('v1.9.0');
  commit();
  git('tag', 'v1.10.0');
  git('tag', 'another');
  expect(findPreviousRelease(repository)).toBe('v1.9.0');
  commit();
  expect(findPreviousRelease(repository)).toBe('v1.10.0');
});
