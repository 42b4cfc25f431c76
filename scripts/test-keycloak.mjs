// Runs the tests of sign-in and accounts against a real Keycloak: `KEYCLOAK_HOME=/opt/keycloak npm run test:keycloak`.
// KEYCLOAK_HOME is an unpacked distribution (26 or newer); it stays as it is. Java 17 or newer must be on the path.
import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const home = process.env.KEYCLOAK_HOME;
if (!home) {
  console.error('Set KEYCLOAK_HOME to the folder of an unpacked Keycloak (the one that holds bin/kc.sh).');
  process.exit(2);
}

const startsWithinMs = 180_000;
const secret = 'secret-of-the-tests';
const folder = await mkdtemp(join(tmpdir(), 'ludus-keycloak-'));
let keycloak;
let exitCode = 1;
try {
  const copy = join(folder, 'keycloak');
  await cp(home, copy, { recursive: true, filter: (path) => path !== join(home, 'data') });
  const port = await freePort();
  const redirectPort = await freePort();
  await mkdir(join(copy, 'data', 'import'), { recursive: true });
  await cp(join(root, 'deploy', 'keycloak-realm.json'), join(copy, 'data', 'import', 'ludus-realm.json'));
  const log = join(folder, 'keycloak.log');
  keycloak = spawn(
    join(copy, 'bin', 'kc.sh'),
    [
      'start-dev',
      '--import-realm',
      `--http-port=${port}`,
      '--http-host=127.0.0.1',
      '--http-management-port=0',
      `--log=file`,
      `--log-file=${log}`,
    ],
    {
      stdio: 'ignore',
      detached: true,
      env: {
        ...process.env,
        PUBLIC_URL: `http://localhost:${redirectPort}`,
        KEYCLOAK_ADMIN_CLIENT_SECRET: secret,
      },
    },
  );
  const issuer = `http://localhost:${port}/realms/ludus`;
  await ready(issuer, keycloak, log);
  exitCode = await run(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config', 'apps/server/vitest.keycloak.ts'],
    {
      KEYCLOAK_ISSUER: issuer,
      KEYCLOAK_SECRET: secret,
      KEYCLOAK_REDIRECT: `http://localhost:${redirectPort}`,
    },
  );
} finally {
  if (keycloak?.pid !== undefined && keycloak.exitCode === null) {
    process.kill(-keycloak.pid, 'SIGTERM');
    await new Promise((resolve) => keycloak.once('exit', resolve));
  }
  await rm(folder, { recursive: true, force: true });
}
process.exit(exitCode);

async function ready(issuer, child, log) {
  const until = Date.now() + startsWithinMs;
  while (Date.now() < until && child.exitCode === null) {
    const answer = await fetch(`${issuer}/.well-known/openid-configuration`).catch(() => undefined);
    if (answer?.ok) return;
    await wait(500);
  }
  throw new Error(`Keycloak does not serve the realm:\n${await readFile(log, 'utf8').catch(() => 'no log')}`);
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

function run(command, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
