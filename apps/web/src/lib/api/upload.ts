import type { AnyEndpoint, BodyInput, ErrorReply, ParamsInput, ResponseOf } from '@ludus/contract';
import { viewAsHeaders } from '../view-as.ts';
import { addressOf, errorOfReply, signedWith } from './client.ts';
import { ApiError } from './error.ts';

export interface UploadInput<E extends AnyEndpoint> {
  params?: ParamsInput<E>;
  fields: BodyInput<E>;
  file: File;
  /** From 0 to 1, as the bytes leave. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal | undefined;
}

interface Attempt {
  status: number;
  text: string;
  retryAfter: string | null;
  /** Whether every byte had left: the server may then have stored the file, although no response arrived. */
  isSent: boolean;
}

const noAnswer = 'Error trying to connect to the server.';
const waits = [500, 2000];

function attempt<E extends AnyEndpoint>(
  endpoint: E,
  url: string,
  { fields, file, onProgress, signal }: UploadInput<E>,
  token: string | null,
): Promise<Attempt> {
  const form = new FormData();
  // Fields go before the file, so that a refusal need not wait for it.
  for (const [name, value] of Object.entries(fields as object)) {
    if (Array.isArray(value)) for (const item of value) form.append(`${name}[]`, String(item));
    else if (value !== undefined) form.append(name, String(value));
  }
  form.append('file', file, file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let isSent = false;
    const end = () => {
      signal?.removeEventListener('abort', stop);
      const isAnswered = request.status !== 0;
      resolve({
        status: request.status,
        text: isAnswered ? request.responseText : '',
        retryAfter: request.status === 429 ? request.getResponseHeader('retry-after') : null,
        isSent,
      });
    };
    const stop = () => {
      request.abort();
      reject(signal?.reason);
    };
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    signal?.addEventListener('abort', stop);
    request.open(endpoint.method, url);
    request.withCredentials = true;
    request.setRequestHeader('accept', 'application/json');
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    for (const [name, value] of Object.entries(viewAsHeaders())) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total);
    };
    request.upload.onload = () => {
      isSent = true;
    };
    request.onload = end;
    request.onerror = end;
    request.ontimeout = end;
    request.send(form);
  });
}

function replyOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function errorOf({ status, text, retryAfter }: Attempt): ApiError {
  if (status === 0) return new ApiError(0, { message: noAnswer, code: 'network' });
  const reply = replyOf(text) as ErrorReply | null;
  return reply && typeof reply.message === 'string'
    ? errorOfReply(status, reply, retryAfter)
    : new ApiError(status, { message: noAnswer, code: 'internal' });
}

/**
 * Sends one file with its fields as multipart and reports its progress. A connection lost on the way, or a server
 * that is not there for a moment, is tried again by itself; a file that had left in full is not sent twice unasked,
 * because it may have arrived. A 401 renews the token once.
 */
export async function upload<E extends AnyEndpoint>(
  endpoint: E,
  input: UploadInput<E>,
): Promise<ResponseOf<E>> {
  const url = addressOf(endpoint, input.params as object);
  const tokens = signedWith();
  let hasRenewed = false;
  for (let failures = 0; ; ) {
    const result = await attempt(endpoint, url, input, tokens.accessToken());
    if (result.status >= 200 && result.status < 300) {
      input.onProgress?.(1);
      return replyOf(result.text) as ResponseOf<E>;
    }
    if (result.status === 401 && !hasRenewed) {
      hasRenewed = true;
      const renewal = await tokens.renew();
      if (renewal === 'renewed') continue;
      if (renewal === 'refused') tokens.signInAgain();
    }
    const isLost = (result.status === 0 && !result.isSent) || result.status === 503;
    const wait = waits[failures];
    if (!isLost || wait === undefined) throw errorOf(result);
    failures += 1;
    await new Promise((resolve) => setTimeout(resolve, wait));
    input.signal?.throwIfAborted();
  }
}
