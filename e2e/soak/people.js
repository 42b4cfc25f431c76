/**
 * People at work, played by k6: each signs in, keeps a socket open, renews the token as the web application does, and opens
 * one screen after the other. `main.ts` starts it with the address of a hub that has the demo accounts.
 */
import { check } from 'k6';
import crypto from 'k6/crypto';
import encoding from 'k6/encoding';
import exec from 'k6/execution';
import http from 'k6/http';
import { Counter } from 'k6/metrics';
import { WebSocket } from 'k6/websockets';

const { ORIGIN: origin, SUMMARY: summary } = __ENV;
const people = Number(__ENV.PEOPLE);
const seconds = Number(__ENV.SECONDS);
const password = 'ludus-demo';
const dayMs = 86_400_000;
/** They do not all arrive in the same moment. */
const arrivalMs = Math.min(60_000, seconds * 100);
/** How long someone looks at a screen before opening the next. */
const lookMs = { least: 3_000, most: 17_000 };
const renewMs = 70_000;
const reconnectMs = 1_000;

const lostSockets = new Counter('lost_sockets');
const screensOpened = new Counter('screens');
const stayed = new Counter('stayed');

/** The demo accounts with the screens that their roles open. */
const accounts = [
  { username: 'admin', screens: ['dashboard', 'list', 'charts', 'report', 'catalog', 'answer'] },
  { username: 'alpina.admin', screens: ['dashboard', 'list', 'charts', 'report', 'catalog', 'ticket'] },
  { username: 'manager', screens: ['dashboard', 'list', 'charts', 'report', 'catalog'] },
  { username: 'baltica.admin', screens: ['dashboard', 'list', 'charts', 'report', 'catalog', 'ticket'] },
  { username: 'alpina.manager', screens: ['list'] },
  { username: 'alpina.guest', screens: ['catalog'] },
];

export const options = {
  scenarios: {
    people: {
      executor: 'per-vu-iterations',
      vus: people,
      iterations: 1,
      maxDuration: `${seconds + 120}s`,
    },
  },
  thresholds: { checks: ['rate==1'], http_req_failed: ['rate==0'] },
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
};

export default async function work() {
  const until = Date.now() + seconds * 1000;
  await pause(0, arrivalMs);
  const account = accounts[(exec.vu.idInTest - 1) % accounts.length];
  const session = signIn(account.username);
  const socket = openSocket(session);
  while (Date.now() < until) {
    renew(session, socket);
    const screen = oneOf(account.screens);
    screensOpened.add(1, { screen });
    screens[screen](session);
    await pause(lookMs.least, lookMs.most);
  }
  if (!socket.isOpen()) await pause(5 * reconnectMs, 5 * reconnectMs);
  check(socket, { 'socket is open': ({ isOpen }) => isOpen() });
  socket.close();
  stayed.add(1);
}

/** What each screen requests; of periods, filters and rows no two are alike. */
const screens = {
  dashboard(session) {
    ask(session, [
      ['/bookkeeping/daily-stats'],
      ['/bookkeeping/yesterday-stats'],
      ['/bookkeeping/trimester-stats'],
      ['/integrations/services/status'],
      ['/integrations/last-fetch'],
      ['/notifications'],
    ]);
  },
  list(session) {
    const { from, to } = period(30);
    const query = `from=${from}&to=${to}&nonZeroRounds=true&limit=50`;
    const [page] = ask(session, [[`/bookkeeping/sessions/range?${query}&page=1`], ['/games']]);
    ask(session, [[`/bookkeeping/sessions/range?${query}&page=2`]]);
    const row = oneOf(page.rows ?? []);
    if (row === undefined) return;
    ask(session, [
      [`/bookkeeping/session/${row.id}`, '/bookkeeping/session/:id'],
      [`/bookkeeping/session/search?relatedId=${encodeURIComponent(row.userId)}&searchType=userId&limit=50`],
    ]);
  },
  charts(session) {
    const split = oneOf([{ datasetTotals: true }, { datasetGames: true }, { datasetIntegrations: true }]);
    const request = { ...period(90), key: 'day', sessionTypeId: 1, ...split };
    ask(session, [[`/bookkeeping/stats?a=${encoded(request)}`]]);
  },
  report(session) {
    const request = { ...period(60), singleDay: Math.random() < 0.5 };
    ask(session, [[`/bookkeeping/stats-detailed?a=${encoded(request)}`]]);
  },
  catalog(session) {
    const [{ rows }] = ask(session, [['/catalog?with=game_media,integrations&mediaTypes=main']]);
    const game = oneOf(rows ?? []);
    if (game === undefined) return;
    ask(session, [[`/games/${game.id}?with=game_media,integrations`, '/games/:id']]);
  },
  /** Someone of an integration looks at the tickets, and now and then writes one. */
  ticket(session) {
    ask(session, [['/tickets']]);
    if (Math.random() > 0.1) return;
    const body = {
      title: `Round of ${new Date().toISOString()}`,
      description: '<p>The reels stand still.</p>',
    };
    send(session, '/tickets', body);
  },
  /** Someone of the provider answers the newest open one. */
  answer(session) {
    const [open] = ask(session, [['/tickets?status=open']]);
    if (open.length === 0 || Math.random() > 0.3) return;
    const body = { ticketId: open[0].id, status: 'ongoing', description: '<p>We look into it.</p>' };
    // Someone else may have closed it meanwhile; no one does here.
    send(session, '/answers', body);
  },
};

function period(mostDays) {
  const days = 1 + Math.floor(Math.random() * mostDays);
  const end = Date.now() - Math.floor(Math.random() * 30) * dayMs;
  const [from, to] = [end - days * dayMs, end].map((at) => new Date(at).toISOString().slice(0, 10));
  return { from, to };
}

const encoded = (request) => encodeURIComponent(encoding.b64encode(JSON.stringify(request)));
const oneOf = (list) => list[Math.floor(Math.random() * list.length)];
const pause = (least, most) =>
  new Promise((done) => setTimeout(done, least + Math.random() * (most - least)));

const paramsOf = (session, name) => ({
  headers: { authorization: `Bearer ${session.accessToken}` },
  tags: { name },
});

/** Makes calls at once, as a screen does, and returns their bodies. Each is a path and the name that it counts under. */
function ask(session, calls) {
  const named = calls.map(([path, name = path.split('?')[0]]) => ({ path, name }));
  const replies = http.batch(
    named.map(({ path, name }) => ['GET', `${origin}/api${path}`, null, paramsOf(session, name)]),
  );
  return replies.map((reply, index) => bodyOf(reply, `GET ${named[index].name}`));
}

function send(session, path, body) {
  const params = paramsOf(session, path);
  params.headers['content-type'] = 'application/json';
  return bodyOf(http.post(`${origin}/api${path}`, JSON.stringify(body), params), `POST ${path}`);
}

function bodyOf(reply, name) {
  if (succeeded(reply, name)) return reply.json();
  return {};
}

function succeeded(reply, name) {
  const ok = check(reply, { [name]: ({ status }) => status === 200 });
  if (!ok) console.error(`${name}: ${reply.status} ${reply.error} ${String(reply.body).slice(0, 300)}`);
  return ok;
}

/** The code flow with PKCE that the web application goes through. */
function signIn(username) {
  const { issuer, clientId, audience } = http.get(`${origin}/api/config`).json();
  const verifier = encoding.b64encode(crypto.randomBytes(32), 'rawurl');
  const redirectUri = `${origin}/`;
  const parameters = {
    client_id: clientId,
    response_type: 'code',
    scope: 'openid profile email',
    redirect_uri: redirectUri,
    resource: audience,
    state: verifier.slice(0, 16),
    code_challenge: crypto.sha256(verifier, 'base64rawurl'),
    code_challenge_method: 'S256',
  };
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const page = http.get(`${issuer}/protocol/openid-connect/auth?${query.join('&')}`, {
    tags: { name: 'sign-in page' },
  });
  const form = { username, password };
  const back = http.post(page.url, form, { headers: { origin }, tags: { name: 'sign-in' } });
  const code = /[?&]code=([^&]+)/.exec(back.url)?.[1];
  check(back, { 'sign-in': () => code !== undefined });
  const session = { clientId, tokenUrl: `${issuer}/protocol/openid-connect/token` };
  return redeem(session, {
    grant_type: 'authorization_code',
    code: decodeURIComponent(code),
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
}

function redeem(session, parameters) {
  const body = { client_id: session.clientId, ...parameters };
  const reply = http.post(session.tokenUrl, body, { tags: { name: 'token' } });
  if (!succeeded(reply, 'token')) throw new Error('No token.');
  const { access_token, refresh_token, expires_in } = reply.json();
  return Object.assign(session, {
    accessToken: access_token,
    refreshToken: refresh_token,
    expiresAt: Date.now() + expires_in * 1000,
  });
}

function renew(session, socket) {
  if (session.expiresAt - Date.now() > renewMs) return;
  redeem(session, { grant_type: 'refresh_token', refresh_token: session.refreshToken });
  socket.send(`42${JSON.stringify(['renew', session.accessToken])}`);
}

/** A socket of socket.io, as far as staying connected needs it; like the web application it connects again when it is lost. */
function openSocket(session) {
  const url = `${origin.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`;
  let socket;
  let isAdmitted = false;
  let isClosing = false;
  const connect = () => {
    socket = new WebSocket(url, null, { headers: { Origin: origin }, tags: { name: 'socket' } });
    socket.onmessage = ({ data }) => {
      if (data[0] === '0') socket.send(`40${JSON.stringify({ token: session.accessToken })}`);
      if (data === '2') socket.send('3');
      if (data.startsWith('40')) isAdmitted = true;
    };
    socket.onerror = () => {};
    socket.onclose = () => {
      isAdmitted = false;
      if (isClosing) return;
      lostSockets.add(1);
      setTimeout(connect, reconnectMs);
    };
  };
  connect();
  return {
    isOpen: () => isAdmitted,
    send(text) {
      // A socket that is lost hands the new token over when it connects again.
      if (isAdmitted) socket.send(text);
    },
    close() {
      isClosing = true;
      socket.close();
    },
  };
}

export function handleSummary(data) {
  return { [summary]: JSON.stringify(data) };
}
