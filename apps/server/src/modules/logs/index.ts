/** The log: who changed what. Entries are written by `platform/audit`, in the transaction of each change. */
import { getLog, listLogs } from '@ludus/contract';
import { bind } from '../../platform/http/index.ts';
import type { HubModule, Platform } from '../../platform/module.ts';
import { createLogsService } from './logs.service.ts';

export function createLogsModule({ postgres }: Pick<Platform, 'postgres'>): HubModule {
  const service = createLogsService(postgres);
  return {
    name: 'logs',
    endpoints: [
      bind(listLogs, ({ query }) => service.list(query)),
      bind(getLog, ({ params }) => service.get(params.id)),
    ],
  };
}
