/** Slow operator platforms in a thread of their own: every page of the session feed takes a fixed time to come. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { platformSession } from '../../apps/server/test/fake-platform.ts';

export interface PlatformsOrder {
  platforms: number;
  sessions: number;
  rowsPerPage: number;
  pageMs: number;
  /** The day in which all sessions were played, in epoch ms. */
  dayMs: number;
}

const order = workerData as PlatformsOrder;

/** The pages are written once, so that sending them costs little beside the hub's work. */
const pages = Array.from({ length: Math.ceil(order.sessions / order.rowsPerPage) }, (_, page) => {
  const first = page * order.rowsPerPage;
  const last = Math.min(order.sessions, first + order.rowsPerPage);
  const lines = Array.from({ length: last - first }, (_unused, index) => {
    const at = new Date(order.dayMs + Math.floor(((first + index) / order.sessions) * 80_000_000));
    const createdAt = at.toISOString();
    return JSON.stringify(platformSession(first + index, { createdAt, updatedAt: createdAt }));
  });
  const nextCursor = last < order.sessions ? String(page + 1) : null;
  const trailer = JSON.stringify({ trailer: { nextCursor, count: lines.length } });
  return Buffer.from(`${[...lines, trailer].join('\n')}\n`);
});

async function respond(path: string, response: ServerResponse): Promise<void> {
  const asked = new URL(path, 'http://platform');
  if (asked.pathname === '/v1/operators') {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"operators":[{"code":"VIVA","name":"Viva","platform":null}]}');
    return;
  }
  await setTimeout(order.pageMs);
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  response.end(pages[Number(asked.searchParams.get('cursor') ?? 0)]);
}

const urls = await Promise.all(
  Array.from({ length: order.platforms }, async () => {
    const server = createServer((request, response) => void respond(request.url ?? '/', response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }),
);
parentPort?.postMessage(urls);
