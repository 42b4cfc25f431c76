import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Child } from './child.mjs';

describe('a supervised process', () => {
  let folder;
  let child;
  let gone;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ludus-child-'));
    gone = [];
    vi.spyOn(console, 'log').mockImplementation(() => {});
  });

  afterEach(async () => {
    await child?.stop(1000);
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  const logged = () => readFileSync(join(folder, 'child.log'), 'utf8');

  function launch(script, isReady = () => true) {
    const file = join(folder, 'child.mjs');
    writeFileSync(file, script);
    child = new Child({
      name: 'child',
      command: [process.execPath, file],
      env: process.env,
      logFile: join(folder, 'child.log'),
      showFrom: 50,
      isReady,
      onGone: (text) => gone.push(text),
    });
    child.start();
  }

  const runs = () => expect.poll(() => logged().match(/up/g)?.length ?? 0);

  it('is started again after kill -9, which is told', async () => {
    launch("console.log('up'); setInterval(() => {}, 1000)");
    await runs().toBe(1);
    process.kill(child.pid, 'SIGKILL');
    await runs().toBe(2);
    expect(console.log).toHaveBeenCalledWith(expect.stringContaining('SIGKILL'));
  });

  it('that ends by itself before it has served is not started again, and says why', async () => {
    launch("console.error('PORT must be a number'); process.exit(3)", () => false);
    await expect.poll(() => gone).toHaveLength(1);
    expect(gone[0]).toContain('exit code 3');
    expect(gone[0]).toContain('PORT must be a number');
  });

  it('may finish its work when it is stopped, and stays stopped', async () => {
    launch(
      "process.on('SIGTERM', () => setTimeout(() => { console.log('finished'); process.exit(0); }, 100)); console.log('up'); setInterval(() => {}, 1000)",
    );
    await runs().toBe(1);
    await child.stop(30_000);
    expect(logged()).toBe('up\nfinished\n');
  });

  it('that does not stop in time is killed', async () => {
    launch("process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1000)");
    await runs().toBe(1);
    const { pid } = child;
    await child.stop(200);
    expect(() => process.kill(pid, 0)).toThrow();
  });

  it('shows errors of its log and keeps the rest in its file', async () => {
    const line = (level, msg) => JSON.stringify({ level, msg });
    launch(
      `console.log('${line(30, 'up')}'); console.log('${line(50, 'broken')}'); setInterval(() => {}, 1000)`,
    );
    await expect.poll(logged).toContain('broken');
    await expect.poll(() => console.log.mock.calls.flat()).toEqual(['[child] broken']);
  });
});
