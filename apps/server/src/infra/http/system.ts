import { getConfig, getHealth, getMe, languageDetails, languages, type ResponseOf } from '@ludus/contract';
import type { Settings } from '../config/settings.ts';
import { userGuideAddress } from '../config/user-guide.ts';
import type { Health, PartState } from '../health/index.ts';
import { type BoundEndpoint, bind, bindPublic } from './bind.ts';

export interface SystemOptions {
  settings: Settings;
  health: Pick<Health, 'checkParts'>;
  issuer: string;
}

/** The calls about the hub itself: health, what a client must know, and who the caller is. */
export function systemBindings({ settings, health, issuer }: SystemOptions): BoundEndpoint[] {
  return [
    bindPublic(getHealth, async ({ reply }) => {
      const parts = await health.checkParts();
      const states = Object.values(parts);
      const status: PartState = states.every((state) => state === 'ok') ? 'ok' : 'failing';
      reply.header('cache-control', 'no-store');
      if (status === 'failing') reply.status(503);
      return { status, parts };
    }),
    bindPublic(getConfig, async ({ reply }) => {
      reply.header('cache-control', 'no-cache');
      return clientConfig(settings, issuer);
    }),
    bind(getMe, async ({ actor }) => ({
      userId: actor.userId,
      username: actor.username,
      email: actor.email,
      roles: [...actor.roles],
      scopes: [...actor.scopes],
      integration: actor.integration === null ? null : { ...actor.integration },
    })),
  ];
}

function clientConfig(settings: Settings, issuer: string): ResponseOf<typeof getConfig> {
  const sandbox = settings.sandbox ? settings.sandboxUrl : undefined;
  return {
    issuer,
    clientId: settings.oidcClientId,
    audience: settings.oidcAudience,
    languages: languages.map((code) => ({ code, ...languageDetails[code] })),
    catalogPageSize: settings.catalogPageSize,
    integrationsPageSize: settings.integrationsPageSize,
    userGuideUrl: userGuideAddress(settings),
    inboxUrl: sandbox === undefined ? null : `${sandbox}/inbox`,
    tracing: settings.otlpEndpoint !== undefined,
    demoUrl: sandbox === undefined ? null : `${sandbox}/demo`,
  };
}
