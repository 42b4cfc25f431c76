import type { FastifyInstance } from 'fastify';
import type { Settings } from '../config/settings.ts';

export interface SecurityOptions {
  settings: Pick<Settings, 'publicUrl' | 'sandboxUrl'>;
  /** The issuer of tokens: browsers talk to it too. */
  issuer: string;
  /** Origins whose pages may be shown in frames beside the sandbox's: the feeds of operator platforms. */
  frameOrigins?: (() => readonly string[]) | undefined;
}

const strictTransport = { maxAge: 31_536_000, includeSubDomains: true } as const;

/**
 * Returns the header that keeps browsers to https for a year, subdomains included; nothing for a hub that is reached by http.
 * For responses that do not get the server's own headers: those of the sign-in and of sockets.
 */
export function strictTransportHeader(publicUrl: string): Record<string, string> {
  if (!publicUrl.startsWith('https:')) return {};
  return { 'strict-transport-security': `max-age=${strictTransport.maxAge}; includeSubDomains` };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set for routes that bring security headers of their own. */
    ownSecurityHeaders?: boolean;
  }
}

/**
 * Adds its security headers to every response. Scripts come only from our own origin and are never inline; frames may show
 * the demo games and the feeds; sockets connect to our own origin. Browsers ignore most of it in a response of the API, and
 * there it costs nothing: the texts are made once.
 */
export function addSecurityHeaders(
  server: FastifyInstance,
  { settings, issuer, frameOrigins = () => [] }: SecurityOptions,
): void {
  const socket = settings.publicUrl.replace(/^http/, 'ws');
  // Also for the built-in provider: a page at 127.0.0.1 signs in at localhost, which is another origin.
  const identity = new URL(issuer).origin;
  const sandbox = settings.sandboxUrl === undefined ? [] : [new URL(settings.sandboxUrl).origin];
  const fixed = {
    // Sign-in may happen on another origin.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...strictTransportHeader(settings.publicUrl),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'SAMEORIGIN',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  };
  const policyFor = (origins: readonly string[]) =>
    [
      "default-src 'self'",
      "base-uri 'none'",
      "script-src 'self'",
      "script-src-attr 'none'",
      // The components place things by style attributes.
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "media-src 'self' blob:",
      "font-src 'self' data:",
      `connect-src 'self' ${socket} ${identity}`,
      ['frame-src', "'self'", identity, ...sandbox, ...origins].join(' '),
      `form-action 'self' ${identity}`,
      "frame-ancestors 'self'",
      "object-src 'none'",
      ...(settings.publicUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
    ].join(';');

  let origins: readonly string[] | undefined;
  let headers: Record<string, string> = fixed;
  server.addHook('onRequest', (request, reply, done) => {
    const current = frameOrigins();
    if (current !== origins) {
      origins = current;
      headers = { ...fixed, 'content-security-policy': policyFor(current) };
    }
    if (request.routeOptions.config.ownSecurityHeaders !== true) reply.headers(headers);
    done();
  });
}

/**
 * Headers that only a document heeds. A script, a style sheet, a font or a picture travels without them, and with a policy that
 * allows nothing: a page has dozens, and on a slow line the kilobyte of each counts.
 */
export const documentHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
] as const;
