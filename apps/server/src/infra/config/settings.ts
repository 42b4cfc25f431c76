import { resolve } from 'node:path';
import { type BackupSettings, backupOf } from './backup.ts';
import { type Environment, environment, realmOf } from './environment.ts';
import { readSecretFiles } from './secrets.ts';

export { settingNames } from './environment.ts';

/** Thrown at start when the environment holds values the hub cannot run with; the message lists each bad name. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

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
  /** Port of probes and metrics beside the hub's own; absent means none. */
  healthPort?: number | undefined;
  healthHost: string;
  /** How long a process that is asked to stop serves on while it is not ready. */
  drainSeconds: number;
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
  /** Minutes between two checks of all services. */
  serviceCheckMinutes: number;
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
  backup: BackupSettings;
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
  /** Address of an OpenTelemetry collector for traces; absent means none. */
  otlpEndpoint?: string | undefined;
  otelServiceName: string;
  /** Absent means `pretty` on a terminal, else `json`. */
  logFormat?: 'json' | 'pretty' | undefined;
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** 64 hexadecimal digits; absent means a key generated into the data folder. */
  encryptionKey?: string | undefined;
  /** While the key is changed: the next one, or the former one. It decrypts, and encrypts nothing. */
  otherEncryptionKey?: string | undefined;
  /** Age at which the built-in provider replaces the keys of tokens and cookies; 0 leaves that to `rotate-keys`. */
  signingKeyDays: number;
  production: boolean;
  /** Threads of Node's pool (`UV_THREADPOOL_SIZE`), which queries of the embedded session store runs on. */
  threadPoolSize: number;
}

/**
 * Reads the settings from an environment and from the files that it names; an empty value counts as not set.
 * Values are never repeated in the message, because some of them are secrets.
 * @throws SettingsError naming every bad setting, one per line.
 */
export function loadSettings(env: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(
    Object.entries(env)
      .map(([name, value]) => [name, value?.trim()])
      .filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  );
  const { secrets, problems } = readSecretFiles(given);
  if (problems.length > 0) throw refusal(problems);
  const parsed = environment.safeParse({ ...given, ...secrets });
  if (!parsed.success) {
    throw refusal(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`));
  }
  const read = parsed.data;
  return {
    port: read.PORT,
    host: read.HUB_HOST,
    healthPort: read.HEALTH_PORT,
    healthHost: read.HEALTH_HOST ?? read.HUB_HOST,
    drainSeconds: read.DRAIN_SECONDS,
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
    serviceCheckMinutes: read.SERVICE_CHECK_MINUTES,
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
    backup: backupOf(read),
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
    otlpEndpoint: read.OTEL_EXPORTER_OTLP_ENDPOINT,
    otelServiceName: read.OTEL_SERVICE_NAME,
    logFormat: read.LOG_FORMAT,
    logLevel: read.LOG_LEVEL,
    encryptionKey: read.ENCRYPTION_KEY?.toLowerCase(),
    otherEncryptionKey: read.ENCRYPTION_KEY_OTHER?.toLowerCase(),
    signingKeyDays: read.SIGNING_KEY_DAYS,
    production: read.NODE_ENV === 'production',
    threadPoolSize: read.UV_THREADPOOL_SIZE,
  };
}

function refusal(problems: readonly string[]): SettingsError {
  return new SettingsError(['These settings cannot be used:', ...problems].join('\n  '));
}

function keycloakAdminOf(env: Environment): KeycloakAdminSettings | undefined {
  const realm = realmOf(env.OIDC_ISSUER);
  const clientSecret = env.KEYCLOAK_ADMIN_CLIENT_SECRET;
  if (realm === undefined || clientSecret === undefined) return undefined;
  const baseUrl = (env.KEYCLOAK_ADMIN_URL ?? realm.baseUrl).replace(/\/+$/, '');
  return { ...realm, baseUrl, clientId: env.KEYCLOAK_ADMIN_CLIENT_ID, clientSecret };
}

function s3Of(env: Environment): S3Settings | undefined {
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
