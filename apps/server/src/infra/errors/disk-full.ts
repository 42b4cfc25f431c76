/** Of the file system: the disk or the quota of the user is used up. */
const fileSystemCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT'];
/** PostgreSQL's disk_full. */
const postgresCode = '53100';
/** ClickHouse's NOT_ENOUGH_SPACE, and what it repeats of the file system. */
const clickhouseText = /Code: 243\.|No space left on device/;

/** Whether an error, or what caused it, is that no space was left to store something. */
export function isDiskFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (fileSystemCodes.includes(code) || code === postgresCode || clickhouseText.test(cause.message))
      return true;
  }
  return false;
}
