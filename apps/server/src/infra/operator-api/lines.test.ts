import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LineBatch, splitLines } from './lines.ts';

async function* chunksOf(bytes: Buffer, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  let from = 0;
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    if (cut > from && cut < bytes.length) {
      yield bytes.subarray(from, cut);
      from = cut;
    }
  }
  if (from < bytes.length) yield bytes.subarray(from);
}

async function gather(chunks: AsyncIterable<Uint8Array>, maxLineBytes = 1000): Promise<LineBatch> {
  const all: LineBatch = { lines: [], tooLong: [] };
  for await (const batch of splitLines(chunks, maxLineBytes)) {
    all.lines.push(...batch.lines);
    all.tooLong.push(...batch.tooLong);
  }
  return all;
}

describe('splitLines', () => {
  it('gives the same lines however the bytes were cut on the way, inside a character too', async () => {
    const line = fc.stringMatching(/^[a-zé€😀{}": ]{1,40}$/u).filter((text) => text.trim() !== '');
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 20 }),
        fc.array(fc.nat(1500), { maxLength: 30 }),
        fc.boolean(),
        async (lines, cuts, closed) => {
          const bytes = Buffer.from(lines.join('\n') + (closed && lines.length > 0 ? '\n' : ''));
          expect((await gather(chunksOf(bytes, cuts))).lines).toEqual(lines);
        },
      ),
    );
  });

  it('skips empty lines and reads lines that end with CR LF', async () => {
    const { lines } = await gather(chunksOf(Buffer.from('{"a":1}\r\n\r\n\n{"b":2}\n'), []));
    expect(lines.map((text) => JSON.parse(text))).toEqual([{ a: 1 }, { b: 2 }]);
  });

  it('reports an endless line by its beginning and goes on with the next one', async () => {
    const bytes = Buffer.from(`one\n${'x'.repeat(5000)}\ntwo\n`);
    for (const cuts of [[], [3000], [100, 1200, 2400, 5002]]) {
      const { lines, tooLong } = await gather(chunksOf(bytes, cuts));
      expect(lines).toEqual(['one', 'two']);
      expect(tooLong).toEqual(['x'.repeat(1000)]);
    }
  });
});
