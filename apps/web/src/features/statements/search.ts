import { readInteger, readOneOf, readText, type SearchInput } from '../../lib/search.ts';

/** Who owes what comes first: it has an answer before the first statement. */
export const statementTabs = ['owed', 'list', 'balance', 'terms', 'issuer'] as const;
export type StatementTab = (typeof statementTabs)[number];

/** What the URL of the statements holds. Absent is the default: see `tabOf`, all statements, the first page. */
export interface StatementsSearch {
  tab?: StatementTab | undefined;
  integration?: number | undefined;
  /** With commas between; what is none is passed over. */
  states?: string | undefined;
  payments?: string | undefined;
  page?: number | undefined;
  /** The statement that is open. */
  id?: number | undefined;
  /** The closed month whose statement is looked at before it is issued: of `issue`, an integration. */
  issue?: number | undefined;
  month?: string | undefined;
  /** Whether several months are chosen to be stated at once. */
  several?: true | undefined;
}

const month = /^20\d{2}-(0[1-9]|1[0-2])$/;

export function readStatementsSearch(input: SearchInput): StatementsSearch {
  const text = readText(input.month, 7);
  return {
    tab: readOneOf(input.tab, statementTabs),
    integration: readInteger(input.integration, 1, 65_535),
    states: readText(input.states),
    payments: readText(input.payments),
    page: readInteger(input.page, 2, 100_000),
    id: readInteger(input.id, 1, 2_147_483_647),
    issue: readInteger(input.issue, 1, 65_535),
    month: text !== undefined && month.test(text) ? text : undefined,
    several: input.several === true || input.several === 'true' ? true : undefined,
  };
}

/** The same place in the screen with nothing open over it. */
export const withoutPanel = (search: StatementsSearch): StatementsSearch => ({
  ...search,
  id: undefined,
  issue: undefined,
  month: undefined,
  several: undefined,
});

/**
 * The tab of an address. One that names none but narrows the list, or opens something over it, is about the list; else the provider
 * begins with who owes what, and an integration with its statements once there are any.
 */
export function tabOf(
  { tab, states, payments, page, id, issue, several }: StatementsSearch,
  { mayManage, hasStatements }: { mayManage: boolean; hasStatements: boolean },
): StatementTab {
  if (tab !== undefined && (mayManage || tab !== 'issuer')) return tab;
  const isOfList = [states, payments, page, id, issue, several].some((value) => value !== undefined);
  return isOfList || (!mayManage && hasStatements) ? 'list' : 'owed';
}
