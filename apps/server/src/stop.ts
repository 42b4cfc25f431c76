/** How a process of the hub ends: on SIGINT, SIGTERM, or when the process that started it is gone. */
import type { Hub } from './app.ts';
import { type Log, whenWritten } from './infra/log/index.ts';

/** Times of a stop, in milliseconds. */
export interface StopTimes {
  /** A stop that takes longer than this after its drain ends where it is. */
  longest: number;
  /** A signal that is repeated within this time is the same one: Ctrl+C arrives from the terminal and from npm. */
  echo: number;
  /** For the last line of the log, which no one may be reading. */
  flush: number;
}

const defaultTimes: StopTimes = { longest: 27_000, echo: 1_000, flush: 2_000 };

/**
 * Starts a hub, runs it until the process is asked to stop, and closes it. A second signal, or a close that hangs, ends the
 * process at once, with 0 as well: everything that was running goes on at the next start.
 * @throws Error when the hub cannot start
 */
export async function runUntilStopped(
  start: () => Promise<Hub>,
  log: Log,
  times: StopTimes = defaultTimes,
): Promise<void> {
  const asked = Promise.withResolvers<string>();
  let askedAt: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (askedAt === undefined) {
        askedAt = performance.now();
        asked.resolve(signal);
      } else if (performance.now() - askedAt > times.echo) endNow(`a second signal (${signal})`);
    });
  }
  process.once('disconnect', () => asked.resolve('the parent process has ended'));

  const hub = await start();
  process.send?.({ type: 'ready', url: hub.url });
  const reason = await asked.promise;
  log.info({ reason }, 'the hub is stopping');
  const limit = setTimeout(() => endNow('its time is over'), hub.drainMs + times.longest);
  await hub.close();
  clearTimeout(limit);
  log.info('the hub has stopped');

  function endNow(cause: string): void {
    log.warn({ cause }, 'the hub ends without waiting any longer');
    void whenWritten(log).then(exitAtOnce);
    setTimeout(exitAtOnce, times.flush);
  }
}

/** Runs another program in place of this one: a plain exit waits for the threads of the embedded engine, or crashes in them. */
function exitAtOnce(): void {
  process.execve?.(process.execPath, [process.execPath, '--eval', ''], {});
  process.exit(0);
}
