import { readInteger, readOneOf, readText, type SearchInput } from '../../lib/search.ts';

export const rtpWindows = ['month', 'variant', 'lifetime'] as const;
export type RtpWindow = (typeof rtpWindows)[number];

export const rtpCaseStateFilters = ['open', 'closed', 'all'] as const;
export type RtpCaseStateFilter = (typeof rtpCaseStateFilters)[number];

/** What the URL of the RTP monitor holds. Absent is the default: every game, in the window that its verdict comes from. */
export interface RtpSearch {
  window?: RtpWindow | undefined;
  /** With commas between; what is no verdict is passed over. */
  verdicts?: string | undefined;
  integration?: number | undefined;
  /** What the names of games contain. */
  q?: string | undefined;
  /** The game that is open, and the integration whose days are charted. */
  game?: number | undefined;
  at?: number | undefined;
  /** Cases instead of games, of a state; open ones without one. */
  view?: 'cases' | undefined;
  state?: RtpCaseStateFilter | undefined;
  /** The case that is open. */
  case?: number | undefined;
}

export function readRtpSearch(input: SearchInput): RtpSearch {
  return {
    window: readOneOf(input.window, rtpWindows),
    verdicts: readText(input.verdicts),
    integration: readInteger(input.integration, 1, 65_535),
    q: readText(input.q, 80),
    game: readInteger(input.game, 1, 65_535),
    at: readInteger(input.at, 1, 65_535),
    view: readOneOf(input.view, ['cases'] as const),
    state: readOneOf(input.state, rtpCaseStateFilters),
    case: readInteger(input.case, 1, 2_147_483_647),
  };
}
