import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

async function start(env: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'ludus-sandbox-'));
  const child = fork(join(import.meta.dirname, 'main.ts'), {
    env: { ...process.env, SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0', SANDBOX_DATA_DIR: dataDir, ...env },
    execArgv: [],
    silent: true,
  });
  onTestFinished(async () => {
    if (child.exitCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await rm(dataDir, { recursive: true, force: true });
  });
  return { child, dataDir };
}

describe('the sandbox as a process', () => {
  it('tells its parent where it listens, answers at once, and ends when its parent is gone', async () => {
    const { child } = await start({});
    const [message] = (await once(child, 'message')) as [{ type: string; url: string; smtpUrl: string }];
    expect(message).toMatchObject({ type: 'listening', smtpUrl: expect.stringMatching(/^smtp:/) });
    expect((await fetch(`${message.url}/health`)).status).toBe(200);
    child.disconnect();
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
  });

  it('stores its world where no other user can read it', async () => {
    const { child, dataDir } = await start({});
    await chmod(dataDir, 0o755);
    let sent: { type: string };
    do [sent] = (await once(child, 'message')) as [{ type: string }];
    while (sent.type !== 'ready');
    child.disconnect();
    await once(child, 'exit');
    const names = await readdir(dataDir, { recursive: true });
    expect(names).toContain('sandbox.json');
    const modes = await Promise.all(names.map(async (name) => (await stat(join(dataDir, name))).mode));
    expect(names.filter((_, index) => ((modes[index] ?? 0) & 0o077) !== 0)).toEqual([]);
  });

  it('names a setting that it cannot use', async () => {
    const { child } = await start({ SANDBOX_PORT: 'many' });
    let text = '';
    child.stderr?.on('data', (chunk) => {
      text += chunk;
    });
    const [code] = await once(child, 'exit');
    expect(code).toBe(1);
    expect(text).toContain('SANDBOX_PORT');
  });
});
