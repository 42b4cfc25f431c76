import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openToAll, temporaryFolder } from '../../test/folders.ts';
import { asOwner, silentLog } from '../../test/harness.ts';
import { freePort } from '../infra/postgres/cluster.ts';
import { openPostgres } from '../infra/postgres/index.ts';
import { thisRelease } from '../infra/release/index.ts';

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url));
/** As `npm start` does: what Node has compiled once, it does not compile in each of these processes. */
const compileCache = fileURLToPath(new URL('../../../../.cache/node', import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await temporaryFolder('commands');
  await openToAll(folder);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

interface Outcome {
  code: number | null;
  out: string;
  problems: string;
}

/** Runs a command of the hub on a data folder of its own, as a person would. */
function run(args: string[], env: Record<string, string> = {}, input = ''): Promise<Outcome> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [cli, ...args], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: compileCache,
        HUB_SANDBOX: 'off',
        UV_THREADPOOL_SIZE: '8',
        ...env,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const outcome: Outcome = { code: null, out: '', problems: '' };
    child.stdout.on('data', (chunk) => {
      outcome.out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      outcome.problems += chunk;
    });
    child.once('error', fail);
    child.once('close', (code) => done({ ...outcome, code }));
    child.stdin.end(input);
  });
}

const hub = (data: string, args: string[], input?: string) =>
  run(args, { HUB_DATA_DIR: join(folder, data) }, input);
const anna = ['--username', 'anna', '--email', 'anna@ludus.test'];

describe('npm run hub', () => {
  it('makes an administrator with a password of its own or one it makes up, and no second one of that name', async () => {
    const made = await hub('a', ['create-admin', ...anna]);
    expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/Password: \S{12,}/) });
    const again = await hub('a', ['create-admin', ...anna]);
    expect(again).toMatchObject({
      code: 1,
      problems: expect.stringContaining('already an account named anna'),
    });
    const bob = ['create-admin', '--username', 'bob', '--email', 'b@ludus.test', '--password-stdin'];
    const short = await hub('a', bob, 'short\n');
    expect(short).toMatchObject({ code: 1, problems: expect.stringContaining('at least') });
    const own = await hub('a', bob, 'a long enough password\n');
    expect(own.code).toBe(0);
    expect(own.out).not.toContain('Password:');
  }, 180_000);

  it('backs a stopped hub up, and whoever could sign in can do so where it is restored', async () => {
    const target = join(folder, 'sets');
    expect(await hub('a', ['backup', target])).toMatchObject({ code: 0, problems: '' });
    expect(await hub('b', ['restore', join(target, 'latest')])).toMatchObject({ code: 0, problems: '' });
    const again = await hub('b', ['create-admin', ...anna]);
    expect(again.problems).toContain('already an account named anna');
    const key = (data: string) => readFile(join(folder, data, 'encryption.key'), 'utf8');
    expect(await key('b')).toBe(await key('a'));
  }, 180_000);

  it('refuses a backup of another version before it restores anything', async () => {
    const target = join(folder, 'sets');
    const [id = ''] = await readdir(target);
    const path = join(target, id, 'manifest.json');
    const manifest = JSON.parse(await readFile(path, 'utf8'));
    const { postgres, clickhouse } = manifest.migrations;
    for (const change of [
      { format: 4 },
      { migrations: { postgres: [...postgres, '999-of-a-later-version'], clickhouse } },
    ]) {
      await writeFile(path, JSON.stringify({ ...manifest, ...change }));
      expect(await hub('refused', ['restore', join(target, id)])).toMatchObject({
        code: 1,
        problems: expect.stringContaining('is a backup of another version of Ludus Hub'),
      });
      expect(existsSync(join(folder, 'refused'))).toBe(false);
    }
  }, 180_000);

  it('lists what a migration would apply, store by store, applies nothing, and has nothing to list afterwards', async () => {
    const planned = await hub('planned', ['migrate', '--plan']);
    expect(planned).toMatchObject({ code: 0, problems: '' });
    const lines = planned.out.trimEnd().split('\n');
    expect(lines.slice(0, 3)).toEqual([
      `This is version ${thisRelease.version}.`,
      'No version has declared itself in the stores.',
      expect.stringMatching(/^PostgreSQL: \d+ to apply$/),
    ]);
    expect(lines).toEqual(
      expect.arrayContaining([
        '  700-schema-release',
        expect.stringMatching(/^Job queue: new, version \d+$/),
        expect.stringMatching(/^ClickHouse: \d+ to apply$/),
        '  001-sessions.sql',
      ]),
    );
    expect(lines.at(-1)).toBe(
      `Afterwards version ${thisRelease.oldestCompatible} and newer can run on the stores.`,
    );
    expect((await hub('planned', ['migrate', '--plan'])).out).toBe(planned.out);
    expect(await hub('planned', ['migrate'])).toMatchObject({
      code: 0,
      out: 'Both stores are up to date.\n',
    });
    const after = await hub('planned', ['migrate', '--plan']);
    expect(after.out.split('\n').slice(1, 3)).toEqual([
      `Version ${thisRelease.version} was the last to migrate the stores; ${thisRelease.oldestCompatible} and newer can run on them.`,
      'PostgreSQL: up to date',
    ]);
    expect(after.out).toMatch(
      /^Job queue: up to date, version \d+\nClickHouse: up to date\nNothing to apply\.\n$/m,
    );
  }, 180_000);

  it('shows its version', async () => {
    expect(await hub('nothing', ['version'])).toMatchObject({ code: 0, out: `${thisRelease.version}\n` });
  });

  it('replaces the keys of sign-in tokens', async () => {
    const rotated = await hub('a', ['rotate-keys']);
    expect(rotated).toMatchObject({
      code: 0,
      out: expect.stringMatching(/New keys sign tokens.*: [\w-]{43}\./),
    });
  }, 180_000);

  it('compares nothing where there is no integration', async () => {
    const compared = await hub('a', ['reconcile', '--from', '2026-03-01', '--to', '2026-03-02']);
    expect(compared).toMatchObject({ code: 0, out: expect.stringContaining('no active integration') });
  });

  it('checks the platform of no integration that there is not', async () => {
    const { code, problems } = await hub('a', ['conformance', '--integration', 'Nowhere']);
    expect(code).toBe(1);
    expect(problems).toContain('There is no active integration "Nowhere".');
  });

  it('tells mistakes in words', async () => {
    const mistakes: [string[], string][] = [
      [['fly'], 'Unknown command "fly"'],
      [['create-admin', '--username', 'x'], '--email is missing'],
      [['create-admin', '--admin'], "Unknown option '--admin'"],
      [['backup'], 'Name a target'],
      [['import-sessions', 'nowhere.ndjson', '--integration', 'Alpina'], 'There is no file nowhere.ndjson'],
      [['restore', folder], 'is no whole backup'],
      [['reconcile', '--from', 'yesterday'], '--from must be a day'],
      [['conformance', '--json'], '--integration is missing'],
      [['conformance', '--integration', 'Alpina', '--only', 'all'], 'There is no check "all"'],
    ];
    for (const [args, words] of mistakes) {
      const { code, problems } = await hub('nothing', args);
      expect([code, problems.includes(words), problems.includes('    at ')], args.join(' ')).toEqual([
        1,
        true,
        false,
      ]);
    }
  }, 180_000);
});

describe('the process of a hub', () => {
  it('says what it lacks to be one of several before it changes anything, and which settings and roles are wrong', async () => {
    const shared = {
      CLICKHOUSE_URL: 'http://127.0.0.1:1',
      ENCRYPTION_KEY: 'ab'.repeat(32),
      S3_BUCKET: 'hub',
    };
    const keys = { S3_ACCESS_KEY_ID: 'hub', S3_SECRET_ACCESS_KEY: 'hub' };
    const dataDir = join(folder, 'c');
    for (const role of ['api', 'worker']) {
      const { code, problems } = await run([role], { HUB_DATA_DIR: dataDir });
      expect([code, problems]).toEqual([
        1,
        `"${role}" is one of several processes, which have to share what they store: it needs CLICKHOUSE_URL, ` +
          'ENCRYPTION_KEY, S3_BUCKET. Without them, run everything in one process: npm run hub -- serve.\n',
      ]);
    }
    for (const name of Object.keys(shared)) {
      const env = { ...shared, ...keys, [name]: '', HUB_DATA_DIR: dataDir };
      expect((await run(['api'], env)).problems).toContain(`it needs ${name}. `);
    }
    expect(existsSync(dataDir)).toBe(false);
    expect((await run(['serve', 'both'])).problems).toContain("Unexpected argument 'both'");
    expect((await run(['serve'], { PORT: 'many' })).problems).toContain('PORT must be a whole number');
  }, 180_000);

  it('refuses a data folder of another version with one sentence', async () => {
    const dataDir = join(folder, 'a');
    const postgres = await openPostgres({ dataDir }, silentLog);
    await asOwner(postgres, `INSERT INTO migrations (name, timestamp) VALUES ('001-jobs-and-logs', '')`);
    await postgres.close();
    const sentence =
      'The data folder was created by another version of Ludus Hub, which this version cannot upgrade: ' +
      'set HUB_DATA_DIR to an empty folder, or run the version that created it.\n';
    const env = { HUB_DATA_DIR: dataDir, PORT: String(await freePort()), LOG_LEVEL: 'silent' };
    const refused = await run(['serve'], env);
    expect(refused).toEqual({ code: 1, out: '', problems: sentence });
    expect(await hub('a', ['migrate'])).toEqual({ code: 1, out: '', problems: sentence });
  }, 180_000);
});
