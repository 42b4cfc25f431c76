import { defaultTerms, type SettlementTerms, type ShareBase, type StoredTerms } from '@ludus/contract';
import { formatNumber, parseNumber } from '../../lib/format.ts';
import type { StatementsText } from './statement-texts.tsx';

/** Its own key, because tiers are added and removed between others. */
export interface TierDraft {
  key: number;
  from: string;
  rate: string;
}

/** Terms as they are typed: numbers as text, rates in percent. */
export interface TermsDraft {
  fromMonth: string;
  base: ShareBase;
  tiers: TierDraft[];
  minimum: string;
  vatRate: string;
  paymentDays: string;
  note: string;
}

const euro = (amount: number) => formatNumber(amount, 2, 2);
const percent = (basisPoints: number) => formatNumber(basisPoints / 100, 0, 2);

export function draftOf(terms: StoredTerms | undefined, fromMonth: string): TermsDraft {
  return {
    fromMonth,
    base: terms?.base ?? 'netwin',
    tiers: (terms?.tiers ?? [{ from: 0, rate: 1000 }]).map(({ from, rate }, key) => ({
      key,
      from: euro(from),
      rate: percent(rate),
    })),
    minimum: euro(terms?.minimum ?? 0),
    vatRate: percent(terms?.vatRate ?? defaultTerms.vatRate),
    paymentDays: String(terms?.paymentDays ?? defaultTerms.paymentDays),
    note: terms?.note ?? '',
  };
}

const read = (text: string, isRate = false): number =>
  parseNumber(text, { dotIsDecimal: isRate }) ?? Number.NaN;
const basisPoints = (text: string): number => Math.round(read(text, true) * 100);

export const termsOf = (draft: TermsDraft): SettlementTerms => ({
  fromMonth: draft.fromMonth,
  base: draft.base,
  tiers: draft.tiers.map(({ from, rate }) => ({ from: read(from), rate: basisPoints(rate) })),
  minimum: read(draft.minimum),
  vatRate: basisPoints(draft.vatRate),
  paymentDays: read(draft.paymentDays),
  note: draft.note.trim(),
});

const isRate = (value: number) => value >= 0 && value <= 10_000;
const isAmount = (value: number) =>
  value >= 0 && value <= 1_000_000_000 && Math.round(value * 100) / 100 === value;

/** What is wrong with the fields, in words; empty when they can be sent. */
export function rulesOf(draft: TermsDraft, t: StatementsText): Partial<Record<keyof TermsDraft, string>> {
  const { tiers, minimum, vatRate, paymentDays } = termsOf(draft);
  const isRising = tiers.every(({ from }, index) =>
    index === 0 ? from === 0 : from > (tiers[index - 1]?.from ?? 0),
  );
  return {
    ...(!tiers.every(({ from, rate }) => isAmount(from) && isRate(rate))
      ? { tiers: t('tiersUnread') }
      : isRising
        ? {}
        : { tiers: t('tiersRising') }),
    ...(isAmount(minimum) ? {} : { minimum: t('noAmount') }),
    ...(isRate(vatRate) ? {} : { vatRate: t('noRate') }),
    ...(Number.isInteger(paymentDays) && paymentDays >= 0 && paymentDays <= 365
      ? {}
      : { paymentDays: t('noDays') }),
  };
}
