import { uploadGameMedia } from '@ludus/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answerUploads } from '../../test/answer-uploads.ts';
import { ApiError, setTokenSource, upload } from './index.ts';

const file = new File(['picture'], 'cover.webp', { type: 'image/webp' });
const send = (onProgress?: (part: number) => void) =>
  upload(uploadGameMedia, { params: { gameId: 7 }, fields: { isMainImage: 'true' }, file, onProgress });

let token = 'first';
beforeEach(() => {
  token = 'first';
  setTokenSource({
    accessToken: () => token,
    renew: async () => {
      token = 'second';
      return 'renewed';
    },
    signInAgain: () => {},
  });
});

describe('uploads', () => {
  it('[API-016] send one file with its fields, signed, and tell how much has left', async () => {
    const seen = answerUploads(() => ({ status: 200, body: { id: 4 } }));
    const parts: number[] = [];
    await expect(send((part) => parts.push(part))).resolves.toEqual({ id: 4 });
    expect(seen).toEqual([
      {
        method: 'POST',
        path: '/api/games/media/upload/7',
        authorization: 'Bearer first',
        fields: { isMainImage: 'true' },
        file: expect.objectContaining({ name: 'cover.webp' }),
      },
    ]);
    expect(parts).toEqual([1, 1]);
  });

  it('go on by themselves after a connection lost on the way', async () => {
    vi.useFakeTimers();
    const seen = answerUploads((_one, place) => (place === 0 ? { status: 0 } : { status: 200, body: {} }));
    const done = send();
    await vi.runAllTimersAsync();
    await expect(done).resolves.toEqual({});
    expect(seen).toHaveLength(2);
  });

  it('give up after the third loss', async () => {
    vi.useFakeTimers();
    const seen = answerUploads(() => ({ status: 0 }));
    const done = send().catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    expect(await done).toMatchObject({ status: 0, code: 'network' });
    expect(seen).toHaveLength(3);
  });

  it('do not send a file twice that may have arrived', async () => {
    const seen = answerUploads(() => ({ status: 0, sent: 1 }));
    await expect(send()).rejects.toBeInstanceOf(ApiError);
    expect(seen).toHaveLength(1);
  });

  it('renew the token once and hand on what the server says', async () => {
    const seen = answerUploads((one) =>
      one.authorization === 'Bearer first'
        ? { status: 401 }
        : { status: 415, body: { message: 'Not a picture.', code: 'unsupported_media' } },
    );
    await expect(send()).rejects.toMatchObject({ status: 415, message: 'Not a picture.' });
    expect(seen.map((one) => one.authorization)).toEqual(['Bearer first', 'Bearer second']);
  });

  it('stop when told to', async () => {
    answerUploads(() => ({ status: 200, body: {} }));
    const stop = new AbortController();
    const done = upload(uploadGameMedia, { params: { gameId: 7 }, fields: {}, file, signal: stop.signal });
    stop.abort(new Error('no more'));
    await expect(done).rejects.toThrow('no more');
  });
});
