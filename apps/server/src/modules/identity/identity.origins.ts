/** The path of the built-in provider; Keycloak's for a realm named "ludus". */
export const realmPath = '/realms/ludus';

/** Options of a route that keep the server's general security headers and limits away from it. */
export const rawRoute = { config: { ownSecurityHeaders: true, rateLimit: false } } as const;

/** The origins that browsers may come from and be redirected to. */
export interface Origins {
  /** The origin of the issuer; every address the provider gives out starts with it. */
  readonly issuerOrigin: string;
  readonly issuer: string;
  /** The issuer's origin, its loopback twins, and development servers. */
  readonly allowed: readonly string[];
  /** The same hub under another name of this machine. */
  isTwin(host: string | undefined): boolean;
  /** True for the addresses that the web application is returned to: the root of an allowed origin. */
  allowsRedirect(uri: string): boolean;
}

// Browsers refuse the IPv6 name in a content policy, and the hub does not listen there by default.
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
    isTwin: (host) => host !== undefined && twins.includes(host.toLowerCase()),
    allowsRedirect: (uri) => allowed.some((origin) => uri === `${origin}/`),
  };
}

/** The caller's IP address: the one a trusted proxy forwards (`TRUSTED_PROXIES`), else the peer's. */
export function callerAddress({ ip }: { ip: string }): string {
  return ip;
}
