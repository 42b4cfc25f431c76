import type { Language } from '../language.ts';
import type { Jurisdiction, NeededJurisdiction } from './edit.ts';

/** What an integration needs until someone says otherwise. */
export const defaultJurisdictions: readonly NeededJurisdiction[] = ['IT'];

const names: Record<Language, Record<Jurisdiction, string>> = {
  en: {
    IT: 'Italy (ADM)',
    MT: 'Malta (MGA)',
    GB: 'United Kingdom (UKGC)',
    RO: 'Romania (ONJN)',
    ES: 'Spain (DGOJ)',
    SE: 'Sweden (SGA)',
    DK: 'Denmark (DGA)',
    DE: 'Germany (GGL)',
    GR: 'Greece (HGC)',
    BG: 'Bulgaria (NRA)',
    NL: 'Netherlands (KSA)',
    PT: 'Portugal (SRIJ)',
    CH: 'Switzerland (ESBK)',
    CO: 'Colombia (Coljuegos)',
    'CA-ON': 'Ontario (AGCO)',
    'US-NJ': 'New Jersey (DGE)',
    'US-PA': 'Pennsylvania (PGCB)',
    'US-MI': 'Michigan (MGCB)',
    any: 'Any jurisdiction',
  },
  it: {
    IT: 'Italia (ADM)',
    MT: 'Malta (MGA)',
    GB: 'Regno Unito (UKGC)',
    RO: 'Romania (ONJN)',
    ES: 'Spagna (DGOJ)',
    SE: 'Svezia (SGA)',
    DK: 'Danimarca (DGA)',
    DE: 'Germania (GGL)',
    GR: 'Grecia (HGC)',
    BG: 'Bulgaria (NRA)',
    NL: 'Paesi Bassi (KSA)',
    PT: 'Portogallo (SRIJ)',
    CH: 'Svizzera (ESBK)',
    CO: 'Colombia (Coljuegos)',
    'CA-ON': 'Ontario (AGCO)',
    'US-NJ': 'New Jersey (DGE)',
    'US-PA': 'Pennsylvania (PGCB)',
    'US-MI': 'Michigan (MGCB)',
    any: 'Qualsiasi giurisdizione',
  },
};

/** The name with its regulator; the code itself for one of a newer release. */
export function jurisdictionName(code: string, language: Language = 'en'): string {
  return Object.hasOwn(names[language], code) ? names[language][code as Jurisdiction] : code;
}
