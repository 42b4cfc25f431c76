import { textMessage } from '@ludus/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type FakePlatform,
  type FeedFault,
  platformSession,
  startFakePlatform,
} from '../../../test/fake-platform.ts';
import { outOfPatienceAtSilence } from '../../../test/silence.ts';
import { Secret } from '../crypto/index.ts';
import { createOutgoing, type Outgoing, OutgoingError } from '../outgoing/index.ts';
import { createOperatorApi, type OperatorApi, OperatorApiError, type OperatorConnection } from './index.ts';

const query = {
  changedFrom: '2026-11-01T00:00:00.000Z',
  changedTo: '2026-12-01T00:00:00.000Z',
  cursor: null,
  limit: 1000,
};
const signal = new AbortController().signal;

let outgoing: Outgoing;
let platform: FakePlatform;
let client: OperatorApi;
let service: OperatorConnection;
const waits: number[] = [];

beforeAll(() => {
  outgoing = createOutgoing({ sandbox: true, sandboxUrl: undefined, allowPrivateHosts: [] });
});
afterAll(() => outgoing.close());

beforeEach(async () => {
  platform = await startFakePlatform({ now: () => new Date('2026-11-20T12:00:00Z') });
  platform.put(...Array.from({ length: 20 }, (_, index) => platformSession(index)));
  waits.length = 0;
  client = createOperatorApi(outOfPatienceAtSilence(outgoing), {
    wait: async (milliseconds) => void waits.push(milliseconds),
    limits: { backoffMs: [1, 2, 3], maxPageBytes: 100_000, maxLineBytes: 2_000 },
  });
  service = connectionOf(platform.url);
  return () => platform.stop();
});

/** A platform whose services share an address and a token. */
function connectionOf(url: string, token = platform.token): OperatorConnection {
  const one = { url, token: new Secret(token) };
  return {
    services: { gaming: one, data: one, play: one, launch: one },
    bookkeepingToken: one.token,
    operatorToken: one.token,
    maintenanceToken: one.token,
  };
}

const failureOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(OperatorApiError);
  return (error as OperatorApiError).message;
};

describe('reading a page of the session feed', () => {
  it('gives the lines and the place where the next page starts', async () => {
    const page = await client.readSessionPage(service, { ...query, limit: 15 }, signal);
    expect(page.lines.map((line) => JSON.parse(line).sessionId)).toHaveLength(15);
    const next = await client.readSessionPage(
      service,
      { ...query, limit: 15, cursor: page.nextCursor },
      signal,
    );
    expect(next.lines).toHaveLength(5);
    expect(next.nextCursor).toBeNull();
  });

  it.each<FeedFault>(['cut', 'cut-cleanly', 'error', 'hang', 'hang-midway', 'wrong-count'])(
    'asks again from the same place after %s, and gives the page once it comes whole',
    async (fault) => {
      platform.faults.push(fault, fault);
      const page = await client.readSessionPage(service, query, signal);
      expect(page.lines).toHaveLength(20);
      expect(waits).toEqual([1, 2]);
      expect(new Set(platform.asked.map(String)).size).toBe(1);
    },
  );

  it.each<[FeedFault, string]>([
    ['cut', 'The data service cut off its response. Called 4 times.'],
    ['cut-cleanly', 'The data service cut off its response. Called 4 times.'],
    ['hang', 'The data service did not answer in time. Called 4 times.'],
    ['hang-midway', 'The data service did not answer in time. Called 4 times.'],
    ['error', 'The data service answered with an error (500). It says: Something broke. Called 4 times.'],
    ['wrong-count', 'The data service announced 21 sessions and sent 20. Called 4 times.'],
  ])('gives up after a bounded number of attempts when it is always %s', async (fault, message) => {
    platform.lastingFault = fault;
    expect(await failureOf(client.readSessionPage(service, query, signal))).toBe(message);
    expect(platform.asked).toHaveLength(4);
  });

  it.each<[FeedFault, string]>([
    ['web-page', 'The data service answered with a web page instead of data.'],
    ['redirect', 'The data service redirects elsewhere (302); its address is wrong.'],
  ])('does not ask again after a %s', async (fault, message) => {
    platform.faults.push(fault);
    expect(await failureOf(client.readSessionPage(service, query, signal))).toBe(message);
    expect(platform.asked).toHaveLength(1);
  });

  it('says so when the token is refused, and does not show the token', async () => {
    const message = await failureOf(
      client.readSessionPage(connectionOf(platform.url, 'bad-token'), query, signal),
    );
    expect(message).toBe('The data service refused the token (401).');
    expect(waits).toEqual([]);
  });

  it('stops at a page larger than allowed, and skips a line longer than allowed', async () => {
    platform.junk.push('x'.repeat(5_000));
    const page = await client.readSessionPage(service, query, signal);
    expect(page.tooLong).toHaveLength(1);
    expect(page.lines).toHaveLength(20);
    platform.junk.push('x'.repeat(100_000));
    expect(await failureOf(client.readSessionPage(service, query, signal))).toBe(
      'The data service sent a response that is too large.',
    );
  });

  it('says when no one listens or the address is no address', async () => {
    await platform.stop();
    expect(await failureOf(client.readSessionPage(service, query, signal))).toBe(
      'The data service cannot be reached. Called 4 times.',
    );
    expect(await failureOf(client.readSessionPage(connectionOf('ftp://x'), query, signal))).toBe(
      'The address of the data service is not valid.',
    );
    platform = await startFakePlatform({ now: () => new Date('2026-11-20T12:00:00Z') });
  });

  it('ends at once when it is aborted', async () => {
    platform.lastingFault = 'hang';
    const caller = new AbortController();
    const reading = client.readSessionPage(service, query, caller.signal);
    caller.abort(new Error('The hub is stopping.'));
    await expect(reading).rejects.toThrow('The hub is stopping.');
  });
});

describe('calls about one session', () => {
  it('read, close and totals answer what the platform says', async () => {
    expect(await client.readSession(service, 'S-000000001', signal)).toEqual(platformSession(1));
    expect(await client.readSession(service, 'no-one', signal)).toBeNull();
    expect((await client.closeSession(service, 'S-000000001', signal)).isOpen).toBe(false);
    const { totals } = await client.readTotals(service, { from: '2026-11-10', to: '2026-11-10' }, signal);
    expect(totals).toEqual(platform.totals('2026-11-10', '2026-11-10'));
    expect(await client.readFeedLink(service, 'S-000000001', signal)).toBe(platform.feedUrl);
  });

  it('an answer in another form is no answer', async () => {
    platform.sessions.set('S-000000001', { ...platformSession(1), bet: 1.5 });
    expect(await failureOf(client.readSession(service, 'S-000000001', signal))).toBe(
      'The data service answered in an unknown format.',
    );
  });
});

describe('the token of a call', () => {
  const sent: [path: string, token: string | undefined][] = [];
  const recorder = createOperatorApi({
    assertCallable: async () => {},
    async send(url, request) {
      sent.push([new URL(url).pathname, request?.headers?.authorization]);
      throw new OutgoingError('unreachable', textMessage('No one is there.'));
    },
  });
  const service = (name: string) => ({ url: `http://${name}.test`, token: new Secret(`${name}-token`) });
  const services = {
    gaming: service('gaming'),
    data: service('data'),
    play: service('play'),
    launch: service('launch'),
  };
  const none = { bookkeepingToken: null, operatorToken: null, maintenanceToken: null };
  const notice = { id: '1', description: 'x', severity: 'low', startsAt: '2026-05-01T10:00:00.000Z' };

  async function tokensSent(connection: OperatorConnection) {
    sent.length = 0;
    await Promise.allSettled([
      recorder.readSession(connection, 'S-1', signal),
      recorder.readFeedLink(connection, 'S-1', signal),
      recorder.listOperators(connection),
      recorder.sendMaintenance(connection, notice, signal),
      recorder.readBets(connection, { operatorCode: 'VIVA', gameSlug: 'fox' }),
      recorder.checkHealth(connection.services.launch),
    ]);
    return sent.map(([, token]) => token);
  }

  it('is the one that the operator API names for it', async () => {
    const connection = {
      services,
      bookkeepingToken: new Secret('bookkeeping-token'),
      operatorToken: new Secret('operator-token'),
      maintenanceToken: new Secret('maintenance-token'),
    };
    expect(await tokensSent(connection)).toEqual([
      'Bearer bookkeeping-token',
      'Bearer data-token',
      'Bearer operator-token',
      'Bearer maintenance-token',
      'Bearer gaming-token',
      'Bearer launch-token',
    ]);
  });

  it("is the service's own where that one is not set, and none without any", async () => {
    const own = ['data', 'data', 'play', 'play', 'gaming', 'launch'].map((name) => `Bearer ${name}-token`);
    expect(await tokensSent({ services, ...none })).toEqual(own);
    const bare = { url: 'http://platform.test', token: null };
    const tokens = await tokensSent({
      services: { gaming: bare, data: bare, play: bare, launch: bare },
      ...none,
    });
    expect(tokens).toEqual(Array(6).fill(undefined));
  });
});

describe('whether a failed call may have been carried out', () => {
  const failedWith = (status: number | null, cause?: Error) =>
    new OperatorApiError(textMessage('It failed.'), false, status, { cause }).isOutcomeUnknown;

  it.each([
    [200, true],
    [204, true],
    [302, false],
    [409, false],
    [499, false],
    [500, true],
    [503, true],
  ])('after a response with status %i is %s', (status, expected) => {
    expect(failedWith(status)).toBe(expected);
  });

  it.each([
    ['bad-address', false],
    ['refused', false],
    ['unreachable', false],
    ['timeout', true],
    ['cut', true],
    ['too-large', true],
    ['malformed', true],
  ] as const)('after %s is %s', (reason, expected) => {
    expect(failedWith(null, new OutgoingError(reason, textMessage('x')))).toBe(expected);
  });

  it('is not when nothing was sent', () => {
    expect(failedWith(null)).toBe(false);
  });
});
