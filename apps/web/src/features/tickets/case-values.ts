import {
  type AssetKind,
  type DocumentLanguage,
  type NeededJurisdiction,
  type TicketType,
  ticketCase,
} from '@ludus/contract';
import type { PreparedCase } from '../../domain/ticket/prepared-ticket.ts';
import { dayInRome, isInvalidDay, type TypedDay } from '../../lib/days.ts';
import { instantInRome, timeInRome } from '../../lib/rome-clock.ts';
import { isTime } from '../../lib/time-text.ts';

/** What a form holds of a case: the facts of all types, so that what was typed stays when another type is looked at. */
export interface CaseValues {
  type: TicketType;
  sinceDay: TypedDay;
  sinceTime: string;
  playerSees: string;
  amount: number | '';
  question: string;
  screen: string;
  address: string;
  expected: string;
  found: string;
  asset: AssetKind | null;
  format: string;
  jurisdiction: NeededJurisdiction | null;
  language: DocumentLanguage | null;
}

/** Day and time of an instant, as a form shows them. */
export function sinceValues(instant: string): Pick<CaseValues, 'sinceDay' | 'sinceTime'> {
  const at = new Date(instant);
  return { sinceDay: dayInRome(at), sinceTime: timeInRome(at) };
}

export function initialCase(prepared: PreparedCase | undefined): CaseValues {
  const empty: CaseValues = {
    type: 'general',
    ...{ sinceDay: null, sinceTime: '', playerSees: '', amount: '', question: '' },
    ...{ screen: '', address: '', expected: '', found: '' },
    ...{ asset: null, format: '', jurisdiction: null, language: null },
  };
  const known = Object.entries(prepared ?? {}).filter(([, value]) => value !== undefined);
  return { ...empty, ...Object.fromEntries(known) };
}

/** The case as the call takes it; facts that are missing are left out, for the schema to name. */
function bodyOf(values: CaseValues): { type: TicketType } & Record<string, unknown> {
  const { type, sinceDay, sinceTime, amount } = values;
  switch (type) {
    case 'general':
      return { type };
    case 'stuckSession': {
      const isWhole = sinceDay !== null && !isInvalidDay(sinceDay) && isTime(sinceTime);
      const since = isWhole ? instantInRome(sinceDay, sinceTime) : undefined;
      return { type, since, playerSees: values.playerSees };
    }
    case 'bigWin':
      return { type, amount: amount === '' ? undefined : amount, question: values.question };
    case 'reportBug': {
      const { screen, address, expected, found } = values;
      return { type, screen, address: pathOf(address), expected, found };
    }
    case 'asset':
      return { type, asset: values.asset, format: values.format };
    case 'certificate':
      return { type, jurisdiction: values.jurisdiction, language: values.language };
  }
}

/** An address of this hub as its path, which is right wherever the hub is reached. */
function pathOf(address: string): string {
  const url = URL.parse(address.trim());
  return url?.origin === window.location.origin ? `${url.pathname}${url.search}${url.hash}` : address;
}

/** What is wrong with the case of a form, and the case. */
export const readCase = (values: CaseValues) => ticketCase.safeParse(bodyOf(values));

/** The fields of the form behind the facts of the call that are called otherwise. */
export const caseNames = { since: 'sinceDay', 'case.since': 'sinceDay' } as const;
