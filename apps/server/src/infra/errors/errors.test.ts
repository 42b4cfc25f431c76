import { messageOf } from '@ludus/contract';
import { describe, expect, it } from 'vitest';
import { ConflictError, NotFoundError, replyOf, TooManyRequestsError, ValidationError } from './index.ts';

describe('[OPEN-71] the reply to a refused call', () => {
  it('says it in English, and with a code and values for the reader’s language', () => {
    const refused = new ConflictError(messageOf('refusals.tooManyFiles', { max: 20 }));
    expect(replyOf(refused, 'r1')).toEqual({
      status: 409,
      reply: {
        message: 'At most 20 files.',
        detail: { code: 'refusals.tooManyFiles', values: { max: 20 } },
        code: 'conflict',
        requestId: 'r1',
      },
    });
    expect(replyOf(new NotFoundError(), 'r1').reply).toMatchObject({
      message: 'Not found.',
      detail: { code: 'refusals.notFound', values: {} },
    });
    expect(replyOf(new TooManyRequestsError(12), 'r1').reply).toMatchObject({
      message: 'Too many requests. Try again in 12 s.',
      detail: { code: 'refusals.tooManyRequests', values: { seconds: 12 } },
    });
  });

  it('[ERR-066] says of each field what is wrong in English, and with a code and values', () => {
    const refused = new ValidationError({
      title: messageOf('fields.ticketTitleRequired'),
      games: messageOf('fields.notInCatalog', { names: 'Wolves, Sugar' }),
    });
    expect(replyOf(refused, 'r1')).toEqual({
      status: 422,
      reply: {
        message: 'Some values are not valid.',
        detail: { code: 'refusals.invalidValues', values: {} },
        code: 'validation',
        requestId: 'r1',
        fields: { title: 'Please enter a title.', games: 'Not in the Catalog: Wolves, Sugar.' },
        fieldDetails: {
          title: { code: 'fields.ticketTitleRequired', values: {} },
          games: { code: 'fields.notInCatalog', values: { names: 'Wolves, Sugar' } },
        },
      },
    });
  });

  it('has no detail where the sentence has no code, and none of the cause of an unknown failure', () => {
    expect(replyOf(new ConflictError('Only in English.'), 'r1').reply).toEqual({
      message: 'Only in English.',
      code: 'conflict',
      requestId: 'r1',
    });
    expect(replyOf(new Error('secret'), 'r1').reply).toEqual({
      message: 'Something went wrong on the server.',
      detail: { code: 'plain.internal', values: {} },
      code: 'internal',
      requestId: 'r1',
    });
  });
});
