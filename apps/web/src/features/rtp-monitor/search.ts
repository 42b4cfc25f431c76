import { readInteger, readOneOf, readText, type SearchInput } from '../../lib/search.ts';

export const rtpWindows = ['month', 'variant', 'lifetime'] as const;
export type RtpWindow = (typeof rtpWindows)[number];

/** What the URL of the RTP monitor holds. Absent is the default: every game, the last 30 days. */
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
}

export function readRtpSearch(input: SearchInput): RtpSearch {
  return {
    window: readOneOf(input.window, rtpWindows),
    verdicts: readText(input.verdicts),
    integration: readInteger(input.integration, 1, 65_535),
    q: readText(input.q, 80),
    game: readInteger(input.game, 1, 65_535),
    at: readInteger(input.at, 1, 65_535),
  };
}
