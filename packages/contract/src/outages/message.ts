import { z } from 'zod';
import { fieldCode } from '../fields/issue.ts';

const maxText = 1_000;

const text = z
  .string()
  .trim()
  .min(1, fieldCode('fields.textRequired'))
  .max(maxText, fieldCode('fields.tooLong'));

/** A message to everyone at the integration, each in their language. A form checks it; screens that only link to an outage do not. */
export const outageMessage = z.strictObject({ textEn: text, textIt: text });
