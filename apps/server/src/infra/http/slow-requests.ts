import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../config/settings.ts';
import { RequestTimeoutError } from '../errors/index.ts';
import { countedNetwork, type TrustsProxy } from './addresses.ts';

/** How long the hub waits for callers, in milliseconds. */
export interface HttpTimeouts {
  /** For the headers of a request. */
  headers: number;
  /** For the body of a call. */
  body: number;
  /** For a whole request with a file: 100 MB of video over a slow line. */
  upload: number;
  /** For the rest of a body whose response has been sent, so that its sender can read the response. */
  answeredBody: number;
  /** For running requests and downloads of a server that stops. */
  drain: number;
}

export const defaultTimeouts: HttpTimeouts = {
  headers: 15_000,
  body: 30_000,
  upload: 900_000,
  answeredBody: 1_000,
  drain: 20_000,
};

/** An upload that brings less than this in each interval has stopped. */
export const slowestUpload = { bytes: 16_384, everyMs: 15_000 };

/** Bounds how long bodies may take: those of calls, and those that no one reads any more. */
export function endSlowBodies(server: FastifyInstance, timeouts: HttpTimeouts): void {
  server.addHook('preParsing', (request, _reply, payload, done) => {
    // Uploads are watched while they are received.
    if (hasBody(request.raw) && request.routeOptions.config.endpoint?.upload === undefined) {
      const timer = setTimeout(() => {
        if (!request.raw.complete && payload.listenerCount('error') > 0)
          payload.emit('error', new RequestTimeoutError());
      }, timeouts.body);
      request.raw.once('end', () => clearTimeout(timer));
      request.raw.once('close', () => clearTimeout(timer));
    }
    done(null, payload);
  });
  server.addHook('onResponse', (request, _reply, done) => {
    if (!request.raw.complete) closeSoon(request.raw, timeouts.answeredBody);
    done();
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function closeSoon(request: IncomingMessage, afterMs: number): void {
  request.resume();
  const timer = setTimeout(() => {
    if (!request.complete) request.destroy();
  }, afterMs);
  // Of the request, not of its connection, which may bring many of them.
  request.once('close', () => clearTimeout(timer));
}

/** Refuses connections of an address beyond a number. A trusted proxy brings those of many people and is not counted. */
export function limitConnections(
  server: FastifyInstance,
  { connectionsPerAddress }: Pick<Settings, 'connectionsPerAddress'>,
  trusts: TrustsProxy,
): void {
  const open = new Map<string, number>();
  server.server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || trusts(remoteAddress, 0)) return;
    const network = countedNetwork(remoteAddress);
    const count = open.get(network) ?? 0;
    if (count >= connectionsPerAddress) {
      socket.destroy();
      return;
    }
    open.set(network, count + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  });
}
