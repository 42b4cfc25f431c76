import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure, inRoot } from './paths.mjs';
import { run } from './run.mjs';

export { Failure } from './paths.mjs';

/**
 * Returns the path of a program from PyPI, which is installed into a virtual environment of its own at first use.
 * @throws Failure naming what is missing
 */
export async function ensurePythonTool(name, version) {
  const cache = inRoot('node_modules', '.cache', 'python');
  const folder = join(cache, `${name}-${version}`);
  const program = join(folder, 'bin', name);
  if (existsSync(program)) return program;
  console.log(`Installing ${name} ${version} …`);
  await mkdir(cache, { recursive: true });
  await makeVenv(folder, [`${name}==${version}`]);
  // Marked as complete by its name: a virtual environment cannot be moved.
  const draft = `${program}.draft`;
  await rename(program, draft);
  await run(`${name} --version`, draft, ['--version']);
  await rename(draft, program);
  return program;
}

/** A virtual environment with these packages in a folder that is emptied before. @throws Failure naming what is missing */
export async function makeVenv(folder, packages) {
  const needs = 'python3 (3.11 or newer) with the module venv (Debian: apt install python3-venv)';
  await rm(folder, { recursive: true, force: true });
  await run('python3', 'python3', ['-m', 'venv', folder]).catch((error) => {
    throw new Failure(`This needs ${needs}.\n${error.message}`);
  });
  const pip = join(folder, 'bin', 'pip');
  await run('pip', pip, ['install', '--quiet', ...packages]).catch((error) => {
    throw new Failure(
      `This needs ${needs} and a package index for ${packages.join(', ')}.\n${error.message}`,
    );
  });
}
