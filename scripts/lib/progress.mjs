/** Seconds since a moment, as people read them. */
export function secondsSince(started) {
  const seconds = (Date.now() - started) / 1000;
  return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;
}

const everySeconds = 10;

/**
 * Runs a long step and says every now and then that it still runs: `detail()` adds how far it is.
 * On a terminal one line is rewritten; elsewhere (a log) a new line is written every ten seconds.
 */
export async function step(title, work, detail = () => '') {
  const started = Date.now();
  const live = process.stdout.isTTY === true;
  const line = () => `${title} … ${secondsSince(started)}${detail() && `, ${detail()}`}`;
  if (live) process.stdout.write(line());
  else console.log(`${title} …`);
  const timer = setInterval(
    () => (live ? process.stdout.write(`\r\x1b[K${line()}`) : console.log(`  ${line()}`)),
    live ? 250 : everySeconds * 1000,
  );
  try {
    const result = await work();
    clearInterval(timer);
    console.log(`${live ? '\r\x1b[K' : ''}${title}: done in ${secondsSince(started)}`);
    return result;
  } catch (error) {
    clearInterval(timer);
    if (live) process.stdout.write('\n');
    throw error;
  }
}
