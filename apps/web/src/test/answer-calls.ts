import {
  type AnyEndpoint,
  certificateEndpoints,
  defaultApprovalSettings,
  type ErrorReply,
  endpoints,
  gameEditEndpoints,
  integrationManageEndpoints,
} from '@ludus/contract';
import { vi } from 'vitest';

export interface SeenCall {
  endpoint: string;
  /** Query parameters as they were sent. */
  query: Record<string, string>;
  path: string;
  /** Headers that this call has beside those of every call, where it has any. */
  headers?: Record<string, string>;
  /** What was sent as JSON, where something was. */
  body?: unknown;
}

type Answer = unknown | ((call: SeenCall) => unknown);

/** A response that fails with a status and a message. */
export class Refusal {
  readonly status: number;
  readonly message: string;
  readonly code: ErrorReply['code'];
  readonly detail: ErrorReply['detail'];
  readonly fields: Record<string, string> | undefined;

  constructor(
    status: number,
    message = 'refused',
    reply: {
      code?: ErrorReply['code'];
      fields?: Record<string, string>;
      detail?: ErrorReply['detail'];
    } = {},
  ) {
    this.status = status;
    this.message = message;
    this.code = reply.code ?? 'internal';
    this.fields = reply.fields;
    this.detail = reply.detail;
  }
}

/** A response to a change that waits for approval. */
export class Held {
  readonly changeRequest: object;

  constructor(changeRequest: object) {
    this.changeRequest = changeRequest;
  }
}

/** What screens ask for that only some tests are about: no change waits for approval, and none has to. These calls are not among those that are returned. */
const usual: Record<string, unknown> = {
  listPendingChanges: { rows: [] },
  getApprovalSettings: { settings: defaultApprovalSettings, approvers: 2 },
};

const ofEveryCall = new Set(['accept', 'authorization', 'content-type']);

const known: readonly AnyEndpoint[] = [
  ...new Set([...endpoints, ...gameEditEndpoints, ...certificateEndpoints, ...integrationManageEndpoints]),
];

function matches(endpoint: AnyEndpoint, method: string, path: string): boolean {
  const pattern = `^/api${endpoint.path.replace(/:\w+/g, '[^/]+')}$`;
  return endpoint.method === method && new RegExp(pattern).test(path);
}

/**
 * Responds to the calls of a screen by endpoint id, in place of a server; any other call fails the test that made it.
 * Returns what was called, in order.
 */
export function answerCalls(answers: Record<string, Answer>): SeenCall[] {
  const seen: SeenCall[] = [];
  const respond = (status: number, body: unknown) =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  vi.stubGlobal('fetch', async (address: string, request: RequestInit = {}) => {
    const url = new URL(address, 'http://hub.test');
    // A fixed path goes before one with a parameter in the same place.
    const candidates = known.filter((one) => matches(one, request.method ?? 'GET', url.pathname));
    const endpoint = candidates.find((one) => !one.path.includes(':')) ?? candidates[0];
    if (endpoint && endpoint.id in usual && !(endpoint.id in answers))
      return respond(200, usual[endpoint.id]);
    if (!endpoint || !(endpoint.id in answers)) throw new Error(`Unexpected call: ${url.pathname}`);
    const call: SeenCall = {
      endpoint: endpoint.id,
      query: Object.fromEntries(url.searchParams),
      path: url.pathname,
    };
    const own = Object.entries(request.headers ?? {}).filter(([name]) => !ofEveryCall.has(name));
    if (own.length > 0) call.headers = Object.fromEntries(own) as Record<string, string>;
    if (typeof request.body === 'string') call.body = JSON.parse(request.body);
    seen.push(call);
    const given = answers[endpoint.id];
    const answer = typeof given === 'function' ? await given(call) : given;
    if (answer instanceof Held) return respond(202, answer);
    if (answer instanceof Refusal) {
      const { status, message, code, fields, detail } = answer;
      return respond(status, { message, code, fields, detail });
    }
    return respond(200, answer);
  });
  return seen;
}
