const everyMs = 1000;

/** Calls back once when the process that started this one is gone. */
export function whenOrphaned(call) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    call();
  }, everyMs).unref();
}
