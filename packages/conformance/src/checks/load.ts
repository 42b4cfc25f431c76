import { isDeepStrictEqual } from 'node:util';
import { type PlatformSession, platformEndpoints, platformUrls } from '@ludus/contract/operator-api';
import type { Check, Checks } from '../check.ts';
import type { Client, Reply } from '../client.ts';
import { addDays } from '../days.ts';
import { askTotals, type Evidence } from '../evidence.ts';
import { feedUrl } from '../feed.ts';
import { parseJson, Skipped } from '../probe.ts';
import { lastingFacts } from './feed-calls.ts';

/** Reads whose responses stay the same while nothing is played: of days that are over, and of what seldom changes. */
const repeatedReads: Check = async ({ client, evidence, probe }) => {
  const day = addDays(evidence.today, -1);
  const play = client.url('play');
  const calls: (() => Promise<Reply>)[] = [
    () => client.call(platformEndpoints.listOperators, platformUrls.operators(play)),
    () => client.call(platformEndpoints.listGames, platformUrls.games(play)),
    () => client.call(platformEndpoints.listUsers, platformUrls.users(play)),
    () => askTotals(client, { from: day, to: day }),
  ];
  for (const call of calls) {
    const replies = [await call(), await call(), await call()];
    const [first, second, third] = replies.map((reply) => lastingPart(reply));
    const request = replies[0]?.request ?? null;
    if (first === undefined || second === undefined || third === undefined) {
      for (const reply of replies) probe.expectStatus(reply);
      // A change between two of them is in the third as well.
    } else if (!isDeepStrictEqual(first, second) && !isDeepStrictEqual(second, third))
      probe.fail('changedAnswer', {}, request);
  }
};

/** The body without the moment that the totals are of. */
function lastingPart(reply: Reply): unknown {
  if (reply.response?.status !== 200) return undefined;
  const body = parseJson(reply.response.text);
  if (body === null || typeof body !== 'object') return body;
  return { ...body, asOf: undefined };
}

/** The calls of a busy hub, by turns. */
async function loadCalls(client: Client, evidence: Evidence): Promise<(() => Promise<Reply>)[]> {
  const day = addDays(evidence.today, -1);
  const calls = [
    () => askTotals(client, { from: day, to: day }),
    () => client.call(platformEndpoints.listOperators, platformUrls.operators(client.url('play'))),
  ];
  const { period, rows } = await evidence.slice();
  const [row] = rows;
  const page = () =>
    client.call(platformEndpoints.listChangedSessions, feedUrl(client, period, { limit: 100 }));
  calls.push(page);
  if (row !== undefined) {
    const url = platformUrls.session(client.url('data'), row.sessionId);
    calls.push(() => client.call(platformEndpoints.getSession, url));
  }
  return calls;
}

const times: Check = async ({ client, evidence, probe }) => {
  const { concurrency, seconds, slowMs } = client.options;
  const calls = await loadCalls(client, evidence);
  const taken: Reply[] = [];
  const end = performance.now() + seconds * 1_000;
  let next = 0;
  const worker = async (): Promise<void> => {
    // At least one round of all calls, however slow they are.
    while ((performance.now() < end || next < calls.length) && !client.isGivenUp) {
      const call = calls[next++ % calls.length];
      if (call !== undefined) taken.push(await call());
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const failed = taken.filter((reply) => reply.response?.status !== 200);
  const [example] = failed;
  if (example !== undefined) {
    const found = example.failure ?? example.response?.status ?? '–';
    probe.fail('errors', { count: failed.length, all: taken.length, found }, example.request);
  }
  const sorted = taken.toSorted((a, b) => a.ms - b.ms);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  const values = { calls: taken.length, half: at(0.5)?.ms ?? 0, most: at(0.95)?.ms ?? 0, limit: slowMs };
  if (values.most > slowMs) probe.fail('slow', values, at(0.95)?.request ?? null);
  else probe.note('timed', values);
};

/** Facts of a session that never change, in everything that was read in the run. */
const immutable: Check = async ({ client, evidence, probe }) => {
  await evidence.recent();
  if (evidence.seen.length === 0) throw new Skipped('noSessions', { days: client.options.days });
  const known = new Map<string, PlatformSession>();
  for (const { row, request } of evidence.seen) {
    const first = known.get(row.sessionId);
    if (first === undefined) {
      known.set(row.sessionId, row);
      continue;
    }
    for (const field of lastingFacts) {
      if (first[field] === row[field]) continue;
      const values = { id: row.sessionId, field, first: String(first[field]), second: String(row[field]) };
      probe.fail('changedFact', values, request);
    }
  }
};

export const loadChecks = {
  'repeated-reads': repeatedReads,
  'load-times': times,
  immutable,
} satisfies Checks;
