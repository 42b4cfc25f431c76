import {
  bearer,
  NDJSON_MEDIA_TYPE,
  type PlatformSession,
  type PlatformTotals,
  platformErrorSchema,
  platformSessionSchema,
  platformTotalsSchema,
  platformUrls,
  sessionFeedTrailerSchema,
  transactionsFeedLinkSchema,
} from '@ludus/contract/operator-api';
import type { z } from 'zod';
import {
  type Outgoing,
  OutgoingError,
  type OutgoingReason,
  type OutgoingResponse,
} from '../../platform/outgoing/index.ts';
import { type LineBatch, splitLines } from './fetching.lines.ts';

/** A platform that did not answer as the operator API says. The message is for people and holds no secret. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly status: number | null;
  /** Whether asking again may help. */
  readonly passing: boolean;

  constructor(message: string, passing: boolean, status: number | null = null, options?: ErrorOptions) {
    super(message, options);
    this.passing = passing;
    this.status = status;
  }
}

/** Address and tokens of a platform's data service. */
export interface DataService {
  url: string;
  /** For sessions and totals. */
  bookkeepingToken: string;
  /** For feed links. */
  dataToken: string;
}

/** One page of changed sessions as it came: JSON not yet judged row by row. */
export interface RawPage {
  lines: string[];
  tooLong: string[];
  nextCursor: string | null;
}

/** Time-outs in milliseconds, sizes in bytes. */
export interface ClientLimits {
  /** Longest silence while connecting, before the head and between two pieces of the body. */
  idleTimeoutMs: number;
  /** Longest time for one page. */
  pageTimeoutMs: number;
  /** Longest time for any other call. */
  callTimeoutMs: number;
  maxPageBytes: number;
  maxLineBytes: number;
  /** Waits before the second, third, ... attempt of a page. */
  backoffMs: readonly number[];
}

export const defaultLimits: ClientLimits = {
  idleTimeoutMs: 20_000,
  pageTimeoutMs: 180_000,
  callTimeoutMs: 15_000,
  maxPageBytes: 64 * 1024 * 1024,
  maxLineBytes: 64 * 1024,
  backoffMs: [500, 2_000, 6_000],
};

const maxAnswerBytes = 1024 * 1024;

/** The calls of the operator API that bookkeeping makes, with their failures put into words. */
export interface PlatformClient {
  /**
   * One page of the sessions changed in a stretch of time. A cut, failed or silent page is asked again from the same
   * cursor, a bounded number of times.
   * @throws PlatformError when the platform does not answer properly; the signal's reason when it is aborted
   */
  readPage(
    service: DataService,
    query: { changedFrom: string; changedTo: string; cursor: string | null; limit: number },
    signal: AbortSignal,
  ): Promise<RawPage>;
  /** One session in its latest state; null where the platform does not know it. */
  readSession(service: DataService, sessionId: string, signal: AbortSignal): Promise<PlatformSession | null>;
  /** Closes a session. A 404 or 409 of the platform arrives as a PlatformError with that status. */
  closeSession(service: DataService, sessionId: string, signal: AbortSignal): Promise<PlatformSession>;
  /** Sums per Rome day and type, first and last day included. */
  readTotals(
    service: DataService,
    days: { from: string; to: string },
    signal: AbortSignal,
  ): Promise<PlatformTotals>;
  /** Address of the page with the rounds of a session; null where the platform does not know the session. */
  readFeedLink(service: DataService, sessionId: string, signal: AbortSignal): Promise<string | null>;
}

export function createPlatformClient(deps: {
  outgoing: Pick<Outgoing, 'send'>;
  /** Resolves after the time; rejects with the signal's reason when that comes first. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  limits?: Partial<ClientLimits>;
}): PlatformClient {
  const limits = { ...defaultLimits, ...deps.limits };

  async function readPage(
    service: DataService,
    query: { changedFrom: string; changedTo: string; cursor: string | null; limit: number },
    signal: AbortSignal,
  ): Promise<RawPage> {
    const { cursor, ...rest } = query;
    const url = platformUrls.changedSessions(service.url, cursor === null ? rest : { ...rest, cursor });
    for (let attempt = 0; ; attempt += 1) {
      signal.throwIfAborted();
      try {
        return await readPageOnce(url, service.bookkeepingToken, signal);
      } catch (error) {
        signal.throwIfAborted();
        const failure = asPlatformError(error);
        const backoff = limits.backoffMs[attempt];
        if (!failure.passing) throw failure;
        if (backoff === undefined) {
          throw new PlatformError(`${failure.message} Asked ${attempt + 1} times.`, true, failure.status, {
            cause: failure,
          });
        }
        await deps.wait(backoff, signal);
      }
    }
  }

  async function readPageOnce(url: string, token: string, signal: AbortSignal): Promise<RawPage> {
    const answer = await deps.outgoing.send(url, {
      headers: { ...bearer(token), accept: NDJSON_MEDIA_TYPE },
      signal,
      idleTimeoutMs: limits.idleTimeoutMs,
      timeoutMs: limits.pageTimeoutMs,
      maxBytes: limits.maxPageBytes,
    });
    await requireAnswer(answer, [NDJSON_MEDIA_TYPE, 'application/ndjson', 'application/jsonl']);
    return collectPage(splitLines(answer.body, limits.maxLineBytes));
  }

  async function call<Schema extends z.ZodType>(
    request: { url: string; method: 'GET' | 'POST'; token: string },
    schema: Schema,
    signal: AbortSignal,
  ): Promise<z.output<Schema>> {
    try {
      const answer = await deps.outgoing.send(request.url, {
        method: request.method,
        headers: { ...bearer(request.token), accept: 'application/json' },
        signal,
        idleTimeoutMs: Math.min(limits.idleTimeoutMs, limits.callTimeoutMs),
        timeoutMs: limits.callTimeoutMs,
        maxBytes: maxAnswerBytes,
      });
      await requireAnswer(answer, ['application/json']);
      return await answer.json(schema);
    } catch (error) {
      signal.throwIfAborted();
      throw asPlatformError(error);
    }
  }

  async function orNull<T>(asked: Promise<T>): Promise<T | null> {
    try {
      return await asked;
    } catch (error) {
      if (error instanceof PlatformError && error.status === 404) return null;
      throw error;
    }
  }

  return {
    readPage,
    readSession: (service, sessionId, signal) =>
      orNull(
        call(
          {
            url: platformUrls.session(service.url, sessionId),
            method: 'GET',
            token: service.bookkeepingToken,
          },
          platformSessionSchema,
          signal,
        ),
      ),
    closeSession: (service, sessionId, signal) =>
      call(
        {
          url: platformUrls.closeSession(service.url, sessionId),
          method: 'POST',
          token: service.bookkeepingToken,
        },
        platformSessionSchema,
        signal,
      ),
    readTotals: (service, days, signal) =>
      call(
        { url: platformUrls.totals(service.url, days), method: 'GET', token: service.bookkeepingToken },
        platformTotalsSchema,
        signal,
      ),
    readFeedLink: (service, sessionId, signal) =>
      orNull(
        call(
          {
            url: platformUrls.transactionsFeedLink(service.url, sessionId),
            method: 'GET',
            token: service.dataToken,
          },
          transactionsFeedLinkSchema,
          signal,
        ).then((link) => link.url),
      ),
  };
}

/**
 * Gathers a page. Rows are only taken once the trailer has come and its count fits: a page that was cut on the way is
 * no page at all.
 */
async function collectPage(batches: AsyncIterable<LineBatch>): Promise<RawPage> {
  const lines: string[] = [];
  const tooLong: string[] = [];
  let trailer: { nextCursor: string | null; count: number } | null = null;
  for await (const batch of batches) {
    for (const line of batch.lines) lines.push(line);
    for (const line of batch.tooLong) tooLong.push(line);
  }
  const last = lines.pop();
  if (last?.includes('"trailer"')) {
    const parsed = sessionFeedTrailerSchema.safeParse(parseJson(last));
    if (parsed.success) trailer = parsed.data.trailer;
  }
  if (trailer === null) throw new PlatformError('The data service cut its answer.', true, 200);
  if (trailer.count !== lines.length + tooLong.length) {
    throw new PlatformError(
      `The data service announced ${trailer.count} sessions and sent ${lines.length + tooLong.length}.`,
      true,
      200,
    );
  }
  return { lines, tooLong, nextCursor: trailer.nextCursor };
}

/** The JSON value of a text, or undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Lets a 200 of one of these media types through and puts everything else into words. */
async function requireAnswer(answer: OutgoingResponse, accepted: readonly string[]): Promise<void> {
  if (answer.status !== 200) throw await refusal(answer);
  const type = answer.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (accepted.includes(type)) return;
  answer.discard();
  const what = type === 'text/html' ? 'a web page' : type === '' ? 'something unknown' : type;
  throw new PlatformError(`The data service answered with ${what} instead of data.`, false, answer.status);
}

async function refusal(answer: OutgoingResponse): Promise<PlatformError> {
  const { status } = answer;
  const said = await saidBy(answer);
  if (status === 401 || status === 403) {
    return new PlatformError(`The data service refused the token (${status}).`, false, status);
  }
  if (status >= 300 && status < 400) {
    const text = `The data service redirects elsewhere (${status}); its address is not right.`;
    return new PlatformError(text, false, status);
  }
  const passing = status >= 500 || status === 429 || status === 408;
  return new PlatformError(`The data service answered with an error (${status}).${said}`, passing, status);
}

// The platform's own words help the person who reads the failure; the status alone is enough without them.
async function saidBy(answer: OutgoingResponse): Promise<string> {
  try {
    const { message } = await answer.json(platformErrorSchema);
    const said = message.slice(0, 200).trim();
    return ` It says: ${said}${/[.!?]$/.test(said) ? '' : '.'}`;
  } catch {
    return '';
  }
}

const failureTexts: Record<OutgoingReason, string> = {
  'bad-address': 'The address of the data service is not right.',
  refused: 'The address of the data service is private and may not be called.',
  unreachable: 'The data service cannot be reached.',
  timeout: 'The data service did not answer in time.',
  cut: 'The data service cut its answer.',
  'too-large': 'The data service sent more than one answer may hold.',
  malformed: 'The data service answered in an unknown form.',
  aborted: 'The call was given up.',
};
const passingReasons: readonly OutgoingReason[] = ['unreachable', 'timeout', 'cut'];

function asPlatformError(error: unknown): PlatformError {
  if (error instanceof PlatformError) return error;
  if (!(error instanceof OutgoingError)) throw error;
  const passing = passingReasons.includes(error.reason);
  return new PlatformError(failureTexts[error.reason], passing, null, { cause: error });
}
