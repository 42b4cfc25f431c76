/** Why PostgreSQL does not let the hub in, as one sentence for whoever sets it up. */
import pg from 'pg';
import { StartupError } from '../errors/startup-errors.ts';

/** The settings that are addresses of PostgreSQL. */
export type AddressSetting = 'DATABASE_URL' | 'DATABASE_OWNER_URL';

/**
 * Explains a failed connection or first statement. No sentence repeats a password.
 * @returns a StartupError that names the setting and the cure; the error itself when it has another reason
 */
export function explainPostgres(error: unknown, setting: AddressSetting, address: string): unknown {
  const reason = reasonOf(error, placeOf(address), setting);
  return reason === undefined ? error : new StartupError(reason, { cause: error });
}

interface Place {
  server: string;
  role: string;
  database: string;
}

function placeOf(address: string): Place {
  const { host, port, user = '', database = '' } = new pg.Client({ connectionString: address });
  return { server: `${host}:${port}`, role: user, database };
}

function reasonOf(error: unknown, place: Place, setting: AddressSetting): string | undefined {
  const { server, role, database } = place;
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  switch (code) {
    case '28P01':
      return `PostgreSQL at ${server} refuses the password of the role "${role}": correct it in ${setting}.`;
    case '28000':
      return `PostgreSQL at ${server} does not let the role "${role}" in from this machine: correct ${setting}, or pg_hba.conf of the server.`;
    case '3D000':
      return `PostgreSQL at ${server} has no database "${database}": create it, or correct ${setting}.`;
    case '42501':
      return `The role "${role}" may not connect to the database "${database}": grant it CONNECT, or correct ${setting}.`;
    case '53300':
      return `PostgreSQL at ${server} has no connection left: raise its max_connections, or lower DATABASE_MAX_CONNECTIONS.`;
    case '57P03':
      return `PostgreSQL at ${server} (${setting}) is starting or stopping: start the hub again when it accepts connections.`;
  }
  if (message.includes('client password must be a string')) {
    return `PostgreSQL at ${server} wants a password of the role "${role}": add it to ${setting}.`;
  }
  if (message.includes('does not support SSL')) {
    return `PostgreSQL at ${server} does not offer TLS: set it up there, or remove sslmode from ${setting}.`;
  }
  if (/CERT|UNABLE_TO_VERIFY/.test(code)) {
    return `The certificate of PostgreSQL at ${server} is not trusted (${code}): name its authority with sslrootcert in ${setting}.`;
  }
  const isUnreachable =
    /^(ECONN|ENOT|EAI_|EHOST|ENET|ETIMEDOUT|EPIPE)/.test(code) || /timeout/i.test(message);
  if (!isUnreachable) return undefined;
  return `PostgreSQL at ${server} cannot be reached (${code || 'no response'}): start it, or correct ${setting}.`;
}
