import { type MailingListEntry, mailingMessages, messages, reportTypes } from '@ludus/contract';
import { readAddresses, refusalOf } from '../../lib/addresses.ts';

/** What is sent: an entry for each address; null is every integration. */
export interface Entries {
  emails: string[];
  reportTypeId: 1 | 2 | 3;
  integrationId: number | null;
}

/** Entries as they are typed: of one address or several, of one integration or ALL. */
export interface Draft {
  email: string;
  reportTypeId: 1 | 2 | 3 | null;
  all: boolean;
  integrationId: number | null;
}

export type Problems = Partial<Record<'email' | 'integration' | 'reportType', string>>;

/** OPEN-58: daily is chosen from the start. */
export const emptyDraft: Draft = {
  email: '',
  reportTypeId: reportTypes.daily,
  all: false,
  integrationId: null,
};

export function draftOf({ email, reportTypeId, integrationId }: MailingListEntry): Draft {
  const type = Object.values(reportTypes).find((id) => id === reportTypeId) ?? null;
  return { email, reportTypeId: type, all: integrationId === null, integrationId };
}

/** Whether what is typed is another entry. */
export function isOther(draft: Draft, start: Draft): boolean {
  return (Object.keys(start) as (keyof Draft)[]).some((part) => draft[part] !== start[part]);
}

/**
 * What is to be sent, or what is wrong with it (ERR-048, ERR-051, ERR-052). Who has chosen the only integration there is
 * has chosen all of them (MAIL-07).
 */
export function checkDraft(
  { email: typed, reportTypeId, all, integrationId }: Draft,
  integrationIds: readonly number[],
): { entries: Entries; problems: null } | { entries: null; problems: Problems } {
  const read = readAddresses(typed);
  const isRefused = read.addresses.length === 0 || read.wrong.length > 0;
  const problems: Problems = {
    ...(isRefused ? { email: refusalOf(messages.invalidEmail, read) } : {}),
    ...(all || integrationId !== null ? {} : { integration: mailingMessages.integrationOrAll }),
    ...(reportTypeId === null ? { reportType: mailingMessages.reportTypeRequired } : {}),
  };
  if (reportTypeId === null || Object.keys(problems).length > 0) return { entries: null, problems };
  const isEvery = all || (integrationIds.length > 0 && integrationIds.every((id) => id === integrationId));
  return {
    entries: { emails: read.addresses, reportTypeId, integrationId: isEvery ? null : integrationId },
    problems: null,
  };
}
