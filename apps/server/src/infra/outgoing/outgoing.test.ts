import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createOutgoing, type Outgoing, OutgoingError } from './index.ts';

const closed = {
  sandbox: false,
  sandboxUrl: undefined,
  allowPrivateHosts: [],
  allowInsecureServices: true,
};

let server: http.Server;
let port: number;
let address: string;
let outgoing: Outgoing;
let connections = 0;
/** How many of the next calls to `/closing` lose their connection before the response. */
let closing = 0;

const answers: Record<string, (request: http.IncomingMessage, response: http.ServerResponse) => void> = {
  '/ok': (_request, response) => response.end('{"status":"ok"}'),
  '/text': (_request, response) => response.end('not json'),
  '/moved': (_request, response) => response.writeHead(302, { location: '/ok' }).end(),
  '/silent': () => {},
  '/drip': (_request, response) => {
    response.writeHead(200);
    response.write('x');
  },
  '/cut': (_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half');
    response.flushHeaders();
    setImmediate(() => response.destroy());
  },
  '/closing': (request, response) => {
    closing -= 1;
    if (closing >= 0) request.socket.destroy();
    else response.end('open');
  },
  '/large': (_request, response) => {
    for (let piece = 0; piece < 20; piece++) response.write(Buffer.alloc(1000));
    response.end();
  },
  '/announced': (_request, response) => {
    response.writeHead(200, { 'content-length': '20000' });
    response.end(Buffer.alloc(20_000));
  },
  '/echo': async (request, response) => {
    const body = await text(request);
    response.end(JSON.stringify({ method: request.method, token: request.headers.authorization, body }));
  },
};

beforeAll(async () => {
  server = http.createServer((request, response) => answers[request.url ?? '']?.(request, response));
  server.on('connection', () => connections++);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
  address = `http://127.0.0.1:${port}`;
  outgoing = createOutgoing({ ...closed, sandbox: true });
});

afterAll(() => {
  outgoing.close();
  server.closeAllConnections();
  server.close();
});

const reasonOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(OutgoingError);
  return (error as OutgoingError).reason;
};

describe('an outgoing call', () => {
  it('sends method, headers and body, and reads the answer', async () => {
    const response = await outgoing.send(`${address}/echo`, {
      method: 'POST',
      headers: { authorization: 'Bearer t' },
      body: 'hello',
    });
    const shape = z.strictObject({ method: z.string(), token: z.string(), body: z.string() });
    expect(await response.json(shape)).toEqual({ method: 'POST', token: 'Bearer t', body: 'hello' });
  });

  it('keeps its connection for the next call', async () => {
    await (await outgoing.send(`${address}/ok`)).text();
    const before = connections;
    for (let call = 0; call < 5; call++) await (await outgoing.send(`${address}/ok`)).text();
    expect(connections).toBe(before);
  });

  it('is sent again when the connection that was kept for it was closed, unless it may change something', async () => {
    const keep = async () => (await outgoing.send(`${address}/ok`)).text();
    await keep();
    closing = 1;
    expect(await (await outgoing.send(`${address}/closing`)).text()).toBe('open');
    await keep();
    closing = 1;
    expect(await reasonOf(outgoing.send(`${address}/closing`, { method: 'POST' }))).toBe('cut');
    const fresh = createOutgoing({ ...closed, sandbox: true });
    closing = 1;
    expect(await reasonOf(fresh.send(`${address}/closing`))).toBe('cut');
    fresh.close();
  });

  it('does not follow redirects', async () => {
    const response = await outgoing.send(`${address}/moved`);
    expect(response.status).toBe(302);
    response.discard();
  });

  it('ends when nothing comes, before the head and within the body', async () => {
    expect(await reasonOf(outgoing.send(`${address}/silent`, { timeoutMs: 40 }))).toBe('timeout');
    expect(await reasonOf(outgoing.send(`${address}/silent`, { timeoutMs: 0, idleTimeoutMs: 40 }))).toBe(
      'timeout',
    );
    // The clock stands until the head is there, however long that takes.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const response = await outgoing.send(`${address}/drip`, { timeoutMs: 0, idleTimeoutMs: 60 });
      const reading = reasonOf(response.text());
      await vi.advanceTimersByTimeAsync(60);
      expect(await reading).toBe('timeout');
    } finally {
      vi.useRealTimers();
    }
  });

  it('ends when its caller gives up', async () => {
    const caller = new AbortController();
    const call = outgoing.send(`${address}/silent`, { signal: caller.signal });
    caller.abort();
    expect(await reasonOf(call)).toBe('aborted');
    expect(await reasonOf(outgoing.send(`${address}/ok`, { signal: AbortSignal.abort() }))).toBe('aborted');
  });

  it('refuses more bytes than asked for, announced or not', async () => {
    for (const path of ['/large', '/announced']) {
      const response = await outgoing.send(`${address}${path}`, { maxBytes: 5000 });
      expect(await reasonOf(response.bytes())).toBe('too-large');
    }
  });

  it('tells a cut answer and a wrong form from a whole one', async () => {
    expect(await reasonOf((await outgoing.send(`${address}/cut`)).text())).toBe('cut');
    const status = z.strictObject({ status: z.literal('fine') });
    expect(await reasonOf((await outgoing.send(`${address}/ok`)).json(status))).toBe('malformed');
    expect(await reasonOf((await outgoing.send(`${address}/text`)).json(status))).toBe('malformed');
  });

  it('names the reason when no one listens', async () => {
    const spare = http.createServer().listen(0, '127.0.0.1');
    await once(spare, 'listening');
    const free = (spare.address() as AddressInfo).port;
    spare.close();
    await once(spare, 'close');
    expect(await reasonOf(outgoing.send(`http://127.0.0.1:${free}/`))).toBe('unreachable');
  });
});

describe('[OPEN-47] private addresses', () => {
  it('are refused as literals in any spelling, and behind names, before anything is sent', async () => {
    const strict = createOutgoing(closed);
    const before = connections;
    const urls = [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '0177.0.0.1',
      '017700000001',
      '127.1',
      '127.0.0.1.',
      '[::1]',
      '[::127.0.0.1]',
      '[::ffff:127.0.0.1]',
      '[64:ff9b::7f00:1]',
      'localhost',
    ].map((host) => `http://${host}:${port}/ok`);
    for (const url of urls) {
      expect(await reasonOf(strict.send(url))).toBe('refused');
    }
    expect(connections).toBe(before);
    strict.close();
  });

  it('are refused before they are kept, while a name that leads nowhere yet is not', async () => {
    const strict = createOutgoing(closed);
    for (const host of ['127.0.0.1', '[::1]', 'localhost', '10.0.0.1']) {
      expect(await reasonOf(strict.assertCallable(`https://${host}/play`))).toBe('refused');
    }
    expect(await reasonOf(strict.assertCallable('https://user:pw@example.com'))).toBe('bad-address');
    await strict.assertCallable('https://1.1.1.1/play');
    await strict.assertCallable('https://nowhere.invalid/play');
    await outgoing.assertCallable(address);
    strict.close();
  });

  it('are made over https only outside the sandbox, unless a setting allows http', async () => {
    const secure = createOutgoing({
      ...closed,
      allowInsecureServices: false,
      allowPrivateHosts: ['localhost'],
    });
    const insecure = `http://localhost:${port}/ok`;
    expect(await reasonOf(secure.send(insecure))).toBe('bad-address');
    expect(await reasonOf(secure.assertCallable(insecure))).toBe('bad-address');
    await expect(secure.assertCallable(insecure)).rejects.toThrow('ALLOW_INSECURE_SERVICES=on');
    await secure.assertCallable('https://localhost/play');
    secure.close();
  });

  it('are called when their host is listed', async () => {
    const listed = createOutgoing({ ...closed, allowPrivateHosts: ['localhost'] });
    expect((await listed.send(`http://localhost:${port}/ok`)).status).toBe(200);
    expect(await reasonOf(listed.send(`${address}/ok`))).toBe('refused');
    listed.close();
  });

  it('of this machine are called with the sandbox on, others are not', async () => {
    expect((await outgoing.send(`http://localhost:${port}/ok`)).status).toBe(200);
    expect(await reasonOf(outgoing.send('http://169.254.169.254/latest/meta-data'))).toBe('refused');
  });

  it('and other kinds of addresses are refused with the reason', async () => {
    for (const url of [
      'file:///etc/passwd',
      'ftp://example.com',
      'nonsense',
      'http://user:pw@example.com/',
    ]) {
      expect(await reasonOf(outgoing.send(url))).toBe('bad-address');
    }
  });
});
