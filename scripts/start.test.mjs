import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inRoot } from './lib/paths.mjs';
import { anyPort } from './lib/ports.mjs';

/** A part of the product that writes its life into `life.txt`, serves its health, and ends with its supervisor. */
const part = (name, health, port) => `
  import { createServer } from 'node:http';
  import { appendFileSync, existsSync, readFileSync } from 'node:fs';
  const tell = (what) => appendFileSync('life.txt', '${name} ' + what + ' ' + process.pid + '\\n');
  if (process.env.BROKEN === '${name}') {
    const sandboxRuns = () => existsSync('life.txt') && readFileSync('life.txt', 'utf8').includes('sandbox up');
    while (!sandboxRuns()) await new Promise((resolve) => setTimeout(resolve, 20));
    console.error('MAIL_FROM must hold an e-mail address');
    process.exit(2);
  }
  const server = createServer((request, response) => {
    if (request.url === '/env') response.end(JSON.stringify(process.env));
    else response.writeHead(request.url === '${health}' ? 200 : 404).end();
  });
  server.listen(Number(process.env.${port}), '127.0.0.1', () => tell('up'));
  // What has begun is finished first: a part that is killed meanwhile never says that it ended.
  const end = (why) => {
    tell(why);
    server.closeAllConnections();
    server.close(() => setTimeout(() => { tell('ended'); process.exit(0); }, 100));
  };
  process.on('SIGTERM', () => end('stopped'));
  process.on('disconnect', () => end('orphaned'));`;

const npm = `
  import { appendFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
  const args = process.argv.slice(2);
  appendFileSync('npm.txt', args.join(' ') + '\\n');
  if (process.env.STALE_CACHE && args.includes('--prefer-offline')) process.exit(1);
  mkdirSync('node_modules/.bin', { recursive: true });
  mkdirSync('node_modules/vite/bin', { recursive: true });
  if (!existsSync('node_modules/.bin/node')) symlinkSync(process.env.NODE_FOR_TEST, 'node_modules/.bin/node');
  writeFileSync('node_modules/vite/bin/vite.js', \`
    import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
    mkdirSync('dist', { recursive: true });
    writeFileSync('dist/index.html', '');
    appendFileSync('../../life.txt', 'built\\\\n');\`);
  writeFileSync('node_modules/vite/package.json', '{"type":"module"}');
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  if (args.includes('--omit=dev')) delete packages['node_modules/lint'];
  writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }));`;

describe('npm start', () => {
  let checkout;
  let port;
  let supervisor;
  let output;

  beforeEach(async () => {
    checkout = mkdtempSync(join(tmpdir(), 'ludus-start-'));
    const write = (path, text) => {
      mkdirSync(dirname(join(checkout, path)), { recursive: true });
      writeFileSync(join(checkout, path), text);
    };
    cpSync(inRoot('scripts'), join(checkout, 'scripts'), { recursive: true });
    write('package.json', '{"type":"module"}');
    const packages = { 'node_modules/runs': { version: '1.0.0' } };
    packages['node_modules/lint'] = { version: '1.0.0', dev: true };
    write('package-lock.json', JSON.stringify({ packages }));
    write('npm.js', npm);
    write('apps/web/src/main.ts', 'web');
    write('packages/contract/src/index.ts', 'contract');
    write('apps/server/src/cli.ts', part('hub', '/api/health', 'PORT'));
    write('apps/sandbox/src/main.ts', part('sandbox', '/health', 'SANDBOX_PORT'));
    port = await anyPort();
  });

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(whatWasSaid());
    const runs = supervisor.exitCode === null && supervisor.signalCode === null;
    if (runs) await ended(() => supervisor.kill('SIGTERM'));
    rmSync(checkout, { recursive: true, force: true });
  });

  function start(env = {}, [command, ...args] = [process.execPath, 'scripts/start.mjs']) {
    output = '';
    supervisor = spawn(command, args, {
      cwd: checkout,
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        npm_execpath: join(checkout, 'npm.js'),
        NODE_FOR_TEST: process.execPath,
        ...env,
      },
    });
    for (const stream of [supervisor.stdout, supervisor.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
  }

  async function ready({ sandbox = true } = {}) {
    await expect.poll(() => output).toContain('is ready');
    if (sandbox) await expect.poll(() => pids('sandbox').length).toBeGreaterThan(0);
  }

  /** For a failure that shows only beside other work: everything that the start and its parts have said. */
  function whatWasSaid() {
    const logs = join(checkout, '.data/logs');
    const files = existsSync(logs) ? readdirSync(logs).map((name) => join(logs, name)) : [];
    return [output, life(), ...files.map((file) => `${file}:\n${readFileSync(file, 'utf8')}`)].join('\n--\n');
  }

  const life = () =>
    existsSync(join(checkout, 'life.txt')) ? readFileSync(join(checkout, 'life.txt'), 'utf8') : '';
  const pids = (name) =>
    [...life().matchAll(new RegExp(`${name} up (\\d+)`, 'g'))].map((match) => Number(match[1]));

  function ended(action) {
    const exit = new Promise((resolve) => supervisor.once('close', resolve));
    action();
    return exit;
  }

  it('installs, builds and starts from nothing, and says where everything is', async () => {
    start();
    await ready();
    expect(output).toContain('Installing packages');
    expect(output).toContain(`http://localhost:${port}\n`);
    expect(output).toContain(`http://localhost:${port}/api/docs`);
    expect(output).toMatch(/http:\/\/127\.0\.0\.1:\d+\/inbox/);
    for (const name of [
      'admin',
      'deputy',
      'manager',
      'alpina.admin',
      'alpina.manager',
      'alpina.guest',
      'baltica.admin',
    ]) {
      expect(output).toContain(name);
    }
    expect(output).toContain('ludus-demo');
    const env = await (await fetch(`http://127.0.0.1:${port}/env`)).json();
    expect(env.SANDBOX_URL).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(env.SMTP_URL).toMatch(/^smtp:\/\/127\.0\.0\.1:\d+$/);
    expect(env.HUB_DATA_DIR).toBe(join(checkout, '.data'));
  });

  it('installs only what running needs; what tests need is added to it, from nothing after an interruption', async () => {
    const asked = () => readFileSync(join(checkout, 'npm.txt'), 'utf8').trim().split('\n');
    const list = join(checkout, 'node_modules/.package-lock.json');
    const addTheRest = () => {
      const env = { PATH: process.env.PATH, npm_execpath: join(checkout, 'npm.js') };
      execFileSync(process.execPath, ['scripts/lib/install.mjs'], { cwd: checkout, env });
    };
    const offline = '--prefer-offline';
    start();
    await ready();
    expect(asked()).toEqual([`ci --no-audit --no-fund --omit=dev ${offline}`]);
    addTheRest();
    addTheRest();
    expect(asked().slice(1)).toEqual([`install --no-save --no-audit --no-fund --include=dev ${offline}`]);
    rmSync(list);
    addTheRest();
    expect(asked().slice(2)).toEqual([`ci --no-audit --no-fund --include=dev ${offline}`]);
    await ended(() => supervisor.kill('SIGTERM'));
    start();
    await ready();
    expect(asked()).toHaveLength(3);
  });

  it('asks the registry when what npm has kept of it is too old', async () => {
    start({ STALE_CACHE: 'yes' });
    await ready();
    const asked = readFileSync(join(checkout, 'npm.txt'), 'utf8').trim().split('\n');
    expect(asked[1]).toBe('ci --no-audit --no-fund --omit=dev');
  });

  it('keeps its logs and ports from other users of the machine', async () => {
    start();
    await ready();
    const data = join(checkout, '.data');
    const paths = [data, ...readdirSync(data, { recursive: true }).map((name) => join(data, name))];
    expect(paths).toContain(join(data, 'logs', 'hub.log'));
    expect(paths.filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual([]);
  });

  it('a later start builds nothing and finds the sandbox at the same address; a changed source is built', async () => {
    start();
    await ready();
    const first = JSON.parse(readFileSync(join(checkout, '.data/sandbox-ports.json'), 'utf8'));
    await ended(() => supervisor.kill('SIGTERM'));
    start();
    await ready();
    expect(JSON.parse(readFileSync(join(checkout, '.data/sandbox-ports.json'), 'utf8'))).toEqual(first);
    expect(life().match(/built/g)).toHaveLength(1);
    await ended(() => supervisor.kill('SIGTERM'));
    writeFileSync(join(checkout, 'apps/web/src/main.ts'), 'changed');
    start();
    await ready();
    expect(life().match(/built/g)).toHaveLength(2);
  });

  it.each(['SIGINT', 'SIGTERM'])('%s stops the hub, then the sandbox, and ends with 0', async (signal) => {
    start();
    await ready();
    supervisor.kill(signal);
    await expect.poll(life).toContain('hub stopped');
    // From a terminal it arrives twice: npm passes on what it got as well.
    expect(await ended(() => supervisor.kill(signal))).toBe(0);
    const order = life().match(/\w+ (?:stopped|orphaned|ended)/g);
    expect(order).toEqual(['hub stopped', 'hub ended', 'sandbox stopped', 'sandbox ended']);
  });

  it.each(['hub', 'sandbox'])('a %s killed with -9 is started again, which is told', async (name) => {
    start();
    await ready();
    process.kill(pids(name)[0], 'SIGKILL');
    await expect.poll(() => pids(name)).toHaveLength(2);
    expect(output).toContain(`The ${name} has ended (SIGKILL); starting it again.`);
  });

  it('killed with -9 itself, it takes hub and sandbox along', async () => {
    start();
    await ready();
    await ended(() => supervisor.kill('SIGKILL'));
    await expect.poll(() => life().match(/orphaned/g)).toHaveLength(2);
    await expect.poll(() => life().match(/ended/g)).toHaveLength(2);
  });

  it('ends when the npm that started it is killed with -9', async () => {
    const npmLike = join(checkout, 'npm-like.sh');
    writeFileSync(npmLike, `"${process.execPath}" scripts/start.mjs; true`);
    start({ npm_lifecycle_event: 'start' }, ['sh', npmLike]);
    await ready();
    supervisor.kill('SIGKILL');
    await expect.poll(life).toMatch(/hub stopped.*sandbox stopped.*sandbox ended/s);
  });

  it('without the sandbox starts the hub alone and shows no demo accounts', async () => {
    start({ HUB_SANDBOX: 'off' });
    await ready({ sandbox: false });
    expect(output).not.toContain('ludus-demo');
    expect(output).toContain('create-admin');
    expect(pids('sandbox')).toEqual([]);
  });

  it('with accounts of another identity provider shows no demo accounts', async () => {
    start({ OIDC_ISSUER: 'https://id.example.com/realms/ludus' });
    await ready();
    expect(output).toContain('/inbox');
    expect(output).not.toContain('ludus-demo');
    expect(output).not.toContain('create-admin');
  });

  it('a port in use is said in one line, and nothing is started', async () => {
    const other = createServer().listen(port, '127.0.0.1');
    start();
    expect(await ended(() => {})).toBe(1);
    expect(output).toContain(`Port ${port} is in use`);
    expect(life()).toBe('');
    await new Promise((resolve) => other.close(resolve));
  });

  it('a hub that refuses its settings ends the start with its own words', async () => {
    start({ BROKEN: 'hub' });
    expect(await ended(() => {})).toBe(1);
    expect(output).toContain('MAIL_FROM must hold an e-mail address');
    expect(life()).toContain('sandbox stopped');
  });
});
