import { type DocumentType, documentTypes } from '@ludus/contract';
import { readInteger, readOneOf, readText, type SearchInput } from '../../lib/search.ts';

export const facets = ['general', 'expiring', 'missing'] as const;
export type Facet = (typeof facets)[number];

/** What the documents keep in the URL. */
export interface DocumentsSearch {
  /** General documents, those that expire, or games without a certificate; all documents without it. */
  show?: Facet | undefined;
  integration?: number | undefined;
  type?: DocumentType | undefined;
  /** What documents and games are searched by. */
  find?: string | undefined;
  /** The list of games in place of the table, and the game that is open in it. */
  view?: 'games' | undefined;
  game?: number | undefined;
}

export function readDocumentsSearch(input: SearchInput): DocumentsSearch {
  return {
    show: readOneOf(input.show, facets),
    integration: readInteger(input.integration, 1, 65_535),
    type: readOneOf(input.type, documentTypes),
    find: readText(input.find),
    view: readOneOf(input.view, ['games'] as const),
    game: readInteger(input.game, 1, 65_535),
  };
}
