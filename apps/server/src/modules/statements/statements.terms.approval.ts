import {
  type ChangeRow,
  centsFromEuros,
  type Message,
  messageOf,
  type SettlementTerms,
  textMessage,
} from '@ludus/contract';
import type { ChangeDescription } from '../approvals/index.ts';

/** Terms that begin with a month; null takes them away. */
export interface TermsChange {
  integrationId: number;
  month: string;
  terms: SettlementTerms | null;
}

/** `2026-10` as sentences write it: 10/2026. */
export const shownMonth = (month: string) => `${month.slice(5)}/${month.slice(0, 4)}`;

/** The terms in force in the month that a change begins with; null where there are none. */
interface TermsInForce {
  before: SettlementTerms | null;
  after: SettlementTerms | null;
}

/** What a change of terms does, as those who approve it read it; no rows where what applies stays as it is. */
export function describeTerms(
  integration: { id: number; name: string },
  { month, terms }: TermsChange,
  { before, after }: TermsInForce,
): ChangeDescription {
  const values = { integration: integration.name, month: shownMonth(month) };
  const old = before === null ? null : valuesOf(before);
  const now = after === null ? null : valuesOf(after);
  const rows = fields
    .map(({ key, what }): ChangeRow => ({ what, before: old?.[key] ?? null, after: now?.[key] ?? null }))
    .concat(tierRows(before, after))
    .filter((row) => JSON.stringify(row.before) !== JSON.stringify(row.after));
  return {
    subject: `terms/${integration.id}/${month}`,
    path: `/statements?tab=terms&integration=${integration.id}`,
    title:
      terms === null ? messageOf('approvals.termsRemoved', values) : messageOf('approvals.termsFrom', values),
    integrationId: integration.id,
    rows,
  };
}

type Field = 'base' | 'minimum' | 'vatRate' | 'paymentDays' | 'note';

const fields: readonly { key: Field; what: Message }[] = [
  { key: 'base', what: messageOf('approvals.base') },
  { key: 'minimum', what: messageOf('approvals.minimum') },
  { key: 'vatRate', what: messageOf('approvals.vatRate') },
  { key: 'paymentDays', what: messageOf('approvals.paymentDays') },
  { key: 'note', what: messageOf('approvals.note') },
];

/** Hundredths of a percent as percent. */
const percent = (basisPoints: number) => basisPoints / 100;

/** By where a tier begins: by its place, one that is added would change all that follow. */
function tierRows(before: SettlementTerms | null, after: SettlementTerms | null): ChangeRow[] {
  const rateOf = (terms: SettlementTerms | null, from: number) => {
    const tier = terms?.tiers.find((one) => one.from === from);
    return tier === undefined ? null : messageOf('approvals.percent', { rate: percent(tier.rate) });
  };
  const starts = [before, after].flatMap((terms) => terms?.tiers.map(({ from }) => from) ?? []);
  return [...new Set(starts)]
    .toSorted((a, b) => a - b)
    .map((from) => ({
      what: messageOf('approvals.rateFrom', { from }),
      before: rateOf(before, from),
      after: rateOf(after, from),
    }));
}

function valuesOf(terms: SettlementTerms): Record<Field, Message | { cents: number[] } | null> {
  return {
    base: messageOf(terms.base === 'netwin' ? 'approvals.netwin' : 'approvals.grosswin'),
    minimum: { cents: [centsFromEuros(terms.minimum)] },
    vatRate: messageOf('approvals.percent', { rate: percent(terms.vatRate) }),
    paymentDays: messageOf('approvals.days', { count: terms.paymentDays }),
    note: terms.note === '' ? null : textMessage(terms.note),
  };
}
