import { endpoint } from '@ludus/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ApiError, addressOf, call, type Renewal, signCallsWith } from './client.ts';
import { queryFor, shouldRetry } from './query.ts';

const getThing = endpoint({
  id: 'getThing',
  method: 'GET',
  path: '/things/:id',
  access: 'signed-in',
  tag: 'things',
  summary: '',
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({
    games: z.array(z.number()).optional(),
    order: z.record(z.string(), z.string()).optional(),
    isOpen: z.boolean().nullable().optional(),
  }),
  response: z.strictObject({ name: z.string() }),
});
const saveThing = endpoint({
  id: 'saveThing',
  method: 'POST',
  path: '/things',
  access: 'signed-in',
  tag: 'things',
  summary: '',
  body: z.strictObject({ name: z.string() }),
  response: z.strictObject({ name: z.string() }),
});

const answer = (status: number, body: unknown, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

describe('calls', () => {
  const send = vi.fn<(url: string, request: RequestInit) => Promise<Response>>();
  const renew = vi.fn<() => Promise<Renewal>>();
  const signInAgain = vi.fn();

  beforeEach(() => {
    vi.stubGlobal('fetch', send);
    let token = 'first';
    renew.mockImplementation(async () => {
      token = 'second';
      return 'renewed';
    });
    signCallsWith({ accessToken: () => token, renew, signInAgain });
  });
  afterEach(() => vi.resetAllMocks());

  it('[AUTH-02] sends credentials and the access token as a bearer header', async () => {
    send.mockResolvedValueOnce(answer(200, { name: 'x' }));
    await call(getThing, { params: { id: '7' } });
    const [url, request] = send.mock.calls[0] ?? [];
    expect(url).toBe('/api/things/7');
    expect(request?.credentials).toBe('include');
    expect(request?.headers).toMatchObject({ authorization: 'Bearer first' });
  });

  it('writes parameters, lists, nested names and nulls into the address', () => {
    const query = { games: [3, 8], order: { bet: 'desc' }, isOpen: null, unset: undefined, none: [] };
    expect(decodeURIComponent(addressOf(getThing, { id: 'a/b' }, query))).toBe(
      '/api/things/a/b?games=3,8&order[bet]=desc&isOpen=null',
    );
    expect(addressOf(getThing, { id: 'a/b' })).toBe('/api/things/a%2Fb');
  });

  it('sends a body as JSON', async () => {
    send.mockResolvedValueOnce(answer(200, { name: 'x' }));
    await call(saveThing, { body: { name: 'x' } });
    expect(send.mock.calls[0]?.[1].body).toBe('{"name":"x"}');
  });

  it('turns a refusal into an ApiError with message, code and fields', async () => {
    send.mockResolvedValueOnce(
      answer(422, {
        message: 'Invalid Bet range',
        code: 'validation',
        fields: { betRange: 'Invalid Bet range' },
      }),
    );
    const error = await call(saveThing, { body: { name: '' } }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 422,
      code: 'validation',
      message: 'Invalid Bet range',
      fields: { betRange: 'Invalid Bet range' },
    });
  });

  it('says that the server could not be reached when no answer comes, or one that is no reply of ours', async () => {
    send.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await expect(call(getThing, { params: { id: '1' } })).rejects.toMatchObject({
      status: 0,
      code: 'network',
    });
    send.mockResolvedValueOnce(
      new Response('<html>bad gateway</html>', { status: 502, headers: { 'x-request-id': 'r1' } }),
    );
    await expect(call(getThing, { params: { id: '1' } })).rejects.toMatchObject({
      status: 502,
      message: 'Error trying to connect to the server.',
      requestId: 'r1',
    });
  });

  it('renews the token once after a 401 and repeats the call with the new one', async () => {
    send.mockResolvedValueOnce(answer(401, { message: 'no', code: 'unauthorized' }));
    send.mockResolvedValueOnce(answer(200, { name: 'x' }));
    await expect(call(getThing, { params: { id: '1' } })).resolves.toEqual({ name: 'x' });
    expect(send.mock.calls[1]?.[1].headers).toMatchObject({ authorization: 'Bearer second' });
    expect(signInAgain).not.toHaveBeenCalled();
  });

  it('signs in again when renewing does not help, but not while the provider is unreachable', async () => {
    send.mockImplementation(async () => answer(401, { message: 'no', code: 'unauthorized' }));
    await expect(call(getThing, { params: { id: '1' } })).rejects.toMatchObject({ status: 401 });
    expect(signInAgain).toHaveBeenCalledTimes(1);
    renew.mockResolvedValueOnce('unreachable');
    await expect(call(getThing, { params: { id: '1' } })).rejects.toMatchObject({ status: 401 });
    expect(signInAgain).toHaveBeenCalledTimes(1);
  });

  it('fails on an answer that does not follow the contract', async () => {
    send.mockResolvedValueOnce(answer(200, { name: 7 }));
    await expect(call(getThing, { params: { id: '1' } })).rejects.toThrow('does not follow the contract');
  });

  it('keeps every parameter in the key of a query', () => {
    const key = (games: number[]) =>
      JSON.stringify(queryFor(getThing, { params: { id: '1' }, query: { games } }).queryKey);
    expect(key([1])).not.toBe(key([2]));
    expect(key([1])).toBe(key([1]));
  });

  it('tries again after a lost connection, never after a refusal', () => {
    const error = (status: number) => new ApiError(status, { message: '', code: 'internal' });
    expect(shouldRetry(0, error(0))).toBe(true);
    expect(shouldRetry(1, error(0))).toBe(false);
    expect(shouldRetry(0, error(404))).toBe(false);
    expect(shouldRetry(0, error(500))).toBe(false);
  });
});
