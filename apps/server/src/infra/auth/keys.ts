import { messageOf } from '@ludus/contract';
import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { UnavailableError } from '../errors/index.ts';

const discovery = z.looseObject({ issuer: z.string(), jwks_uri: z.url() });
const discoveryTimeoutMs = 5_000;

/**
 * The signing keys of an issuer, found through its discovery document and cached; an unknown key id asks again, at most
 * every 30 seconds. The document is read at the first token, so that the hub starts without the provider.
 */
export function remoteKeys(issuer: string): JWTVerifyGetKey {
  let found: Promise<JWTVerifyGetKey> | undefined;
  return async (header, token) => {
    found ??= discover(issuer);
    try {
      return await (await found)(header, token);
    } catch (error) {
      if (error instanceof UnavailableError) found = undefined;
      throw error;
    }
  };
}

async function discover(issuer: string): Promise<JWTVerifyGetKey> {
  try {
    const { jwks_uri } = await discoverIssuer(issuer);
    return createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: discoveryTimeoutMs });
  } catch (cause) {
    throw new UnavailableError(messageOf('refusals.identityProviderUnreachable'), { cause });
  }
}

/** Reads the discovery document of an issuer. @throws Error when there is none, or one of another issuer */
export async function discoverIssuer(issuer: string): Promise<z.output<typeof discovery>> {
  const response = await fetch(`${issuer}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(discoveryTimeoutMs),
    redirect: 'error',
  });
  if (!response.ok) throw new Error(`answered ${response.status}`);
  const document = discovery.parse(await response.json());
  if (document.issuer !== issuer) throw new Error(`calls itself ${document.issuer}`);
  return document;
}
