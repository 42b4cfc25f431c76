/** Calls to other machines, guarded: every call that leaves the hub goes through here. */
export { isPrivateAddress } from './address-guard.ts';
export { createOutgoing, type Outgoing, type OutgoingRequest, type OutgoingResponse } from './outgoing.ts';
export { OutgoingError, type OutgoingReason } from './outgoing-error.ts';
