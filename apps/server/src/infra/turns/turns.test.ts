import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inTurns, jsonPieces } from './index.ts';

const counting = Array.from({ length: 9_001 }, (_, index) => index);

describe('work in turns', () => {
  it('is done for every item in order, and lets others on after each slice of it', async () => {
    const done: number[] = [];
    const seen: number[] = [];
    let isDone = false;
    const others = (async () => {
      while (!isDone) {
        await turn();
        seen.push(done.length);
      }
    })();
    await inTurns(counting, (item) => done.push(item));
    isDone = true;
    await others;
    expect(done).toEqual(counting);
    expect(Math.max(...seen.map((count, index) => count - (seen[index - 1] ?? 0)))).toBe(2_000);
  });

  it('ends once no one wants its result', async () => {
    const leaving = new AbortController();
    let done = 0;
    const work = inTurns(
      counting,
      () => {
        done++;
        if (done === 3_000) leaving.abort();
      },
      leaving.signal,
    );
    await expect(work).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    expect(done).toBe(4_000);
  });
});

describe('JSON in pieces', () => {
  async function piecesOf(value: unknown): Promise<string[]> {
    const pieces: string[] = [];
    for await (const piece of jsonPieces(value)) pieces.push(piece);
    return pieces;
  }
  const node = (id: number, below: unknown[]) => ({ id, name: `"Größe" ${id}`, rtp: null, below });

  it('is the text of the whole, and no piece has more than its share of values', async () => {
    const leaves = (count: number) => Array.from({ length: count }, (_, id) => node(id, []));
    const tree = {
      all: [node(1, leaves(12_000)), node(2, []), ...leaves(3), node(3, [node(4, leaves(700))])],
      gone: undefined,
      numbers: counting,
      'key "x"': leaves(2_001),
      last: null,
    };
    const pieces = await piecesOf(tree);
    expect(pieces.join('')).toBe(JSON.stringify(tree));
    // Each leaf has five values.
    const mostLeaves = Math.max(...pieces.map((piece) => piece.split('"rtp"').length - 1));
    expect(mostLeaves).toBeGreaterThan(1_000);
    expect(mostLeaves).toBeLessThanOrEqual(2_000);
    expect(pieces.length).toBeGreaterThan(6);
  });

  it('is that of any small value in one piece', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        expect(await piecesOf(value)).toEqual([JSON.stringify(value)]);
      }),
    );
  });

  it('is made only as far as it is asked for', async () => {
    let read = 0;
    const lists = Array.from({ length: 20 }, () => ({
      get numbers() {
        read++;
        return counting;
      },
    }));
    for await (const _ of jsonPieces(lists)) break;
    await turn();
    expect(read).toBeLessThan(20);
  });
});
