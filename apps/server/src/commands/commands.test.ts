import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openToAll, temporaryFolder } from '../../test/folders.ts';

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url));
const main = fileURLToPath(new URL('../main.ts', import.meta.url));
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

/** Runs a program of the hub on a data folder of its own, as a person would. */
function run(
  program: string,
  args: string[],
  env: Record<string, string> = {},
  input = '',
): Promise<Outcome> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [program, ...args], {
      env: { PATH: process.env.PATH, HUB_SANDBOX: 'off', UV_THREADPOOL_SIZE: '8', ...env },
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
  run(cli, args, { HUB_DATA_DIR: join(folder, data) }, input);
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

  it('backs up, restores into an empty folder only, and what was there is there again', async () => {
    const backup = join(folder, 'backup');
    expect(await hub('a', ['backup', backup])).toMatchObject({ code: 0 });
    expect(await hub('a', ['backup', backup])).toMatchObject({
      code: 1,
      problems: expect.stringContaining('exists already'),
    });
    expect(await hub('a', ['restore', backup])).toMatchObject({
      code: 1,
      problems: expect.stringContaining('already holds postgres, books'),
    });
    expect(await hub('b', ['restore', backup])).toMatchObject({ code: 0 });
    const again = await hub('b', ['create-admin', ...anna]);
    expect(again.problems).toContain('already an account named anna');
  }, 180_000);

  it('compares nothing where there is no integration', async () => {
    const compared = await hub('a', ['reconcile', '--from', '2026-03-01', '--to', '2026-03-02']);
    expect(compared).toMatchObject({ code: 0, out: expect.stringContaining('no active integration') });
  });

  it('tells mistakes in words', async () => {
    const mistakes: [string[], string][] = [
      [['fly'], 'Unknown command "fly"'],
      [['create-admin', '--username', 'x'], '--email is missing'],
      [['create-admin', '--admin'], "Unknown option '--admin'"],
      [['backup'], 'Name one folder'],
      [['import-sessions', 'nowhere.ndjson', '--integration', 'Alpina'], 'There is no file nowhere.ndjson'],
      [['restore', folder], 'is no backup'],
      [['reconcile', '--from', 'yesterday'], '--from must be a day'],
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
  it('says why it cannot be one of several with embedded books, and which settings and roles are wrong', async () => {
    for (const role of ['api', 'worker']) {
      const { code, problems } = await run(main, [role], { HUB_DATA_DIR: join(folder, 'c') });
      expect([code, problems]).toEqual([1, expect.stringContaining('needs CLICKHOUSE_URL')]);
    }
    expect((await run(main, ['both'])).problems).toContain('Unknown role "both"');
    expect((await run(main, [], { PORT: 'many' })).problems).toContain('PORT must be a whole number');
  }, 180_000);
});
