import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
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

const isNetwork = (text: string) => ipaddr.isValid(text) || ipaddr.isValidCIDR(text);

const networkList = hostList.refine(
  (networks) => networks.every(isNetwork),
  'must be addresses or networks such as 10.0.0.7, 10.1.0.0/16 or fd00::/8, separated by commas',
);

const loopback = ['127.0.0.0/8', '::1'];

/** Addresses that must be https outside the sandbox, and the setting that allows http. */
const securedAddresses = {
  OIDC_ISSUER: 'ALLOW_INSECURE_ISSUER',
  KEYCLOAK_ADMIN_URL: 'ALLOW_INSECURE_ISSUER',
  S3_ENDPOINT: 'ALLOW_INSECURE_SERVICES',
} as const;

const environment = z
  .object({
    PORT: wholeNumber(1, 65_535).default(3000),
    HUB_HOST: z.string().default('127.0.0.1'),
    HUB_DATA_DIR: z.string().default('./.data'),
    HUB_SANDBOX: onOff.default(true),
    SECOND_FACTOR: z
      .enum(['required', 'provider', 'optional'], 'must be required, provider or optional')
      .optional(),
    SANDBOX_URL: urlOf('http', 'https').optional(),
    PUBLIC_URL: origin.optional(),
    DATABASE_URL: urlOf('postgres', 'postgresql').optional(),
    DATABASE_OWNER_URL: urlOf('postgres', 'postgresql').optional(),
    DATABASE_MAX_CONNECTIONS: wholeNumber(8, 1_000).default(15),
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
    MAILS_PER_HOUR: wholeNumber(1, 100_000).default(60),
    MAIL_RECIPIENTS_PER_HOUR: wholeNumber(1, 1_000_000).default(300),
    MAIL_RECIPIENTS_PER_DAY: wholeNumber(1, 1_000_000).default(1_500),
    MAIL_FROM: z.string().regex(/@/, 'must hold an email address').default('Ludus Hub <hub@ludus.example>'),
    FETCH_INTERVAL_MINUTES: wholeNumber(0, 1440).default(10),
    FETCH_LOOKBACK_HOURS: wholeNumber(1, 744).default(24),
    FETCH_SAFETY_HOURS: wholeNumber(0, 168).default(6),
    QUARANTINE_RETENTION_DAYS: wholeNumber(0, 36_500).default(400),
    NOTIFICATION_RETENTION_DAYS: wholeNumber(0, 36_500).default(180),
    MAIL_RETENTION_DAYS: wholeNumber(0, 36_500).default(90),
    JOB_RETENTION_DAYS: wholeNumber(0, 36_500).default(90),
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
    METRICS_TOKEN: z.string().min(16, 'must have 16 characters or more').optional(),
    METRICS_ALLOWED_NETWORKS: networkList.default(loopback),
    TRUSTED_PROXIES: networkList.optional(),
    RATE_LIMIT_PERSON: wholeNumber(0, 1_000_000).default(2_400),
    RATE_LIMIT_ADDRESS: wholeNumber(0, 1_000_000).default(12_000),
    CONNECTIONS_PER_ADDRESS: wholeNumber(1, 100_000).default(600),
    SOCKETS_PER_PERSON: wholeNumber(1, 10_000).default(40),
    SOCKETS_PER_ADDRESS: wholeNumber(1, 100_000).default(600),
    ALLOW_INSECURE_SERVICES: onOff.optional(),
    ALLOW_INSECURE_SMTP: onOff.optional(),
    ALLOW_INSECURE_ISSUER: onOff.optional(),
    ALLOW_PRIVATE_HOSTS: hostList.default([]),
    LOG_LEVEL: z
      .enum(
        ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
        'must be trace, debug, info, warn, error or silent',
      )
      .default('info'),
    SIGNING_KEY_DAYS: wholeNumber(0, 3_650).default(90),
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
  .refine((env) => env.DATABASE_OWNER_URL === undefined || env.DATABASE_URL !== undefined, {
    path: ['DATABASE_OWNER_URL'],
    message: 'needs DATABASE_URL too: the embedded PostgreSQL has an owner of its own',
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
  })
  .superRefine((env, context) => {
    for (const [name, permission] of Object.entries(securedAddresses)) {
      const isInsecure = env[name as keyof typeof securedAddresses]?.startsWith('http:') ?? false;
      if (!isInsecure || (env[permission] ?? env.HUB_SANDBOX)) continue;
      const message = `must start with https:// while HUB_SANDBOX is off; ${permission}=on allows http://`;
      context.addIssue({ code: 'custom', path: [name], message });
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

export interface RetentionDays {
  quarantinedRows: number;
  notifications: number;
  /** What is stored of mails beside their jobs. */
  mails: number;
  /** Finished jobs. */
  jobs: number;
}

/** Everything that can be set from outside, parsed once at start. Percentages are 0-100, folders absolute. */
export interface Settings {
  port: number;
  host: string;
  /** Absolute folder of all embedded state: PostgreSQL, sessions, files, generated secrets. */
  dataDir: string;
  sandbox: boolean;
  /** Who must sign in to the built-in provider with a second factor: everyone, staff of the provider, or no one. */
  secondFactor: 'required' | 'provider' | 'optional';
  sandboxUrl?: string | undefined;
  /** Origin under which browsers reach the hub, without a trailing slash. */
  publicUrl: string;
  databaseUrl?: string | undefined;
  /** The role that owns the tables, for migrations; absent means that of `databaseUrl`. */
  databaseOwnerUrl?: string | undefined;
  /** Connections to PostgreSQL that this process may open. */
  databaseMaxConnections: number;
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
  /** Mails that one person may have sent in an hour; each may have several recipients. */
  mailsPerHour: number;
  mailRecipientsPerHour: number;
  mailRecipientsPerDay: number;
  /** Minutes between two scheduled fetches; 0 switches the schedule off. */
  fetchIntervalMinutes: number;
  fetchLookbackHours: number;
  fetchSafetyHours: number;
  /** Days after which rows are deleted; 0 keeps them for ever. */
  retentionDays: RetentionDays;

  catalogPageSize: number;

  integrationsPageSize: number;
  /** The only address `POST /tutorial` sends. */
  userGuideUrl?: string | undefined;
  /** The provider's game storage; absent means the sandbox's, where there is one. */
  gameStorageUrl?: string | undefined;
  /** Where files are kept; absent means the data folder. */
  s3?: S3Settings | undefined;
  /** Bearer token that opens `/metrics` from anywhere. */
  metricsToken?: string | undefined;
  /** Addresses and networks that read `/metrics` without a token. */
  metricsAllowedNetworks: string[];
  /** Addresses and networks whose `X-Forwarded-*` headers count; absent means proxies on this machine and, with a public https address, a proxy in a private network. */
  trustedProxies?: string[] | undefined;
  /** Calls a minute of one person; 0 means any number. */
  rateLimitPerson: number;
  /** Requests a minute of one address; 0 means any number. */
  rateLimitAddress: number;
  connectionsPerAddress: number;
  socketsPerPerson: number;
  socketsPerAddress: number;
  /** Operator services, the game storage and the S3 server may be reached by http. */
  allowInsecureServices: boolean;
  /** Mails may travel without TLS. */
  allowInsecureSmtp: boolean;
  /** Host names (lower case) that outgoing calls may reach although they are private addresses. */
  allowPrivateHosts: string[];
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** 64 hexadecimal digits; absent means a key generated into the data folder. */
  encryptionKey?: string | undefined;
  /** Age at which the built-in provider replaces the keys of tokens and cookies; 0 leaves that to `rotate-keys`. */
  signingKeyDays: number;
  production: boolean;
  /** Threads of Node's pool (`UV_THREADPOOL_SIZE`), which queries of the embedded session store runs on. */
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
    secondFactor: read.SECOND_FACTOR ?? (read.HUB_SANDBOX ? 'optional' : 'provider'),
    sandboxUrl: read.SANDBOX_URL?.replace(/\/+$/, ''),
    publicUrl: read.PUBLIC_URL ?? defaultPublicUrl(read.HUB_HOST, read.PORT),
    databaseUrl: read.DATABASE_URL,
    databaseOwnerUrl: read.DATABASE_OWNER_URL,
    databaseMaxConnections: read.DATABASE_MAX_CONNECTIONS,
    clickhouseUrl: read.CLICKHOUSE_URL,
    clickhouseCluster: read.CLICKHOUSE_CLUSTER,
    oidcIssuer: read.OIDC_ISSUER?.replace(/\/+$/, ''),
    oidcClientId: read.OIDC_CLIENT_ID,
    oidcAudience: read.OIDC_AUDIENCE,
    keycloakAdmin: keycloakAdminOf(read),
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM,
    mailsPerHour: read.MAILS_PER_HOUR,
    mailRecipientsPerHour: read.MAIL_RECIPIENTS_PER_HOUR,
    mailRecipientsPerDay: read.MAIL_RECIPIENTS_PER_DAY,
    fetchIntervalMinutes: read.FETCH_INTERVAL_MINUTES,
    fetchLookbackHours: read.FETCH_LOOKBACK_HOURS,
    fetchSafetyHours: read.FETCH_SAFETY_HOURS,
    retentionDays: {
      quarantinedRows: read.QUARANTINE_RETENTION_DAYS,
      notifications: read.NOTIFICATION_RETENTION_DAYS,
      mails: read.MAIL_RETENTION_DAYS,
      jobs: read.JOB_RETENTION_DAYS,
    },
    catalogPageSize: read.CATALOG_PAGE_SIZE,
    integrationsPageSize: read.INTEGRATIONS_PAGE_SIZE,
    userGuideUrl: read.USER_GUIDE_URL,
    gameStorageUrl: read.GAME_STORAGE_URL?.replace(/\/+$/, ''),
    s3: s3Of(read),
    metricsToken: read.METRICS_TOKEN,
    metricsAllowedNetworks: read.METRICS_ALLOWED_NETWORKS,
    trustedProxies: read.TRUSTED_PROXIES,
    rateLimitPerson: read.RATE_LIMIT_PERSON,
    rateLimitAddress: read.RATE_LIMIT_ADDRESS,
    connectionsPerAddress: read.CONNECTIONS_PER_ADDRESS,
    socketsPerPerson: read.SOCKETS_PER_PERSON,
    socketsPerAddress: read.SOCKETS_PER_ADDRESS,
    allowInsecureServices: read.ALLOW_INSECURE_SERVICES ?? read.HUB_SANDBOX,
    allowInsecureSmtp: read.ALLOW_INSECURE_SMTP ?? read.HUB_SANDBOX,
    allowPrivateHosts: read.ALLOW_PRIVATE_HOSTS,
    logLevel: read.LOG_LEVEL,
    encryptionKey: read.ENCRYPTION_KEY?.toLowerCase(),
    signingKeyDays: read.SIGNING_KEY_DAYS,
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
