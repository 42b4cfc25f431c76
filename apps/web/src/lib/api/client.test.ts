import { endpoint } from '@ludus/contract';
import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { setLanguage } from '../language.ts';
import { showCallLimitWith } from './call-limit.ts';
import { addressOf, call, errorOfReply, type Renewal, setTokenSource, traceCalls } from './client.ts';
import { ApiError } from './error.ts';
import { createQueryClient, lookAgain, queryFor, shouldRetry } from './query.ts';

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
    setTokenSource({ accessToken: () => token, renew, signInAgain });
  });
  afterEach(() => vi.resetAllMocks());

  it('each begin a trace of their own while the server traces, and none otherwise', async () => {
    send.mockImplementation(async () => answer(200, { name: 'x' }));
    const sent = async () => {
      await call(getThing, { params: { id: '1' } });
      return new Headers(send.mock.lastCall?.[1].headers).get('traceparent');
    };
    expect(await sent()).toBeNull();
    traceCalls(true);
    try {
      const [first, second] = [await sent(), await sent()];
      expect(first).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
      expect(second?.slice(3, 35)).not.toBe(first?.slice(3, 35));
    } finally {
      traceCalls(false);
    }
  });

  it('[I18N-01] a refusal is read in the reader’s language, in English where its code is unknown', async () => {
    const refusal = (code: string) => ({
      message: 'At most 20 files.',
      detail: { code, values: { max: 20 } },
      code: 'conflict',
    });
    const refused = async (code: string) => {
      send.mockResolvedValueOnce(answer(409, refusal(code)));
      return call(getThing, { params: { id: '7' } }).catch((error: ApiError) => [error.message, error.code]);
    };
    expect(await refused('refusals.tooManyFiles')).toEqual(['At most 20 files.', 'conflict']);
    await setLanguage('it');
    expect(await refused('refusals.tooManyFiles')).toEqual(['Al massimo 20 file.', 'conflict']);
    expect(await refused('refusals.ofANewerServer')).toEqual(['At most 20 files.', 'conflict']);
    await setLanguage('en');
  });

  it('[I18N-01] what is wrong with a field is read in the reader’s language, in English without a code', async () => {
    const refusal = {
      message: 'Some values are not valid.',
      code: 'validation',
      fields: { title: 'Please enter a title.', other: 'Only in English.' },
      fieldDetails: { title: { code: 'fields.ticketTitleRequired', values: {} } },
    };
    const refused = async () => {
      send.mockResolvedValueOnce(answer(422, refusal));
      return call(getThing, { params: { id: '7' } }).catch((error: ApiError) => error.fields);
    };
    expect(await refused()).toEqual({ title: 'Please enter a title.', other: 'Only in English.' });
    await setLanguage('it');
    expect(await refused()).toEqual({ title: 'Inserisci un titolo.', other: 'Only in English.' });
    await setLanguage('en');
  });

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

  it('are read again where what was there before stays on screen, unless it is a refusal', () => {
    const after = (status: number, data: unknown = { rows: [] }) =>
      lookAgain({ state: { data, error: new ApiError(status, { message: '', code: 'internal' }) } });
    expect([0, 429, 500, 502, 503].map((status) => after(status))).toEqual(Array(5).fill(30_000));
    expect([401, 403, 404, 409, 422].map((status) => after(status))).toEqual(Array(5).fill(false));
    // A page that has nothing to show has a button of its own.
    expect(lookAgain({ state: { data: undefined, error: new Error('lost') } })).toBe(false);
    expect(lookAgain({ state: { data: { rows: [] }, error: null } })).toBe(false);
  });

  it('[ERR-017][OPEN-63] are logged with the name of the call, and say nothing by themselves', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => answer(404, { message: 'No such thing', code: 'not_found' })),
    );
    const client = createQueryClient();
    const reading = client.fetchQuery({ ...queryFor(getThing, { params: { id: '7' } }), retry: false });
    await expect(reading).rejects.toMatchObject({ status: 404 });
    const change = { mutationFn: () => call(saveThing, { body: { name: 'x' } }) };
    await expect(client.getMutationCache().build(client, change).execute(undefined)).rejects.toMatchObject({
      status: 404,
    });
    const refused = expect.objectContaining({ status: 404 });
    expect(warn.mock.calls).toEqual([['getThing failed.', refused]]);
    expect(error.mock.calls).toEqual([['A change failed.', refused]]);
    warn.mockRestore();
    error.mockRestore();
  });

  it('are not logged where the call was given up', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const client = createQueryClient();
    const given = AbortSignal.abort();
    const giveUp = async () => given.throwIfAborted();
    await expect(client.fetchQuery({ queryKey: ['given-up'], queryFn: giveUp })).rejects.toThrow();
    const change = client.getMutationCache().build(client, { mutationFn: giveUp });
    await expect(change.execute(undefined)).rejects.toThrow();
    expect([warn.mock.calls, error.mock.calls]).toEqual([[], []]);
    warn.mockRestore();
    error.mockRestore();
  });

  it('wait after a 429 as long as the server asks, and tell it once', async () => {
    const shown: string[] = [];
    showCallLimitWith((text) => shown.push(text));
    const tooMany = { message: 'Too many requests. Try again in 12 s.', code: 'too_many_requests' };
    const fetched = vi.fn(async () => answer(429, tooMany, { 'retry-after': '12' }));
    vi.stubGlobal('fetch', fetched);
    const client = createQueryClient();
    vi.useFakeTimers();
    const reading = client.fetchQuery({ ...queryFor(getThing, { params: { id: '7' } }), retry: shouldRetry });
    const outcome = reading.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(11_900);
    expect(fetched).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2_200);
    expect(fetched).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetched).toHaveBeenCalledTimes(4);
    expect(await outcome).toMatchObject({ status: 429, code: 'too_many_requests', retryAfterSeconds: 12 });
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.length).toBeLessThanOrEqual(4);
    vi.useRealTimers();
  });

  it('say a 429 in the language of the person', async () => {
    const shown: string[] = [];
    showCallLimitWith((text) => shown.push(text));
    await i18next.changeLanguage('it');
    const error = errorOfReply(429, { message: 'Too many requests.', code: 'too_many_requests' }, '12');
    expect(error.message).toBe('Troppe richieste. Riprova tra 12 s.');
    expect(errorOfReply(429, { message: '', code: 'too_many_requests' }, null).retryAfterSeconds).toBe(60);
    expect(shown).toEqual(['Troppe richieste. Riprova tra 12 s.']);
    await i18next.changeLanguage('en');
  });
});
