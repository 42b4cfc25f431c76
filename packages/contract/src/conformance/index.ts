import { z } from 'zod';

/** The checks of an operator platform, in the order in which they run and are reported, by what they are about. */
export const conformanceChecks = {
  health: 'access',
  'token-missing': 'access',
  'token-wrong': 'access',
  'feed-pages': 'feed',
  'feed-shape': 'feed',
  amounts: 'feed',
  'feed-period': 'feed',
  'feed-order': 'feed',
  'feed-once': 'feed',
  'feed-facts': 'feed',
  'external-ids': 'feed',
  'feed-paging': 'feed',
  'feed-cursor': 'feed',
  'feed-limit': 'feed',
  'feed-split': 'feed',
  'feed-empty': 'feed',
  'feed-parameters': 'feed',
  'feed-compression': 'feed',
  'feed-corrections': 'feed',
  'session-same': 'sessions',
  'session-unknown': 'sessions',
  'rounds-link': 'sessions',
  'rounds-page': 'sessions',
  'totals-shape': 'totals',
  'totals-days': 'totals',
  'totals-today': 'totals',
  'totals-zone': 'totals',
  'totals-parts': 'totals',
  'totals-parameters': 'totals',
  'clock-spring': 'totals',
  'clock-autumn': 'totals',
  operators: 'directory',
  games: 'directory',
  staff: 'directory',
  bets: 'directory',
  'bets-unknown': 'directory',
  'repeated-reads': 'load',
  'load-times': 'load',
  'feed-new-rows': 'load',
  immutable: 'load',
  'write-bets': 'writes',
  'write-close': 'writes',
  'write-maintenance': 'writes',
} as const satisfies Record<string, ConformanceArea>;

export const conformanceAreas = [
  'access',
  'feed',
  'sessions',
  'totals',
  'directory',
  'load',
  'writes',
] as const;
export type ConformanceArea = (typeof conformanceAreas)[number];

export type ConformanceCheckId = keyof typeof conformanceChecks;
export const conformanceCheckIds = Object.keys(conformanceChecks) as ConformanceCheckId[];

/** What a check can have found: why it failed, why it was skipped, or what else is worth knowing. */
export const conformanceFindingCodes = [
  'unreachable',
  'timeout',
  'cut',
  'tooLarge',
  'refused',
  'status',
  'mediaType',
  'notJson',
  'shape',
  'errorBody',
  'errorCode',
  'line',
  'noTrailer',
  'count',
  'overLimit',
  'outside',
  'order',
  'twice',
  'updatedBeforeCreated',
  'inFuture',
  'unknownOperator',
  'externalIds',
  'lostRows',
  'foreignRows',
  'noEnd',
  'cursorForgotten',
  'encoded',
  'olderState',
  'otherState',
  'changedFact',
  'framing',
  'totalsOrder',
  'differs',
  'otherZone',
  'parts',
  'notAscending',
  'notMultiple',
  'empty',
  'slow',
  'errors',
  'changedAnswer',
  'more',
  'timed',
  'noNewRows',
  'noMidnightRows',
  'notExact',
  'noSessions',
  'noClockChange',
  'tooMany',
  'dependsOn',
  'withWrites',
  'nothingToChange',
  'noSessionToClose',
] as const;
export type ConformanceFindingCode = (typeof conformanceFindingCodes)[number];

export const conformanceFinding = z.strictObject({
  code: z.enum(conformanceFindingCodes),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The call that showed it, as a command with its token masked. */
  request: z.string().nullable(),
});
export type ConformanceFinding = z.infer<typeof conformanceFinding>;

export const conformanceStates = ['passed', 'failed', 'skipped'] as const;
export type ConformanceState = (typeof conformanceStates)[number];

export const conformanceResult = z.strictObject({
  id: z.enum(conformanceCheckIds as [ConformanceCheckId, ...ConformanceCheckId[]]),
  state: z.enum(conformanceStates),
  /** At most six; where there were more, the last one counts them. */
  findings: z.array(conformanceFinding),
  calls: z.int().min(0),
});
export type ConformanceResult = z.infer<typeof conformanceResult>;

export const conformanceReport = z.strictObject({
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  withWrites: z.boolean(),
  passed: z.int().min(0),
  failed: z.int().min(0),
  skipped: z.int().min(0),
  results: z.array(conformanceResult),
});
export type ConformanceReport = z.infer<typeof conformanceReport>;

/** Puts the values of a text into its places. */
export function fillConformanceText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}

type CheckText = Readonly<Record<'title' | 'asks' | 'expected' | 'mend', string>>;

/** The texts of the checks by what they say, such as `titles.amounts`, for readers that find a text by two names. */
export function groupCheckTexts(checks: Readonly<Record<ConformanceCheckId, CheckText>>) {
  const group = (part: keyof CheckText) =>
    Object.fromEntries(conformanceCheckIds.map((id) => [id, checks[id][part]])) as Record<
      ConformanceCheckId,
      string
    >;
  return { titles: group('title'), asks: group('asks'), expects: group('expected'), mends: group('mend') };
}
