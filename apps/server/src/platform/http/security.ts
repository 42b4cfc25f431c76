import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { Settings } from '../config/settings.ts';

export interface SecurityOptions {
  settings: Pick<Settings, 'publicUrl' | 'sandboxUrl'>;
  /** The issuer of tokens: browsers talk to it too. */
  issuer: string;
  /** Origins whose pages may be shown in frames beside the sandbox's: the feeds of operator platforms. */
  frameOrigins: () => readonly string[];
}

/**
 * Headers of every answer. Scripts come from our own origin only and never stand inside a page; frames may show the
 * demo games and the feeds; sockets go to our own origin.
 */
export function securityHeaders({ settings, issuer, frameOrigins }: SecurityOptions): FastifyHelmetOptions {
  const secure = settings.publicUrl.startsWith('https:');
  const socket = settings.publicUrl.replace(/^http/, 'ws');
  // Also for the built-in provider: a page at 127.0.0.1 signs in at localhost, which is another origin.
  const identity = new URL(issuer).origin;
  const sandbox = settings.sandboxUrl === undefined ? [] : [new URL(settings.sandboxUrl).origin];
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'base-uri': ["'self'"],
        'script-src': ["'self'"],
        'script-src-attr': ["'none'"],
        // The components place things by style attributes.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'media-src': ["'self'", 'blob:'],
        'font-src': ["'self'", 'data:'],
        'connect-src': ["'self'", socket, identity],
        'frame-src': ["'self'", identity, ...sandbox, () => frameOrigins().join(' ')],
        'form-action': ["'self'", identity],
        'frame-ancestors': ["'self'"],
        'object-src': ["'none'"],
        ...(secure ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
    crossOriginEmbedderPolicy: false,
    // Sign-in may happen on another origin.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    hsts: secure ? { maxAge: 15_552_000 } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'sameorigin' },
  };
}
