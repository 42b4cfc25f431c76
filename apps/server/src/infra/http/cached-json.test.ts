import { describe, expect, it } from 'vitest';
import { cachedJson, jsonOf } from './cached-json.ts';

describe('the JSON of an answer', () => {
  it('is checked and made once for a cached value, each time for others', () => {
    let checks = 0;
    const check = () => void checks++;
    const value = cachedJson({ rows: [1] });
    const texts = [jsonOf(value, check), jsonOf(cachedJson(value), check)].map(String);
    expect([texts, checks]).toEqual([['{"rows":[1]}', '{"rows":[1]}'], 1]);
    const other = { rows: [1] };
    jsonOf(other, check);
    other.rows.push(2);
    expect([jsonOf(other, check), checks]).toEqual(['{"rows":[1,2]}', 3]);
  });

  it('is not made, and not remembered, when the check refuses', () => {
    const value = cachedJson({ rows: [] });
    const refuse = () => {
      throw new Error('wrong');
    };
    expect(() => jsonOf(value, refuse)).toThrow('wrong');
    expect(() => jsonOf(value, refuse)).toThrow('wrong');
  });
});
