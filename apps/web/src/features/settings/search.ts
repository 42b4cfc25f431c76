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
  /** The job that is open beside the table. */
  id?: string | undefined;
  /** The webhook whose deliveries are shown. */
  webhook?: number | undefined;
}

/** The section that a search is about, for an address that names none. */
export function sectionOf(search: SettingsSearch): string | undefined {
  if (search.webhook !== undefined) return 'webhooks';
  const { jobs, state, job, by, view, id } = search;
  return [jobs, state, job, by, view, id].some((value) => value !== undefined) ? 'jobs' : undefined;
}

export function readSettingsSearch(input: SearchInput): SettingsSearch {
  return {
    jobs: readText(input.jobs, 120),
    state: readText(input.state),
    job: readText(input.job),
    by: readText(input.by),
    view: readOneOf(input.view, ['board'] as const),
    id: readText(input.id, 60),
    webhook: readInteger(input.webhook, 1, 2_147_483_647),
  };
}
