import { z } from 'zod';
import type { Message } from './message.ts';

const values: z.ZodType<Message['values']> = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.lazy(() => message), z.array(z.lazy(() => message))]),
);
export const message: z.ZodType<Message> = z
  .strictObject({ code: z.string(), values })
  .meta({ id: 'Message' });
