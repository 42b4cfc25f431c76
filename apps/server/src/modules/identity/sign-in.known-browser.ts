import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../../infra/clock/index.ts';
import type { Encryptor } from '../../infra/crypto/index.ts';
import { type Origins, realmPath } from './identity.origins.ts';
import { cookiesOf } from './sign-in.frame.ts';
import type { Credentials } from './sign-in.service.ts';

/** A browser that has signed in to an account, with the credentials of that version. */
export interface KnownBrowser extends Credentials {
  /** Random, one per browser and account. */
  id: string;
}

/** A browser that does not sign in for this long is unknown again. */
export const knownBrowserSeconds = 90 * 24 * 60 * 60;

const purpose = 'known browser of a sign-in';

export interface KnownBrowsers {
  /** Returns what the cookie of a request says; undefined without one that this hub has signed and that is still valid. */
  read(headers: IncomingHttpHeaders): Promise<KnownBrowser | undefined>;
  /** Returns the cookie that makes a browser known after a sign-in. A browser keeps its id for the same account. */
  cookieFor(account: Credentials, before: KnownBrowser | undefined): Promise<string>;
}

/** Marks browsers by a signed cookie that scripts cannot read. */
export function createKnownBrowsers(deps: {
  encryptor: () => Promise<Encryptor>;
  clock: Clock;
  origins: Pick<Origins, 'issuerOrigin'>;
}): KnownBrowsers {
  const { protocol, port } = new URL(deps.origins.issuerOrigin);
  const isSecure = protocol === 'https:';
  // Cookies know no ports: two hubs on one machine must not replace each other's.
  const name = isSecure ? '__Host-ludus_known_browser' : `ludus_known_browser_${port}`;
  const attributes = [
    `Path=${isSecure ? '/' : realmPath}`,
    `Max-Age=${knownBrowserSeconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ');
  const seconds = (): number => Math.floor(deps.clock.now().getTime() / 1000);

  return {
    async read(headers) {
      const [accountId = '', version = '', id = '', expires = '', signature = ''] = (
        cookiesOf(headers.cookie).get(name) ?? ''
      ).split('.');
      const encryptor = await deps.encryptor();
      const isOurs = encryptor.verify([accountId, version, id, expires].join('.'), purpose, signature);
      if (!isOurs || Number(expires) <= seconds()) return undefined;
      return { accountId, version: Number(version), id };
    },

    async cookieFor({ accountId, version }, before) {
      const id = before?.accountId === accountId ? before.id : randomUUID();
      const text = [accountId, version, id, seconds() + knownBrowserSeconds].join('.');
      const signature = (await deps.encryptor()).sign(text, purpose);
      return `${name}=${text}.${signature}; ${attributes}`;
    },
  };
}
