import {
  closeSession,
  compareSession,
  countSessions,
  getFeed,
  getSession,
  listSessionChanges,
  listSessions,
  refreshSession,
  searchSessions,
  sumSessions,
} from '@ludus/contract';
import { type BoundEndpoint, bind } from '../../infra/http/index.ts';
import type { SessionsService } from './sessions.service.ts';

export function sessionRoutes(service: SessionsService): BoundEndpoint[] {
  return [
    bind(listSessions, ({ actor, query }) => service.list(actor, query)),
    bind(countSessions, ({ actor, query }) => service.count(actor, query)),
    bind(sumSessions, ({ actor, query }) => service.totals(actor, query)),
    bind(listSessionChanges, ({ actor, query }) => service.changes(actor, query)),
    bind(searchSessions, ({ actor, query }) => service.search(actor, query)),
    bind(getSession, ({ actor, params }) => service.get(actor, params.id)),
    bind(refreshSession, ({ actor, params, signal }) => service.refresh(actor, params.id, signal)),
    bind(compareSession, ({ actor, params, signal }) => service.compare(actor, params.id, signal)),
    bind(closeSession, ({ actor, params, signal }) => service.close(actor, params.id, signal)),
    bind(getFeed, ({ actor, params, signal }) => service.feed(actor, params.sessionId, signal)),
  ];
}
