// Looks up the advisories of the production dependencies in the package registry. Fails on a high or critical one that
// `advisory-exceptions.json` does not accept; an unreachable registry is reported and fails nothing.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { judgeAdvisories, readAudit } from './lib/advisories.mjs';
import { inRoot, root } from './lib/paths.mjs';

const patienceMs = 60_000;
const exceptions = JSON.parse(readFileSync(inRoot('scripts', 'advisory-exceptions.json'), 'utf8'));
const advisories = readAudit(await audit());
if (advisories === null) {
  console.log('Advisories: NOT LOOKED UP, the package registry did not answer.');
  process.exit(0);
}
const today = new Date().toISOString().slice(0, 10);
const { failures, accepted, unused } = judgeAdvisories(advisories, exceptions, today);
for (const { id, exception } of accepted)
  console.log(`${id}: accepted until ${exception.until}. ${exception.reason}`);
for (const { id } of unused) console.log(`${id}: its exception is expired or no longer needed; remove it.`);
for (const { id, package: name, severity, title, range } of failures) {
  console.error(`${id}: ${severity} in ${name} ${range}: ${title}`);
}
console.log(`Advisories: looked up, ${advisories.length} known, ${failures.length} to mend.`);
process.exit(failures.length === 0 ? 0 : 1);

/** What `npm audit` writes, whatever it ends with. */
function audit() {
  // Started by npm, this is the very npm that started it.
  const npm = process.env.npm_execpath;
  const args = [
    'audit',
    '--omit=dev',
    '--json',
    '--package-lock-only',
    '--fetch-retries=1',
    '--fetch-timeout=20000',
  ];
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  return new Promise((resolve) => {
    const child = spawn(command, [...first, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    const limit = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    const end = (text) => {
      clearTimeout(limit);
      resolve(text);
    };
    child.on('error', () => end(''));
    child.on('close', () => end(output));
  });
}
