import {
  type CoverageOrder,
  coverageOrders,
  type DocumentState,
  type DocumentType,
  documentStates,
  documentTypes,
} from '@ludus/contract';
import { readBoolean, readInteger, readOneOf, readText, type SearchInput } from '../../lib/search.ts';

/** What the certificates keep in the URL. */
export interface CertificatesSearch {
  /** The matrix, or what needs action, in place of the list. */
  view?: 'coverage' | 'action' | undefined;
  /** Without one all but those that were replaced. */
  state?: DocumentState | undefined;
  type?: DocumentType | undefined;
  /** A code, or `none`; what is neither is passed over. */
  jurisdiction?: string | undefined;
  integration?: number | undefined;
  game?: number | undefined;
  /** Within how many days documents end. */
  within?: number | undefined;
  find?: string | undefined;
  /** Only games of which something is expired or missing. */
  gaps?: boolean | undefined;
  /** Of the matrix; by urgency without one. */
  order?: CoverageOrder | undefined;
  /** A state of what needs action; what is none is passed over. */
  need?: string | undefined;
  page?: number | undefined;
  /** The document that is open. */
  id?: number | undefined;
}

export function readCertificatesSearch(input: SearchInput): CertificatesSearch {
  return {
    view: readOneOf(input.view, ['coverage', 'action'] as const),
    state: readOneOf(input.state, documentStates),
    type: readOneOf(input.type, documentTypes),
    jurisdiction: readText(input.jurisdiction, 5),
    integration: readInteger(input.integration, 1, 65_535),
    game: readInteger(input.game, 1, 65_535),
    within: readInteger(input.within, 1, 366),
    find: readText(input.find, 80),
    gaps: readBoolean(input.gaps) || undefined,
    order: readOneOf(input.order, coverageOrders),
    need: readText(input.need, 8),
    page: readInteger(input.page, 2, 10_000),
    id: readInteger(input.id, 1, 2_147_483_647),
  };
}
