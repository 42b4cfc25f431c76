import { type OpenAge, type OpenSortField, openAges, openSortFields } from '@ludus/contract';
import { readIds, readInteger, readOneOf, readText, type SearchInput } from '../../lib/search.ts';

export const typeNames = ['real', 'fun', 'all'] as const;
export type TypeName = (typeof typeNames)[number];

/** What the URL of the screen holds. Absent is the default; a link reproduces the view. */
export interface OpenSearch {
  ages?: OpenAge[] | undefined;
  integrations?: number[] | undefined;
  type?: TypeName | undefined;
  sort?: OpenSortField | undefined;
  direction?: 'asc' | 'desc' | undefined;
  page?: number | undefined;
  /** The session whose box is open. */
  session?: string | undefined;
  /** The job whose results are shown. */
  job?: string | undefined;
}

function readAges(value: unknown): OpenAge[] | undefined {
  const parts = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  const ages = openAges.filter((age) => parts.includes(age));
  return ages.length > 0 ? ages : undefined;
}

export function readOpenSearch(input: SearchInput): OpenSearch {
  return {
    ages: readAges(input.ages),
    integrations: readIds(input.integrations),
    type: readOneOf(input.type, typeNames),
    sort: readOneOf(input.sort, openSortFields),
    direction: readOneOf(input.direction, ['asc', 'desc']),
    page: readInteger(input.page, 1, 1_000_000),
    session: readText(input.session, 60),
    job: readText(input.job, 60),
  };
}
