/** Why a ClickHouse server does not let the hub in, as one sentence for whoever sets it up. */
import { StartupError } from '../errors/startup-errors.ts';
import type { ClickHouse } from './clickhouse.ts';
import { ClickHouseError } from './engine.ts';

const oldestServer = 25;

/**
 * Asks the server of `CLICKHOUSE_URL` for its version.
 * @param timeoutMs how long it may take to respond
 * @returns the version
 * @throws StartupError that names the setting and the cure when it cannot be reached, refuses the user, has no such database or
 * is too old
 */
export async function assertServer(clickhouse: ClickHouse, url: string, timeoutMs = 15_000): Promise<string> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('no response')), timeoutMs);
  try {
    const asked = clickhouse.rows<{ version: string }>('SELECT version() AS version', {
      label: 'infra.open',
      timeoutMs,
    });
    const [row] = await Promise.race([asked, late.promise]);
    const version = row?.version ?? '';
    if (Number.parseInt(version, 10) >= oldestServer) return version;
    throw new StartupError(
      `CLICKHOUSE_URL is a ClickHouse ${version}: the hub needs ${oldestServer} or newer, so upgrade the server.`,
    );
  } catch (error) {
    throw error instanceof StartupError ? error : explain(error, new URL(url));
  } finally {
    clearTimeout(timer);
  }
}

function explain(error: unknown, { host, username, pathname, searchParams }: URL): unknown {
  const user = decodeURIComponent(username) || 'default';
  const database = pathname.slice(1) || searchParams.get('database') || 'default';
  const sentence = (reason: string) => new StartupError(reason, { cause: error });
  const code = error instanceof ClickHouseError ? error.code : 0;
  // UNKNOWN_USER, WRONG_PASSWORD, REQUIRED_PASSWORD, AUTHENTICATION_FAILED.
  if ([192, 193, 194, 516].includes(code)) {
    return sentence(
      `ClickHouse at ${host} refuses the user "${user}": correct user and password in CLICKHOUSE_URL.`,
    );
  }
  // UNKNOWN_DATABASE.
  if (code === 81) {
    return sentence(
      `ClickHouse at ${host} has no database "${database}": create it, or correct CLICKHOUSE_URL.`,
    );
  }
  // ACCESS_DENIED.
  if (code === 497) {
    return sentence(
      `ClickHouse at ${host} does not let the user "${user}" read the database "${database}": grant it ALL ON it.`,
    );
  }
  if (
    error instanceof SyntaxError ||
    (error instanceof ClickHouseError && code === 0 && !error.isUnavailable)
  ) {
    return sentence(
      `What listens at ${host} does not respond like ClickHouse: set CLICKHOUSE_URL to its HTTP interface, such as http://host:8123.`,
    );
  }
  if (error instanceof ClickHouseError && !error.isUnavailable) return error;
  const { code: cause = 'no response' } = ((error as Error).cause ?? {}) as { code?: string };
  return sentence(`ClickHouse at ${host} cannot be reached (${cause}): start it, or correct CLICKHOUSE_URL.`);
}
