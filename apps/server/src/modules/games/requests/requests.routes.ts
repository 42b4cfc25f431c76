import {
  commentGameRequest,
  decideGameRequest,
  decideGameRequests,
  getGameRequest,
  listGameRequestMarks,
  listGameRequests,
  listOwnGameRequests,
  reviewGameRequest,
  withdrawGameRequest,
} from '@ludus/contract';
import { type BoundEndpoint, bind } from '../../../infra/http/index.ts';
import type { RequestQueue } from './requests.service.ts';

export function requestRoutes(queue: RequestQueue): BoundEndpoint[] {
  return [
    bind(listGameRequests, ({ actor, query }) => queue.list(actor, query)),
    bind(listGameRequestMarks, ({ actor, query }) => queue.marks(actor, query.gameId)),
    bind(listOwnGameRequests, ({ actor, query }) => queue.own(actor, query.gameId)),
    bind(getGameRequest, ({ actor, params }) => queue.get(actor, params.id)),
    bind(reviewGameRequest, ({ actor, params }) => queue.review(actor, params.id)),
    bind(decideGameRequest, ({ actor, params, body }) => queue.decide(actor, params.id, body)),
    bind(decideGameRequests, ({ actor, body }) => queue.decideAll(actor, body)),
    bind(withdrawGameRequest, ({ actor, params }) => queue.withdraw(actor, params.id)),
    bind(commentGameRequest, ({ actor, params, body }) => queue.comment(actor, params.id, body.text)),
  ];
}
