import type { ApprovalKind, ApprovalSettings, ChangeRow, Message, Scope } from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import type { Accepted } from '../../infra/http/index.ts';
import type { Tx } from '../../infra/postgres/index.ts';

/** What a change would do, as those who approve it read it. */
export interface ChangeDescription {
  /** What it concerns, such as `integration/5`: one change of it waits at a time. */
  subject: string;
  /** Where in the hub that is looked at. */
  path: string;
  title: Message;
  integrationId: number | null;
  rows: ChangeRow[];
  /** For changes of visibility: how many pairs of a game and an integration it concerns. */
  pairs?: number;
}

/**
 * A call whose changes the setting of their kind can hold, from the module that makes them. `Change` is what the call was given; it is
 * stored as JSON.
 */
export interface GuardedCall<Change extends object> {
  kind: ApprovalKind;
  /** The id of the call: stored, so that it is found again when the change is approved. */
  call: string;
  /** What someone needs to make such a change, and so to approve it. */
  scope: Scope;
  /**
   * What the change would do now; null when it is none of those that are held. It locks what it reads until the transaction ends, so
   * that nothing comes between and `apply`. Called again before the change is applied, when its rows must be the same.
   * @throws what the change itself would be refused with
   */
  describe(tx: Tx, actor: Actor, change: Change): Promise<ChangeDescription | null>;
  /** Whether a change that was described is held while the kind is on; always, unless given. */
  isHeld?(description: ChangeDescription, settings: ApprovalSettings): boolean;
  /** Makes the change, as the call does that it was requested by. @throws as the call */
  apply(tx: Tx, actor: Actor, change: Change, description: ChangeDescription): Promise<unknown>;
  /** Whether a failure of `apply` says nothing about the change, so that it may be approved again. */
  isTemporary?(error: unknown): boolean;
}

/** Returns the response of a call whose change is held now, undefined when it is to be made at once. */
export type Hold<Change extends object> = (actor: Actor, change: Change) => Promise<Accepted | undefined>;

/** Where modules register the calls whose changes may need a second person. */
export interface Approvals {
  hold<Change extends object>(call: GuardedCall<Change>): Hold<Change>;
  /** As the settings are now. */
  settings(): Promise<ApprovalSettings>;
}
