import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const version = '4.32.5';
const cache = resolve(import.meta.dirname, '../../node_modules/.cache/fuzz');

/** Something that this machine lacks, or a mistake in the arguments; printed without a stack. */
export class Refusal extends Error {}

/**
 * Returns the path of schemathesis, which is installed from PyPI into a virtual environment of its own at first use.
 * @throws Refusal naming what is missing.
 */
export async function ensureSchemathesis(): Promise<string> {
  const folder = join(cache, `schemathesis-${version}`);
  const program = join(folder, 'bin', 'schemathesis');
  if (existsSync(program)) return program;
  console.log(`Installing schemathesis ${version} …`);
  await mkdir(cache, { recursive: true });
  // Marked as complete by a file: a virtual environment cannot be moved.
  await rm(folder, { recursive: true, force: true });
  const needs =
    'The fuzz run needs python3 (3.10 or newer) with the module venv (Debian: apt install python3-venv)';
  await output('python3', ['-m', 'venv', folder], `${needs}.`);
  const pip = join(folder, 'bin', 'pip');
  const target = `schemathesis==${version}`;
  const draft = `${program}.draft`;
  await output(
    pip,
    ['install', '--quiet', target],
    `${needs} and a package index from which pip installs ${target}.`,
  );
  await rename(program, draft);
  await output(draft, ['--version'], `${target} does not run here. ${needs}.`);
  await rename(draft, program);
  return program;
}

/** Runs a program and returns what it writes. @throws Refusal with the advice and the program's words when it fails. */
function output(command: string, args: string[], advice: string): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
    child.once('error', (error) => fail(new Refusal(`${advice}\n${error.message}`)));
    child.once('close', (code) => (code === 0 ? done(text) : fail(new Refusal(`${advice}\n${text.trim()}`))));
  });
}
