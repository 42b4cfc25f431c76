/** Of the file system: the disk or the quota of the user is used up. */
const fullCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT'];
/** PostgreSQL's disk_full. */
const postgresCode = '53100';
/** ClickHouse's NOT_ENOUGH_SPACE, and what it repeats of the file system. */
const fullText = /Code: 243\.|No space left on device/;
/** What PostgreSQL and ClickHouse repeat of the file system. */
const readOnlyText = /Read-only file system/i;

/** Whether an error, or what caused it, is that no space was left to store something. */
export function isDiskFull(error: unknown): boolean {
  return causesOf(error).some(
    ({ code, message }) => fullCodes.includes(code) || code === postgresCode || fullText.test(message),
  );
}

/** Whether an error, or what caused it, is that the disk does not take writes: many mount themselves so after a fault. */
export function isDiskReadOnly(error: unknown): boolean {
  return causesOf(error).some(({ code, message }) => code === 'EROFS' || readOnlyText.test(message));
}

function causesOf(error: unknown): (Error & { code?: unknown })[] {
  const found: Error[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) found.push(cause);
  return found;
}
