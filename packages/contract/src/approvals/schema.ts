import { z } from 'zod';
import { instant, recordId, rowId } from '../common.ts';
import { fieldCode } from '../fields/issue.ts';
import { message } from '../messages/schema.ts';

/** Kinds of changes that a setting can hold until a second person approves them. */
export const switchedKinds = ['visibility', 'bets', 'roles', 'terms'] as const;
export type SwitchedKind = (typeof switchedKinds)[number];

/** `approvals` is a change that weakens these settings while one of them is on. It cannot be switched off. */
export const approvalKinds = [...switchedKinds, 'approvals'] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

/**
 * `waiting` is open. `outdated`: what the change would have replaced was changed in the meantime, so nothing was applied. A request
 * that has ended stays as it is.
 */
export const changeRequestStates = [
  'waiting',
  'approved',
  'refused',
  'withdrawn',
  'expired',
  'outdated',
] as const;
export type ChangeRequestState = (typeof changeRequestStates)[number];

export const maxApprovalText = 1000;
export const maxExpiryDays = 90;
export const maxVisibilityThreshold = 10_000;

export const approvalSettings = z
  .strictObject({
    visibility: z.boolean(),
    bets: z.boolean(),
    roles: z.boolean(),
    terms: z.boolean(),
    /** A change of visibility is held when it concerns more pairs of a game and an integration than this. */
    visibilityThreshold: z.int().min(0).max(maxVisibilityThreshold),
    /** Days after which a request that no one has decided expires. */
    expiryDays: z.int().min(1).max(maxExpiryDays),
  })
  .meta({ id: 'ApprovalSettings' });
export type ApprovalSettings = z.infer<typeof approvalSettings>;

export const defaultApprovalSettings: ApprovalSettings = {
  visibility: false,
  bets: false,
  roles: false,
  terms: false,
  visibilityThreshold: 20,
  expiryDays: 7,
};

/** Whether a change of the settings has less held than before: then it needs approval itself. */
export function weakensApprovals(before: ApprovalSettings, after: ApprovalSettings): boolean {
  const isSwitchedOff = switchedKinds.some((kind) => before[kind] && !after[kind]);
  return isSwitchedOff || (before.visibility && after.visibilityThreshold > before.visibilityThreshold);
}

/** A value of a change: words for a reader of any language, or amounts in cents. */
export const changeValue = z
  .union([message, z.strictObject({ cents: z.array(z.int()) })])
  .meta({ id: 'ChangeValue' });
export type ChangeValue = z.infer<typeof changeValue>;

/** One line of what is to be approved. Null is nothing: the value is new, or goes away. */
export const changeRow = z
  .strictObject({ what: message, before: changeValue.nullable(), after: changeValue.nullable() })
  .meta({ id: 'ChangeRow' });
export type ChangeRow = z.infer<typeof changeRow>;

const person = z.strictObject({ userId: z.string(), username: z.string() });

/** A change that was not applied, and waits for a second person or has waited. */
export const changeRequestRow = z
  .strictObject({
    id: rowId,
    kind: z.enum(approvalKinds),
    state: z.enum(changeRequestStates),
    title: message,
    /** What it concerns, such as `integration/5`; one request waits for each at a time. */
    subject: z.string(),
    /** Where in the hub that is looked at. */
    path: z.string(),
    integration: z.strictObject({ id: recordId, name: z.string() }).nullable(),
    /** How many rows the change has. */
    size: z.int().positive(),
    requestedAt: instant,
    requestedBy: person,
    reason: z.string().nullable(),
    expiresAt: instant,
    decidedAt: instant.nullable(),
    /** Null for the hub itself. */
    decidedBy: z.string().nullable(),
    /** What was said to the decision; always there once it is refused. */
    answer: z.string().nullable(),
    isOwn: z.boolean(),
    /** Whether the caller can approve or refuse it now. */
    mayDecide: z.boolean(),
  })
  .meta({ id: 'ChangeRequestRow' });
export type ChangeRequestRow = z.infer<typeof changeRequestRow>;

/** What was there when the change was requested, and what was found when it was to be applied. */
export const groundRow = z
  .strictObject({ what: message, requested: changeValue.nullable(), found: changeValue.nullable() })
  .meta({ id: 'GroundRow' });
export type GroundRow = z.infer<typeof groundRow>;

export const changeRequest = changeRequestRow
  .extend({
    rows: z.array(changeRow),
    /** Why it is outdated: a refusal of the change itself, or the rows that differ. */
    outdated: z.strictObject({ reason: message.nullable(), rows: z.array(groundRow) }).nullable(),
  })
  .meta({ id: 'ChangeRequest' });
export type ChangeRequest = z.infer<typeof changeRequest>;

/** What whoever looks at something learns of a change of it that waits. */
export const pendingChange = changeRequestRow
  .pick({
    id: true,
    kind: true,
    title: true,
    subject: true,
    requestedAt: true,
    requestedBy: true,
    isOwn: true,
  })
  .extend({
    /** Whether the caller can open the request. */
    mayOpen: z.boolean(),
  })
  .meta({ id: 'PendingChange' });
export type PendingChange = z.infer<typeof pendingChange>;

export const changeRequestReason = z
  .strictObject({ reason: z.string().trim().min(3, fieldCode('fields.changeReason')).max(maxApprovalText) })
  .meta({ id: 'ChangeRequestReason' });

export const changeDecisions = ['approve', 'refuse'] as const;
export type ChangeDecision = (typeof changeDecisions)[number];

/** What a form asks before a request is decided. */
export const changeDecision = z
  .strictObject({
    decision: z.enum(changeDecisions),
    /** Required for a refusal. Whoever has requested the change reads it. */
    reason: z.string().trim().max(maxApprovalText).optional(),
  })
  .refine(({ decision, reason = '' }) => decision !== 'refuse' || reason.length >= 3, {
    path: ['reason'],
    message: fieldCode('fields.changeReason'),
  })
  .meta({ id: 'ChangeDecision' });

/** The response with status 202 of a call whose change is held. Nothing has been applied. */
export const heldChange = z.strictObject({ changeRequest: changeRequestRow }).meta({ id: 'HeldChange' });
export type HeldChange = z.infer<typeof heldChange>;
