import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { endpoint } from '@ludus/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestHub, type TestHub } from '../../../test/hub.ts';
import { tokenFor } from '../../../test/tokens.ts';
import { bindUpload } from './index.ts';

const store = endpoint({
  id: 'store',
  method: 'POST',
  path: '/store/:id',
  access: 'games:edit',
  tag: 'test',
  summary: 'Echoes the file it was given',
  params: z.strictObject({ id: z.coerce.number<string>().pipe(z.int().positive()) }),
  upload: { maxBytes: 100_000 },
  body: z.strictObject({
    title: z.string().max(20).optional(),
    gameId: z.union([z.string(), z.array(z.string())]).optional(),
    isMain: z.stringbool().optional(),
  }),
  response: z.strictObject({ name: z.string(), bytes: z.int(), text: z.string(), body: z.unknown() }),
  failures: [404, 413, 415],
});

let hub: TestHub;
let admin: string;
let calls = 0;

beforeAll(async () => {
  hub = await startTestHub({
    modules: () => [
      {
        name: 'test',
        endpoints: [
          bindUpload(store, async ({ file, body }) => {
            calls += 1;
            const text = String(await readFile(file.path)).slice(0, 40);
            return { name: file.name, bytes: file.bytes, text, body };
          }),
        ],
      },
    ],
  });
  admin = await tokenFor('ludus_admin');
});
afterAll(() => hub?.close());
beforeEach(() => {
  calls = 0;
});

type Part = [name: string, value: string | Blob, fileName?: string];
const text = (content: string) => new Blob([content], { type: 'text/plain' });

function send(parts: readonly Part[], { token = admin as string | null, path = '/api/store/1' } = {}) {
  const body = new FormData();
  for (const [name, value, fileName] of parts) {
    if (typeof value === 'string') body.append(name, value);
    else body.append(name, value, fileName ?? 'a.txt');
  }
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  return hub.fetch(path, { method: 'POST', headers, body });
}

const left = () => readdir(join(hub.stores.settings.dataDir, 'uploads')).catch(() => []);

describe('[API-016] a file that comes with a call', () => {
  it('is there for the handler with its name, size and fields, and gone after the answer', async () => {
    const { status, body } = await send([
      ['title', 'Cover'],
      ['file', text('some bytes'), 'ünïcode "quoted" 🎰.txt'],
      ['gameId[]', '1'],
      ['gameId[]', '2'],
      ['isMain', 'true'],
    ]);
    expect([status, body]).toEqual([
      200,
      {
        name: 'ünïcode "quoted" 🎰.txt',
        bytes: 10,
        text: 'some bytes',
        body: { title: 'Cover', gameId: ['1', '2'], isMain: true },
      },
    ]);
    await expect.poll(left).toEqual([]);
  });

  it('has a name without folders, whatever it is called', async () => {
    for (const name of ['../../etc/passwd', 'C:\\temp\\passwd', '/etc/passwd']) {
      expect((await send([['file', text('x'), name]])).body.name).toBe('passwd');
    }
  });

  it('may be as large as the endpoint says, and not one byte larger', async () => {
    expect((await send([['file', text('x'.repeat(100_000))]])).body.bytes).toBe(100_000);
    calls = 0;
    const { status, body } = await send([['file', text('x'.repeat(100_001))]]);
    expect([status, body.code, calls]).toEqual([413, 'too_large', 0]);
    expect((await send([['file', text('x'.repeat(3_000_000))]])).status).toBe(413);
    await expect.poll(left).toEqual([]);
  });

  it('needs a token and the right role before anything is read, and an address that can exist', async () => {
    const file: Part[] = [['file', text('x'.repeat(3_000_000))]];
    expect((await send(file, { token: null })).status).toBe(401);
    expect((await send(file, { token: await tokenFor('ludus_manager') })).status).toBe(403);
    expect((await send(file, { path: '/api/store/none' })).status).toBe(404);
    expect((await send(file, { path: '/api/store/1?extra=1' })).status).toBe(422);
    await expect.poll(left).toEqual([]);
    expect(calls).toBe(0);
  });

  it.each<[string, Part[], Record<string, string>]>([
    ['none', [['title', 'x']], { file: 'Choose a file.' }],
    [
      'two',
      [
        ['file', text('a')],
        ['file', text('b')],
      ],
      { file: 'Send one file only.' },
    ],
    ['an empty one', [['file', text('')]], { file: 'The file is empty.' }],
    [
      'another name',
      [
        ['file', text('a')],
        ['picture', text('b')],
      ],
      { picture: 'Unknown field.' },
    ],
    [
      'a field of no meaning',
      [
        ['file', text('a')],
        ['role', 'admin'],
      ],
      { role: 'Unknown field.' },
    ],
    [
      'a file where text belongs',
      [
        ['file', text('a')],
        ['title', text('b')],
      ],
      { title: 'Unknown field.' },
    ],
  ])('is refused with 422 and nothing stays: %s', async (_, parts, fields) => {
    const { status, body } = await send(parts);
    expect([status, body.fields, calls]).toEqual([422, fields, 0]);
    await expect.poll(left).toEqual([]);
  });

  it('is refused in other bodies and in broken ones', async () => {
    expect((await hub.call('POST', '/store/1', { token: admin, body: {} })).status).toBe(415);
    const raw = (type: string, body: string) =>
      hub.fetch('/api/store/1', {
        method: 'POST',
        headers: { authorization: `Bearer ${admin}`, 'content-type': type },
        body,
      });
    expect((await raw('multipart/form-data', 'x')).status).toBe(415);
    expect((await raw('multipart/form-data; boundary=b', 'x')).status).toBe(422);
    const started = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nhalf';
    expect((await raw('multipart/form-data; boundary=b', started)).status).toBe(422);
    await expect.poll(left).toEqual([]);
    expect(calls).toBe(0);
  });

  it('leaves nothing when the connection is cut in the middle', async () => {
    const socket = connect(Number(new URL(hub.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST /api/store/1 HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${admin}\r\ncontent-length: 90000\r\n` +
        'content-type: multipart/form-data; boundary=b\r\n\r\n' +
        `--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${'x'.repeat(20_000)}`,
    );
    await expect.poll(async () => (await left()).length).toBe(1);
    socket.destroy();
    await expect.poll(left).toEqual([]);
    expect(calls).toBe(0);
  });

  it('is described as multipart with its fields', async () => {
    const { body } = await hub.fetch('/api/openapi.json');
    const content = body.paths['/api/store/{id}'].post.requestBody.content;
    expect(Object.keys(content)).toEqual(['multipart/form-data']);
    const { properties, required } = content['multipart/form-data'].schema;
    expect(Object.keys(properties)).toEqual(['file', 'title', 'gameId', 'isMain']);
    expect([properties.file.format, required]).toEqual(['binary', ['file']]);
  });
});
