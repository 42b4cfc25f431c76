import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import {
  type ConformanceOptions,
  type RunDeps,
  runConformance,
  type Send,
  SendError,
  type Target,
} from '@ludus/conformance';
import type { ConformanceReport } from '@ludus/contract/conformance';
import type { PlatformVersion } from '@ludus/contract/operator-api';
import type { Secret } from '../crypto/index.ts';
import { type Outgoing, OutgoingError, type OutgoingReason } from '../outgoing/index.ts';
import type { OperatorConnection } from './operator-api.ts';

const failures = {
  'bad-address': 'refused',
  refused: 'refused',
  unreachable: 'unreachable',
  timeout: 'timeout',
  cut: 'cut',
  'too-large': 'tooLarge',
  malformed: 'cut',
} as const satisfies Record<Exclude<OutgoingReason, 'aborted'>, SendError['reason']>;

const decompressors = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify<Buffer, { maxOutputLength: number }, Buffer>(brotliDecompress),
};

/** Sends the calls of the conformance checks as all calls of the hub are sent: to no address that the hub does not call. */
function sendGuarded(outgoing: Pick<Outgoing, 'send'>): Send {
  return async ({ url, method, headers, body, timeoutMs, maxBytes, signal }) => {
    let status: number | null = null;
    try {
      const response = await outgoing.send(url, {
        ...{ method, headers, timeoutMs, maxBytes, signal, idleTimeoutMs: timeoutMs },
        ...(body === undefined ? {} : { body }),
      });
      status = response.status;
      const bytes = await response.bytes();
      const named: Record<string, string> = {};
      for (const [name, value] of Object.entries(response.headers))
        if (value !== undefined) named[name] = Array.isArray(value) ? value.join(', ') : value;
      const decompress = decompressors[named['content-encoding'] as keyof typeof decompressors];
      const plain = decompress === undefined ? bytes : await decompress(bytes, { maxOutputLength: maxBytes });
      return { status, headers: named, text: plain.toString('utf8') };
    } catch (cause) {
      signal.throwIfAborted();
      if (cause instanceof OutgoingError && cause.reason !== 'aborted')
        throw new SendError(failures[cause.reason], { status, cause });
      // What says that it is compressed and is not.
      if (status !== null && cause instanceof Error && 'code' in cause)
        throw new SendError('cut', { status, cause });
      throw cause;
    }
  };
}

const revealed = (token: Secret | null): string | null => token?.reveal() ?? null;

function targetOf(connection: OperatorConnection, version: PlatformVersion): Target {
  const { gaming, data, play, launch } = connection.services;
  const service = ({ url, token }: typeof gaming) => ({ url, token: revealed(token) });
  return {
    services: { gaming: service(gaming), data: service(data), play: service(play), launch: service(launch) },
    bookkeepingToken: revealed(connection.bookkeepingToken),
    operatorToken: revealed(connection.operatorToken),
    maintenanceToken: revealed(connection.maintenanceToken),
    version,
  };
}

/** Runs the conformance checks on an operator platform. Its report names calls and never a token. */
export function checkConformance(
  outgoing: Pick<Outgoing, 'send'>,
  platform: { connection: OperatorConnection; version: PlatformVersion },
  options: Partial<ConformanceOptions>,
  deps: Omit<RunDeps, 'send'>,
): Promise<ConformanceReport> {
  return runConformance(targetOf(platform.connection, platform.version), options, {
    ...deps,
    send: sendGuarded(outgoing),
  });
}
