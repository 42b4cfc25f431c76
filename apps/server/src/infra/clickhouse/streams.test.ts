import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Engine, EngineConnection } from './engine.ts';
import { Streams } from './streams.ts';

/** An engine that yields chunks until it fails, and notes what it was asked for. */
function engineOf(chunks: number) {
  const seen = { asked: 0, closed: 0 };
  const connection: Pick<EngineConnection, 'stream' | 'close'> = {
    async *stream() {
      for (let chunk = 0; chunk < chunks; chunk++) {
        seen.asked++;
        yield Uint8Array.of(chunk);
      }
      throw new Error('The engine has failed');
    },
    close: () => void seen.closed++,
  };
  return { engine: { open: () => connection } as unknown as Engine, seen };
}

describe('a stream', () => {
  it('has the next chunk made while its reader is busy, and no more than that', async () => {
    const { engine, seen } = engineOf(5);
    const reader = new Streams(engine).read('SELECT 1')[Symbol.asyncIterator]();
    expect((await reader.next()).value).toEqual(Buffer.of(0));
    await setImmediate();
    expect(seen.asked).toBe(2);
    expect((await reader.next()).value).toEqual(Buffer.of(1));
    await setImmediate();
    expect(seen.asked).toBe(3);
    await reader.return?.();
    expect(seen).toEqual({ asked: 3, closed: 1 });
  });

  it('passes a failure on to a reader, who gets every chunk before it', async () => {
    const { engine, seen } = engineOf(2);
    const chunks: number[] = [];
    const reading = (async () => {
      for await (const chunk of new Streams(engine).read('SELECT 1')) chunks.push(...chunk);
    })();
    await expect(reading).rejects.toThrow('The engine has failed');
    expect(chunks).toEqual([0, 1]);
    expect(seen.closed).toBe(1);
  });

  it('fails no one when its reader has left before the failure', async () => {
    const { engine, seen } = engineOf(1);
    for await (const _ of new Streams(engine).read('SELECT 1')) break;
    await setImmediate();
    expect(seen.closed).toBe(1);
  });
});
