import type { ApprovalKind, ChangeRequestState } from '@ludus/contract';

export type { ApprovalKind, ChangeRequestState };

/** Written down here: the table of the contract comes with schemas, which would travel with every first screen. */
export const changeStateNames = [
  'waiting',
  'approved',
  'refused',
  'withdrawn',
  'expired',
  'outdated',
] as const satisfies readonly ChangeRequestState[];

export const changeKindNames = [
  'visibility',
  'bets',
  'roles',
  'terms',
  'approvals',
] as const satisfies readonly ApprovalKind[];
