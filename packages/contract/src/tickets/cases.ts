import { z } from 'zod';
import { documentLanguage, neededJurisdictions } from '../certificates/edit.ts';
import { fieldCode } from '../fields/issue.ts';
import { assetKinds } from './types.ts';

/** Apart from the calls: only a form needs these schemas in the browser. */

const factOf = (max: number) =>
  z
    .string({ error: fieldCode('fields.factRequired') })
    .trim()
    .min(1, fieldCode('fields.factRequired'))
    .max(max, fieldCode('fields.tooLong'));
const line = factOf(200);
const paragraph = factOf(2_000);

/** Where a screen is: an address of the web, or a path of the hub such as `/reports?from=2026-11-01`. */
const pageAddress = factOf(1_000).refine((text) => /^(https?:\/\/[^\s/]|\/(?!\/))\S*$/.test(text), {
  message: fieldCode('fields.pageAddress'),
});

/** Euro with two decimals at most. */
const amount = z
  .number({ error: fieldCode('fields.factRequired') })
  .positive()
  .max(1_000_000_000)
  .refine((euros) => Number(euros.toFixed(2)) === euros, { message: fieldCode('fields.twoDecimals') });

/** The type of a ticket with the facts that support needs for it. */
export const ticketCase = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('general') }),
    /** Of the ticket's session: since when it does not go on, and what the player sees. */
    z.strictObject({
      type: z.literal('stuckSession'),
      since: z.iso.datetime({ offset: true, error: fieldCode('fields.factRequired') }),
      playerSees: paragraph,
    }),
    /** Of the ticket's session: how much was won, in euro, and what is asked. */
    z.strictObject({ type: z.literal('bigWin'), amount, question: paragraph }),
    z.strictObject({
      type: z.literal('reportBug'),
      screen: line,
      address: pageAddress,
      expected: paragraph,
      found: paragraph,
    }),
    /** Of the ticket's game. */
    z.strictObject({ type: z.literal('asset'), asset: z.enum(assetKinds), format: line }),
    /** Of the ticket's game. */
    z.strictObject({
      type: z.literal('certificate'),
      jurisdiction: z.enum(neededJurisdictions),
      language: documentLanguage,
    }),
  ])
  .meta({ id: 'TicketCase' });
export type TicketCase = z.infer<typeof ticketCase>;
