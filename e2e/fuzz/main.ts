/**
 * `npm run test:fuzz [-- --cases N --seed S --minutes M --skip-worst-body]`: calls a fresh hub with generated requests, as
 * every demo account and without a token, and compares the responses with the API description: no 5xx, no status, content
 * type or body that it does not name. Then searches for the body that holds the event loop longest.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { tokenScopeNames } from '@ludus/contract';
import { ensurePythonTool, Failure } from '../../scripts/lib/python-tool.mjs';
import { startHubProcess } from '../support/hub-process.ts';
import { type Account, tokensFor } from '../support/sign-in.ts';
import { failureLines, isClean, nextExamples, type RunReport, readReport } from './report.ts';

const roles: (Account | 'anonymous' | 'API token')[] = [
  'anonymous',
  // Before the run as its owner, which may use up the tokens that a person can have.
  'API token',
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
  /** Ids of the accounts of the run, which no call of it may reset or delete. */
  protectedIds: string;
  deadline: number;
}

async function main(): Promise<boolean> {
  const { cases, seed, minutes, worstBody } = readArguments();
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
    const run = { program, origin: hub.origin, folder, operations, protectedIds, deadline };
    for (const role of roles) {
      const reports = await fuzzAs(role, Math.ceil(cases / roles.length), seed, run);
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
      'skip-worst-body': { type: 'boolean', default: false },
    },
  });
  const [cases, seed, minutes] = [values.cases, values.seed, values.minutes].map(Number);
  if (!Number.isInteger(cases) || !Number.isInteger(seed) || !Number(minutes)) {
    throw new Failure('--cases, --seed and --minutes take whole numbers.');
  }
  return {
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
  const accounts = rows.filter(({ username }) => (roles as string[]).includes(username));
  if (accounts.length !== roles.length - 2) throw new Error('The demo accounts are not all among the users.');
  return accounts.flatMap(({ id, userId }) => [String(id), userId]).join(',');
}

/** A token of an administrator with everything that one can hold. */
async function createApiToken(origin: string): Promise<string> {
  const { access_token } = await tokensFor(origin, 'admin');
  const response = await fetch(`${origin}/api/api-tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Fuzz run', scopes: tokenScopeNames, days: 30 }),
  });
  if (!response.ok) throw new Error(`No API token was created: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { secret: string }).secret;
}

/** Rounds with growing seeds until the role has had its share of cases, or the time is up. */
async function fuzzAs(
  role: (typeof roles)[number],
  share: number,
  seed: number,
  run: Run,
): Promise<RunReport[]> {
  const tokenFile = join(run.folder, 'token');
  const renew = async () => {
    if (role !== 'anonymous' && role !== 'API token')
      await writeFile(tokenFile, (await tokensFor(run.origin, role)).access_token, { mode: 0o600 });
  };
  if (role === 'API token') await writeFile(tokenFile, await createApiToken(run.origin), { mode: 0o600 });
  await renew();
  const renewal = setInterval(
    () => void renew().catch((error) => console.error(String(error))),
    renewTokenMs,
  );
  const reports: RunReport[] = [];
  try {
    let examples = Math.max(1, Math.ceil(share / run.operations));
    for (let round = 0; round < mostRounds && examples > 0 && Date.now() < run.deadline; round++) {
      const name = `${role}-${round + 1}`;
      const env: Record<string, string> = { SCHEMATHESIS_HOOKS: hooks, FUZZ_PROTECTED_IDS: run.protectedIds };
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
