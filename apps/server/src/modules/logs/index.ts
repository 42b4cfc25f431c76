/** The log: who changed what. Entries are written by `infra/audit`, in the transaction of each change. */
import { getLog, listLogs } from '@ludus/contract';
import { bind } from '../../infra/http/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import { createLogsService } from './logs.service.ts';

export { findGameChanges, type GameChange } from './logs.repo.ts';

export function createLogsModule({ postgres }: Pick<Infra, 'postgres'>): HubModule {
  const service = createLogsService(postgres);
  return {
    name: 'logs',
    endpoints: [
      bind(listLogs, ({ query }) => service.list(query)),
      bind(getLog, ({ params }) => service.get(params.id)),
    ],
  };
}
