import {
  checkService,
  endpoint,
  endpoints,
  getMe,
  listSessionChanges,
  listSessions,
  listTickets,
} from '@ludus/contract';
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

  it('has whole numbers of paths and queries as such, with their limits', () => {
    const { parameters } = operationOf(listSessionChanges) as unknown as { parameters: { schema: object }[] };
    expect(parameters.map(({ schema }) => schema)).toEqual([
      { type: 'string', minLength: 1, maxLength: 200 },
      expect.objectContaining({ anyOf: expect.any(Array) }),
      { type: 'integer', minimum: 1, maximum: 5_000 },
      { type: 'integer', minimum: 1, maximum: 65_535 },
    ]);
  });

  it('has a choice between numbers as an enumeration', () => {
    const { components } = buildOpenApi([listSessionChanges]) as {
      components: { schemas: Record<string, { properties: Record<string, object> }> };
    };
    expect(components.schemas.ChangedSession?.properties.sessionTypeId).toEqual({
      type: 'integer',
      enum: [1, 4],
    });
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

describe('the guide of the description', () => {
  const { info } = buildOpenApi(endpoints) as { info: { description: string } };

  it('names only calls that there are', () => {
    const calls = endpoints.map(({ method, path }) => `${method} /api${path}`);
    const named = [...info.description.matchAll(/`((?:GET|POST|PUT|DELETE) \/api[^`]*)`/g)].map(
      ([, call]) => call,
    );
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((call) => !calls.includes(call ?? ''))).toEqual([]);
  });

  it('has the calls of each scope that an API token can hold, as the calls themselves do', () => {
    const rowOf = (scope: string) =>
      info.description.split('\n').find((row) => row.startsWith(`| ${scope} `));
    expect(rowOf('`tickets:use`')).toBe(
      '| `tickets:use` | `GET /api/tickets`<br>`GET /api/tickets/:id`<br>`GET /api/tickets/:id/links` |',
    );
    expect(rowOf('`money:net-and-due`')).toBe(
      '| `money:net-and-due` | amounts in the replies of other calls |',
    );
    expect(rowOf('any')).toContain('`GET /api/me`');
    const securityOf = (described: Parameters<typeof operationOf>[0]) =>
      (operationOf(described) as unknown as { security: object[] }).security;
    for (const open of [getMe, listSessions, listTickets])
      expect(securityOf(open)).toEqual([{ bearer: [] }, { apiToken: [] }]);
    expect(securityOf(checkService)).toEqual([{ bearer: [] }]);
  });
});
