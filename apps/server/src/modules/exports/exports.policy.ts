import type { Actor } from '../../infra/access/index.ts';
import type { ExportRow } from './exports.repo.ts';
import { scopeOf } from './exports.request.ts';

/** The rights that decide what a file holds, as they are stored with it. */
export function rightsOf(actor: Pick<Actor, 'roles' | 'integration'>): string {
  return JSON.stringify([actor.roles, actor.integration?.id ?? null]);
}

/**
 * Whether the person a file was made for may still have it: with the scope of its kind, and once it is made only with the
 * roles and the integration it was made with.
 */
export function mayHave(actor: Actor, row: Pick<ExportRow, 'request' | 'rights' | 'done_at'>): boolean {
  if (!actor.can(scopeOf[row.request.kind])) return false;
  return row.done_at === null || row.rights === rightsOf(actor);
}
