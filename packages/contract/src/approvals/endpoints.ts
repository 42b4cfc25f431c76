import { z } from 'zod';
import { queryInteger, queryRowId, rowsOf } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import {
  approvalKinds,
  approvalSettings,
  changeDecision,
  changeRequest,
  changeRequestReason,
  changeRequestRow,
  changeRequestStates,
  heldChange,
  pendingChange,
} from './schema.ts';

const tag = 'approvals';
const params = z.strictObject({ id: queryRowId });

/** Waiting ones first, the oldest first; then what ended last. Whoever cannot approve sees their own. */
export const listChangeRequests = endpoint({
  id: 'listChangeRequests',
  method: 'GET',
  path: '/approvals',
  access: 'approvals:read',
  tag,
  summary: 'Changes that wait for approval, or have waited',
  query: z.strictObject({
    state: z.enum(changeRequestStates).optional(),
    kind: z.enum(approvalKinds).optional(),
    subject: z.string().max(300).optional(),
    limit: queryInteger(1, 200).default(50),
    offset: queryInteger(0, 1_000_000).default(0),
  }),
  response: z.strictObject({
    rows: z.array(changeRequestRow),
    count: z.int().nonnegative(),
    /** How many the caller can decide now, whatever the filter. */
    waitingForMe: z.int().nonnegative(),
  }),
});

/**
 * For a note on the screen of what they concern. Staff of the provider learn of all of them; people of an integration of what they have
 * requested themselves, and of rights of its people.
 */
export const listPendingChanges = endpoint({
  id: 'listPendingChanges',
  method: 'GET',
  path: '/approvals/pending',
  access: 'approvals:read',
  tag,
  summary: 'Changes of one thing that wait for approval',
  query: z.strictObject({
    /** Such as `integration/5`; a part of a subject stands for all below it: `terms/5` for the terms of every month. */
    subject: z.string().min(1).max(300),
  }),
  response: rowsOf(pendingChange),
});

export const getChangeRequest = endpoint({
  id: 'getChangeRequest',
  method: 'GET',
  path: '/approvals/:id',
  access: 'approvals:read',
  tag,
  summary: 'One change request with what it changes',
  params,
  response: changeRequest,
  failures: [404],
});

/**
 * Approved, the change is applied as the call that requested it would have. 409 for one's own, for one that has ended or expired,
 * and for one that is outdated: then nothing is applied, and the request says what differs. 502 when a platform does not respond;
 * the request waits on.
 */
export const decideChangeRequest = endpoint({
  id: 'decideChangeRequest',
  method: 'POST',
  path: '/approvals/:id/decision',
  access: 'approvals:decide',
  tag,
  summary: "Approve or refuse another person's change",
  params,
  body: changeDecision,
  response: changeRequest,
  failures: [404, 409, 502],
});

/** For whoever has requested it. 409 for one that has ended. */
export const withdrawChangeRequest = endpoint({
  id: 'withdrawChangeRequest',
  method: 'POST',
  path: '/approvals/:id/withdraw',
  access: 'approvals:read',
  tag,
  summary: "Withdraw one's own change request",
  params,
  response: changeRequest,
  failures: [404, 409],
});

/** For whoever has requested it, while it waits. */
export const explainChangeRequest = endpoint({
  id: 'explainChangeRequest',
  method: 'PUT',
  path: '/approvals/:id/reason',
  access: 'approvals:read',
  tag,
  summary: "Say why one's own change is needed",
  params,
  body: changeRequestReason,
  response: changeRequest,
  failures: [404, 409],
});

const settingsWithApprovers = z.strictObject({
  settings: approvalSettings,
  /** How many people can approve, the caller included. */
  approvers: z.int().nonnegative(),
});

export const getApprovalSettings = endpoint({
  id: 'getApprovalSettings',
  method: 'GET',
  path: '/approvals/settings',
  access: 'approvals:decide',
  tag,
  summary: 'Which changes need approval',
  response: settingsWithApprovers,
});

/**
 * A change that has less held than before waits for approval itself. 409 when a kind is switched on while no second person can
 * approve.
 */
export const saveApprovalSettings = endpoint({
  id: 'saveApprovalSettings',
  method: 'PUT',
  path: '/approvals/settings',
  access: 'approvals:decide',
  tag,
  summary: 'Set which changes need approval',
  body: approvalSettings,
  response: settingsWithApprovers,
  accepted: heldChange,
  failures: [409],
});

export const approvalEndpoints = [
  listChangeRequests,
  listPendingChanges,
  getChangeRequest,
  decideChangeRequest,
  withdrawChangeRequest,
  explainChangeRequest,
  getApprovalSettings,
  saveApprovalSettings,
] as const;
