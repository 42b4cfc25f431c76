import { type AnyEndpoint, scopes } from '@ludus/contract';
import type { FastifyInstance } from 'fastify';
import type { BoundEndpoint } from './bind.ts';
import { apiPrefix } from './route.ts';

/** Raw routes below the API's prefix that exist beside the contract: its description and the page of it. */
export const descriptionPath = `${apiPrefix}/openapi.json`;
export const docsPath = `${apiPrefix}/docs`;

/**
 * Checks the bindings against the contract.
 * @throws Error naming every endpoint that is unbound, bound twice, unknown, or without a known access.
 */
export function checkBindings(bindings: readonly BoundEndpoint[], contract: readonly AnyEndpoint[]): void {
  const problems: string[] = [];
  const bound = bindings.map((binding) => binding.endpoint);
  const knownAccess: readonly string[] = [...scopes, 'signed-in', 'public'];
  for (const endpoint of contract) {
    const times = bound.filter((candidate) => candidate === endpoint).length;
    if (times === 0) problems.push(`${endpoint.id} is bound to nothing`);
    if (times > 1) problems.push(`${endpoint.id} is bound ${times} times`);
  }
  for (const endpoint of new Set(bound)) {
    if (!contract.includes(endpoint)) problems.push(`${endpoint.id} is not in the contract`);
    if (!knownAccess.includes(endpoint.access)) problems.push(`${endpoint.id} does not say who may call it`);
  }
  const ids = contract.map((endpoint) => endpoint.id);
  for (const id of new Set(ids.filter((id, index) => ids.indexOf(id) !== index))) {
    problems.push(`${id} names two endpoints`);
  }
  if (problems.length > 0) throw new Error(`The API cannot start: ${problems.join('; ')}.`);
}

/** Refuses every route below the API's prefix that does not come from the contract. */
export function guardApiRoutes(server: FastifyInstance): void {
  server.addHook('onRoute', ({ url, config, method }) => {
    const insideApi = url === apiPrefix || url.startsWith(`${apiPrefix}/`);
    const described = url === descriptionPath || url === docsPath || url.startsWith(`${docsPath}/`);
    if (!insideApi || described || config?.endpoint !== undefined) return;
    throw new Error(`The API cannot start: ${method} ${url} is not an endpoint of the contract.`);
  });
}
