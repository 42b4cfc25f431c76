import { readInteger, readOneOf, readText, type SearchInput } from '../../lib/search.ts';

export const alertTabs = ['incidents', 'rules', 'settings'] as const;
export type AlertTab = (typeof alertTabs)[number];

/** What the URL of the alerts holds. Absent is the default: all incidents, the first page. */
export interface AlertsSearch {
  tab?: AlertTab | undefined;
  /** With commas between; what is none is passed over. */
  states?: string | undefined;
  kinds?: string | undefined;
  integration?: number | undefined;
  page?: number | undefined;
  /** The incident that is open, and which of its parts is charted. */
  incident?: number | undefined;
  part?: number | undefined;
}

export function readAlertsSearch(input: SearchInput): AlertsSearch {
  return {
    tab: readOneOf(input.tab, alertTabs),
    states: readText(input.states),
    kinds: readText(input.kinds),
    integration: readInteger(input.integration, 1, 65_535),
    page: readInteger(input.page, 2, 100_000),
    incident: readInteger(input.incident, 1, 2_147_483_647),
    part: readInteger(input.part, 0, 100_000),
  };
}
