import { once } from 'node:events';
import { Agent, get, type IncomingMessage, type Server } from 'node:http';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { type FastifyInstance, fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createLog } from '../log/index.ts';
import { closeInTime } from './closing.ts';

const longMs = 600_000;

interface Closing {
  server: FastifyInstance;
  /** What the server has logged, one entry per line. */
  logged: { msg: string; requests?: string[] }[];
  listen(): Promise<URL>;
}

function createClosingServer(drainMs: number): Closing {
  const logged: Closing['logged'] = [];
  const log = createLog({ logLevel: 'info' }, { write: (line) => logged.push(JSON.parse(line)) });
  const server = fastify({ forceCloseConnections: 'idle', return503OnClosing: true });
  closeInTime(server, log, drainMs);
  return { server, logged, listen: async () => new URL(await server.listen({ port: 0, host: '127.0.0.1' })) };
}

function request(url: URL, agent = new Agent({ keepAlive: true })): Promise<IncomingMessage> {
  return new Promise((done, failed) => {
    get(url, { agent }, done).on('error', failed);
  });
}

async function readText(response: AsyncIterable<unknown>): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of response) pieces.push(String(piece));
  return pieces.join('');
}

describe('a server that stops', () => {
  it.each(['before its head', 'in the middle of its body'])(
    '%s of a response lets the kept connection go when the response has ended',
    async (moment) => {
      const { server, listen } = createClosingServer(longMs);
      const body = new PassThrough();
      const asked = Promise.withResolvers<void>();
      const may = Promise.withResolvers<void>();
      server.get('/', async (_request, reply) => {
        asked.resolve();
        if (moment === 'before its head') await may.promise;
        return reply.send(body);
      });
      const response = request(await listen());
      await asked.promise;
      if (moment !== 'before its head') {
        body.write('first');
        await response;
      }
      const closed = server.close();
      may.resolve();
      body.end('last');
      expect(await readText(await response)).toMatch(/last$/);
      await closed;
    },
  );

  it.each([
    ['of a known length', { 'content-length': '10' }],
    ['of an unknown length', {}],
  ])(
    'cuts a download %s that takes too long, and its caller sees that it is not whole',
    async (_kind, headers) => {
      const { server, logged, listen } = createClosingServer(0);
      const body = new PassThrough();
      server.get('/files/:name', (_request, reply) => reply.headers(headers).send(body));
      const url = await listen();
      const agent = new Agent({ keepAlive: true });
      const left = new Promise((done) => body.once('close', done));
      body.write('first');
      const response = await request(new URL('/files/a', url), agent);
      expect(String((await once(response, 'data'))[0])).toBe('first');
      const rest = readText(response);
      await Promise.all([server.close(), expect(rest).rejects.toThrow('aborted')]);
      expect(logged.map(({ msg }) => msg)).toContain('connections did not end in time and were cut');
      expect(logged.flatMap(({ requests = [] }) => requests)).toEqual([
        expect.stringMatching(/^GET \/files\/:name \(/),
      ]);
      await left;
    },
  );

  it('cuts a socket whose other end does not take part in closing it', async () => {
    const { server, listen } = createClosingServer(0);
    (server.server as Server).on('upgrade', (_request, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
    });
    const { port } = await listen();
    const client = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
    client.on('error', () => {});
    client.write('GET / HTTP/1.1\r\nhost: hub\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
    await once(client, 'data');
    await server.close();
    client.destroy();
  });

  it('is unavailable to whoever asks on a connection that it still answers on', async () => {
    const { server, listen } = createClosingServer(longMs);
    const body = new PassThrough();
    const closing = Promise.withResolvers<void>();
    server.addHook('preClose', async () => closing.resolve());
    server.get('/slow', (_request, reply) => reply.send(body));
    server.get('/health', async () => 'ok');
    const { port } = await listen();
    const client = connect(Number(port), '127.0.0.1');
    body.write('first');
    client.write('GET /slow HTTP/1.1\r\nhost: hub\r\n\r\nGET /health HTTP/1.1\r\nhost: hub\r\n');
    const [begun] = await once(client, 'data');
    const rest = readText(client);
    const closed = server.close();
    await closing.promise;
    client.write('\r\n');
    body.end('last');
    await closed;
    expect((begun + (await rest)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 503']);
  });
});
