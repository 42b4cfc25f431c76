import { type MailingListEntry, messageOf, reportTypes } from '@ludus/contract';
import type { FieldErrors } from '../../components/form/use-schema-form.ts';
import type { Entries } from '../../domain/user/mailing-list.ts';
import { readAddresses, refusalOf } from '../../lib/addresses.ts';
import { addDays, addMonths, type Day, dayInRome, startOfMonth } from '../../lib/days.ts';
import { formatInstant } from '../../lib/format.ts';
import { renderMessage } from '../../lib/messages.ts';

/** Entries as they are typed: of one address or several, of one integration or ALL. */
export interface Draft {
  email: string;
  reportTypeId: 1 | 2 | 3 | null;
  all: boolean;
  integrationId: number | null;
}

/** Daily is chosen from the start. */
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

/** The day in Rome on which a type is sent next: each day at 06:00, the monthly ones on the 1st. */
export function firstReportDay(reportTypeId: number, now: Date): Day {
  const today = dayInRome(now);
  const day = formatInstant(now, 'time') < '06:00' ? today : addDays(today, 1);
  const first = startOfMonth(day);
  return reportTypeId === reportTypes.daily || day === first ? day : addMonths(first, 1);
}

/** What is missing or wrong, by field. */
export function problemsOf({ email, reportTypeId, all, integrationId }: Draft): FieldErrors<Draft> {
  const read = readAddresses(email);
  const isRefused = read.addresses.length === 0 || read.wrong.length > 0;
  return {
    ...(isRefused && { email: refusalOf(renderMessage(messageOf('fields.invalidAddress')), read) }),
    ...(!all &&
      integrationId === null && { integrationId: renderMessage(messageOf('fields.integrationOrAll')) }),
    ...(reportTypeId === null && { reportTypeId: renderMessage(messageOf('fields.reportTypeRequired')) }),
  };
}

/** What is sent of a valid draft. Who has chosen the only integration there is has chosen all of them. */
export function entriesOf(
  { email, reportTypeId, all, integrationId }: Draft,
  integrationIds: readonly number[],
): Entries {
  const isEvery = all || (integrationIds.length > 0 && integrationIds.every((id) => id === integrationId));
  return {
    emails: readAddresses(email).addresses,
    reportTypeId: reportTypeId ?? reportTypes.daily,
    integrationId: isEvery ? null : integrationId,
  };
}
