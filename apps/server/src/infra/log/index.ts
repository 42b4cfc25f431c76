import { EventEmitter, once } from 'node:events';
import { pino } from 'pino';
import type { Settings } from '../config/settings.ts';

/** The hub's logger: one JSON object per line. Pass objects first, text second: `log.info({ jobId }, 'job done')`. */
export type Log = pino.Logger;

const secretNames = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  'accessToken',
  'access_token',
  'refreshToken',
  'refresh_token',
  'id_token',
  'clientSecret',
  'client_secret',
  'serviceToken',
  'encryptionKey',
  'connectionString',
  'ownerConnectionString',
  'databaseUrl',
  'databaseOwnerUrl',
  'smtpUrl',
  'clickhouseUrl',
];

const redacted = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
const redactedHeaders = ['["set-cookie"]', '["x-service-token"]'].flatMap((name) => [
  `headers${name}`,
  `*.headers${name}`,
]);

/**
 * Creates the logger. Credentials are replaced by `[hidden]` by their field name, two levels deep, so log them
 * in fields, never inside a sentence.
 */
export function createLog(settings: Pick<Settings, 'logLevel'>, destination?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level: settings.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: [...redacted, ...redactedHeaders], censor: '[hidden]' },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** Resolves when the line that was logged a moment ago, and all before it, are written. */
export async function whenWritten(log: Log): Promise<void> {
  const destination = (log as unknown as Record<symbol, unknown>)[pino.symbols.streamSym];
  // Other destinations have written it.
  if (destination instanceof EventEmitter) await once(destination, 'drain');
}
