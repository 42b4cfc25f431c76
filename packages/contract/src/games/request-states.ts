/**
 * What becomes of an integration's request for a game. `asked` and `reviewing` are open: the game is on the wishlist of the
 * integration. A request that has ended stays as it is; the same game can be asked for again once it was refused or withdrawn.
 */
export const gameRequestStates = ['asked', 'reviewing', 'granted', 'refused', 'withdrawn'] as const;
export type GameRequestState = (typeof gameRequestStates)[number];

export const openRequestStates = ['asked', 'reviewing'] as const satisfies readonly GameRequestState[];
export type OpenRequestState = (typeof openRequestStates)[number];

/** What changes the state of a request. */
export const gameRequestActions = ['review', 'grant', 'refuse', 'withdraw'] as const;
export type GameRequestAction = (typeof gameRequestActions)[number];

/** How the provider answers. */
export const gameRequestDecisions = ['grant', 'refuse'] as const satisfies readonly GameRequestAction[];
export type GameRequestDecision = (typeof gameRequestDecisions)[number];

/** What has happened to a request, as its history names it. */
export const gameRequestEventKinds = [
  'asked',
  'reviewing',
  'granted',
  'refused',
  'withdrawn',
  'comment',
] as const;
export type GameRequestEventKind = (typeof gameRequestEventKinds)[number];

export type GameRequestSide = 'integration' | 'provider';

export interface GameRequestTransition {
  readonly from: readonly GameRequestState[];
  readonly to: Exclude<GameRequestState, 'asked'>;
  /** Who may do it. */
  readonly side: GameRequestSide;
}

/** The only ways from one state to another. */
export const gameRequestTransitions: Readonly<Record<GameRequestAction, GameRequestTransition>> = {
  review: { from: ['asked'], to: 'reviewing', side: 'provider' },
  grant: { from: openRequestStates, to: 'granted', side: 'provider' },
  refuse: { from: openRequestStates, to: 'refused', side: 'provider' },
  withdraw: { from: openRequestStates, to: 'withdrawn', side: 'integration' },
};

export function isOpenRequest(state: GameRequestState): state is OpenRequestState {
  return (openRequestStates as readonly GameRequestState[]).includes(state);
}

/** What a side can do with a request in a state, in the order in which it is offered. */
export function requestActionsOf(state: GameRequestState, side: GameRequestSide): GameRequestAction[] {
  return gameRequestActions.filter((action) => {
    const transition = gameRequestTransitions[action];
    return transition.side === side && transition.from.includes(state);
  });
}

/** Why a game cannot be granted whoever asks; null when it can. */
export type GrantObstacle = 'notInCatalog' | 'inDevelopment';

export function grantObstacleOf(game: { isCatalog: boolean; isDev: boolean }): GrantObstacle | null {
  if (!game.isCatalog) return 'notInCatalog';
  return game.isDev ? 'inDevelopment' : null;
}
