/** Someone of the provider who views as a role of an integration gets, call by call, what a person of that role there gets. */
import { randomUUID } from 'node:crypto';
import {
  type AnyEndpoint,
  encodeStatisticsRequest,
  endpoints,
  integrationRoles,
  isReading,
  type Role,
  type ViewedRole,
} from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composeHub } from '../src/app.modules.ts';
import { fixedClock } from '../src/infra/clock/index.ts';
import { type IngestRow, type SessionStore, sessionIdOf } from '../src/modules/session-store/index.ts';
import { allowedRoles } from './allowed-roles.ts';
import { addGame, addIntegration, addOperator, linkGame } from './catalogue.ts';
import { startTestHub, type TestHub, type TestReply, testIdentity } from './hub.ts';
import { tokenFor } from './tokens.ts';
import { sampleOf } from './worst-bodies.ts';

// The queue knows only the real time: what is to be done in two hours must not be due at once.
const clock = fixedClock('2090-11-26T11:00:00Z');
const day = '2090-11-25';
const createdAtMs = Date.parse(`${day}T08:00:00Z`);

let hub: TestHub;
let admin: string;
const ids = { alpina: 0, baltica: 0, game: 0, foreignGame: 0 };
const tickets = { alpina: 0, baltica: 0 };
const certificates = { alpina: 0, baltica: 0 };
const grants = {} as Record<ViewedRole, string>;
const tokens = {} as Record<ViewedRole, string>;
let balticaAdmin: string;

beforeAll(async () => {
  let sessionStore: SessionStore | undefined;
  hub = await startTestHub({
    role: 'api',
    clock,
    settings: { rateLimitPerson: 0, rateLimitAddress: 0 },
    compose: (infra, parts) => {
      const composed = composeHub(infra, parts);
      sessionStore = composed.services.sessionStore;
      return { ...composed, identity: testIdentity };
    },
  });
  const { db } = hub.stores.postgres;
  ids.alpina = (await addIntegration(db, 'Alpina')).id;
  ids.baltica = (await addIntegration(db, 'Baltica')).id;
  ids.game = await addGame(db, 'sugar_cascade');
  ids.foreignGame = await addGame(db, 'dead_creek_gold');
  await addGame(db, 'iron_spur_express', { is_dev: true });
  const operators = {
    alpina: (await addOperator(db, ids.alpina, 'VETTA', 'Peaks')).id,
    baltica: (await addOperator(db, ids.baltica, 'AMBRA')).id,
  };
  await linkGame(db, ids.alpina, ids.game, 'active');
  for (const game of [ids.game, ids.foreignGame]) await linkGame(db, ids.baltica, game, 'active');
  const rowsOf = (prefix: string, operatorId: number, gameId: number): IngestRow[] =>
    [1, 2, 3].map((number) => ({
      sessionId: `${prefix}-${number}`,
      externalSessionId: `M-${prefix}-${number}`,
      externalTicketId: `N-${prefix}-${number}`,
      userId: 'vg_7',
      operatorId,
      gameId,
      sessionType: 1,
      isOpen: number === 3,
      isMobile: false,
      bet: 1000 * number,
      win: 500,
      netWin: 300,
      due: 50,
      rounds: number,
      createdAtMs: createdAtMs + number * 60_000,
      updatedAtMs: createdAtMs + number * 90_000,
    }));
  await sessionStore?.ingest(ids.alpina, rowsOf('A', operators.alpina, ids.game));
  await sessionStore?.ingest(ids.baltica, rowsOf('B', operators.baltica, ids.foreignGame));
  admin = await addPerson('boss', 'ludus_admin');
  for (const role of integrationRoles) tokens[role] = await addPerson(`alpina.${role}`, role, 'Alpina');
  balticaAdmin = await addPerson('baltica.boss', 'integration_admin', 'Baltica');
  tickets.alpina = await createTicket('Reels stand still', tokens.integration_admin);
  tickets.baltica = await createTicket('A voice from the sea', balticaAdmin);
  certificates.alpina = await addCertificate(ids.alpina);
  certificates.baltica = await addCertificate(ids.baltica);
  for (const role of integrationRoles) {
    const made = await hub.call('POST', '/view-as', {
      token: admin,
      body: { integrationId: ids.alpina, role },
    });
    grants[role] = made.body.grant;
  }
}, 90_000);
afterAll(() => hub?.close());

async function addPerson(username: string, role: Role, integration: string | null = null): Promise<string> {
  const id = randomUUID();
  const { db } = hub.stores.postgres;
  const created_at = clock.now();
  const rights = { roles: [role], integration_name: integration };
  const person = { username, email: `${username}@hub.test`, ...rights, created_at };
  await db
    .insertInto('accounts')
    .values({ id, ...person, password_hash: 'none', last_login_at: null })
    .execute();
  await db
    .insertInto('users')
    .values({ subject: id, ...person, integration_id: null, language: null, last_seen_at: null })
    // The hub may have read the new account by now.
    .onConflict((conflict) => conflict.column('subject').doNothing())
    .execute();
  return tokenFor(role, { userId: id, username, integration, now: clock.now(), expiresIn: 7200 });
}

async function createTicket(title: string, token: string): Promise<number> {
  const body = { title, description: '<p>Text</p>' };
  const { status, body: ticket } = await hub.call('POST', '/tickets', { token, body });
  expect(status, JSON.stringify(ticket)).toBe(200);
  const file = new FormData();
  file.append('file', new Blob([Uint8Array.from(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))]), 'screen.png');
  const headers = { authorization: `Bearer ${token}` };
  const sent = await hub.fetch(`/api/tickets/${ticket.id}/media`, { method: 'POST', headers, body: file });
  expect(sent.status).toBe(200);
  return ticket.id;
}

async function addCertificate(integrationId: number): Promise<number> {
  const form = new FormData();
  const fields = {
    isGeneral: 'false',
    'integrationId[]': String(integrationId),
    'gameId[]': String(ids.game),
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob(['%PDF-1.4\n%%EOF\n']), `certificate-${integrationId}.pdf`);
  const headers = { authorization: `Bearer ${admin}` };
  const made = await hub.fetch('/api/certificates/create', { method: 'POST', headers, body: form });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return made.body.id;
}

const get = (path: string, token: string, viewAs?: string) =>
  hub.call('GET', path, { token, ...(viewAs === undefined ? {} : { viewAs }) });

/** What differs between two people of one role: who they are, and for whom the addresses of files are signed. */
function withoutPerson({ status, body }: TestReply): string {
  const text = JSON.stringify(body, (key, value) => (key === 'requestId' ? undefined : value)) ?? '';
  return `${status} ${text.replace(/by=[^"]*&expires=\d+&signature=[\w-]+/g, 'signed')}`;
}

const request = { from: day, to: '2090-11-26', stats: ['bet', 'win', 'usersCount'] };
const statistics = `/bookkeeping/stats?a=${encodeURIComponent(encodeStatisticsRequest({ ...request, key: 'YYYY-MM-DD' }))}`;
const report = `/bookkeeping/stats-detailed?a=${encodeURIComponent(encodeStatisticsRequest(request))}`;

/** Calls of the screens, with how many of the three roles may make them. */
const screens: [string, () => string, ViewedRole[]][] = [
  ['the catalogue', () => '/catalog', ['integration_admin', 'integration_guest']],
  ['games', () => '/games', [...integrationRoles]],
  ['the game page', () => `/games/${ids.game}`, ['integration_admin', 'integration_guest']],
  ['integrations', () => '/integrations', [...integrationRoles]],
  ['its integration', () => `/integrations/${ids.alpina}`, [...integrationRoles]],
  ['its games', () => `/integrations/${ids.alpina}/games`, [...integrationRoles]],
  ['its operators', () => `/integrations/${ids.alpina}/operators`, [...integrationRoles]],
  [
    'the sessions list',
    () => `/bookkeeping/sessions/range?from=${day}&to=2090-11-26`,
    ['integration_admin', 'integration_manager'],
  ],
  [
    'a session',
    () => `/bookkeeping/session/${sessionIdOf(ids.alpina, 'A-1')}`,
    ['integration_admin', 'integration_manager'],
  ],
  [
    'the session search',
    () => '/bookkeeping/session/search?relatedId=vg_7&searchType=userId',
    ['integration_admin', 'integration_manager'],
  ],
  ['a player', () => `/bookkeeping/players/${ids.alpina}/vg_7`, ['integration_admin', 'integration_manager']],
  ['open sessions', () => '/bookkeeping/sessions/open/counts', ['integration_admin', 'integration_manager']],
  ['charts', () => statistics, ['integration_admin', 'integration_manager']],
  ['reports', () => report, ['integration_admin']],
  ['the dashboard', () => '/bookkeeping/yesterday-stats', ['integration_admin']],
  ['tickets', () => '/tickets', ['integration_admin']],
  ['a ticket', () => `/tickets/${tickets.alpina}`, ['integration_admin']],
  ['documents', () => '/certificates', ['integration_admin', 'integration_manager']],
  ['a document', () => `/certificates/${certificates.alpina}`, ['integration_admin', 'integration_manager']],
  ['coverage', () => '/certificates/coverage', ['integration_admin', 'integration_manager']],
  ['needed certificates', () => '/certificates/actions', ['integration_admin', 'integration_manager']],
  ['requests', () => '/requests', [...integrationRoles]],
  ['statements', () => '/statements', ['integration_admin']],
  ['users', () => '/user/kc/list', ['integration_admin']],
  ['status', () => '/status', ['integration_admin']],
  ['the search', () => '/search?q=vg_7', [...integrationRoles]],
];

describe.each(integrationRoles)('what is seen as %s', (role) => {
  it.each(screens)('%s', async (_, path, allowed) => {
    // The person's own response comes first: nothing of it may be given to the role.
    const own = await get(path(), admin);
    const seen = await get(path(), admin, grants[role]);
    const real = await get(path(), tokens[role]);
    expect(seen.status, JSON.stringify(seen.body)).toBe(allowed.includes(role) ? 200 : 403);
    expect(withoutPerson(seen)).toBe(withoutPerson(real));
    expect(withoutPerson(await get(path(), admin))).toBe(withoutPerson(own));
    if (seen.status === 200) expect(seen.headers.get('cache-control')).toBe('no-store');
    expect(seen.headers.get('etag')).toBeNull();
  });

  it('holds nothing of another integration', async () => {
    const foreign = [
      `/integrations/${ids.baltica}`,
      `/integrations/${ids.baltica}/games`,
      `/games/${ids.foreignGame}`,
      `/bookkeeping/session/${sessionIdOf(ids.baltica, 'B-1')}`,
      `/bookkeeping/players/${ids.baltica}/vg_7`,
      `/tickets/${tickets.baltica}`,
      `/certificates/${certificates.baltica}`,
      `/status/${ids.baltica}`,
    ];
    for (const path of foreign) {
      const seen = await get(path, admin, grants[role]);
      expect([403, 404], path).toContain(seen.status);
      expect(withoutPerson(seen), path).toBe(withoutPerson(await get(path, tokens[role])));
    }
    const lists = [
      '/tickets',
      '/search?q=a%20voice',
      `/bookkeeping/sessions/range?from=${day}&to=2090-11-26`,
    ];
    for (const path of lists) {
      const { body } = await get(path, admin, grants[role]);
      expect(JSON.stringify(body)).not.toMatch(/Baltica|B-1|A voice/);
    }
  });
});

/** Values that fit the parameters of calls, for an integration. */
function addressOf(endpoint: AnyEndpoint, side: 'alpina' | 'baltica'): string {
  const own: Record<string, string> = {
    id: String(ids[side]),
    integrationId: String(ids[side]),
    gameId: String(side === 'alpina' ? ids.game : ids.foreignGame),
    name: side,
    userId: 'vg_7',
    day,
    month: '2090-10',
    queue: 'bookkeeping',
  };
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => own[name] ?? '1');
  const query = sampleOf(endpoint.query, 'required');
  const pairs = Object.entries((query ?? {}) as Record<string, unknown>).map(([name, value]) => {
    const usual: Record<string, string> = {
      from: day,
      to: '2090-11-26',
      integrationId: String(ids[side]),
      integrationName: side,
      a: encodeStatisticsRequest({ ...request, key: 'YYYY-MM-DD' }),
    };
    return `${name}=${encodeURIComponent(usual[name] ?? String(value))}`;
  });
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

/** What is a person's own: their id stands in it, or there is no such account. */
const personal = ['getMe', 'getAccountSecurity', 'listNotifications'];
const called = endpoints.filter(({ access }) => access !== 'public');
const nameOf = ({ method, path }: AnyEndpoint) => `${method} /api${path}`;

describe('every call that reads', () => {
  const reads = called.filter((endpoint) => isReading(endpoint) && !personal.includes(endpoint.id));

  it.each(reads.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', async (_, endpoint) => {
    for (const role of integrationRoles) {
      const isAllowed = allowedRoles[`${endpoint.method} ${endpoint.path}`]?.includes(role) ?? false;
      for (const side of ['alpina', 'baltica'] as const) {
        const path = addressOf(endpoint, side);
        const seen = await get(path, admin, grants[role]);
        if (isAllowed) expect([200, 404, 422, 409], `${role} ${path}`).toContain(seen.status);
        else expect(seen.status, `${role} ${path}`).toBe(403);
        expect(withoutPerson(seen), `${role} ${path}`).toBe(withoutPerson(await get(path, tokens[role])));
      }
    }
  });
});

describe('every call that does not only read', () => {
  const acts = called.filter((endpoint) => !isReading(endpoint));

  it('is a call that is not a GET, or one of these', () => {
    expect(acts.filter(({ method }) => method === 'GET').map(({ path }) => path)).toEqual([
      '/integrations-synch',
      '/integrations/:id/synch',
      '/integrations/services/check',
      '/integrations/:id/services/healthcheck',
      '/range-mail',
      '/bookkeeping/sessions/update/:id',
      '/bookkeeping/sessions/fetch',
      '/users/kc/sync/:confirm',
    ]);
  });

  it.each(acts.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', async (_, endpoint) => {
    const body = endpoint.method === 'GET' ? {} : { body: sampleOf(endpoint.body) ?? {} };
    for (const role of integrationRoles) {
      const reply = await hub.call(endpoint.method, addressOf(endpoint, 'alpina'), {
        token: admin,
        viewAs: grants[role],
        ...body,
      });
      expect([reply.status, reply.body.message]).toEqual([
        403,
        'You are viewing as an integration, which only reads. Leave the view to change or send something.',
      ]);
    }
  });
});

describe('a file that is shown', () => {
  it('opens by its address, as long as the person behind it may view so', async () => {
    const ticket = await get(`/tickets/${tickets.alpina}`, admin, grants.integration_admin);
    const document = await get(`/certificates/${certificates.alpina}`, admin, grants.integration_manager);
    const addresses = [ticket.body.ticket_media[0].url, document.body.url] as string[];
    for (const address of addresses) expect((await hub.fetch(address)).status, address).toBe(200);
    const { db } = hub.stores.postgres;
    await db
      .updateTable('accounts')
      .set({ roles: ['ludus_manager'] })
      .where('username', '=', 'boss')
      .execute();
    expect((await hub.fetch(addresses[0] ?? '')).status).toBe(404);
    await db
      .updateTable('accounts')
      .set({ roles: ['ludus_admin'] })
      .where('username', '=', 'boss')
      .execute();
  });
});
