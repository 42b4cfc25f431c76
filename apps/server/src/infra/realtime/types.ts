import type { RealtimeEventName, RealtimeEvents } from '@ludus/contract';

/** One event with its payload, such as `{ name: 'changed', data: { topic: 'games' } }`. */
export type RealtimeEvent = {
  [Name in RealtimeEventName]: { name: Name; data: RealtimeEvents[Name] };
}[RealtimeEventName];

/** The recipients of an event: everyone who matches one of these. */
export interface Audience {
  /** Ids of users (the token's `sub`). */
  users?: readonly string[];
  /** Users of one integration. */
  integration?: number;
  /** All staff of the provider. */
  providers?: true;
  /** Those who may manage jobs. */
  jobManagers?: true;
  /** Every signed-in user. */
  everyone?: true;
}

/** Publishes events to browsers. */
export interface Realtime {
  /**
   * Sends at once and never throws when no one is connected. Inside a transaction use `afterCommit(tx, () => …)`.
   * @throws ZodError when the payload is not what the contract says.
   */
  publish(event: RealtimeEvent, audience: Audience): void;
}
