import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { errorReply } from '@ludus/contract';
import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { answerClientError } from './client-errors.ts';

/** Sends raw text to a server and returns the whole response. */
async function answerTo(sent: string): Promise<{ status: string; body: unknown }> {
  const server = fastify({ clientErrorHandler: answerClientError, http: { maxHeaderSize: 16_384 } });
  onTestFinished(() => server.close());
  await server.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(sent);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { status: head.split('\r\n')[0] ?? '', body: errorReply.parse(JSON.parse(body)) };
}

it('an address that is too long is refused in the shape of every failure', async () => {
  expect(await answerTo(`GET /?a=${'x'.repeat(20_000)} HTTP/1.1\r\nhost: hub\r\n\r\n`)).toEqual({
    status: 'HTTP/1.1 431 Request Header Fields Too Large',
    body: { message: 'The address and the headers are too long.', code: 'too_large' },
  });
});

it('what is no HTTP request is refused in the shape of every failure', async () => {
  expect(await answerTo('hello\r\n\r\n')).toEqual({
    status: 'HTTP/1.1 400 Bad Request',
    body: { message: 'This is not an HTTP request.', code: 'validation' },
  });
});
