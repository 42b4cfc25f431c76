import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Tail } from './tail.mjs';

const rotateBytes = 20 * 1024 * 1024;
const restartDelaysMs = [0, 500, 2000, 5000];

/**
 * A child process that is kept running. It has its own process group, so that Ctrl+C in the terminal reaches only the
 * supervisor and children stop in order; it notices the end of the supervisor by its IPC channel.
 *
 * @param options.name       what people call it
 * @param options.command    program and arguments
 * @param options.env        its environment
 * @param options.logFile    where all of its output goes
 * @param options.isReady    () => boolean: it has served since its last start; before that, an end by itself is final
 * @param options.onGone     (text) => void: it has ended and is not started again
 */
export class Child {
  #options;
  #process = null;
  #stopping = false;
  #restarts = 0;
  #startedAt = 0;
  #tail;
  #lastLines = [];

  constructor(options) {
    this.#options = options;
    mkdirSync(dirname(options.logFile), { recursive: true, mode: 0o700 });
    if (existsSync(options.logFile) && statSync(options.logFile).size > rotateBytes) {
      renameSync(options.logFile, `${options.logFile}.1`);
    }
    closeSync(openSync(options.logFile, 'a', 0o600));
    this.#tail = new Tail(options.logFile, (lines) => this.#show(lines));
  }

  get pid() {
    return this.#process?.pid;
  }

  start() {
    const { command, env, name, logFile } = this.#options;
    const [program, ...args] = command;
    this.#startedAt = Date.now();
    this.#lastLines = [];
    // Straight into the file: a process that writes into a pipe does not survive the end of its reader in good order.
    const log = openSync(logFile, 'a', 0o600);
    const child = spawn(program, args, { env, detached: true, stdio: ['ignore', log, log, 'ipc'] });
    closeSync(log);
    this.#process = child;
    child.on('message', (message) => {
      if (message?.type === 'progress' && typeof message.text === 'string') console.log(`  ${message.text}`);
    });
    child.on('error', (error) => this.#options.onGone(`The ${name} cannot start: ${error.message}`));
    child.on('exit', (code, signal) => this.#ended(code, signal));
  }

  /** Asks it to stop and waits; it is killed when it takes longer than that. */
  async stop(patienceMs) {
    this.#stopping = true;
    const child = this.#process;
    if (child === null) {
      this.#tail.close();
      return;
    }
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    await ended;
    clearTimeout(timer);
    this.#tail.close();
  }

  kill() {
    this.#stopping = true;
    this.#process?.kill('SIGKILL');
  }

  #ended(code, signal) {
    this.#process = null;
    this.#tail.read();
    if (this.#stopping) return;
    const { name, isReady, onGone } = this.#options;
    const how = signal === null ? `exit code ${code}` : signal;
    if (signal === null && !isReady()) {
      onGone([`The ${name} cannot run (${how}).`, ...this.#lastLines].join('\n'));
      return;
    }
    // A long good run forgives earlier crashes.
    if (Date.now() - this.#startedAt > 60_000) this.#restarts = 0;
    const delay = restartDelaysMs[Math.min(this.#restarts++, restartDelaysMs.length - 1)];
    console.log(`The ${name} has ended (${how}); starting it again.`);
    setTimeout(() => !this.#stopping && this.start(), delay);
  }

  #show(lines) {
    const { name, showFrom } = this.#options;
    for (const { text, level } of lines.map(readable)) {
      this.#lastLines = [...this.#lastLines, text].slice(-25);
      if (level >= showFrom) console.log(`[${name}] ${text}`);
    }
  }
}

/** A log line for people: `message (error)`, with its level; plain text is shown when everything is. */
function readable(line) {
  try {
    const { level, msg, err } = JSON.parse(line);
    return { level: Number(level) || 0, text: [msg, err?.message].filter(Boolean).join(': ') };
  } catch {
    return { level: 0, text: line };
  }
}
