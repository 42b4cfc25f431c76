import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { maxTicketFileBytes, maxTicketFiles } from '@ludus/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTickets, type TicketsFixture } from '../../../test/support/tickets/tickets-hub.ts';

let on: TicketsFixture;
let id: number;
beforeAll(async () => {
  on = await startTickets();
});
afterAll(async () => {
  // The connection of a streamed file is free for the next call once its answer has ended on both sides; a hub that stops
  // meanwhile would wait for it.
  await on?.hub.get('/tickets', on.tokens.admin);
  await on?.hub.close();
});
beforeEach(async () => {
  await on.forget();
  ({ id } = (await on.create()).body);
});

const png = '\x89PNG\r\n\x1a\n picture';
const stored = () =>
  readdir(join(on.hub.stores.settings.dataDir, 'files', 'tickets')).catch((): string[] => []);
const rows = async () => (await on.hub.stores.postgres.pool.query('SELECT file_key FROM ticket_media')).rows;

describe('POST /tickets/:id/media', () => {
  it('[API-072][ENT-16][TICK-20] keeps a file of a ticket, and of an answer', async () => {
    const first = await on.attach(id);
    expect([first.status, first.body]).toEqual([
      200,
      {
        id: expect.any(Number),
        name: 'screen.png',
        contentType: 'image/png',
        bytes: png.length,
        url: expect.stringMatching(
          /^\/files\/tickets\/\d+\/screen\.png\?by=anna&expires=\d+&signature=[\w-]+$/,
        ),
        s3Url: first.body.url,
      },
    ]);
    const { id: answerId } = (await on.answer(id)).body;
    await on.attach(id, { name: 'log.zip', content: 'PK\x03\x04 log', answerId }, on.tokens.admin);
    const { body } = await on.hub.get(`/tickets/${id}`, on.tokens.anna);
    expect(body.ticket_media.map(({ name }: { name: string }) => name)).toEqual(['screen.png']);
    expect(body.answers[0].ticket_media).toMatchObject([{ name: 'log.zip', contentType: 'application/zip' }]);
    expect(on.heard()).toHaveLength(4);
  });

  it.each([
    ['a.jpg', '\xff\xd8\xff\xe0', 'image/jpeg'],
    ['a.gif', 'GIF89a', 'image/gif'],
    ['a.webp', 'RIFF....WEBP', 'image/webp'],
    ['A.MP4', '....ftypisom', 'video/mp4'],
    ['a.webm', '\x1a\x45\xdf\xa3', 'video/webm'],
    ['a.mov', '....ftypqt  ', 'video/quicktime'],
    ['a.pdf', '%PDF-1.7', 'application/pdf'],
    ['a.zip', 'PK\x03\x04', 'application/zip'],
  ])('[CONST-08] takes %s', async (name, content, contentType) => {
    expect((await on.attach(id, { name, content })).body).toMatchObject({ name, contentType });
  });

  it.each([
    ['page.html', '<!doctype html><script>alert(1)</script>'],
    ['page.png', '<!doctype html><script>alert(1)</script>'],
    ['page.pdf', '<html><script>alert(1)</script></html>'],
    ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['picture.html', png],
    ['notes.txt', 'Only words'],
    ['program.exe', 'MZ'],
    ['program.zip', 'MZ'],
    ['no extension', png],
  ])('refuses %s, and nothing stays', async (name, content) => {
    const before = await stored();
    expect((await on.attach(id, { name, content })).status).toBe(415);
    expect([await rows(), await stored()]).toEqual([[], before]);
  });

  it('[OPEN-60] says of which file the content is not what its name says', async () => {
    const page = '<!doctype html><script>alert(1)</script>';
    const messageOf = async (name: string) => (await on.attach(id, { name, content: page })).body.message;
    expect(await messageOf('page.png')).toBe('The content of page.png does not match its file name.');
    expect(await messageOf('page.html')).toBe('Wrong file extension');
  });

  it('refuses beyond 25 MB, nothing at all, and fields there are not', async () => {
    const before = await stored();
    const large = new Uint8Array(maxTicketFileBytes + 1);
    large.set(Buffer.from(png, 'latin1'));
    expect((await on.attach(id, { content: large })).status).toBe(413);
    expect((await on.attach(id, { content: '' })).body.fields).toHaveProperty('file');
    expect((await on.attach(id, { answerId: 0 })).status).toBe(422);
    expect([await rows(), await stored()]).toEqual([[], before]);
    const whole = await on.attach(id, { content: large.subarray(0, maxTicketFileBytes) });
    expect([whole.status, whole.body.bytes]).toEqual([200, 26_214_400]);
  });

  it('leaves nothing when its connection is cut', async () => {
    const waiting = () => readdir(join(on.hub.stores.settings.dataDir, 'uploads')).catch(() => []);
    const before = await stored();
    const socket = connect(Number(new URL(on.hub.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST /api/tickets/${id}/media HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${on.tokens.anna}\r\n` +
        'content-length: 900000\r\ncontent-type: multipart/form-data; boundary=b\r\n\r\n' +
        '--b\r\ncontent-disposition: form-data; name="file"; filename="half.png"\r\n\r\n' +
        png.repeat(1_000),
    );
    await expect.poll(async () => (await waiting()).length).toBe(1);
    socket.destroy();
    await expect.poll(waiting).toEqual([]);
    expect([await rows(), await stored()]).toEqual([[], before]);
  });

  it('[TICK-20] takes files of an answer from whoever gave it, within an hour, also of a closing one', async () => {
    const { id: answerId } = (await on.answer(id, { status: 'closed' })).body;
    expect((await on.attach(id, { answerId }, on.tokens.anna)).status).toBe(403);
    expect((await on.attach(id, { answerId }, on.tokens.second)).status).toBe(403);
    expect((await on.attach(id, { answerId }, on.tokens.admin)).status).toBe(200);
    on.clock.advance(3_600_001);
    expect((await on.attach(id, { answerId }, on.tokens.admin)).status).toBe(409);
    const other = (await on.create()).body;
    expect((await on.attach(other.id, { answerId }, on.tokens.admin)).status).toBe(404);
    expect(await rows()).toHaveLength(1);
  });

  it('takes no more files than there is room for, and says so', async () => {
    for (let count = 0; count < maxTicketFiles; count++) await on.attach(id);
    const before = await stored();
    expect((await on.attach(id)).status).toBe(409);
    expect(await stored()).toEqual(before);
    const { id: answerId } = (await on.answer(id)).body;
    expect((await on.attach(id, { answerId }, on.tokens.admin)).status).toBe(200);
  });

  it('[API-071] stays with a deleted ticket, and opens for whoever may restore it', async () => {
    const { id: answerId } = (await on.answer(id)).body;
    const { url } = (await on.attach(id)).body;
    await on.attach(id, { answerId }, on.tokens.admin);
    const before = [await rows(), await stored()];
    await on.hub.call('DELETE', `/tickets/${id}`, { token: on.tokens.admin });
    expect([await rows(), await stored()]).toEqual(before);
    expect((await on.hub.fetch(url)).status).toBe(200);
  });

  it('at the moment of a deletion leaves no file without its row', async () => {
    const before = await stored();
    const [, attached] = await Promise.all([
      on.hub.call('DELETE', `/tickets/${id}`, { token: on.tokens.admin }),
      on.attach(id),
    ]);
    expect([200, 404]).toContain(attached.status);
    const left = (await stored()).filter((name) => !before.includes(name)).map((name) => `tickets/${name}`);
    // What was in time stays with the ticket, what came too late is removed at once.
    expect(left).toEqual((await rows()).map(({ file_key }) => file_key));
    expect(left).toHaveLength(attached.status === 200 ? 1 : 0);
  });
});

describe('the address of an attachment', () => {
  it('opens nothing for a person who has moved, lost the role, or may not sign in any more', async () => {
    const { db } = on.hub.stores.postgres;
    const { url } = (await on.attach(id)).body;
    const status = async (address = url) => (await on.hub.fetch(address)).status;
    const anna = (change: object) =>
      db.updateTable('users').set(change).where('subject', '=', 'anna').execute();
    expect(await status()).toBe(200);
    expect(await status(url.replace('by=anna', 'by=admin'))).toBe(404);
    const asSheWas = { integration_name: 'Alpina', roles: ['integration_admin'], enabled: true };
    for (const change of [
      { integration_name: 'Baltica' },
      { roles: ['integration_manager'] },
      { enabled: false },
    ]) {
      await anna(change);
      expect(await status(), JSON.stringify(change)).toBe(404);
      await anna(asSheWas);
    }
    expect(await status()).toBe(200);
  });

  it.each([
    ['shot.png', png, 'inline'],
    ['film.mp4', '....ftypisom', 'inline'],
    ['terms.pdf', '%PDF-1.7', 'inline'],
    ['logs.zip', 'PK\x03\x04', 'attachment'],
  ])(
    '[TICK-08] opens %s where a browser shows it, and never as a page of ours',
    async (name, content, how) => {
      const { url } = (await on.attach(id, { name, content })).body;
      const { status, headers } = await on.hub.fetch(url);
      expect(status).toBe(200);
      expect(headers.get('content-disposition')).toMatch(new RegExp(`^${how}; filename="${name}"`));
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/^default-src 'none';.* sandbox( allow-same-origin)?$/);
      expect(policy).not.toContain('script');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('private, no-store');
    },
  );

  it('[TICK-08] sends a part of a video, so that a browser can seek in it', async () => {
    const content = '....ftypisom and frames';
    const { url } = (await on.attach(id, { name: 'film.mp4', content })).body;
    expect((await on.hub.fetch(url)).headers.get('accept-ranges')).toBe('bytes');
    const seek = (range: string) => on.hub.fetch(url, { headers: { range } });
    const part = await seek('bytes=4-11');
    expect([part.status, part.body]).toEqual([206, content.slice(4, 12)]);
    expect(part.headers.get('content-range')).toBe(`bytes 4-11/${content.length}`);
    expect(part.headers.get('content-disposition')).toContain('inline');
    const outside = await seek('bytes=999-');
    expect([outside.status, outside.headers.get('content-range')]).toEqual([
      416,
      `bytes */${content.length}`,
    ]);
  });

  it('expires after an hour, and opens no other file', async () => {
    const [first, second] = [(await on.attach(id)).body, (await on.attach(id)).body];
    const [path = '', query = ''] = first.url.split('?');
    for (const wrong of [
      path,
      `${second.url.split('?')[0]}?${query}`,
      `${path}?${query}x`,
      first.url.replace(/expires=\d/, 'expires=9'),
      '/files/tickets/x/screen.png',
    ]) {
      expect((await on.hub.fetch(wrong)).status, wrong).toBe(404);
    }
    on.clock.advance(3_599_000);
    expect((await on.hub.fetch(first.url)).status).toBe(200);
    on.clock.advance(2_000);
    expect((await on.hub.fetch(first.url)).status).toBe(404);
  });

  it('keeps whatever name the file has', async () => {
    const name = 'Größe "A" 🎰 100%#?.png';
    const { url } = (await on.attach(id, { name })).body;
    const { status, headers } = await on.hub.fetch(url);
    const written = /filename\*=UTF-8''(.+)$/.exec(headers.get('content-disposition') ?? '')?.[1] ?? '';
    expect([status, decodeURIComponent(written)]).toEqual([200, name]);
  });
});
