import { spawn } from 'node:child_process';
import { Failure } from './paths.mjs';

/**
 * Runs a command to its end. Its output is kept and shown only when it fails, unless `show` is true.
 * @returns the output
 */
export function run(title, command, args, { cwd, env = process.env, show = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk;
      });
    }
    child.on('error', (error) => reject(new Failure(`${title} cannot run: ${error.message}`)));
    child.on('close', (code, signal) => {
      if (code === 0) resolve(output);
      else reject(new Failure(`${title} failed (${signal ?? `exit code ${code}`}).\n${output}`.trim()));
    });
  });
}
