import { readInteger, readOneOf, readText, type SearchInput } from '../../lib/search.ts';

/** What the URL of the settings holds: which jobs are shown, and how. */
export interface SettingsSearch {
  /** What the jobs are searched for. */
  jobs?: string | undefined;
  /** A column of the board; the jobs know which there are. */
  state?: string | undefined;
  /** Name of the task. */
  job?: string | undefined;
  by?: string | undefined;
  view?: 'board' | undefined;
  /** The webhook whose deliveries are shown. */
  webhook?: number | undefined;
}

export function readSettingsSearch(input: SearchInput): SettingsSearch {
  return {
    jobs: readText(input.jobs, 120),
    state: readText(input.state),
    job: readText(input.job),
    by: readText(input.by),
    view: readOneOf(input.view, ['board'] as const),
    webhook: readInteger(input.webhook, 1, 2_147_483_647),
  };
}
