/**
 * `npm run test:fuzz [-- --cases N --seed S --minutes M --roles R,R --skip-worst-body]`: calls a fresh hub with generated requests, as
 * every demo account, with API tokens, viewing as an integration, and without a token, and compares the responses with the API description: no 5xx, no status, content
 * type or body that it does not name. Then searches for the body that holds the event loop longest.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { grantableScopes } from '@ludus/contract';
import { ensurePythonTool, Failure } from '../../scripts/lib/python-tool.mjs';
import { startHubProcess } from '../support/hub-process.ts';
import { Sandbox } from '../support/sandbox.ts';
import { type Account, tokensFor } from '../support/sign-in.ts';
import { failureLines, isClean, nextExamples, type RunReport, readReport } from './report.ts';

/** What has no account of its own: the account whose token it needs. */
const guises = {
  'API token': 'admin',
  'API token of Alpina': 'alpina.admin',
  'view as Alpina': 'admin',
} as const satisfies Record<string, Account>;
type Guise = keyof typeof guises;
type Role = Account | Guise | 'anonymous';
const isGuise = (role: Role): role is Guise => role in guises;

const roles: Role[] = [
  'anonymous',
  // Before the runs as their owners, which may use up the tokens that a person can have.
  'API token',
  'API token of Alpina',
  'view as Alpina',
  'alpina.guest',
  'alpina.manager',
  'alpina.admin',
  'baltica.admin',
  'manager',
  'admin',
];
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
];
const hooks = join(import.meta.dirname, 'hooks.py');
const root = resolve(import.meta.dirname, '../..');
const results = join(root, 'test-results', 'fuzz');
// Access tokens live for five minutes.
const renewTokenMs = 120_000;
const mostRounds = 8;

interface Run {
  program: string;
  origin: string;
  folder: string;
  operations: number;
  /** Where webhooks that the run creates lead. */
  receiver: string;
  /** Ids of the accounts of the run, which no call of it may reset or delete. */
  protectedIds: string;
  deadline: number;
}

async function main(): Promise<boolean> {
  const { cases, seed, minutes, chosen, worstBody } = readArguments();
  const program = await ensurePythonTool('schemathesis', '4.32.5');
  const folder = await mkdtemp(join(tmpdir(), 'ludus-fuzz-'));
  await rm(results, { recursive: true, force: true });
  await mkdir(results, { recursive: true });
  // Without limits the run tests the calls, not the limiter; calls that have one of their own keep it.
  Object.assign(process.env, { RATE_LIMIT_PERSON: '0', RATE_LIMIT_ADDRESS: '0' });
  console.log(`Fuzz run: ${cases} cases in all, seed ${seed}, at most ${minutes} minutes. Logs: ${results}`);
  const hub = await startHubProcess();
  let clean = true;
  let total = 0;
  try {
    const operations = await saveDescription(hub.origin, folder);
    const protectedIds = await demoIds(hub.origin);
    const deadline = Date.now() + minutes * 60_000;
    const receiver = (await Sandbox.of(hub.origin)).receiver('fuzz').url;
    const run = { program, origin: hub.origin, folder, operations, receiver, protectedIds, deadline };
    for (const role of chosen) {
      const reports = await fuzzAs(role, Math.ceil(cases / chosen.length), seed, run);
      clean &&= isClean(reports);
      total += casesOf(reports);
      console.log(`${role}: ${casesOf(reports)} cases, ${isClean(reports) ? 'clean' : 'FAILED'}`);
      for (const line of failureLines(reports)) console.log(`  ${line}`);
      const limited = new Set(reports.flatMap(({ rateLimited }) => rateLimited)).size;
      if (limited > 0) console.log(`  ${limited} operations were limited now and then (429)`);
    }
  } finally {
    await hub.stop();
    await rm(folder, { recursive: true, force: true });
  }
  const enough = total >= cases;
  console.log(`${total} of ${cases} cases, ${clean ? 'no failure' : 'with failures'}.`);
  if (!enough)
    console.log('The run is short: the time was up, or the operations have no more distinct cases.');
  const bounded = worstBody ? await searchWorstBody() : true;
  return clean && enough && bounded;
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      cases: { type: 'string', default: '20000' },
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '90' },
      roles: { type: 'string', default: roles.join(',') },
      'skip-worst-body': { type: 'boolean', default: false },
    },
  });
  const [cases, seed, minutes] = [values.cases, values.seed, values.minutes].map(Number);
  if (!Number.isInteger(cases) || !Number.isInteger(seed) || !Number(minutes)) {
    throw new Failure('--cases, --seed and --minutes take whole numbers.');
  }
  const chosen = roles.filter((role) => values.roles.split(',').includes(role));
  if (chosen.length !== values.roles.split(',').length)
    throw new Failure(`--roles takes some of ${roles.join(', ')}.`);
  return {
    chosen,
    cases: cases as number,
    seed: seed as number,
    minutes: minutes as number,
    worstBody: !values['skip-worst-body'],
  };
}

/** Keeps the description of the API in a file, and returns how many operations it has. */
async function saveDescription(origin: string, folder: string): Promise<number> {
  const text = await (await fetch(`${origin}/api/openapi.json`)).text();
  await writeFile(join(folder, 'openapi.json'), text);
  const { paths } = JSON.parse(text) as { paths: Record<string, object> };
  return Object.values(paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0);
}

/** The ids of the demo accounts, as accounts and as people. */
async function demoIds(origin: string): Promise<string> {
  const { access_token } = await tokensFor(origin, 'admin');
  const response = await fetch(`${origin}/api/users`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  const { rows } = (await response.json()) as {
    rows: { id: number; userId: string | null; username: string }[];
  };
  const signedIn = roles.filter((role) => role !== 'anonymous' && !isGuise(role));
  const accounts = rows.filter(({ username }) => (signedIn as string[]).includes(username));
  if (accounts.length !== signedIn.length) throw new Error('The demo accounts are not all among the users.');
  return accounts.flatMap(({ id, userId }) => [String(id), userId]).join(',');
}

async function post<Body>(origin: string, token: string, path: string, body: object): Promise<Body> {
  const response = await fetch(`${origin}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Body;
}

/** A token of an administrator with everything that one of its owner's role can hold. */
async function createApiToken(origin: string, owner: Account): Promise<string> {
  const { access_token } = await tokensFor(origin, owner);
  const role = owner === 'admin' ? 'ludus_admin' : 'integration_admin';
  const scopes = grantableScopes([role], { isBound: false });
  const form = { name: 'Fuzz run', scopes, days: 30 };
  return (await post<{ secret: string }>(origin, access_token, '/api-tokens', form)).secret;
}

/** A grant to see what the administrators of Alpina see. */
async function startView(origin: string, token: string): Promise<string> {
  const response = await fetch(`${origin}/api/integrations`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { rows } = (await response.json()) as { rows: { id: number; name: string }[] };
  const integrationId = rows.find(({ name }) => name === 'Alpina')?.id;
  const form = { integrationId, role: 'integration_admin' };
  return (await post<{ grant: string }>(origin, token, '/view-as', form)).grant;
}

/** What the calls of a role carry: its token and, on a second line, what it views by. */
async function credentialsOf(origin: string, role: Exclude<Role, 'anonymous'>): Promise<string> {
  if (role === 'API token' || role === 'API token of Alpina') return createApiToken(origin, guises[role]);
  const account = isGuise(role) ? guises[role] : role;
  const { access_token } = await tokensFor(origin, account);
  return role === account ? access_token : `${access_token}\n${await startView(origin, access_token)}`;
}

/** Rounds with growing seeds until the role has had its share of cases, or the time is up. */
async function fuzzAs(role: Role, share: number, seed: number, run: Run): Promise<RunReport[]> {
  const tokenFile = join(run.folder, 'token');
  const renew = async () => {
    if (role !== 'anonymous')
      await writeFile(tokenFile, await credentialsOf(run.origin, role), { mode: 0o600 });
  };
  await renew();
  // API tokens live for days.
  const renewal = setInterval(
    () => void (role.startsWith('API token') || renew().catch((error) => console.error(String(error)))),
    renewTokenMs,
  );
  const reports: RunReport[] = [];
  try {
    let examples = Math.max(1, Math.ceil(share / run.operations));
    for (let round = 0; round < mostRounds && examples > 0 && Date.now() < run.deadline; round++) {
      const name = `${role.replaceAll(' ', '-')}-${round + 1}`;
      const env: Record<string, string> = {
        SCHEMATHESIS_HOOKS: hooks,
        FUZZ_PROTECTED_IDS: run.protectedIds,
        FUZZ_RECEIVER: run.receiver,
      };
      if (role !== 'anonymous') env.FUZZ_TOKEN_FILE = tokenFile;
      const report = await runRound(name, examples, seed + round, env, run);
      reports.push(report);
      const missing = share - casesOf(reports);
      if (missing <= 0) break;
      examples = nextExamples(missing, { examples, cases: report.cases });
    }
  } finally {
    clearInterval(renewal);
  }
  return reports;
}

async function runRound(
  name: string,
  examples: number,
  seed: number,
  env: Record<string, string>,
  { program, origin, folder, deadline }: Run,
): Promise<RunReport> {
  const report = join(results, `${name}.json`);
  const args = ['run', join(folder, 'openapi.json'), '--url', origin, '--phases', 'fuzzing'];
  args.push(
    '--max-examples',
    String(examples),
    '--seed',
    String(seed),
    '--no-shrink',
    '--continue-on-failure',
  );
  args.push(
    '--checks',
    [...checks, ...(env.FUZZ_TOKEN_FILE === undefined ? [] : ['token_is_accepted'])].join(','),
    '--request-timeout',
    '60',
    '--suppress-health-check',
    'all',
  );
  args.push('--report', 'json', '--report-json-path', report);
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const text = await outputOf(child, deadline);
  // It holds the failing requests as curl commands.
  await writeFile(join(results, `${name}.log`), text);
  const written = await readFile(report, 'utf8').catch(() => null);
  if (written === null) throw new Error(`schemathesis ended without a report:\n${text.slice(-4_000)}`);
  return readReport(written);
}

/** What a program writes until it ends; it is interrupted when the time is up, and then still writes its report. */
function outputOf(child: ChildProcess, deadline: number): Promise<string> {
  return new Promise((done, fail) => {
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += chunk));
    const limit = setTimeout(() => child.kill('SIGINT'), Math.max(0, deadline - Date.now()));
    child.once('error', fail);
    child.once('close', () => {
      clearTimeout(limit);
      done(text);
    });
  });
}

const casesOf = (reports: readonly RunReport[]) => reports.reduce((sum, { cases }) => sum + cases, 0);

function searchWorstBody(): Promise<boolean> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [join(root, 'bench/src/main.ts'), '--worst-body'], {
      cwd: root,
      env: { ...process.env, UV_THREADPOOL_SIZE: '8' },
      stdio: 'inherit',
    });
    child.once('error', fail);
    child.once('close', (code) => done(code === 0));
  });
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Failure ? error.message : error);
  process.exitCode = 1;
}
