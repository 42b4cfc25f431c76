import { readInteger, readOneOf, readText, type SearchInput } from '../../lib/search.ts';

export const panels = ['integration', 'game', 'certificates', 'file'] as const;
export type PanelId = (typeof panels)[number];

/** What the address says: the panel, and what is picked in each. */
export interface ManageSearch {
  panel?: PanelId | undefined;
  integration?: number | undefined;
  game?: number | undefined;
  /** The code of the operator whose bet lists someone comes from. */
  operator?: string | undefined;
}

/** `?panel=game&game=7`; the first panel goes without saying. */
export function readManageSearch(search: SearchInput): ManageSearch {
  const panel = readOneOf(search.panel, panels);
  return {
    panel: panel === 'integration' ? undefined : panel,
    integration: readInteger(search.integration, 1, 65_535),
    game: readInteger(search.game, 1, 65_535),
    operator: readText(search.operator, 32),
  };
}
