import { z } from 'zod';
import { backupSchedule, backupTarget, isBucketTarget } from './backup.ts';
import { hostList, networkList, onOff, origin, urlOf, wholeNumber } from './values.ts';

const loopback = ['127.0.0.0/8', '::1'];

/** Addresses that must be https outside the sandbox, and the setting that allows http. */
const securedAddresses = {
  OIDC_ISSUER: 'ALLOW_INSECURE_ISSUER',
  KEYCLOAK_ADMIN_URL: 'ALLOW_INSECURE_ISSUER',
  S3_ENDPOINT: 'ALLOW_INSECURE_SERVICES',
  BACKUP_S3_ENDPOINT: 'ALLOW_INSECURE_SERVICES',
} as const;

/** Every environment variable the hub reads, how it is checked, and which ones need each other. */
const encryptionKey = z
  .string()
  .regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal digits (openssl rand -hex 32)');

export const environment = z
  .object({
    PORT: wholeNumber(1, 65_535).default(3000),
    HUB_HOST: z.string().default('127.0.0.1'),
    HEALTH_PORT: wholeNumber(1, 65_535).optional(),
    HEALTH_HOST: z.string().optional(),
    DRAIN_SECONDS: wholeNumber(0, 300).default(0),
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
    SERVICE_CHECK_MINUTES: wholeNumber(1, 30).default(1),
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
    BACKUP_TARGET: backupTarget.optional(),
    BACKUP_SCHEDULE: backupSchedule.optional(),
    BACKUP_KEEP: wholeNumber(1, 1_000).default(14),
    BACKUP_FULL_EVERY: wholeNumber(1, 100).default(7),
    BACKUP_S3_ENDPOINT: urlOf('http', 'https').optional(),
    BACKUP_S3_REGION: z.string().optional(),
    BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
    BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
    BACKUP_S3_FORCE_PATH_STYLE: onOff.optional(),
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
    OTEL_EXPORTER_OTLP_ENDPOINT: urlOf('http', 'https').optional(),
    OTEL_SERVICE_NAME: z.string().default('ludus-hub'),
    LOG_FORMAT: z.enum(['json', 'pretty'], 'must be json or pretty').optional(),
    LOG_LEVEL: z
      .enum(
        ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
        'must be trace, debug, info, warn, error or silent',
      )
      .default('info'),
    SIGNING_KEY_DAYS: wholeNumber(0, 3_650).default(90),
    ENCRYPTION_KEY: encryptionKey.optional(),
    ENCRYPTION_KEY_OTHER: encryptionKey.optional(),
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
  .refine((env) => env.BACKUP_SCHEDULE === undefined || env.BACKUP_TARGET !== undefined, {
    path: ['BACKUP_SCHEDULE'],
    message: 'needs BACKUP_TARGET too: a folder or s3://bucket/prefix',
  })
  .refine(
    ({ BACKUP_TARGET: target, ...env }) =>
      !isBucketTarget(target) ||
      ((env.BACKUP_S3_ACCESS_KEY_ID ?? env.S3_ACCESS_KEY_ID) !== undefined &&
        (env.BACKUP_S3_SECRET_ACCESS_KEY ?? env.S3_SECRET_ACCESS_KEY) !== undefined),
    {
      path: ['BACKUP_TARGET'],
      message:
        'is a bucket: BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY are needed, or those of S3_BUCKET',
    },
  )
  .superRefine((env, context) => {
    for (const [name, permission] of Object.entries(securedAddresses)) {
      const isInsecure = env[name as keyof typeof securedAddresses]?.startsWith('http:') ?? false;
      if (!isInsecure || (env[permission] ?? env.HUB_SANDBOX)) continue;
      const message = `must start with https:// while HUB_SANDBOX is off; ${permission}=on allows http://`;
      context.addIssue({ code: 'custom', path: [name], message });
    }
  });

export type Environment = z.output<typeof environment>;

/** Names of every environment variable the hub reads; `.env.example` documents each. */
export const settingNames: readonly string[] = Object.keys(environment.shape).filter(
  (name) => name !== 'NODE_ENV' && name !== 'UV_THREADPOOL_SIZE',
);

/** Keycloak's issuers are the address of the server and the name of the realm. */
export function realmOf(issuer: string | undefined): { baseUrl: string; realm: string } | undefined {
  const [, baseUrl, realm] = /^(.+)\/realms\/([^/]+)\/*$/.exec(issuer ?? '') ?? [];
  return baseUrl === undefined || realm === undefined
    ? undefined
    : { baseUrl, realm: decodeURIComponent(realm) };
}
