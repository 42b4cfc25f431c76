/** The HTTP side of the hub: endpoints of the contract, bound to handlers. */
export {
  type BoundEndpoint,
  bind,
  bindPublic,
  type Call,
  type CallReply,
  type SignedInCall,
} from './bind.ts';
