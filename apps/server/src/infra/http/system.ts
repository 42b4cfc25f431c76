import { getConfig, getHealth, getMe, languageDetails, languages, type ResponseOf } from '@ludus/contract';
import type { Settings } from '../config/settings.ts';
import { userGuideAddress } from '../config/user-guide.ts';
import type { Log } from '../log/index.ts';
import { type BoundEndpoint, bind, bindPublic } from './bind.ts';

/** Checks whether one part works; rejects when it does not. */
export type HealthCheck = () => Promise<unknown>;

export interface SystemOptions {
  settings: Settings;
  log: Log;
  /** The parts the hub cannot serve without, by name. */
  health: Readonly<Record<string, HealthCheck>>;
  issuer: string;
}

const healthTimeoutMs = 2_000;

/** The calls about the hub itself: health, what a client must know, and who the caller is. */
export function systemBindings({ settings, log, health, issuer }: SystemOptions): BoundEndpoint[] {
  return [
    bindPublic(getHealth, async ({ reply }) => {
      const parts = Object.fromEntries(
        await Promise.all(
          Object.entries(health).map(
            async ([name, check]) => [name, await stateOf(name, check, log)] as const,
          ),
        ),
      );
      const status: State = Object.values(parts).every((state) => state === 'ok') ? 'ok' : 'failing';
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
    demoUrl: sandbox === undefined ? null : `${sandbox}/demo`,
  };
}

type State = 'ok' | 'failing';

async function stateOf(name: string, check: HealthCheck, log: Log): Promise<State> {
  try {
    await withTimeout(check());
    return 'ok';
  } catch (error) {
    log.warn({ err: error, part: name }, 'health: a part is failing');
    return 'failing';
  }
}

async function withTimeout(work: Promise<unknown>): Promise<void> {
  const timeout = AbortSignal.timeout(healthTimeoutMs);
  const late = new Promise<never>((_, reject) => {
    timeout.addEventListener('abort', () => reject(timeout.reason), { once: true });
  });
  await Promise.race([work, late]);
}
