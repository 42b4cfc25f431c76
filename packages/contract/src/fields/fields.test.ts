import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { emailAddress, instantOrDay, pastOrFutureDay } from '../common.ts';
import { fieldCode, messageOfIssue } from './issue.ts';

const findingOf = (schema: z.ZodType, value: unknown) => {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  return issue && messageOfIssue(issue);
};

describe('what a schema finds in a value', () => {
  it('is the code that its check names, with the values of the check', () => {
    expect(findingOf(emailAddress, 'no')).toEqual({ code: 'fields.invalidAddress', values: {} });
    expect(findingOf(instantOrDay, 'soon')).toEqual({ code: 'fields.instantOrDay', values: {} });
    expect(findingOf(instantOrDay, '1999-12-31')).toEqual({
      code: 'fields.dateBetween',
      values: { first: '2000', last: '2100' },
    });
    expect(findingOf(pastOrFutureDay, '1899-12-31')).toEqual({
      code: 'fields.dayBetween',
      values: { first: '1900', last: '2100' },
    });
  });

  it('is the limit of a text, where the error of the whole schema would hide it', () => {
    const named = z.string({ error: fieldCode('fields.usernameRequired') });
    expect(findingOf(named.max(3, fieldCode('fields.tooLong')), 'long')).toEqual({
      code: 'fields.tooLong',
      values: { count: 3 },
    });
    expect(findingOf(named, undefined)).toEqual({ code: 'fields.usernameRequired', values: {} });
  });

  it('is a sentence for its kind where the check names none', () => {
    const cases: [z.ZodType, unknown, string, object][] = [
      [z.string(), undefined, 'wrongType', {}],
      [z.string(), 5, 'wrongType', {}],
      [z.enum(['a', 'b']), 'c', 'notListed', {}],
      [z.string().min(3), 'ab', 'tooShort', { count: 3 }],
      [z.string().max(1), 'ab', 'tooLong', { count: 1 }],
      [z.array(z.int()).min(1), [], 'tooFew', { count: 1 }],
      [z.array(z.int()).max(1), [1, 2], 'tooMany', { count: 1 }],
      [z.int().min(2), 1, 'tooSmall', { limit: 2 }],
      [z.number().max(2), 3, 'tooLarge', { limit: 2 }],
      [z.strictObject({}), { a: 1 }, 'unknown', {}],
      [z.uuid(), 'x', 'invalid', {}],
    ];
    for (const [schema, value, code, values] of cases) {
      expect(findingOf(schema, value)).toEqual({ code: `fields.${code}`, values });
    }
  });
});
