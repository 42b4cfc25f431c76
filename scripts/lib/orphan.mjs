import { readFileSync } from 'node:fs';

const everyMs = 1000;

/** Calls back once when the process that started this one is gone, or the one that started that: npm uses a shell. */
export function whenOrphaned(call) {
  const shell = process.ppid;
  const starter = parentOf(shell);
  const timer = setInterval(() => {
    if (process.ppid === shell && parentOf(shell) === starter) return;
    clearInterval(timer);
    call();
  }, everyMs).unref();
}

/** The parent of a process; undefined where the system does not tell (it has no /proc). */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}
