import { EventEmitter, once } from 'node:events';
import { pino } from 'pino';
import { prettyFactory } from 'pino-pretty';
import type { Settings } from '../config/settings.ts';
import { currentContext, type WorkContext } from './context.ts';

export { currentContext, inContext, type WorkContext } from './context.ts';

/** The hub's logger: one line of JSON, or of text for people, per entry. The id of the request that asked for the work stands in each. Pass objects first, text second: `log.info({ jobId }, 'job done')`. */
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
  'otherEncryptionKey',
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
export function createLog(
  { logLevel, logFormat }: Pick<Settings, 'logLevel'> & Partial<Pick<Settings, 'logFormat'>>,
  destination?: pino.DestinationStream,
): Log {
  const options: pino.LoggerOptions = {
    level: logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // A field of the line itself wins.
    mixin: () => namesOf(currentContext()),
    redact: { paths: [...redacted, ...redactedHeaders], censor: '[hidden]' },
  };
  const format = logFormat ?? (destination === undefined && process.stdout.isTTY ? 'pretty' : 'json');
  if (format === 'pretty') return pino(options, prettyStream(destination));
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** The id of the trace leads from a line to its trace. */
function namesOf({ requestId, traceparent }: WorkContext = {}): object {
  return {
    ...(requestId === undefined ? {} : { requestId }),
    ...(traceparent === undefined ? {} : { traceId: traceparent.split('-')[1] }),
  };
}

/** Writes each entry in one line with its fields behind the text; synchronously, so that the last one is written too. */
function prettyStream(destination: pino.DestinationStream = pino.destination(1)): pino.DestinationStream {
  const format = prettyFactory({
    colorize: process.stdout.isTTY,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss.l',
  });
  return { write: (line) => destination.write(format(line)) };
}

/** Resolves when the line that was logged a moment ago, and all before it, are written. */
export async function whenWritten(log: Log): Promise<void> {
  const destination = (log as unknown as Record<symbol, unknown>)[pino.symbols.streamSym];
  // Other destinations have written it.
  if (destination instanceof EventEmitter) await once(destination, 'drain');
}
