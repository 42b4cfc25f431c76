import { randomUUID } from 'node:crypto';
import { integrationRoles, longestViewHours } from '@ludus/contract';
import { z } from 'zod';
import type { Clock } from '../../infra/clock/index.ts';
import { type Encryptor, type KeySettings, openEncryptor } from '../../infra/crypto/index.ts';

/** What a grant says: who views as which role of which integration, and from when to when. */
const grantContent = z.strictObject({
  id: z.uuid(),
  viewerId: z.string(),
  integrationId: z.int().positive(),
  role: z.enum(integrationRoles),
  /** Milliseconds since 1970. */
  startedAt: z.int(),
  endsAt: z.int(),
});
export type Grant = z.output<typeof grantContent>;

/**
 * Grants are signed texts and stored nowhere: every process that knows the key of the hub reads them. They are no credentials: each
 * call has the token of the viewer beside it.
 */
export interface Grants {
  create(given: Pick<Grant, 'viewerId' | 'integrationId' | 'role'>): Promise<{ text: string; grant: Grant }>;
  /** Also reads one that has ended by itself; undefined for any text that this hub has not made. */
  read(text: string): Promise<Grant | undefined>;
}

const purpose = 'view as';
const hourMs = 3_600_000;

export function createGrants(settings: KeySettings, clock: Clock): Grants {
  let opened: Promise<Encryptor> | undefined;
  const encryptor = () => (opened ??= openEncryptor(settings));
  return {
    async create(given) {
      const startedAt = clock.now().getTime();
      const endsAt = startedAt + longestViewHours * hourMs;
      const grant: Grant = { id: randomUUID(), ...given, startedAt, endsAt };
      const content = Buffer.from(JSON.stringify(grant)).toString('base64url');
      return { text: `${content}.${(await encryptor()).sign(content, purpose)}`, grant };
    },
    async read(text) {
      const [content = '', signature = '', ...more] = text.split('.');
      if (more.length > 0 || !(await encryptor()).verify(content, purpose, signature)) return undefined;
      return grantContent.safeParse(JSON.parse(Buffer.from(content, 'base64url').toString('utf8'))).data;
    },
  };
}
