import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outOfPatienceAtSilence } from '../../../test/silence.ts';
import { createOutgoing, type Outgoing } from '../../platform/outgoing/index.ts';
import {
  createPlatformClient,
  type DataService,
  type PlatformClient,
  PlatformError,
} from './fetching.client.ts';
import { type FakePlatform, type FeedFault, platformSession, startFakePlatform } from './fetching.testing.ts';

const query = {
  changedFrom: '2026-11-01T00:00:00.000Z',
  changedTo: '2026-12-01T00:00:00.000Z',
  cursor: null,
  limit: 1000,
};
const signal = new AbortController().signal;

let outgoing: Outgoing;
let platform: FakePlatform;
let client: PlatformClient;
let service: DataService;
const waits: number[] = [];

beforeAll(() => {
  outgoing = createOutgoing({ sandbox: true, sandboxUrl: undefined, allowPrivateHosts: [] });
});
afterAll(() => outgoing.close());

beforeEach(async () => {
  platform = await startFakePlatform({ now: () => new Date('2026-11-20T12:00:00Z') });
  platform.put(...Array.from({ length: 20 }, (_, index) => platformSession(index)));
  waits.length = 0;
  client = createPlatformClient({
    outgoing: outOfPatienceAtSilence(outgoing),
    wait: async (milliseconds) => void waits.push(milliseconds),
    limits: { backoffMs: [1, 2, 3], maxPageBytes: 100_000, maxLineBytes: 2_000 },
  });
  service = { url: platform.url, bookkeepingToken: platform.token, dataToken: platform.token };
  return () => platform.stop();
});

const failureOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(PlatformError);
  return (error as PlatformError).message;
};

describe('reading a page of the session feed', () => {
  it('gives the lines and the place where the next page starts', async () => {
    const page = await client.readPage(service, { ...query, limit: 15 }, signal);
    expect(page.lines.map((line) => JSON.parse(line).sessionId)).toHaveLength(15);
    const next = await client.readPage(service, { ...query, limit: 15, cursor: page.nextCursor }, signal);
    expect(next.lines).toHaveLength(5);
    expect(next.nextCursor).toBeNull();
  });

  it.each<FeedFault>(['cut', 'cut-cleanly', 'error', 'hang', 'hang-midway', 'wrong-count'])(
    'asks again from the same place after %s, and gives the page once it comes whole',
    async (fault) => {
      platform.faults.push(fault, fault);
      const page = await client.readPage(service, query, signal);
      expect(page.lines).toHaveLength(20);
      expect(waits).toEqual([1, 2]);
      expect(new Set(platform.asked.map(String)).size).toBe(1);
    },
  );

  it.each<[FeedFault, string]>([
    ['cut', 'The data service cut its answer. Asked 4 times.'],
    ['cut-cleanly', 'The data service cut its answer. Asked 4 times.'],
    ['hang', 'The data service did not answer in time. Asked 4 times.'],
    ['hang-midway', 'The data service did not answer in time. Asked 4 times.'],
    ['error', 'The data service answered with an error (500). It says: Something broke. Asked 4 times.'],
    ['wrong-count', 'The data service announced 21 sessions and sent 20. Asked 4 times.'],
  ])('gives up after a bounded number of attempts when it is always %s', async (fault, message) => {
    platform.lastingFault = fault;
    expect(await failureOf(client.readPage(service, query, signal))).toBe(message);
    expect(platform.asked).toHaveLength(4);
  });

  it.each<[FeedFault, string]>([
    ['web-page', 'The data service answered with a web page instead of data.'],
    ['redirect', 'The data service redirects elsewhere (302); its address is not right.'],
  ])('does not ask again after a %s', async (fault, message) => {
    platform.faults.push(fault);
    expect(await failureOf(client.readPage(service, query, signal))).toBe(message);
    expect(platform.asked).toHaveLength(1);
  });

  it('says so when the token is refused, and does not show the token', async () => {
    const message = await failureOf(
      client.readPage({ ...service, bookkeepingToken: 'bad-token' }, query, signal),
    );
    expect(message).toBe('The data service refused the token (401).');
    expect(waits).toEqual([]);
  });

  it('stops at a page larger than allowed, and skips a line longer than allowed', async () => {
    platform.junk.push('x'.repeat(5_000));
    const page = await client.readPage(service, query, signal);
    expect(page.tooLong).toHaveLength(1);
    expect(page.lines).toHaveLength(20);
    platform.junk.push('x'.repeat(100_000));
    expect(await failureOf(client.readPage(service, query, signal))).toBe(
      'The data service sent more than one answer may hold.',
    );
  });

  it('says when nobody listens or the address is no address', async () => {
    await platform.stop();
    expect(await failureOf(client.readPage(service, query, signal))).toBe(
      'The data service cannot be reached. Asked 4 times.',
    );
    expect(await failureOf(client.readPage({ ...service, url: 'ftp://x' }, query, signal))).toBe(
      'The address of the data service is not right.',
    );
    platform = await startFakePlatform({ now: () => new Date('2026-11-20T12:00:00Z') });
  });

  it('ends at once when it is aborted', async () => {
    platform.lastingFault = 'hang';
    const caller = new AbortController();
    const reading = client.readPage(service, query, caller.signal);
    caller.abort(new Error('The hub is stopping.'));
    await expect(reading).rejects.toThrow('The hub is stopping.');
  });
});

describe('calls about one session', () => {
  it('read, close and totals answer what the platform says', async () => {
    expect(await client.readSession(service, 'S-000000001', signal)).toEqual(platformSession(1));
    expect(await client.readSession(service, 'nobody', signal)).toBeNull();
    expect((await client.closeSession(service, 'S-000000001', signal)).isOpen).toBe(false);
    const { totals } = await client.readTotals(service, { from: '2026-11-10', to: '2026-11-10' }, signal);
    expect(totals).toEqual(platform.totals('2026-11-10', '2026-11-10'));
    expect(await client.readFeedLink(service, 'S-000000001', signal)).toBe(platform.feedUrl);
  });

  it('an answer in another form is no answer', async () => {
    platform.sessions.set('S-000000001', { ...platformSession(1), bet: 1.5 });
    expect(await failureOf(client.readSession(service, 'S-000000001', signal))).toBe(
      'The data service answered in an unknown form.',
    );
  });
});
