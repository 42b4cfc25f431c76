/** One call to a platform, before it is sent. */
export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  timeoutMs: number;
  maxBytes: number;
  signal: AbortSignal;
}

export interface HttpResponse {
  status: number;
  /** By lower-case name. */
  headers: Readonly<Record<string, string>>;
  /** Decompressed. */
  text: string;
}

export type SendFailure = 'unreachable' | 'timeout' | 'cut' | 'tooLarge' | 'refused';

/** A call that had no whole response. `received` is what had come by then. */
export class SendError extends Error {
  readonly reason: SendFailure;
  readonly status: number | null;

  constructor(reason: SendFailure, options: { status?: number | null; cause?: unknown } = {}) {
    super(reason, { cause: options.cause });
    this.reason = reason;
    this.status = options.status ?? null;
  }
}

/** Sends a call and reads its response to the end; redirects are not followed. @throws SendError */
export type Send = (request: HttpRequest) => Promise<HttpResponse>;

/** Sends calls as `fetch` of this Node does. The hub brings its own, which guards what it calls. */
export const sendByFetch: Send = async (request) => {
  const timeout = AbortSignal.timeout(request.timeoutMs);
  const signal = AbortSignal.any([timeout, request.signal]);
  let status: number | null = null;
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      redirect: 'manual',
      signal,
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    status = response.status;
    return {
      status,
      headers: Object.fromEntries(response.headers),
      text: await readText(response, request.maxBytes),
    };
  } catch (cause) {
    request.signal.throwIfAborted();
    if (cause instanceof SendError) throw cause;
    if (timeout.aborted) throw new SendError('timeout', { status, cause });
    throw new SendError(status === null ? 'unreachable' : 'cut', { status, cause });
  }
};

async function readText(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.byteLength;
    // Leaving the loop cancels the body.
    if (bytes > maxBytes) throw new SendError('tooLarge', { status: response.status });
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}
