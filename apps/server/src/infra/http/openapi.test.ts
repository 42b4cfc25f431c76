import { checkService, endpoint } from '@ludus/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildOpenApi } from './openapi.ts';

interface Operation {
  parameters: { name: string; in: string; required: boolean }[];
  responses: Record<string, unknown>;
}

function operationOf(described: Parameters<typeof buildOpenApi>[0][number]): Operation {
  const { paths } = buildOpenApi([described]) as { paths: Record<string, Record<string, Operation>> };
  const operation = paths[`/api${described.path}`]?.[described.method.toLowerCase()];
  if (operation === undefined) throw new Error(`${described.path} is not described`);
  return operation;
}

describe('the description of a call', () => {
  it('that needs headers names them, and that bad ones are refused', () => {
    const { parameters, responses } = operationOf(checkService);
    expect(parameters).toMatchObject([
      { name: 'x-service-url', in: 'header', required: true },
      { name: 'x-service-token', in: 'header', required: true },
    ]);
    expect(Object.keys(responses)).toEqual(
      expect.arrayContaining(['200', '401', '403', '422', '429', '500']),
    );
  });

  it('without values has no parameters', () => {
    const plain = endpoint({
      id: 'plain',
      method: 'GET',
      path: '/plain',
      access: 'public',
      tag: 'system',
      summary: 'Says yes',
      response: z.literal('yes'),
    });
    const { parameters, responses } = operationOf(plain);
    expect(parameters).toEqual([]);
    expect(Object.keys(responses)).toEqual(['200', '429', '431', '500']);
  });
});
