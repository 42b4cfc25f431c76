/** SQLSTATE of a PostgreSQL that stops, starts or has no connection left, and of the connection itself (class 08). */
const sqlStates = /^(?:08\w{3}|57P0[1-3]|53300)$/;
/** What `pg` throws for a connection that broke, or could not be made in time. */
const driverText =
  /^Connection terminated|^timeout exceeded when trying to connect|connection error and is not queryable/;
const networkCodes: readonly unknown[] = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
];

/**
 * Whether an error is that PostgreSQL cannot be reached. Network errors of other parts never arrive as such: the clients of
 * platforms, files, mail and identity provider wrap them.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return (
    networkCodes.includes(code) ||
    (typeof code === 'string' && sqlStates.test(code)) ||
    driverText.test(error.message)
  );
}
