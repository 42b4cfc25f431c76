import { resolve } from 'node:path';
import { z } from 'zod';

/** Thrown at start when the environment holds values the hub cannot run with; the message lists each bad name. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`);

const decimal = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+(\.\d+)?$/, `must be a number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be a number from ${min} to ${max}`);

const onOff = z
  .enum(['on', 'off', 'true', 'false', '1', '0'], 'must be on or off')
  .transform((value) => value === 'on' || value === 'true' || value === '1');

const urlOf = (...protocols: string[]) => {
  const wanted = `must be an address starting with ${protocols.map((p) => `${p}://`).join(' or ')}`;
  return z.string().refine((value) => {
    const url = URL.parse(value);
    return url !== null && protocols.includes(url.protocol.slice(0, -1));
  }, wanted);
};

const origin = urlOf('http', 'https')
  .refine((value) => {
    const url = new URL(value);
    return url.pathname === '/' && url.search === '' && url.hash === '';
  }, 'must be an origin such as https://hub.example.com, without a path')
  .transform((value) => new URL(value).origin);

const hostList = z.string().transform((value) =>
  value
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== ''),
);

const environment = z
  .object({
    PORT: wholeNumber(1, 65_535).default(3000),
    HUB_HOST: z.string().default('127.0.0.1'),
    HUB_DATA_DIR: z.string().default('./.data'),
    HUB_SANDBOX: onOff.default(true),
    SANDBOX_URL: urlOf('http', 'https').optional(),
    PUBLIC_URL: origin.optional(),
    DATABASE_URL: urlOf('postgres', 'postgresql').optional(),
    CLICKHOUSE_URL: urlOf('http', 'https').optional(),
    CLICKHOUSE_CLUSTER: z
      .string()
      .regex(/^[A-Za-z0-9_-]+$/, 'must be the name of a cluster: letters, digits, _ and -')
      .optional(),
    OIDC_ISSUER: urlOf('http', 'https').optional(),
    OIDC_CLIENT_ID: z.string().default('ludus-hub'),
    OIDC_AUDIENCE: z.string().default('urn:ludus:api'),
    KEYCLOAK_ADMIN_URL: urlOf('http', 'https').optional(),
    KEYCLOAK_ADMIN_CLIENT_ID: z.string().default('ludus-hub-admin'),
    KEYCLOAK_ADMIN_CLIENT_SECRET: z.string().optional(),
    SMTP_URL: urlOf('smtp', 'smtps').optional(),
    MAIL_FROM: z.string().regex(/@/, 'must hold an e-mail address').default('Ludus Hub <hub@ludus.example>'),
    FETCH_INTERVAL_MINUTES: wholeNumber(0, 1440).default(10),
    FETCH_LOOKBACK_HOURS: wholeNumber(1, 744).default(24),
    ITALIAN_TAX_PERCENT: decimal(0, 100).default(25),
    CATALOG_PAGE_SIZE: wholeNumber(1, 500).default(50),
    INTEGRATIONS_PAGE_SIZE: wholeNumber(1, 500).default(50),
    USER_GUIDE_URL: urlOf('http', 'https').optional(),
    GAME_STORAGE_URL: urlOf('http', 'https').optional(),
    S3_ENDPOINT: urlOf('http', 'https').optional(),
    S3_BUCKET: z.string().optional(),
    S3_REGION: z.string().default('us-east-1'),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    S3_FORCE_PATH_STYLE: onOff.default(false),
    METRICS_PUBLIC: onOff.default(false),
    ALLOW_PRIVATE_HOSTS: hostList.default([]),
    LOG_LEVEL: z
      .enum(
        ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
        'must be trace, debug, info, warn, error or silent',
      )
      .default('info'),
    ENCRYPTION_KEY: z
      .string()
      .regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal digits (openssl rand -hex 32)')
      .optional(),
    // Node's own, not the hub's.
    NODE_ENV: z.string().optional(),
    UV_THREADPOOL_SIZE: wholeNumber(1, 1024).default(4),
  })
  .refine((env) => env.CLICKHOUSE_CLUSTER === undefined || env.CLICKHOUSE_URL !== undefined, {
    path: ['CLICKHOUSE_CLUSTER'],
    message: 'needs CLICKHOUSE_URL too: the embedded engine has no cluster',
  })
  .refine((env) => env.KEYCLOAK_ADMIN_CLIENT_SECRET === undefined || realmOf(env.OIDC_ISSUER) !== undefined, {
    path: ['KEYCLOAK_ADMIN_CLIENT_SECRET'],
    message: 'needs an OIDC_ISSUER of Keycloak, such as https://id.example.com/realms/ludus',
  })
  .superRefine((env, context) => {
    if (env.S3_BUCKET === undefined) return;
    for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const) {
      if (env[name] !== undefined) continue;
      context.addIssue({ code: 'custom', path: [name], message: 'is needed with S3_BUCKET' });
    }
  });

/** Names of every environment variable the hub reads; `.env.example` documents each. */
export const settingNames: readonly string[] = Object.keys(environment.shape).filter(
  (name) => name !== 'NODE_ENV' && name !== 'UV_THREADPOOL_SIZE',
);

/** A bucket of a server that speaks the S3 protocol. */
export interface S3Settings {
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Absent means Amazon's own. */
  endpoint?: string | undefined;
  /** The bucket stands in the path of addresses and not in the host's name. */
  forcePathStyle: boolean;
}

/** How the users of a Keycloak realm are administered. */
export interface KeycloakAdminSettings {
  /** Address of the server, before `/realms` and `/admin`. */
  baseUrl: string;
  realm: string;
  /** A confidential client with a service account that may manage the realm's users. */
  clientId: string;
  clientSecret: string;
}

/** Everything that can be set from outside, parsed once at start. Percentages are 0-100, folders absolute. */
export interface Settings {
  port: number;
  host: string;
  /** Absolute folder of all embedded state: PostgreSQL, books, files, generated secrets. */
  dataDir: string;
  sandbox: boolean;
  sandboxUrl?: string | undefined;
  /** Origin under which browsers reach the hub, without a trailing slash. */
  publicUrl: string;
  databaseUrl?: string | undefined;
  clickhouseUrl?: string | undefined;
  clickhouseCluster?: string | undefined;
  /** Issuer of an external identity provider; absent means the built-in one at `/realms/ludus`. */
  oidcIssuer?: string | undefined;
  oidcClientId: string;
  oidcAudience: string;
  /** Absent: users of an external provider are shown and not administered. */
  keycloakAdmin?: KeycloakAdminSettings | undefined;
  smtpUrl?: string | undefined;
  mailFrom: string;
  /** Minutes between two scheduled fetches; 0 switches the schedule off. */
  fetchIntervalMinutes: number;
  fetchLookbackHours: number;
  /** CONST-06. */
  italianTaxPercent: number;
  /** CONST-05. */
  catalogPageSize: number;
  /** CONST-07. */
  integrationsPageSize: number;
  /** The only address `POST /tutorial` sends (OPEN-56). */
  userGuideUrl?: string | undefined;
  /** The provider's game storage; absent means the sandbox's, where there is one. */
  gameStorageUrl?: string | undefined;
  /** Where files are kept; absent means the data folder. */
  s3?: S3Settings | undefined;
  metricsPublic: boolean;
  /** Host names (lower case) that outgoing calls may reach although they are private addresses. */
  allowPrivateHosts: string[];
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** 64 hexadecimal digits; absent means a key generated into the data folder. */
  encryptionKey?: string | undefined;
  production: boolean;
  /** Threads of Node's pool (`UV_THREADPOOL_SIZE`), which queries of the embedded books run on. */
  threadPoolSize: number;
}

/**
 * Reads the settings from an environment; an empty value counts as not set.
 * Values are never repeated in the message, because some of them are secrets.
 * @throws SettingsError naming every bad setting, one per line.
 */
export function loadSettings(env: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(
    Object.entries(env)
      .map(([name, value]) => [name, value?.trim()] as const)
      .filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`);
    throw new SettingsError(`These settings cannot be used:\n${lines.join('\n')}`);
  }
  const read = parsed.data;
  return {
    port: read.PORT,
    host: read.HUB_HOST,
    dataDir: resolve(read.HUB_DATA_DIR),
    sandbox: read.HUB_SANDBOX,
    sandboxUrl: read.SANDBOX_URL?.replace(/\/+$/, ''),
    publicUrl: read.PUBLIC_URL ?? defaultPublicUrl(read.HUB_HOST, read.PORT),
    databaseUrl: read.DATABASE_URL,
    clickhouseUrl: read.CLICKHOUSE_URL,
    clickhouseCluster: read.CLICKHOUSE_CLUSTER,
    oidcIssuer: read.OIDC_ISSUER?.replace(/\/+$/, ''),
    oidcClientId: read.OIDC_CLIENT_ID,
    oidcAudience: read.OIDC_AUDIENCE,
    keycloakAdmin: keycloakAdminOf(read),
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM,
    fetchIntervalMinutes: read.FETCH_INTERVAL_MINUTES,
    fetchLookbackHours: read.FETCH_LOOKBACK_HOURS,
    italianTaxPercent: read.ITALIAN_TAX_PERCENT,
    catalogPageSize: read.CATALOG_PAGE_SIZE,
    integrationsPageSize: read.INTEGRATIONS_PAGE_SIZE,
    userGuideUrl: read.USER_GUIDE_URL,
    gameStorageUrl: read.GAME_STORAGE_URL?.replace(/\/+$/, ''),
    s3: s3Of(read),
    metricsPublic: read.METRICS_PUBLIC,
    allowPrivateHosts: read.ALLOW_PRIVATE_HOSTS,
    logLevel: read.LOG_LEVEL,
    encryptionKey: read.ENCRYPTION_KEY?.toLowerCase(),
    production: read.NODE_ENV === 'production',
    threadPoolSize: read.UV_THREADPOOL_SIZE,
  };
}

/** Keycloak's issuers are the address of the server and the name of the realm. */
function realmOf(issuer: string | undefined): { baseUrl: string; realm: string } | undefined {
  const [, baseUrl, realm] = /^(.+)\/realms\/([^/]+)\/*$/.exec(issuer ?? '') ?? [];
  return baseUrl === undefined || realm === undefined
    ? undefined
    : { baseUrl, realm: decodeURIComponent(realm) };
}

function keycloakAdminOf(env: z.output<typeof environment>): KeycloakAdminSettings | undefined {
  const realm = realmOf(env.OIDC_ISSUER);
  const clientSecret = env.KEYCLOAK_ADMIN_CLIENT_SECRET;
  if (realm === undefined || clientSecret === undefined) return undefined;
  const baseUrl = (env.KEYCLOAK_ADMIN_URL ?? realm.baseUrl).replace(/\/+$/, '');
  return { ...realm, baseUrl, clientId: env.KEYCLOAK_ADMIN_CLIENT_ID, clientSecret };
}

function s3Of(env: z.output<typeof environment>): S3Settings | undefined {
  if (env.S3_BUCKET === undefined) return undefined;
  return {
    bucket: env.S3_BUCKET,
    region: env.S3_REGION,
    accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
    endpoint: env.S3_ENDPOINT,
    forcePathStyle: env.S3_FORCE_PATH_STYLE,
  };
}

// Browsers give `localhost` the same rights as https, and people type it; an unspecified address is no address to visit.
function defaultPublicUrl(host: string, port: number): string {
  const local = ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(host);
  const name = local ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
