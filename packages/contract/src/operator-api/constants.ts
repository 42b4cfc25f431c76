/** Version of the operator API that this package describes; it is the `v1` of every versioned path. */
export const OPERATOR_API_VERSION = '1.0.0';

/** Media type of the session feed: one JSON object per line, separated by a line feed. */
export const NDJSON_MEDIA_TYPE = 'application/x-ndjson';

/** Most sessions that a caller may ask for, and a platform may send, in one page of the session feed. */
export const MAX_SESSIONS_PER_PAGE = 50_000;

/** Sessions in a page when the caller names no limit. */
export const DEFAULT_SESSIONS_PER_PAGE = 10_000;

/** Most calendar days (Europe/Rome) that one call for totals may span, first and last day included. */
export const MAX_TOTALS_DAYS = 400;

/** A session may be closed from outside only when its last change is at least this old (doc 3 §4). */
export const CLOSE_AFTER_MINUTES = 10;

/** Session type ids of the documents: played with real money, played with fun money (doc 3 §3). */
export const PLATFORM_SESSION_TYPES = { real: 1, fun: 4 } as const;
export type PlatformSessionType = (typeof PLATFORM_SESSION_TYPES)[keyof typeof PLATFORM_SESSION_TYPES];

/** GAI2 platforms report Italian session and ticket ids, GAI-INTERNATIONAL platforms have none. */
export const PLATFORM_VERSIONS = ['GAI2', 'GAI-INTERNATIONAL'] as const;
export type PlatformVersion = (typeof PLATFORM_VERSIONS)[number];

/** The four services of a platform. Each has a base URL and a token of its own. */
export const PLATFORM_SERVICES = ['gaming', 'data', 'play', 'launch'] as const;
export type PlatformService = (typeof PLATFORM_SERVICES)[number];

/** Names of all bearer tokens: one per service, and three for the calls that need more than a service's own token. */
export const PLATFORM_TOKENS = [...PLATFORM_SERVICES, 'bookkeeping', 'operator', 'maintenance'] as const;
export type PlatformToken = (typeof PLATFORM_TOKENS)[number];
