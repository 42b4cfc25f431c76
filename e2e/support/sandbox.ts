import { origin } from './origin.ts';

/** A session as a platform sends it: amounts in cents, instants in UTC. */
export interface PlatformSession {
  sessionId: string;
  externalSessionId: string | null;
  externalTicketId: string | null;
  userId: string;
  operatorCode: string;
  gameSlug: string;
  sessionType: 1 | 4;
  isOpen: boolean;
  bet: number;
  win: number;
  netWin: number;
  due: number;
  rounds: number;
  isMobile: boolean;
  createdAt: string;
  updatedAt: string;
}

interface PlatformTotal {
  day: string;
  sessionType: 1 | 4;
  sessions: number;
  open: number;
  bet: number;
  win: number;
  netWin: number;
  due: number;
  rounds: number;
}

interface PlatformFacts {
  key: string;
  name: string;
  version: string;
  services: { data: { url: string; token: string } };
  bookkeepingToken: string;
  operators: { code: string; name: string }[];
  games: { slug: string; state: string }[];
}

/** The switches of a platform that misbehaves. */
export type Faults = Partial<{
  slowMs: number;
  hang: boolean;
  http500: boolean;
  refuseToken: boolean;
  refuseBets: boolean;
  loseAnswer: boolean;
  cutStreamAfter: number | null;
  missingTrailer: boolean;
  malformedRows: number;
  duplicateRows: boolean;
  outOfOrderRows: boolean;
  lateRows: boolean;
  contradictingRows: boolean;
  loseRows: boolean;
  alterRows: boolean;
  doubleRows: boolean;
  delayRows: number;
  openDoors: boolean;
}>;

async function json<Body>(url: string, init?: RequestInit): Promise<Body> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Body;
}

async function send(url: string, method: string, body?: unknown): Promise<void> {
  await json(url, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
}

/** The outside world of the demo: platforms whose responses a test can set. */
export class Sandbox {
  readonly url: string;
  readonly inboxUrl: string;

  private constructor(inboxUrl: string) {
    this.inboxUrl = inboxUrl;
    this.url = new URL(inboxUrl).origin;
  }

  static async of(hub = origin()): Promise<Sandbox> {
    const { inboxUrl } = await json<{ inboxUrl: string }>(`${hub}/api/config`);
    return new Sandbox(inboxUrl);
  }

  /** A machine that receives webhooks, under a name that no other test uses. */
  receiver(name: string): WebhookReceiver {
    return new WebhookReceiver(this.url, name);
  }

  async platform(name: string): Promise<Platform> {
    const world = await json<{ platforms: PlatformFacts[] }>(`${this.url}/world.json`);
    const facts = world.platforms.find((one) => one.name === name);
    if (facts === undefined) throw new Error(`No platform ${name}`);
    return new Platform(this.url, facts);
  }
}

/** A call of a webhook, as its receiver has taken it. */
export interface ReceivedCall {
  messageId: string;
  type: string | null;
  verdict: 'valid' | 'no-secret' | 'headers-missing' | 'stale' | 'wrong-signature';
  signatures: number;
  matches: number[];
  isRepeat: boolean;
  status: number;
  body: string;
}

export class WebhookReceiver {
  readonly url: string;
  readonly #calls: string;

  constructor(sandboxUrl: string, name: string) {
    this.url = `${sandboxUrl}/webhooks/${name}`;
    this.#calls = `${sandboxUrl}/webhooks/calls.json?receiver=${name}`;
  }

  /** What it verifies calls with from now on. */
  knows(...secrets: string[]): Promise<void> {
    return send(`${this.url}/secrets`, 'PUT', { secrets });
  }

  /** The next calls get this status, whatever they carry. */
  fails(failNext: number, status: number): Promise<void> {
    return send(`${this.url}/faults`, 'POST', { failNext, status });
  }

  /** Newest first. */
  calls(): Promise<ReceivedCall[]> {
    return json(this.#calls);
  }
}

export class Platform {
  readonly facts: PlatformFacts;
  readonly #control: string;

  constructor(sandboxUrl: string, facts: PlatformFacts) {
    this.facts = facts;
    this.#control = `${sandboxUrl}/p/${facts.key}`;
  }

  misbehave(faults: Faults): Promise<void> {
    return send(`${this.#control}/faults`, 'POST', faults);
  }

  behave(): Promise<void> {
    return send(`${this.#control}/faults`, 'DELETE');
  }

  /** Puts lines into its feed: sessions, or anything else that a broken platform might send. */
  put(rows: readonly (PlatformSession | string | Record<string, unknown>)[]): Promise<void> {
    return send(`${this.#control}/sessions`, 'POST', { rows });
  }

  /** Takes back every line that was put into its feed. */
  forget(): Promise<void> {
    return send(`${this.#control}/sessions`, 'DELETE');
  }

  openSessions(): Promise<{ sessions: { sessionId: string; canClose: boolean }[] }> {
    return json(`${this.#control}/open-sessions`);
  }

  async totals(from: string, to: string): Promise<PlatformTotal[]> {
    const address = `${this.facts.services.data.url}/v1/totals?from=${from}&to=${to}`;
    return (await json<{ totals: PlatformTotal[] }>(address, this.#bearer())).totals;
  }

  session(sessionId: string): Promise<PlatformSession> {
    return json(`${this.facts.services.data.url}/v1/sessions/${sessionId}`, this.#bearer());
  }

  /** All sessions changed in a stretch of time, read from the feed as any engineer of the platform would. */
  async feed(changedFrom: string, changedTo: string): Promise<PlatformSession[]> {
    const sessions: PlatformSession[] = [];
    let cursor: string | null = null;
    do {
      const query = new URLSearchParams({ changedFrom, changedTo, limit: '50000' });
      if (cursor !== null) query.set('cursor', cursor);
      const response = await fetch(`${this.facts.services.data.url}/v1/sessions?${query}`, this.#bearer());
      const lines = (await response.text()).trimEnd().split('\n');
      const last = JSON.parse(lines.pop() ?? '{}') as {
        trailer?: { nextCursor: string | null; count: number };
      };
      if (last.trailer?.count !== lines.length) throw new Error(`A page of ${this.facts.name} was cut`);
      for (const line of lines) sessions.push(JSON.parse(line) as PlatformSession);
      cursor = last.trailer.nextCursor;
    } while (cursor !== null);
    return sessions;
  }

  #bearer(): RequestInit {
    return { headers: { authorization: `Bearer ${this.facts.bookkeepingToken}` } };
  }
}

let made = 0;

/** A closed real session of this platform that no one else has; anything may be said otherwise. */
export function someSession(platform: Platform, given: Partial<PlatformSession>): PlatformSession {
  const number = `${process.pid}-${++made}`;
  const isItalian = platform.facts.version === 'GAI2';
  const createdAt = given.createdAt ?? '2026-05-05T10:00:00.000Z';
  return {
    sessionId: `E2E-${number}`,
    externalSessionId: isItalian ? `EXT-${number}` : null,
    externalTicketId: isItalian ? `TIC-${number}` : null,
    userId: `player-${number}`,
    operatorCode: platform.facts.operators[0]?.code ?? '',
    gameSlug: platform.facts.games.find(({ state }) => state === 'active')?.slug ?? '',
    sessionType: 1,
    isOpen: false,
    bet: 10_000,
    win: 9_000,
    netWin: 750,
    due: 90,
    rounds: 10,
    isMobile: false,
    createdAt,
    updatedAt: new Date(Date.parse(createdAt) + 60_000).toISOString(),
    ...given,
  };
}
