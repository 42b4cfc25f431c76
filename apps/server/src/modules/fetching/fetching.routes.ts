import { countQuarantinedRows, fetchSessions, listQuarantinedRows } from '@ludus/contract';
import { type BoundEndpoint, bind } from '../../infra/http/index.ts';
import type { FetchingService } from './fetching.service.ts';

export function fetchingRoutes(service: FetchingService): BoundEndpoint[] {
  return [
    bind(fetchSessions, async ({ actor, query }) => ({ jobId: await service.requestFetch(actor, query) })),
    bind(listQuarantinedRows, ({ query }) => service.listQuarantined(query)),
    bind(countQuarantinedRows, () => service.countQuarantined()),
  ];
}
