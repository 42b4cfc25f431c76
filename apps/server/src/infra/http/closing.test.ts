import { Agent, get, type IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { closeWithoutKeptConnections } from './closing.ts';

it.each(['before its head', 'in the middle of its body'])(
  'a server that stops %s lets a kept connection go when the answer has ended',
  async (moment) => {
    const server = fastify({ forceCloseConnections: 'idle' });
    closeWithoutKeptConnections(server);
    const body = new PassThrough();
    const asked = Promise.withResolvers<void>();
    const may = Promise.withResolvers<void>();
    server.get('/', async (_request, reply) => {
      asked.resolve();
      if (moment === 'before its head') await may.promise;
      return reply.send(body);
    });
    const url = await server.listen({ port: 0, host: '127.0.0.1' });
    const answer = new Promise<IncomingMessage>((done, failed) => {
      get(url, { agent: new Agent({ keepAlive: true }) }, done).on('error', failed);
    });
    await asked.promise;
    if (moment !== 'before its head') {
      body.write('first');
      await answer;
    }
    const closed = server.close();
    may.resolve();
    body.end('last');
    const text: string[] = [];
    for await (const piece of await answer) text.push(String(piece));
    expect(text.join('')).toMatch(/last$/);
    await closed;
  },
);
