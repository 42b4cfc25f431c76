import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bindParams, identifier, quote } from './params.ts';

describe('bindParams', () => {
  it.each<[string, unknown, string]>([
    ['UInt16', 7, "_CAST(7, 'UInt16')"],
    ['Int64', '-9007199254740993', "_CAST(-9007199254740993, 'Int64')"],
    ['UInt64', 18446744073709551615n, "_CAST(18446744073709551615, 'UInt64')"],
    ['String', "it's \\ here", "_CAST('it\\'s \\\\ here', 'String')"],
    ['Array(UInt16)', [1, 2], "_CAST([1, 2], 'Array(UInt16)')"],
    ['Array(String)', ["a'", 'b'], "_CAST(['a\\'', 'b'], 'Array(String)')"],
    ['Array(UInt8)', [], "_CAST([], 'Array(UInt8)')"],
    ['Nullable(UInt8)', null, "_CAST(NULL, 'Nullable(UInt8)')"],
    ['Date', '2026-10-25', "_CAST('2026-10-25', 'Date')"],
    ["DateTime('UTC')", new Date('2026-10-25T00:00:00Z'), "_CAST(1792886400, 'DateTime(\\'UTC\\')')"],
    ['Bool', true, "_CAST(true, 'Bool')"],
    ['Decimal(10, 2)', '12.30', "_CAST('12.30', 'Decimal(10, 2)')"],
    ['Identifier', 'c_days.bet', '`c_days`.`bet`'],
  ])('writes %s as a literal of that type', (type, value, expected) => {
    expect(bindParams(`{v:${type}}`, { v: value })).toBe(expected);
  });

  it.each<[string, unknown]>([
    ['UInt16', 70_000],
    ['UInt8', -1],
    ['Int8', 128],
    ['UInt16', 1.5],
    ['Int64', 2 ** 60],
    ['UInt16', '1; DROP TABLE sessions'],
    ['Array(UInt16)', '1,2'],
    ['Array(UInt16)', [1, null]],
    ['String', 5],
    ['String', null],
    ['Date', "2026-10-25' OR 1"],
    ['DateTime', new Date(Number.NaN)],
    ['DateTime', new Date('2026-10-25T00:00:00.500Z')],
    ['Identifier', 'a; DROP'],
    ['Float64', Number.NaN],
    ['Map(String, String)', {}],
  ])('refuses a value that does not fit %s: %j', (type, value) => {
    expect(() => bindParams(`{v:${type}}`, { v: value })).toThrow('Query parameter v');
  });

  it('a missing value is an error', () => {
    expect(() => bindParams('{integration:UInt16}', {})).toThrow('integration is missing');
  });

  it('leaves text in quotes and comments alone', () => {
    const sql = 'SELECT \'{a:UInt8}\', "{a:UInt8}", `{a:UInt8}` -- {a:UInt8}\n/* {a:UInt8} */';
    expect(bindParams(sql)).toBe(sql);
    expect(bindParams("SELECT 'it''s', {a:UInt8}", { a: 1 })).toBe("SELECT 'it''s', _CAST(1, 'UInt8')");
  });

  it('a quoted text ends where its literal ends, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(/^'(?:[^'\\]|\\.)*'$/s.test(quote(text))).toBe(true);
      }),
    );
  });

  it('names of columns are letters, digits, underscores and dots', () => {
    expect(identifier('sessions')).toBe('`sessions`');
    for (const bad of ['', '1a', 'a`b', 'a..b', 'a b', 5]) expect(() => identifier(bad)).toThrow(TypeError);
  });
});
