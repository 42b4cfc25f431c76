// `npm run test:clients`: generates the clients, type-checks and installs them, and compares what they read from a fresh hub, through an
// API token, with what the hub replies.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Api } from '../e2e/support/api.ts';
import { startHubProcess } from '../e2e/support/hub-process.ts';
import { tokensFor } from '../e2e/support/sign-in.ts';
import { Failure, findNode, inRoot } from './lib/paths.mjs';
import { makeVenv } from './lib/python-tool.mjs';
import { run } from './lib/run.mjs';
import { apiDescription, releaseClients } from './release-clients.mjs';

const scopes = ['sessions:read', 'catalog:read', 'tickets:use'];
const cases = inRoot('scripts', 'clients');

let failures = 0;
function expectEqual(what, found, wanted) {
  if (isDeepStrictEqual(found, wanted)) return console.log(`✓ ${what}`);
  failures++;
  console.error(`✗ ${what}\n  ${difference(found, wanted)}`.slice(0, 2_000));
}

/**
 * Instants as milliseconds, because clients may write them in another form, addresses without their signatures, and no pictures of games,
 * which a fresh demo still loads.
 */
const comparable = (value) =>
  JSON.parse(JSON.stringify(value), (key, one) => {
    if (key === 'game_media') return undefined;
    if (typeof one !== 'string') return one;
    if (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(one)) return Date.parse(one);
    return one.startsWith('/files/') ? one.replace(/\?.*/, '') : one;
  });

/** Where two values differ first. */
function difference(found, wanted, path = '') {
  const isObject = (value) => typeof value === 'object' && value !== null;
  if (!isObject(found) || !isObject(wanted))
    return `at ${path || 'the top'}: found ${JSON.stringify(found)}, wanted ${JSON.stringify(wanted)}`;
  const keys = [...new Set([...Object.keys(found), ...Object.keys(wanted)])];
  const key = keys.find((one) => !isDeepStrictEqual(found[one], wanted[one]));
  return difference(found[key], wanted[key], `${path}/${key}`);
}

/** The package of TypeScript finds itself by its own name, also in the examples: they are type-checked and run as a user would. */
async function prepareTypeScript(folder) {
  const file = join(folder, 'examples', 'answers.ts');
  await run('cp', 'cp', [join(cases, 'answers.ts'), file]);
  await writeFile(
    join(folder, 'tsconfig.examples.json'),
    JSON.stringify({
      extends: inRoot('tsconfig.base.json'),
      compilerOptions: { lib: ['es2024', 'dom'], typeRoots: [inRoot('node_modules', '@types')] },
      include: ['examples'],
    }),
  );
  const args = ['-p', join(folder, 'tsconfig.examples.json')];
  await run('tsc', inRoot('node_modules', '.bin', 'tsc'), args);
  return (example, env) => run(example, findNode(), [join(folder, 'examples', example)], { env });
}

async function preparePython(folder, work) {
  const venv = join(work, 'venv');
  await makeVenv(venv, [folder, 'mypy==2.4.1']);
  const python = join(venv, 'bin', 'python');
  await run('mypy', python, ['-m', 'mypy', '--strict', join(cases, 'copy_sessions.py')], { cwd: work });
  return (example, env) => run(example, python, [join(cases, example)], { env });
}

async function createToken(origin) {
  const { access_token } = await tokensFor(origin, 'alpina.admin');
  const response = await fetch(`${origin}/api/api-tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Clients', scopes, days: 30 }),
  });
  if (!response.ok) throw new Failure(`No API token: ${response.status} ${await response.text()}`);
  return (await response.json()).secret;
}

/** What the hub itself replies to the same calls. */
async function readAnswers(origin, token) {
  const get = async (path) => {
    const response = await fetch(`${origin}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Failure(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const changes = await get('/bookkeeping/sessions/changes?limit=20');
  const sessions = new Map();
  let cursor = '';
  for (let page = { hasMore: true }; page.hasMore; cursor = page.cursor) {
    page = await get(`/bookkeeping/sessions/changes?limit=5000${cursor && `&cursor=${cursor}`}`);
    for (const row of page.rows) sessions.set(row.id, row);
  }
  return {
    copy: {
      sessions: sessions.size,
      open: [...sessions.values()].filter(({ isOpen }) => isOpen).length,
      cursor,
    },
    answers: {
      me: await get('/me'),
      catalog: await get('/catalog'),
      tickets: await get('/tickets'),
      changes,
      session: await get(`/bookkeeping/session/${changes.rows[0].id}`),
      missing: [404, 'not_found'],
      refused: [401, 'unauthorized'],
      tooMany: [422, 'validation', ['limit']],
    },
  };
}

async function compare(origin, runners) {
  const served = await (await fetch(`${origin}/api/openapi.json`)).text();
  expectEqual('the description is the one that a hub serves', apiDescription() === served, true);
  const token = await createToken(origin);
  const { copy, answers } = await readAnswers(origin, token);
  if (copy.sessions < 10_000) throw new Failure(`Only ${copy.sessions} sessions: too few for pages.`);
  const env = { ...process.env, LUDUS_URL: origin, LUDUS_TOKEN: token };
  for (const [name, { runExample, example, calls }] of Object.entries(runners)) {
    const copied = JSON.parse(await runExample(example, env));
    expectEqual(`${name}: its example copies ${copy.sessions} sessions`, copied, copy);
    const { modules, ...replies } = JSON.parse(await runExample(calls, env));
    if (modules !== undefined) console.log(`  ${modules} modules imported`);
    for (const [call, wanted] of Object.entries(answers))
      expectEqual(`${name}: ${call}`, comparable(replies[call]), comparable(wanted));
  }
}

const work = await mkdtemp(join(tmpdir(), 'ludus-clients-test-'));
let hub;
try {
  const folders = await releaseClients();
  const runners = {
    TypeScript: {
      runExample: await prepareTypeScript(folders.typescript),
      ...{ example: 'copy-sessions.ts', calls: 'answers.ts' },
    },
    Python: {
      runExample: await preparePython(folders.python, work),
      ...{ example: 'copy_sessions.py', calls: 'answers.py' },
    },
  };
  hub = await startHubProcess();
  process.env.E2E_ORIGIN = hub.origin;
  await (await Api.signIn('admin')).firstFetch();
  await compare(hub.origin, runners);
} catch (error) {
  failures++;
  console.error(error instanceof Failure ? error.message : error);
} finally {
  await hub?.stop();
  await rm(work, { recursive: true, force: true });
  // What only this run has put into the package.
  const added = ['examples/answers.ts', 'tsconfig.examples.json'].map((name) =>
    inRoot('dist', 'clients', 'typescript', name),
  );
  for (const path of added) await rm(path, { force: true });
}
process.exitCode = failures === 0 ? 0 : 1;
