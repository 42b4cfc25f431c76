/** The sections of the guide, in their order. */
export const guideSections = [
  'services',
  'conventions',
  'calls',
  'session',
  'guarantees',
  'feed',
  'closing',
  'totals',
  'directory',
  'bets',
  'rounds',
  'maintenances',
  'errors',
  'testing',
] as const;
export type GuideSection = (typeof guideSections)[number];

/** What the guide shows as it travels; every language shows the same. */
export type GuideExample = keyof typeof guideExamples;

/**
 * A paragraph, or a part of another kind. In texts `code` stands between backticks and what matters most between double
 * asterisks. `calls` is the table of calls, which the contract has.
 */
export type GuideBlock =
  | string
  | { list: readonly string[] }
  | { table: { head: readonly string[]; rows: readonly (readonly string[])[] } }
  | { example: GuideExample }
  | 'calls';

export type Guide = Record<GuideSection, { title: string; blocks: readonly GuideBlock[] }>;

const inOneLine = (value: unknown): string => JSON.stringify(value);

export const exampleSession = {
  ...{ sessionId: 'ALP-1AKV00KJ73D', externalSessionId: 'MCBEB579BA4D5', externalTicketId: 'N0E9F1C4F1C73' },
  ...{
    userId: '21667849',
    operatorCode: 'RIFUGIO',
    gameSlug: 'sands_of_anuket',
    sessionType: 1,
    isOpen: false,
  },
  ...{ bet: 6160, win: 7012, netWin: -639, due: -77, rounds: 77, isMobile: true },
  ...{ createdAt: '2026-11-20T05:06:15.483Z', updatedAt: '2026-11-20T05:10:08.100Z' },
};

export const exampleTrailer = { trailer: { nextCursor: 'MTc5NTE1NjQyODIxNg', count: 1 } };

export const exampleTotals = {
  asOf: '2026-11-20T07:28:00.000Z',
  totals: [
    {
      ...{ day: '2026-11-01', sessionType: 1, sessions: 1043, open: 2 },
      ...{ bet: 9_218_840, win: 8_731_925, netWin: 365_186, due: 43_822, rounds: 78_021 },
    },
  ],
};

export const exampleOperators = {
  operators: [
    { code: 'RIFUGIO', name: 'Rifugio Casino', platform: 'Cime' },
    { code: 'GHIACCIO', name: 'Ghiaccio Blu', platform: null },
  ],
};
export const exampleGames = {
  games: [{ slug: 'sands_of_anuket', activeSince: '2025-11-03T00:00:00.000Z' }],
};
export const exampleUsers = {
  users: [{ userId: 'alpina-staff-1', username: 'giulia.ferri', email: 'giulia.ferri@alpina.example' }],
};
export const exampleBets = { bets: [20, 50, 100], minFactor: 10, canChangeBets: true };
export const exampleNotice = {
  id: 'm-42',
  description: 'Release of new games',
  severity: 'high',
  startsAt: '2026-12-10T02:00:00.000Z',
};
export const exampleReceipt = { id: 'm-42', receivedAt: '2026-12-01T10:00:00.000Z' };
export const exampleError = { code: 'conflict', message: 'The session is still in play.' };

export const guideExamples = {
  session: inOneLine(exampleSession),
  feed: `GET /v1/sessions?changedFrom=2026-11-20T05:00:00.000Z&changedTo=2026-11-20T06:00:00.000Z&limit=10000
Authorization: Bearer <bookkeeping token>

${inOneLine(exampleSession)}
${inOneLine(exampleTrailer)}`,
  totals: inOneLine(exampleTotals),
  directory: [exampleOperators, exampleGames, exampleUsers].map(inOneLine).join('\n'),
  bets: inOneLine(exampleBets),
  notice: `${inOneLine(exampleNotice)}\n${inOneLine(exampleReceipt)}`,
  error: inOneLine(exampleError),
  kit: `npx ./ludus-conformance.tgz --url $PLATFORM --token $TOKEN
npx ./ludus-conformance.tgz --url … --token … --only feed-paging,feed-cursor --html report.html`,
} as const;
