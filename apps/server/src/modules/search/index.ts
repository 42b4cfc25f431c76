/** One search over everything that has an id or a name. It reads through the services of the other modules, with their rights. */
import { searchHub } from '@ludus/contract';
import { bind } from '../../infra/http/index.ts';
import type { HubModule } from '../../infra/module.ts';
import { createSearchService, type SearchPorts } from './search.service.ts';

export function createSearchModule(ports: SearchPorts): HubModule {
  const service = createSearchService(ports);
  return {
    name: 'search',
    endpoints: [bind(searchHub, ({ actor, query }) => service.search(actor, query.q))],
  };
}
