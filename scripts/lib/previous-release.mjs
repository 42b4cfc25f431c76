// The last release as a checkout of its own, beside the working tree.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isInstalled } from './install.mjs';
import { Failure } from './paths.mjs';
import { run } from './run.mjs';

/**
 * The newest release tag (`v1.2.3`) of a repository that is not of the commit at hand; without one, the newest of all.
 * @throws Failure when there is no release yet
 */
export function findPreviousRelease(repository) {
  const git = (...args) => execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).trim();
  const tags = git('tag', '--list', 'v[0-9]*', '--sort=-version:refname').split('\n').filter(Boolean);
  if (tags.length === 0) throw new Failure('There is no release to upgrade from: no tag such as v1.0.0.');
  const head = git('rev-parse', 'HEAD');
  return tags.find((tag) => git('rev-parse', `${tag}^{commit}`) !== head) ?? tags[0];
}

/** Puts the files of a tag into a new folder, with its packages; returns the folder. */
export async function checkOutRelease(repository, tag) {
  const folder = mkdtempSync(join(tmpdir(), `ludus-${tag}-`));
  try {
    const archive = execFileSync('git', ['archive', tag], { cwd: repository, maxBuffer: 2 ** 30 });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    const installed = join(repository, 'node_modules', '.package-lock.json');
    if (isInstalled({ wantedIn: join(folder, 'package-lock.json'), presentIn: installed }))
      linkPackages(repository, folder);
    else await run('npm ci', 'npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder });
    return folder;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Links each installed package, but leads the packages of the repository itself to the files of the release. */
function linkPackages(repository, folder) {
  const workspaces = ['packages', 'apps'].flatMap((parent) =>
    readdirSync(join(folder, parent)).map((name) => join(parent, name)),
  );
  for (const place of ['.', 'e2e', 'bench', ...workspaces]) {
    const installed = join(repository, place, 'node_modules');
    if (!existsSync(installed) || !existsSync(join(folder, place))) continue;
    const packages = join(folder, place, 'node_modules');
    mkdirSync(packages);
    for (const name of readdirSync(installed)) {
      if (name !== '@ludus') symlinkSync(join(installed, name), join(packages, name));
    }
  }
  const own = join(folder, 'node_modules', '@ludus');
  mkdirSync(own);
  for (const workspace of workspaces) {
    const { name } = JSON.parse(readFileSync(join(folder, workspace, 'package.json'), 'utf8'));
    if (name.startsWith('@ludus/'))
      symlinkSync(join(folder, workspace), join(own, name.slice('@ludus/'.length)));
  }
}
