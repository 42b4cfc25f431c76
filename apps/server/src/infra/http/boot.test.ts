import { type Access, endpoint } from '@ludus/contract';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bind, bindPublic } from './bind.ts';
import { checkBindings, guardApiRoutes } from './boot.ts';

const make = (id: string, access: Access = 'signed-in') =>
  endpoint({ id, method: 'GET', path: `/${id}`, access, tag: 'test', summary: id, response: z.string() });
const answer = async () => 'yes';

describe('[design 6] the API does not start', () => {
  it('while an endpoint of the contract is bound to nothing, or twice', () => {
    const [a, b] = [make('a'), make('b')];
    expect(() => checkBindings([bind(a, answer)], [a, b])).toThrow('b is bound to nothing');
    expect(() => checkBindings([bind(a, answer), bind(a, answer)], [a])).toThrow('a is bound 2 times');
    expect(() => checkBindings([bind(a, answer), bind(b, answer)], [a, b])).not.toThrow();
  });

  it('with an endpoint that does not say who may call it', () => {
    const open = { ...make('open'), access: undefined as unknown as Access };
    const misspelled = make('misspelled', 'games:read' as Access);
    expect(() => checkBindings([bind(misspelled, answer)], [misspelled])).toThrow('who may call');
    expect(() => checkBindings([bind(open, answer)], [open])).toThrow('who may call');
  });

  it('with an endpoint that the contract does not know, or two of one name', () => {
    const [a, other] = [make('a'), make('a')];
    expect(() => checkBindings([bind(a, answer)], [])).toThrow('a is not in the contract');
    expect(() => checkBindings([bind(a, answer), bind(other, answer)], [a, other])).toThrow('two endpoints');
  });

  it('with a raw route below /api', () => {
    const server = fastify();
    guardApiRoutes(server);
    expect(() => server.get('/api/backdoor', answer)).toThrow('not an endpoint of the contract');
    expect(() => server.get('/apiary', answer)).not.toThrow();
  });

  it('when a public endpoint is bound as if someone were signed in, or the other way round', () => {
    expect(() => bind(make('open', 'public'), answer)).toThrow('use bindPublic');
    expect(() => bindPublic(make('closed'), answer)).toThrow('use bind');
  });
});
