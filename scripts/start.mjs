// `npm start`: installs and builds what is missing, starts the sandbox and the hub, and keeps both running.
// `--built`: packages and web are there, as in an image; nothing is installed or built.
// `npm run dev`: the same with reload on change: node --watch for the server, Vite's own server for the web.
// Plain JavaScript for Node 18: on a fresh clone nothing else is there yet. The scripts in package.json `exec` it, so that
// no shell stands between npm and this process: a shell that receives a signal does not wait for what it runs.
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Child } from './lib/child.mjs';
import { hubDefaults } from './lib/environment.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { whenOrphaned } from './lib/orphan.mjs';
import { Failure, findNode, inRoot, root } from './lib/paths.mjs';
import { becomesFree, rememberedPorts } from './lib/ports.mjs';
import { secondsSince } from './lib/progress.mjs';
import { ensureWebBuilt } from './lib/web-build.mjs';

const started = Date.now();
const dev = process.argv.includes('--dev');
const built = process.argv.includes('--built');
const env = { ...hubDefaults, NODE_ENV: dev ? 'development' : 'production', ...process.env };
const host = env.HUB_HOST?.trim() || '127.0.0.1';
const port = Number(env.PORT?.trim() || 3000);
const dataDir = resolve(root, env.HUB_DATA_DIR?.trim() || '.data');
// The hub makes its demo accounts only where no one else can reach it, and only in its own identity provider.
const hasDemoAccounts = ['127.0.0.1', '::1', 'localhost'].includes(host) && !env.OIDC_ISSUER?.trim();
const sandboxOff = ['off', 'false', '0'].includes(env.HUB_SANDBOX?.trim().toLowerCase() ?? '');
const local = ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(host);
const webPort = env.WEB_PORT?.trim() || '5173';
// People who develop the web use the address of Vite, so sign-in has to come back there.
if (dev) env.PUBLIC_URL ??= `http://localhost:${webPort}`;
const address = env.PUBLIC_URL?.trim().replace(/\/+$/, '') || `http://${local ? 'localhost' : host}:${port}`;
const health = `http://${host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host}:${port}/api/health`;

/** Children in the order in which they stop. */
const children = [];
let ready = false;
let stopping = false;

async function main() {
  process.chdir(root);
  listenForTheEnd();
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Failure('PORT must be a whole number from 1 to 65535.');
  }
  if (!(await becomesFree(port, host))) {
    throw new Failure(
      `Port ${port} is in use by another program. Stop it, or choose another port: PORT=${port + 1} npm start`,
    );
  }
  if (!built) await ensureInstalled({ toRun: true });
  const node = findNode();
  const hubEnv = {
    ...env,
    PORT: String(port),
    HUB_DATA_DIR: dataDir,
  };
  let sandboxUrl = null;
  if (!sandboxOff) {
    const ports = await rememberedPorts(join(dataDir, 'sandbox-ports.json'), ['http', 'smtp']);
    sandboxUrl = `http://127.0.0.1:${ports.http}`;
    hubEnv.SANDBOX_URL = sandboxUrl;
    if (!env.SMTP_URL?.trim() && !env.SMTP_URL_FILE?.trim())
      hubEnv.SMTP_URL = `smtp://127.0.0.1:${ports.smtp}`;
    launch('sandbox', [node, ...watched('apps/sandbox/src'), inRoot('apps/sandbox/src/main.ts')], {
      ...env,
      SANDBOX_HOST: '127.0.0.1',
      SANDBOX_PORT: String(ports.http),
      SANDBOX_SMTP_PORT: String(ports.smtp),
      SANDBOX_DATA_DIR: join(dataDir, 'sandbox'),
    });
  }
  if (!dev && !built) await ensureWebBuilt();
  if (stopping) return;
  const hub = [node, ...watched('apps/server/src'), inRoot('apps/server/src/cli.ts'), 'serve'];
  if (process.argv.includes('--new-keys')) hub.push('--new-keys');
  launch('hub', hub, hubEnv);
  if (dev) {
    const vite = [node, inRoot('node_modules/vite/bin/vite.js'), inRoot('apps/web')];
    vite.push('--port', webPort, '--strictPort', '--clearScreen', 'false');
    launch('web', vite, { ...env, HUB_URL: `http://127.0.0.1:${port}` });
  }
  await untilHealthy();
  if (!stopping) printAddresses(sandboxUrl);
}

function watched(folder) {
  return dev ? ['--watch', '--watch-preserve-output', `--watch-path=${inRoot(folder)}`] : [];
}

function launch(name, command, childEnv) {
  const child = new Child({
    name,
    command,
    env: childEnv,
    logFile: join(dataDir, 'logs', `${name}.log`),
    showFrom: dev ? 0 : 50,
    isReady: () => ready,
    onGone: (text) => stop(1, text),
  });
  // The hub first: it may still need the sandbox while it finishes.
  children[name === 'hub' ? 'unshift' : 'push'](child);
  child.start();
}

async function untilHealthy() {
  const shown = process.stdout.isTTY ? 3000 : 10_000;
  let nextLine = Date.now() + shown;
  while (!stopping) {
    const response = await fetch(health, { signal: AbortSignal.timeout(2000) }).catch(() => null);
    if (response?.ok) {
      ready = true;
      return;
    }
    if (Date.now() >= nextLine) {
      nextLine += shown;
      console.log(`Starting … ${secondsSince(started)}`);
    }
    await wait(100);
  }
}

function printAddresses(sandboxUrl) {
  const lines = ['', `Ludus Hub is ready (${secondsSince(started)}).`, ''];
  lines.push(`  Address    ${address}`);
  if (sandboxUrl !== null) {
    lines.push(`  Inbox      ${sandboxUrl}/inbox (as JSON: ${sandboxUrl}/inbox/messages.json)`);
    lines.push(`  Sandbox    ${sandboxUrl}`);
  }
  lines.push(`  API        ${address}/api/docs`);
  if (sandboxUrl !== null && hasDemoAccounts) {
    lines.push(
      '',
      '  Demo accounts, all with the password ludus-demo:',
      '    admin, deputy, manager                     Ludus, the provider',
      '    alpina.admin, alpina.manager, alpina.guest  integration Alpina',
      '    baltica.admin                              integration Baltica',
    );
  } else if (!env.OIDC_ISSUER?.trim()) {
    lines.push(
      '',
      '  Make the first administrator with: npm run hub -- create-admin --username NAME --email ADDRESS',
    );
  }
  lines.push('', `  Ctrl+C stops it. Logs are in ${join(dataDir, 'logs')}.`, '');
  console.log(lines.join('\n'));
}

// A hub takes up to 29 seconds.
const longestStopMs = 30_000;

/** One Ctrl+C arrives twice: from the terminal, and from npm, which got it as well and passes it on. */
const echoMs = 1000;

function listenForTheEnd() {
  let stoppedAt = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (!stopping) {
        stoppedAt = Date.now();
        void stop(0, 'Stopping …');
      } else if (Date.now() - stoppedAt > echoMs) {
        // The second Ctrl+C stops at once.
        for (const child of children) child.kill();
      }
    });
  }
  // Killed with -9, npm cannot pass anything on; a hub that no one can see any more must not keep its port.
  if (process.env.npm_lifecycle_event !== undefined) whenOrphaned(() => void stop(0));
}

async function stop(code, text) {
  if (stopping) return;
  stopping = true;
  if (text) (code === 0 ? console.log : console.error)(text);
  for (const child of children) await child.stop(longestStopMs);
  process.exit(code);
}

main().catch((error) => stop(1, error instanceof Failure ? error.message : error.stack));
