/** Tries what the hub talks to beside its stores. */
import { z } from 'zod';
import { discoverIssuer } from '../../infra/auth/index.ts';
import type { Settings } from '../../infra/config/settings.ts';
import { describeUnknown, findUnknownSettings } from '../../infra/config/unknown-settings.ts';
import { codeOf } from '../../infra/errors/code.ts';
import { createMailer } from '../../infra/mail/index.ts';
import { createOutgoing } from '../../infra/outgoing/index.ts';
import { type Probe, ProbeError } from './probe.ts';

const timeoutMs = 5_000;

export function mailProbe(settings: Settings): Probe {
  return {
    part: 'Mail',
    setting: 'SMTP_URL',
    async run() {
      if (settings.smtpUrl === undefined) {
        return settings.sandbox
          ? { outcome: 'built in', detail: 'the inbox of the sandbox' }
          : { outcome: 'warning', detail: 'every mail will fail: set SMTP_URL' };
      }
      const { host } = new URL(settings.smtpUrl);
      const mailer = createMailer(settings);
      try {
        await mailer.verify();
      } catch (cause) {
        const { message } = cause as Error;
        throw new ProbeError(`${host}: ${message} Correct SMTP_URL.`, { cause });
      } finally {
        mailer.close();
      }
      return { outcome: 'ok', detail: `${host} accepts the sign-in; no mail was sent` };
    },
  };
}

const keySet = z.looseObject({ keys: z.array(z.looseObject({ use: z.string().optional() })).min(1) });

export function issuerProbe({ oidcIssuer }: Settings): Probe {
  return {
    part: 'Sign-in',
    setting: 'OIDC_ISSUER',
    async run() {
      if (oidcIssuer === undefined) return { outcome: 'built in', detail: 'accounts of the hub' };
      const { jwks_uri } = await discoverIssuer(oidcIssuer).catch((cause: unknown) => {
        const reason = cause instanceof Error && cause.name === 'Error' ? cause.message : codeOf(cause);
        const words = /^(E[A-Z]+|TimeoutError|answered 5\d\d)$/.test(reason)
          ? `cannot be reached (${reason}): start it, or correct OIDC_ISSUER`
          : `has no discovery document (${reason}): spell OIDC_ISSUER as the provider does`;
        throw new ProbeError(words, { cause });
      });
      const { keys } = keySet.parse(await readJson(jwks_uri));
      const signing = keys.filter(({ use }) => use !== 'enc').length;
      return { outcome: 'ok', detail: `${signing} signing ${signing === 1 ? 'key' : 'keys'}` };
    },
  };
}

const token = z.looseObject({ access_token: z.string() });

export function keycloakProbe({ keycloakAdmin, oidcIssuer }: Settings): Probe {
  return {
    part: 'Users administration',
    setting: 'KEYCLOAK_ADMIN_CLIENT_SECRET',
    async run() {
      if (oidcIssuer === undefined) return { outcome: 'built in', detail: 'accounts of the hub' };
      if (keycloakAdmin === undefined) return { outcome: 'not set', detail: 'users are only shown' };
      const { baseUrl, realm, clientId, clientSecret } = keycloakAdmin;
      const path = encodeURIComponent(realm);
      const signIn = await fetch(`${baseUrl}/realms/${path}/protocol/openid-connect/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: clientId,
          client_secret: clientSecret,
        }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (signIn.status >= 500)
        throw new ProbeError(
          `Keycloak responds with ${signIn.status}: start it, or correct KEYCLOAK_ADMIN_URL`,
        );
      if (!signIn.ok) {
        throw new ProbeError(
          `Keycloak refuses the client ${clientId} (${signIn.status}): correct its id and secret, with service accounts on`,
        );
      }
      const { access_token } = token.parse(await signIn.json());
      for (const [what, role] of [
        ['users', 'view-users'],
        ['clients', 'view-clients'],
      ] as const) {
        const read = await fetch(`${baseUrl}/admin/realms/${path}/${what}?max=1`, {
          headers: { authorization: `Bearer ${access_token}` },
          signal: AbortSignal.timeout(timeoutMs),
        });
        if (!read.ok) {
          throw new ProbeError(
            `the client ${clientId} may not read ${what} (${read.status}): give its service account ${role}`,
          );
        }
      }
      return { outcome: 'ok', detail: `realm ${realm}: the client may read users and clients` };
    },
  };
}

const storedGames = z.looseObject({ games: z.array(z.unknown()) });

export function gameStorageProbe(settings: Settings): Probe {
  return {
    part: 'Game storage',
    setting: 'GAME_STORAGE_URL',
    async run() {
      const { gameStorageUrl, sandbox } = settings;
      if (gameStorageUrl === undefined) {
        return sandbox
          ? { outcome: 'built in', detail: 'that of the sandbox' }
          : {
              outcome: 'warning',
              detail: 'without games every session is quarantined: set it, or enter games by hand',
            };
      }
      const outgoing = createOutgoing(settings);
      try {
        const response = await outgoing.send(`${gameStorageUrl}/v1/games`, {
          timeoutMs,
          maxBytes: 20_000_000,
        });
        if (response.status !== 200)
          throw new ProbeError(`responds with ${response.status}: correct GAME_STORAGE_URL`);
        const { games } = await response.json(storedGames);
        return { outcome: 'ok', detail: `${games.length} games` };
      } finally {
        outgoing.close();
      }
    },
  };
}

export function addressProbe({ publicUrl, sandbox }: Settings): Probe {
  return {
    part: 'Address',
    setting: 'PUBLIC_URL',
    async run() {
      const { protocol, hostname } = new URL(publicUrl);
      const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
      if (!sandbox && isLocal) {
        return {
          outcome: 'warning',
          detail: `${publicUrl}: only this machine reaches it, set the address people type`,
        };
      }
      if (!isLocal && protocol === 'http:') {
        return {
          outcome: 'warning',
          detail: `${publicUrl}: browsers sign in over https only, set an https address`,
        };
      }
      return { outcome: 'ok', detail: publicUrl };
    },
  };
}

export function settingsProbe(env: Readonly<Record<string, string | undefined>>): Probe {
  return {
    part: 'Settings',
    setting: 'all',
    async run() {
      const unknown = findUnknownSettings(env);
      return unknown.length === 0
        ? { outcome: 'ok', detail: 'none unknown' }
        : { outcome: 'warning', detail: unknown.map(describeUnknown).join('; ') };
    },
  };
}

async function readJson(url: string): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new ProbeError(`${url} responds with ${response.status}: the hub needs its keys`);
  return response.json();
}
