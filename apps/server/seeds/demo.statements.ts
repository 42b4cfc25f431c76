import type { Party, SettlementTerms, StatementSettings } from '@ludus/contract';
import type { DemoPlatform } from '@ludus/contract/operator-api';
import { addMonths, romeDay } from '../src/infra/clock/index.ts';

/** The provider of the demo. The account is an example of the standard: no bank has it. */
export const demoIssuer: StatementSettings = {
  issuer: {
    name: 'Ludus Studios S.r.l.',
    address: 'Via Tortona 12\n20144 Milano MI\nItalia',
    vatId: 'IT00000000000',
    email: 'billing@ludus.example',
    iban: 'IT60X0542811101000000123456',
    bic: 'EXAMITM1',
    bank: 'Banca di Esempio',
  },
  numberPrefix: 'LH-',
  footer: {
    en: 'This document comes from a demo. It asks for no money.',
    it: 'Questo documento proviene da una demo. Non richiede alcun pagamento.',
  },
};

/** In hundredths of a percent; those of the first two are close to what their platforms report as due. */
const tiersOf: Readonly<Record<string, SettlementTerms['tiers']>> = {
  alpina: [
    { from: 0, rate: 1200 },
    { from: 150_000, rate: 1150 },
  ],
  baltica: [{ from: 0, rate: 1400 }],
  meridiana: [
    { from: 0, rate: 1250 },
    { from: 50_000, rate: 1200 },
    { from: 200_000, rate: 1100 },
  ],
};

/** Months that the terms of the demo go back. */
const monthsBack = 6;

/** What the demo agreed with an integration, and how its statements name it. */
export function demoTermsOf(
  { key, name, version }: Pick<DemoPlatform, 'key' | 'name' | 'version'>,
  now: Date,
): { recipient: Party; terms: SettlementTerms } {
  const isItalian = version === 'GAI2';
  return {
    recipient: {
      name: isItalian ? `${name} Giochi S.p.A.` : `${name} Gaming Ltd`,
      address: isItalian
        ? 'Piazza della Prova 1\n00100 Roma RM\nItalia'
        : '1 Example Street\nTallinn\nEstonia',
      // Of the form of each country; no one has them.
      vatId: isItalian ? 'IT00000000000' : 'EE000000000',
      email: `accounting@${key}.example`,
    },
    terms: {
      fromMonth: addMonths(romeDay(now), -monthsBack).slice(0, 7),
      base: 'netwin',
      tiers: tiersOf[key] ?? [{ from: 0, rate: 1200 }],
      minimum: 1_000,
      vatRate: isItalian ? 2200 : 0,
      paymentDays: 30,
      note: '',
    },
  };
}
