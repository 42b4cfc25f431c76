import type { Guide } from './guide.ts';

export const guide: Guide = {
  services: {
    title: 'Services and tokens',
    blocks: [
      'A platform has four services, each with a base URL and a bearer token. The hub is always the caller. Three groups of calls have tokens of their own. Give the hub all of them when the integration is created; they may be equal, but they are safer apart.',
      {
        table: {
          head: ['Token', 'Sent with'],
          rows: [
            ['gaming', 'the health check of its service, bets'],
            ['data', 'the health check of its service, the link to the page of rounds'],
            ['play', 'the health check of its service'],
            ['launch', 'the health check of its service, which opens games'],
            ['bookkeeping', 'sessions, totals, closing a session'],
            ['operator', 'operators, games, staff'],
            ['maintenance', 'notices of maintenances'],
          ],
        },
      },
      'Every call carries `Authorization: Bearer <token>`. A missing or wrong token is refused with 401, before anything else is looked at.',
    ],
  },
  conventions: {
    title: 'Conventions',
    blocks: [
      {
        list: [
          'Amounts are **integer cents of euro**. `1050` is 10,50 €. Never send decimals, strings or other currencies.',
          'Instants are ISO 8601 in UTC with exactly three decimals: `2026-10-25T00:59:59.999Z`.',
          'A **day** is a calendar day in Europe/Rome, also on the two days a year that have 23 and 25 hours. Periods of instants are half-open: from is in, to is out. Periods of days include both days.',
          'Ids (session, external ids, player) are 1 to 64 printable ASCII characters without spaces.',
          'Objects hold exactly the named fields. An unknown field makes a session malformed, so that a misspelt one is noticed and not ignored.',
        ],
      },
    ],
  },
  calls: {
    title: 'Calls',
    blocks: [
      'A platform implements all of them. Paths are relative to the base URL of the service.',
      'calls',
      'The health check is `GET /health` of each service: 200 and `{ "status": "ok" }`. Where it responds with 404, a 200 of the base URL itself counts.',
    ],
  },
  session: {
    title: 'A session',
    blocks: [
      { example: 'session' },
      '`sessionType` is 1 for real and 4 for fun money. `externalSessionId` and `externalTicketId` are the Italian ids of GAI2 platforms, and `null` at GAI-INTERNATIONAL platforms. Gross win is not sent: the hub computes `bet - win`. `netWin` and `due` are booked by the platform and only summed by the hub; both may be negative. `closedAt` is optional, an instant or `null`.',
    ],
  },
  guarantees: {
    title: 'What the hub builds on',
    blocks: [
      {
        list: [
          'A `sessionId` is never used again. Platform, `operatorCode`, `gameSlug`, `userId`, `sessionType` and `createdAt` of a session never change. A line that says otherwise is quarantined, and the hub keeps what it had.',
          '`updatedAt` grows with every change of a session and is never before `createdAt`. The hub keeps the state with the greatest `updatedAt`, so that a state that is sent twice or late does no harm.',
          'Every change appears in the feed, corrections too, however old the session is. A correction is the same session with new amounts and a new `updatedAt`.',
          'A session belongs to the day it was created on, also when it ends on the next.',
        ],
      },
    ],
  },
  feed: {
    title: 'The feed of sessions',
    blocks: [
      'The hub asks every few minutes, with some overlap, for what has changed in a period. Return the sessions whose **latest** change lies in `[changedFrom, changedTo)`, each once, in its latest state, ordered by `updatedAt`, then `sessionId` (compared as text), as `application/x-ndjson`: one session per line, then one last line, the trailer.',
      { example: 'feed' },
      {
        list: [
          '`limit` is 1 to 50,000 sessions a page, 10,000 when it is absent. Stream pages, do not build them in memory.',
          '`nextCursor` continues after the last session of the page, with the same period; `null` says that the period is done. The hub does not look into it (at most 512 characters). It must stay valid when your service restarts: an interrupted fetch goes on with it hours later. The pair of the last `updatedAt` and `sessionId` makes a good cursor. An offset does not: rows move while the hub reads.',
          'A session that changes again while the hub reads moves towards the end, or out of a period that lies in the past. The next period has it.',
          '`count` is the number of session lines of this page. **A page without a trailer, or with another count, counts as cut**, and the hub asks for it again with the same cursor.',
          'Compression (`Accept-Encoding: gzip`) is welcome and not required.',
        ],
      },
      'A line that does not fit the schema is quarantined with its reason; the lines around it are stored.',
    ],
  },
  closing: {
    title: 'Closing a session',
    blocks: [
      '`POST …/close` closes an open session whose last change is at least **10 minutes** old, and returns its new state: `isOpen` false, a new `updatedAt`. Refuse with 409 when the session is closed already or still in play, with 404 when there is none. The hub does not repeat a close by itself.',
    ],
  },
  totals: {
    title: 'Totals',
    blocks: [
      '`GET …/totals?from=2026-11-01&to=2026-11-20` returns, for at most 400 days, what your own records say:',
      { example: 'totals' },
      'A session counts on the Rome day of its `createdAt`, with its latest amounts, open ones included. Days without a session are left out. `asOf` says up to which change the sums go. The hub compares them with its own and names the days that differ, so compute them from your records and not from what you have sent.',
    ],
  },
  directory: {
    title: 'Operators, games and staff',
    blocks: [
      { example: 'directory' },
      '`platform` is the brand that groups several operators, `null` for one that stands by itself. `games` are those that players can open now; the slug is the provider’s. `users` are your staff, not your players.',
    ],
  },
  bets: {
    title: 'Bets',
    blocks: [
      { example: 'bets' },
      'Bets are cents, ascending. `PUT` with `{ "bets": [...] }` replaces the whole list and returns the new one. Refuse with 409 where bets cannot be changed, with 422 when a bet is no multiple of `minFactor` or is named twice, with 404 for an operator or game that you do not have.',
    ],
  },
  rounds: {
    title: 'The page of rounds',
    blocks: [
      'The link call returns the address of a page that lists every round of the session; the hub shows it in a frame to staff who may see the session. Allow framing by the hub (`Content-Security-Policy: frame-ancestors`), and protect the page by a short-lived key in its address, since the browser sends no token. The hub adds `theme=light` or `theme=dark`, `lang=en` or `lang=it`, and `embed=true` in its frame.',
    ],
  },
  maintenances: {
    title: 'Notices of maintenances',
    blocks: [
      'The provider announces a maintenance; you confirm that you have received it. The same id again replaces the earlier notice, so that a repeated call does no harm.',
      { example: 'notice' },
    ],
  },
  errors: {
    title: 'Errors',
    blocks: [
      'Every status from 400 on has the same body:',
      { example: 'error' },
      {
        table: {
          head: ['Status', 'code', 'What the hub does'],
          rows: [
            [
              '401',
              'unauthorized',
              'stops and shows the service as failing; someone has to enter a new token',
            ],
            ['404', 'not_found', 'tells the user'],
            ['409', 'conflict', 'tells the user; nothing has changed'],
            ['422', 'invalid', 'stops and reports: one of the two sides has a defect'],
            ['500', 'internal', 'tries again later, from the same cursor'],
            ['503', 'unavailable', 'tries again later, from the same cursor'],
          ],
        },
      },
      'Redirects are not followed, and a response of another media type is refused: a token must not reach a stranger. Responses are expected to begin within seconds; a stream that stands still is cut.',
    ],
  },
  testing: {
    title: 'Testing your platform',
    blocks: [
      'The conformance kit runs the checks below against your platform, from your own machine: ask the provider for its package. It needs Node 22 or later and nothing else.',
      { example: 'kit' },
      'The services are expected at `…/gaming`, `/data`, `/play` and `/launch`; `--help` shows how to name each address and token by itself. It only reads, unless `--with-writes` is given. For each check that failed it says what was asked, expected and found, with the call as a `curl` command in which the token is a variable, and what to mend. The provider runs the same checks from the page of the integration.',
    ],
  },
};
