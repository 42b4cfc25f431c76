import { origin } from './origin.ts';
import { until } from './poll.ts';
import { type Account, type Tokens, tokensFor } from './sign-in.ts';

export interface Answer<Body> {
  status: number;
  body: Body;
}

export interface Refusal {
  message: string;
  code: string;
  fields?: Record<string, string>;
}

export interface Part {
  integrationId: number;
  integrationName: string;
  received: number;
  new: number;
  changed: number;
  unchanged: number;
  quarantined: number;
  error: string | null;
}

export interface Job {
  id: string;
  name: string;
  state: 'waiting' | 'delayed' | 'active' | 'completed' | 'failed' | 'cancelled';
  data: { userId: string; kind?: string };
  progress: { percentage: number; message: string };
  summary: Record<string, string | number>;
  integrations: Part[];
  error: string | null;
}

export interface Game {
  id: number;
  name: string;
  sub_name: string | null;
  slug: string;
  isDev: boolean;
}

export interface Integration {
  id: number;
  name: string;
  version: string;
  operators: { id: number; name: string; code: string }[];
  games: Game[];
}

export interface Totals {
  bet: number;
  win: number;
  grosswin: number;
  netwin?: number;
  due?: number;
  rtp: number | null;
  rounds: number;
  sessionsTotal: number;
  sessionsOpen: number;
  sessionsClosed: number;
  usersCount: number;
}

interface Series {
  label: string;
  data: (number | null)[];
  total: number | null;
}

export interface Statistics {
  labels: string[];
  buckets: { key: string; from: string; to: string; partial: boolean }[];
  datasets: {
    totals?: (Series & { stat: string })[];
    games?: Record<string, (Series & { gameId: number })[]>;
    integrations?: Record<string, (Series & { integrationId: number })[]>;
    operators?: Record<string, (Series & { operatorId: number; integrationId: number })[]>;
  };
  grandTotals: Totals;
  integrations: { integrationId: number; integrationName: string; grandTotals: Totals }[];
  coverage: { from: string; to: string; asOf: string | null; openSessions: number };
}

export interface Row {
  id: string;
  sessionId: string;
  aamsSessionId: string | null;
  aamsTicketId: string | null;
  userId: string;
  integration: { id: number; name: string };
  operator: { id: number; name: string } | null;
  game: Game;
  isOpen: boolean;
  bet: number;
  win: number;
  grossWin: number;
  netWin: number;
  due?: number;
  currentRound: number;
  sessionTypeId: 1 | 4;
  createdAt: string;
  externalUpdatedAt: string;
}

export interface QuarantinedRow {
  integrationName: string;
  jobId: string;
  sessionId: string | null;
  reason: string;
  row: string;
}

type Value = string | number | boolean | undefined;

/** A person's calls to the hub, with a token that is renewed by signing in again when it grows old. */
export class Api {
  readonly #account: Account;
  readonly #origin: string;
  #tokens: Tokens;
  #renewAt: number;

  private constructor(at: string, account: Account, tokens: Tokens) {
    this.#origin = at;
    this.#account = account;
    this.#tokens = tokens;
    this.#renewAt = Date.now() + (tokens.expires_in - 60) * 1000;
  }

  static async signIn(account: Account, at = origin()): Promise<Api> {
    return new Api(at, account, await tokensFor(at, account));
  }

  async token(): Promise<string> {
    if (Date.now() > this.#renewAt) {
      this.#tokens = await tokensFor(this.#origin, this.#account);
      this.#renewAt = Date.now() + (this.#tokens.expires_in - 60) * 1000;
    }
    return this.#tokens.access_token;
  }

  async ask<Body = Refusal>(
    path: string,
    query: Record<string, Value> = {},
    method = 'GET',
  ): Promise<Answer<Body>> {
    const url = new URL(`${this.#origin}/api${path}`);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${await this.token()}` },
    });
    return { status: response.status, body: (await response.json()) as Body };
  }

  /** A call that carries JSON, or a form with a file. */
  async send<Body = Refusal>(method: string, path: string, body?: unknown): Promise<Answer<Body>> {
    const isForm = body instanceof FormData;
    const headers: Record<string, string> = { authorization: `Bearer ${await this.token()}` };
    if (body !== undefined && !isForm) headers['content-type'] = 'application/json';
    const response = await fetch(`${this.#origin}/api${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Body };
  }

  /** Returns the body of a call that must succeed. */
  async get<Body>(path: string, query: Record<string, Value> = {}): Promise<Body> {
    const { status, body } = await this.ask<Body>(path, query);
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  statistics(request: Record<string, unknown>): Promise<Statistics> {
    return this.get('/bookkeeping/stats', { a: encoded(request) });
  }

  async integrations(): Promise<Integration[]> {
    return (await this.get<{ rows: Integration[] }>('/integrations')).rows;
  }

  async integration(name: string): Promise<Integration> {
    const found = (await this.integrations()).find((one) => one.name === name);
    if (found === undefined) throw new Error(`No integration ${name}`);
    return found;
  }

  /** Every row of the list, page by page. */
  async list(query: Record<string, Value>, limit = 500): Promise<Row[]> {
    const rows: Row[] = [];
    for (let page = 1; ; page++) {
      const answer = await this.get<{ rows: Row[]; count: number }>('/bookkeeping/sessions/range', {
        ...query,
        page,
        limit,
      });
      rows.push(...answer.rows);
      if (rows.length >= answer.count) return rows;
      if (answer.rows.length === 0) throw new Error(`Page ${page} is empty before all rows were seen`);
    }
  }

  job(id: string): Promise<Job> {
    return this.get(`/jobs/${id}`);
  }

  settled(id: string, withinMs = 90_000): Promise<Job> {
    const over = ['completed', 'failed', 'cancelled'];
    return until(
      `the end of job ${id}`,
      async () => {
        const job = await this.job(id);
        return over.includes(job.state) && job;
      },
      withinMs,
    );
  }

  async startFetch(from: string, to: string, integrationIds: number[]): Promise<string> {
    const query = { dateStart: from, dateEnd: to, integrationIds: integrationIds.join(',') };
    return (await this.get<{ jobId: string }>('/bookkeeping/sessions/fetch', query)).jobId;
  }

  async fetchAndWait(from: string, to: string, integrationIds: number[]): Promise<Job> {
    return this.settled(await this.startFetch(from, to, integrationIds));
  }

  /** Waits until what the demo fetches when it starts for the first time is in the session store. */
  async firstFetch(): Promise<void> {
    await until(
      'the first fetch',
      async () => {
        const { dateTime, isFetching } = await this.get<{ dateTime: string | null; isFetching: boolean }>(
          '/integrations/last-fetch',
        );
        return dateTime !== null && !isFetching;
      },
      120_000,
    );
  }
}

/** The parameter `a` of the statistics call. */
export function encoded(request: unknown): string {
  return Buffer.from(JSON.stringify(request)).toString('base64');
}
