import { type Actor, type IntegrationScope, integrationScope } from '../../infra/access/index.ts';

/** Which games someone sees, and how much of them; it goes into the SQL as it is. */
export interface GameView {
  /** Games of every integration and of none; games linked to one; none at all. */
  scope: IntegrationScope;
  /** Leaves out the games that are not in the catalogue. */
  catalogOnly: boolean;
  /** Leaves out games in development. */
  withoutDev: boolean;
  /** Whether addresses of documents and promo assets come along. */
  documents: boolean;
  /** Whether what only the provider measures a game by comes along. */
  maths: boolean;
}

/** The catalogue: people of an integration see what is linked to it, in development or not. */
export function catalogView(actor: Actor): GameView {
  return { ...common(actor), catalogOnly: true, withoutDev: false };
}

/**
 * The list behind filters and pickers: staff of the provider get every game, because they also manage those outside
 * the catalogue; people of an integration the finished catalogue games of their own.
 */
export function pickerView(actor: Actor): GameView {
  const bound = actor.side === 'integration';
  return { ...common(actor), catalogOnly: bound, withoutDev: bound };
}

/** One game: staff of the provider open any, people of an integration what their catalogue shows. */
export function singleView(actor: Actor): GameView {
  return { ...common(actor), catalogOnly: actor.side === 'integration', withoutDev: false };
}

function common(actor: Actor): Pick<GameView, 'scope' | 'documents' | 'maths'> {
  return {
    scope: integrationScope(actor),
    documents: actor.can('games:documents'),
    maths: actor.side === 'provider',
  };
}
