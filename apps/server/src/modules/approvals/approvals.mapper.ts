import type {
  ChangeRequest,
  ChangeRequestRow,
  ChangeRow,
  GroundRow,
  PendingChange,
  Scope,
} from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import type { ChangeRequestRecord } from './approvals.repo.ts';

/** Where a change request is found in the hub. */
export const changeRequestPath = (id: number) => `/approvals?id=${id}`;

/** Those who approve see all, everyone else their own. */
export const readerOf = (actor: Actor) => ({
  userId: actor.userId,
  seesAll: actor.can('approvals:decide'),
});

export function changeRequestRowOf(
  row: ChangeRequestRecord,
  { actor, scope, now }: { actor: Actor; scope: Scope; now: Date },
): ChangeRequestRow {
  const isOwn = row.requested_by === actor.userId;
  const state = row.state === 'waiting' && row.expires_at <= now ? 'expired' : row.state;
  return {
    id: row.id,
    kind: row.kind,
    state,
    title: row.title,
    subject: row.concerns,
    path: row.path,
    integration:
      row.integration_id === null || row.integration_name === null
        ? null
        : { id: row.integration_id, name: row.integration_name },
    size: row.rows.length,
    requestedAt: row.requested_at.toISOString(),
    requestedBy: { userId: row.requested_by, username: row.requester },
    reason: row.reason,
    expiresAt: row.expires_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    decidedBy: row.decider,
    answer: row.answer,
    isOwn,
    mayDecide: state === 'waiting' && !isOwn && actor.can('approvals:decide') && actor.can(scope),
  };
}

export function changeRequestOf(
  row: ChangeRequestRecord,
  options: Parameters<typeof changeRequestRowOf>[1],
): ChangeRequest {
  return { ...changeRequestRowOf(row, options), rows: row.rows, outdated: row.outdated };
}

/** Staff of the provider see that a change waits; people of an integration their own, and what concerns rights of its people. */
export const seesPending = (actor: Actor, row: ChangeRequestRecord): boolean =>
  actor.side === 'provider' ||
  row.requested_by === actor.userId ||
  (row.kind === 'roles' && actor.integration !== null && row.integration_id === actor.integration.id);

export function pendingChangeOf(actor: Actor, row: ChangeRequestRecord): PendingChange {
  const reader = readerOf(actor);
  const isOwn = row.requested_by === actor.userId;
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    subject: row.concerns,
    requestedAt: row.requested_at.toISOString(),
    requestedBy: { userId: row.requested_by, username: row.requester },
    isOwn,
    mayOpen: reader.seesAll || isOwn,
  };
}

const keyOf = (value: unknown): string =>
  JSON.stringify(value, (_key, inner) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/** What is not as it was when the change was requested; none when it would still do the same. */
export function compareGround(requested: readonly ChangeRow[], now: readonly ChangeRow[]): GroundRow[] {
  const before = new Map(requested.map((row) => [keyOf(row.what), row]));
  const after = new Map(now.map((row) => [keyOf(row.what), row]));
  const isSame = (a: ChangeRow, b: ChangeRow) => keyOf([a.before, a.after]) === keyOf([b.before, b.after]);
  const differing = requested.flatMap((row): GroundRow[] => {
    const found = after.get(keyOf(row.what));
    if (found !== undefined && isSame(row, found)) return [];
    // What is no change any more has the value that it was to get.
    return [{ what: row.what, requested: row.before, found: found === undefined ? row.after : found.before }];
  });
  const added = now
    .filter((row) => !before.has(keyOf(row.what)))
    .map((row): GroundRow => ({ what: row.what, requested: row.after, found: row.before }));
  return [...differing, ...added];
}
