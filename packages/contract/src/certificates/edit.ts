import { z } from 'zod';
import { pastOrFutureDay } from '../common.ts';
import { fieldCode } from '../fields/issue.ts';
import { documentTypes } from './types.ts';

/** Apart from the calls: only a form needs these schemas in the browser. */

export const documentType = z.enum(documentTypes);

export const documentName = z.string().trim().max(200);

/**
 * Where a certificate holds: a country by its ISO 3166-1 code, or a state or province by its ISO 3166-2 code. `any` is a
 * document that holds wherever one is needed.
 */
export const jurisdictions = [
  'IT',
  'MT',
  'GB',
  'RO',
  'ES',
  'SE',
  'DK',
  'DE',
  'GR',
  'BG',
  'NL',
  'PT',
  'CH',
  'CO',
  'CA-ON',
  'US-NJ',
  'US-PA',
  'US-MI',
  'any',
] as const;
export type Jurisdiction = (typeof jurisdictions)[number];

/** Those that an integration can need: each stands for one regulator. */
export const neededJurisdictions = jurisdictions.filter((code) => code !== 'any') as Exclude<
  Jurisdiction,
  'any'
>[];
export type NeededJurisdiction = (typeof neededJurisdictions)[number];

export const jurisdiction = z.enum(jurisdictions);
/** Languages that documents are written in, as ISO 639-1 codes. */
export const documentLanguages = [
  'en',
  'it',
  'ro',
  'es',
  'sv',
  'da',
  'de',
  'el',
  'bg',
  'fr',
  'nl',
  'pt',
  'mt',
] as const;
export type DocumentLanguage = (typeof documentLanguages)[number];

export const documentLanguage = z.enum(documentLanguages);

/** As the issuer writes it, such as `2.1`. */
export const documentVersion = z.string().trim().max(40);

interface Validity {
  validFrom?: string | null | undefined;
  validUntil?: string | null | undefined;
}

/** Both days hold, so that a document may be of one day. */
export const endsAfterItBegins = ({ validFrom, validUntil }: Validity): boolean =>
  validFrom == null || validUntil == null || validFrom <= validUntil;
export const validityOrder = { path: ['validUntil'], message: fieldCode('fields.validityOrder') };

/** What can be changed of a document; a form checks it before it sends. What is left out of the optional ones stays. */
export const documentChange = z
  .strictObject({
    name: documentName.min(1),
    type: documentType.nullable(),
    validUntil: pastOrFutureDay.nullable(),
    validFrom: pastOrFutureDay.nullable().optional(),
    jurisdiction: jurisdiction.nullable().optional(),
    language: documentLanguage.nullable().optional(),
    version: documentVersion.nullable().optional(),
  })
  .refine(endsAfterItBegins, validityOrder);
/** An end, or that there is none: not both, and of a certificate one of them, so that no one forgets its end. */
export const saysEndOnce = ({ validUntil, hasNoEnd }: SaidEnd): boolean =>
  validUntil === undefined || hasNoEnd !== true;
export const saysWhenItEnds = ({ type, validUntil, hasNoEnd }: SaidEnd): boolean =>
  type !== 'certificate' || validUntil !== undefined || hasNoEnd === true;
export const endOrNone = { path: ['validUntil'], message: fieldCode('fields.endOrNone') };

interface SaidEnd {
  type?: string | undefined;
  validUntil?: string | undefined;
  hasNoEnd?: boolean | undefined;
}

export type DocumentChange = z.infer<typeof documentChange>;

/** What is said of a document that takes another's place; the rest is taken from the former. */
export const documentSuccession = z
  .strictObject({
    /** The name of the former one when left out. */
    name: documentName.optional(),
    version: documentVersion.optional(),
    validFrom: pastOrFutureDay.optional(),
    /** Where the former one has an end, either this or `hasNoEnd` is needed. */
    validUntil: pastOrFutureDay.optional(),
    hasNoEnd: z.stringbool().optional(),
  })
  .refine(endsAfterItBegins, validityOrder)
  .refine(saysEndOnce, endOrNone);
export type DocumentSuccession = z.infer<typeof documentSuccession>;
