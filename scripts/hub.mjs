// `npm run hub -- <command>`: runs the command of the hub in the Node that the packages bring.
// Plain JavaScript for Node 18. Where this Node can, the command takes the place of this process, so that a supervisor's
// signals and the exit code are those of the hub itself.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { hubDefaults } from './lib/environment.mjs';
import { Failure, findNode, inRoot } from './lib/paths.mjs';

const env = { ...hubDefaults, ...process.env };

function main() {
  if (!existsSync(inRoot('node_modules'))) throw new Failure('The packages are not installed: run npm ci.');
  const node = findNode();
  const args = [inRoot('apps', 'server', 'src', 'cli.ts'), ...process.argv.slice(2)];
  // A program that talks to this process by IPC would lose its channel.
  if (process.execve !== undefined && process.send === undefined) {
    process.execve(node, [node, ...args], env);
  }
  runChild(node, args);
}

function runChild(node, args) {
  // The channel ends with this process: a hub notices it and stops.
  const child = spawn(node, args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  if (process.send !== undefined) {
    child.on('message', (message) => process.send(message));
    process.on('disconnect', () => child.disconnect());
  }
  child.on('error', (error) => stop(`${node} cannot run: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

function stop(text) {
  console.error(text);
  process.exit(1);
}

try {
  main();
} catch (error) {
  stop(error instanceof Failure ? error.message : error.stack);
}
