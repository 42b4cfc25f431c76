import { readInteger, readText, type SearchInput } from '../../lib/search.ts';

/** What the URL of the page holds: whose bets are shown. */
export interface BetsSearch {
  integration?: number | undefined;
  /** The operator's code and the game's slug, as the call names them. */
  operator?: string | undefined;
  game?: string | undefined;
}

export function readBetsSearch(input: SearchInput): BetsSearch {
  return {
    integration: readInteger(input.integration, 1, 65_535),
    operator: readText(input.operator, 32),
    game: readText(input.game, 80),
  };
}

/** Another integration has other operators, another operator may have other bets for each game. */
export const chosen = {
  integration: (integration: number | undefined): BetsSearch => ({ integration }),
  operator: ({ integration }: BetsSearch, operator: string | undefined): BetsSearch => ({
    integration,
    operator,
  }),
  game: (search: BetsSearch, game: string | undefined): BetsSearch => ({ ...search, game }),
};
