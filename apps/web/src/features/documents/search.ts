import { readInteger, readText, type SearchInput } from '../../lib/search.ts';

/** What the certificates panel keeps in the URL: the chosen integration, the open game, and what games are searched by. */
export interface DocumentsSearch {
  integration?: number | undefined;
  game?: number | undefined;
  find?: string | undefined;
}

export function readDocumentsSearch(input: SearchInput): DocumentsSearch {
  return {
    integration: readInteger(input.integration, 1, 65_535),
    game: readInteger(input.game, 1, 65_535),
    find: readText(input.find),
  };
}
