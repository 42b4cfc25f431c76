import type { TokenClaims } from '@ludus/contract';
import { z } from 'zod';

const names = z.array(z.string());
// A mapper of the identity provider may send one value as plain text.
const attribute = z.preprocess((value) => (typeof value === 'string' ? [value] : value), names);

// What is malformed counts as absent: rights can only be missing then, never added.
const tokenClaims = z.looseObject({
  sub: z.string().min(1).max(200),
  exp: z.number(),
  // Without it a token counts as issued long ago.
  iat: z.number().catch(0).default(0),
  preferred_username: z.string().optional().catch(undefined),
  email: z.string().optional().catch(undefined),
  resource_access: z
    .record(z.string(), z.looseObject({ roles: names.optional().catch(undefined) }).catch({}))
    .optional()
    .catch(undefined),
  attributes: z
    .looseObject({ integration: attribute.optional().catch(undefined) })
    .optional()
    .catch(undefined),
  grant_id: z.string().optional().catch(undefined),
});

type Claims = TokenClaims & { exp: number; iat: number; grant_id?: string | undefined };

/** The claims of a token that is known to be the provider's, or undefined when it names no one. Issue and expiry are in seconds since 1970. */
export function readClaims(payload: unknown): Claims | undefined {
  const parsed = tokenClaims.safeParse(payload);
  return parsed.success ? parsed.data : undefined;
}
