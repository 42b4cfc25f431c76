import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { ConformanceCheckId } from '@ludus/contract/conformance';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { Secret } from '../crypto/index.ts';
import { createOutgoing, type Outgoing } from '../outgoing/index.ts';
import { checkConformance } from './conformance.ts';

let server: Server;
let url: string;
let listener: RequestListener;
let outgoing: Outgoing;

beforeAll(async () => {
  server = createServer((request, response) => listener(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => outgoing.close());
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const token = 'a-token-of-the-platform';

function check(only: ConformanceCheckId[], settings: { allowed?: boolean; timeoutMs?: number } = {}) {
  const { allowed = true, timeoutMs = 5_000 } = settings;
  outgoing = createOutgoing({ sandbox: allowed, sandboxUrl: undefined, allowPrivateHosts: [] });
  const service = { url, token: new Secret(token) };
  const connection = {
    services: { gaming: service, data: service, play: service, launch: service },
    ...{ bookkeepingToken: null, operatorToken: null, maintenanceToken: null },
  };
  return checkConformance(outgoing, { connection, version: 'GAI2' }, { only, timeoutMs }, {});
}

const codesOf = async (report: ReturnType<typeof check>) =>
  (await report).results.map(({ state, findings }) => [state, ...findings.map(({ code }) => code)]);

it('sends the tokens of the connection, names them in the report, and reads what is compressed', async () => {
  const sent = new Set<string | undefined>();
  listener = (request, response) => {
    sent.add(request.headers.authorization);
    const wrong = request.url === '/v1/users';
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(gzipSync(wrong ? '{"users":[{}]}' : '{"status":"ok"}'));
  };
  const report = await check(['health', 'staff']);
  expect(report.results.map(({ id, state }) => [id, state])).toEqual([
    ['health', 'passed'],
    ['staff', 'failed'],
  ]);
  expect([...sent]).toEqual([`Bearer ${token}`]);
  expect(JSON.stringify(report)).not.toContain(token);
  expect(report.results[1]?.findings[0]?.request).toBe(
    `curl -sS -H "Authorization: Bearer $OPERATOR_TOKEN" '${url}/v1/users'`,
  );
});

it('calls no address that the hub does not call', async () => {
  listener = () => expect.unreachable();
  expect(await codesOf(check(['staff'], { allowed: false }))).toEqual([['failed', 'refused']]);
});

it('names silence, responses that break off, and what is not compressed as it says', async () => {
  listener = () => {};
  expect(await codesOf(check(['staff'], { timeoutMs: 50 }))).toEqual([['failed', 'timeout']]);
  listener = (_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{', () => response.destroy());
  };
  outgoing.close();
  expect(await codesOf(check(['staff']))).toEqual([['failed', 'cut']]);
  listener = (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('{"users":[]}');
  };
  outgoing.close();
  expect(await codesOf(check(['staff']))).toEqual([['failed', 'cut']]);
});
