import {
  type PlatformSession,
  platformEndpoints,
  platformSessionSchema,
  platformUrls,
  transactionsFeedLinkSchema,
} from '@ludus/contract/operator-api';
import { type Check, type Checks, mapLimited, sample, unknownSession } from '../check.ts';
import { mediaTypes } from '../probe.ts';

const amounts = ['bet', 'win', 'netWin', 'due', 'rounds', 'isOpen', 'isMobile'] as const;
const others = ['externalSessionId', 'externalTicketId', 'closedAt'] as const;

const same: Check = async ({ client, evidence, probe }) => {
  const rows = sample(await evidence.settledRows(), 20);
  const replies = await mapLimited(rows, client.options.concurrency, async (row) => {
    const url = platformUrls.session(client.url('data'), row.sessionId);
    return { row, reply: await client.call(platformEndpoints.getSession, url) };
  });
  for (const { row, reply } of replies) {
    const single = probe.expectJson(reply, platformSessionSchema);
    if (single === null) continue;
    evidence.seen.push({ row: single, request: reply.request });
    if (single.updatedAt < row.updatedAt) {
      probe.fail(
        'olderState',
        { id: row.sessionId, found: single.updatedAt, feed: row.updatedAt },
        reply.request,
      );
      continue;
    }
    // It has changed since the feed was read.
    if (single.updatedAt > row.updatedAt) continue;
    for (const field of ['sessionId', ...amounts, ...others] as const) {
      const [inFeed, alone] = [row[field] ?? null, single[field] ?? null];
      if (inFeed === alone) continue;
      const values = { id: row.sessionId, field, feed: String(inFeed), found: String(alone) };
      probe.fail('otherState', values, reply.request);
    }
  }
};

const unknown: Check = async ({ client, probe }) => {
  const ask = (id: string) =>
    client.call(platformEndpoints.getSession, platformUrls.session(client.url('data'), id));
  probe.expectRefusal(await ask(unknownSession), [404]);
  // Ids that no session can have: too long, with a space, with a slash that is escaped.
  for (const id of ['x'.repeat(65), 'no id', '../totals', "'"]) {
    probe.expectRefusal(await ask(id), [404, 422, 400]);
  }
};

async function anySession(rows: Promise<PlatformSession[]>): Promise<PlatformSession> {
  // `settledRows` has at least one.
  return (await rows).at(-1) as PlatformSession;
}

const link: Check = async ({ client, evidence, probe }) => {
  const ask = (id: string) => {
    const url = platformUrls.transactionsFeedLink(client.url('data'), id);
    return client.call(platformEndpoints.getTransactionsFeedLink, url);
  };
  probe.expectRefusal(await ask(unknownSession), [404]);
  const { sessionId } = await anySession(evidence.settledRows());
  probe.expectJson(await ask(sessionId), transactionsFeedLinkSchema);
};

/** The page is opened as the hub's frame opens it: by the browser, without a token. */
const page: Check = async ({ client, evidence, probe }) => {
  const { sessionId } = await anySession(evidence.settledRows());
  const url = platformUrls.transactionsFeedLink(client.url('data'), sessionId);
  const found = await client.call(platformEndpoints.getTransactionsFeedLink, url);
  const address = probe.expectJson(found, transactionsFeedLinkSchema)?.url;
  if (address === undefined) return;
  for (const [theme, lang] of [
    ['light', 'en'],
    ['dark', 'it'],
  ] as const) {
    const framed = new URL(address);
    framed.searchParams.set('theme', theme);
    framed.searchParams.set('lang', lang);
    framed.searchParams.set('embed', 'true');
    const reply = await client.send('GET', framed.href);
    const response = probe.expectStatus(reply);
    if (response === null || !probe.expectType(reply, mediaTypes.page)) continue;
    const policy = response.headers['content-security-policy'] ?? '';
    const ancestors = /frame-ancestors\s+([^;]*)/i.exec(policy)?.[1]?.trim();
    const option = response.headers['x-frame-options'];
    // With ancestors that are named, browsers leave the older header aside.
    const refused =
      ancestors === undefined
        ? option && `X-Frame-Options: ${option}`
        : /^('none'|'self')$/.test(ancestors) && `frame-ancestors ${ancestors}`;
    if (refused) probe.fail('framing', { found: refused }, reply.request);
  }
};

export const sessionChecks = {
  'session-same': same,
  'session-unknown': unknown,
  'rounds-link': link,
  'rounds-page': page,
} satisfies Checks;
