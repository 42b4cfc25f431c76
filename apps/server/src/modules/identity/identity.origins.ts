import type { IncomingHttpHeaders } from 'node:http';

/** The path of the built-in provider; Keycloak's for a realm named "ludus". */
export const realmPath = '/realms/ludus';

/** Options of a route that keep the server's general security headers and limits away from it. */
export const rawRoute = { helmet: false, config: { rateLimit: false } } as const;

/** Where browsers may come from and be sent back to. */
export interface Origins {
  /** The origin of the issuer; every address the provider gives out starts with it. */
  readonly issuerOrigin: string;
  readonly issuer: string;
  /** The issuer's origin, its loopback twins, and development servers. */
  readonly allowed: readonly string[];
  /** The hub speaks plain HTTP, so a public https address means that a proxy stands before it. */
  readonly behindProxy: boolean;
  /** The same hub under another name of this machine. */
  isTwin(host: string | undefined): boolean;
  /** True for an address within an allowed origin, without fragment or credentials. */
  allowsRedirect(uri: string): boolean;
}

// Browsers refuse the IPv6 name in a content policy, and the hub does not listen there unless it is told to.
const loopbackNames = ['localhost', '127.0.0.1'];

/**
 * There is one issuer, at the public origin. A hub on this machine is reached as `localhost` and as `127.0.0.1`; both
 * may ask for tokens and be returned to, while the sign-in itself always happens at the public origin, because its
 * cookies and the `iss` of tokens belong to one name.
 */
export function createOrigins(publicUrl: string, developmentOrigins: readonly string[] = []): Origins {
  const home = new URL(publicUrl);
  const port = home.port === '' ? '' : `:${home.port}`;
  const twins = loopbackNames.includes(home.hostname)
    ? loopbackNames.filter((name) => name !== home.hostname).map((name) => `${name}${port}`)
    : [];
  const allowed = [home.origin, ...twins.map((host) => `${home.protocol}//${host}`), ...developmentOrigins];
  return {
    issuerOrigin: home.origin,
    issuer: `${home.origin}${realmPath}`,
    allowed,
    behindProxy: home.protocol === 'https:',
    isTwin: (host) => host !== undefined && twins.includes(host.toLowerCase()),
    allowsRedirect(uri) {
      const url = URL.parse(uri);
      if (url === null || uri.includes('#') || url.username !== '' || url.password !== '') return false;
      return allowed.includes(url.origin);
    },
  };
}

/** Where a call came from: behind a proxy what that proxy says, which is the last entry; else the caller itself. */
export function callerAddress(
  request: { ip: string; headers: IncomingHttpHeaders },
  { behindProxy }: Pick<Origins, 'behindProxy'>,
): string {
  const forwarded = request.headers['x-forwarded-for'];
  if (!behindProxy || forwarded === undefined) return request.ip;
  const last = String(forwarded).split(',').at(-1)?.trim() ?? '';
  return last === '' ? request.ip : last;
}
