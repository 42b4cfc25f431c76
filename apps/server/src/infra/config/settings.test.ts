import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadSettings, SettingsError, settingNames } from './settings.ts';

describe('loadSettings', () => {
  it('[CONST-05][CONST-07] an empty environment gives a hub that runs', () => {
    const settings = loadSettings({});
    expect(settings).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      sandbox: true,
      publicUrl: 'http://localhost:3000',
      oidcClientId: 'ludus-hub',
      oidcAudience: 'urn:ludus:api',
      fetchIntervalMinutes: 10,
      serviceCheckMinutes: 1,
      retentionDays: { quarantinedRows: 400, notifications: 180, mails: 90, jobs: 90 },
      catalogPageSize: 50,
      integrationsPageSize: 50,
      metricsAllowedNetworks: ['127.0.0.0/8', '::1'],
      rateLimitPerson: 2_400,
      rateLimitAddress: 12_000,
      connectionsPerAddress: 600,
      socketsPerPerson: 40,
      socketsPerAddress: 600,
      allowInsecureServices: true,
      allowInsecureSmtp: true,
      allowPrivateHosts: [],
      logLevel: 'info',
    });
    expect(settings.databaseUrl).toBeUndefined();
    expect(isAbsolute(settings.dataDir)).toBe(true);
  });

  it('an empty value counts as not set', () => {
    expect(loadSettings({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000 });
  });

  it('probes have a port of their own only where it is set, on the address of the hub', () => {
    expect(loadSettings({ HUB_HOST: '0.0.0.0' })).toMatchObject({ healthHost: '0.0.0.0', drainSeconds: 0 });
    expect(loadSettings({}).healthPort).toBeUndefined();
    expect(loadSettings({ HEALTH_PORT: '9090', HEALTH_HOST: '10.0.0.5', DRAIN_SECONDS: '15' })).toMatchObject(
      { healthPort: 9090, healthHost: '10.0.0.5', drainSeconds: 15 },
    );
    expect(() => loadSettings({ DRAIN_SECONDS: '301' })).toThrow(/DRAIN_SECONDS must be a whole number/);
  });

  it('traces are made only for a collector that is named', () => {
    expect(loadSettings({})).toMatchObject({ otlpEndpoint: undefined, otelServiceName: 'ludus-hub' });
    const given = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_SERVICE_NAME: 'hub-test' };
    expect(loadSettings(given)).toMatchObject({
      otlpEndpoint: 'http://collector:4318',
      otelServiceName: 'hub-test',
    });
    expect(() => loadSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' })).toThrow(
      /OTEL_EXPORTER_OTLP_ENDPOINT must be an address starting with http/,
    );
  });

  it('the log is for people or for programs', () => {
    expect(loadSettings({}).logFormat).toBeUndefined();
    expect(loadSettings({ LOG_FORMAT: 'pretty' }).logFormat).toBe('pretty');
    expect(() => loadSettings({ LOG_FORMAT: 'xml' })).toThrow(/LOG_FORMAT must be json or pretty/);
  });

  it('the owner of the tables may be another role than the hub', () => {
    const [runtime, owner] = ['postgres://runtime@db/hub', 'postgres://owner@db/hub'];
    expect(loadSettings({ DATABASE_URL: runtime, DATABASE_OWNER_URL: owner })).toMatchObject({
      databaseUrl: runtime,
      databaseOwnerUrl: owner,
    });
  });

  it('keys of sign-in tokens are replaced after 90 days unless told otherwise', () => {
    expect(loadSettings({}).signingKeyDays).toBe(90);
    expect(loadSettings({ SIGNING_KEY_DAYS: '0' }).signingKeyDays).toBe(0);
  });

  it('every bad setting is named in one message', () => {
    const load = () =>
      loadSettings({ PORT: '80x', HUB_SANDBOX: 'maybe', DATABASE_URL: 'mysql://a', ENCRYPTION_KEY: 'short' });
    expect(load).toThrow(SettingsError);
    expect(load).toThrow(/PORT must be a whole number from 1 to 65535/);
    expect(load).toThrow(/HUB_SANDBOX must be on or off/);
    expect(load).toThrow(/DATABASE_URL must be an address starting with postgres:\/\//);
    expect(load).toThrow(/ENCRYPTION_KEY must be 64 hexadecimal digits/);
  });

  it.each([
    ['PORT', '70000'],
    ['PORT', '0'],
    ['FETCH_INTERVAL_MINUTES', '-5'],
    ['SERVICE_CHECK_MINUTES', '0'],
    ['SERVICE_CHECK_MINUTES', '31'],
    ['SERVICE_CHECK_MINUTES', '1.5'],
    ['PUBLIC_URL', 'https://hub.example.com/path'],
    ['SMTP_URL', 'http://mail.example.com'],
    ['CLICKHOUSE_CLUSTER', 'session-store'],
    ['DATABASE_OWNER_URL', 'postgres://owner@db/hub'],
    ['LOG_LEVEL', 'loud'],
    ['SMTP_URL', 'smtp://hub:50%off@mail.example.com'],
    ['SMTP_URL', 'smtp://hub:a/b@mail.example.com'],
    ['SIGNING_KEY_DAYS', '-1'],
    ['SIGNING_KEY_DAYS', 'never'],
    ['OIDC_ISSUER', 'not an address'],
    ['TRUSTED_PROXIES', 'proxy.example.com'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['METRICS_ALLOWED_NETWORKS', 'fd00::zz/8'],
    ['METRICS_TOKEN', 'short'],
    ['SOCKETS_PER_PERSON', '0'],
    ['BACKUP_TARGET', 'backups'],
    ['BACKUP_TARGET', 's3://'],
    ['BACKUP_TARGET', 's3://bucket'],
    ['BACKUP_SCHEDULE', '3'],
    ['BACKUP_KEEP', '0'],
  ])('refuses %s=%s', (name, value) => {
    expect(() => loadSettings({ [name]: value })).toThrow(name);
  });

  it('never repeats a value, which may be a secret', () => {
    expect(() => loadSettings({ DATABASE_URL: 'mysql://hub:hunter2@db/hub' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    );
  });

  it.each([
    [{ HUB_HOST: '0.0.0.0', PORT: '4000' }, 'http://localhost:4000'],
    [{ HUB_HOST: '192.0.2.7' }, 'http://192.0.2.7:3000'],
    [{ HUB_HOST: '2001:db8::1' }, 'http://[2001:db8::1]:3000'],
    [{ PUBLIC_URL: 'https://hub.example.com/' }, 'https://hub.example.com'],
  ])('%o is reached at %s', (env, publicUrl) => {
    expect(loadSettings(env).publicUrl).toBe(publicUrl);
  });

  it('reads a list of private hosts', () => {
    expect(loadSettings({ ALLOW_PRIVATE_HOSTS: 'Platform.local, 10.0.0.5,' }).allowPrivateHosts).toEqual([
      'platform.local',
      '10.0.0.5',
    ]);
  });

  it('a bucket needs its keys, and is read with them', () => {
    expect(() => loadSettings({ S3_BUCKET: 'hub' })).toThrow(/S3_ACCESS_KEY_ID[\s\S]*S3_SECRET_ACCESS_KEY/);
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    expect(loadSettings(keys).s3).toBeUndefined();
    expect(loadSettings({ ...keys, S3_BUCKET: 'hub', S3_FORCE_PATH_STYLE: 'on' }).s3).toEqual({
      bucket: 'hub',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      endpoint: undefined,
      forcePathStyle: true,
    });
  });

  it.each([
    [{}, undefined],
    [{ BACKUP_SCHEDULE: 'off' }, undefined],
    [{ BACKUP_TARGET: '/backups/', BACKUP_SCHEDULE: '3' }, '0 3 * * *'],
    [{ BACKUP_TARGET: '/backups', BACKUP_SCHEDULE: '*/30 1-5,23 * * 1' }, '*/30 1-5,23 * * 1'],
  ])('reads the schedule of backups from %o', (env, cron) => {
    expect(loadSettings(env).backup).toMatchObject({ cron, keep: 14, fullEvery: 7 });
  });

  it.each(['24', '3:00', '0 3 * *', '0 3 * * x'])('refuses %s as a schedule of backups', (schedule) => {
    const env = { BACKUP_TARGET: '/backups', BACKUP_SCHEDULE: schedule };
    expect(() => loadSettings(env)).toThrow('BACKUP_SCHEDULE');
  });

  it('a bucket of backups has a server and keys of its own, or those of the files', () => {
    const files = {
      S3_BUCKET: 'hub',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
      S3_REGION: 'eu-south-1',
    };
    const env = { ...files, BACKUP_TARGET: 's3://backups/hub/' };
    expect(loadSettings(env).backup).toMatchObject({
      target: 's3://backups/hub',
      s3: { region: 'eu-south-1', accessKeyId: 'id', secretAccessKey: 'secret', endpoint: undefined },
    });
    const own = {
      BACKUP_S3_ENDPOINT: 'https://s3.test',
      BACKUP_S3_ACCESS_KEY_ID: 'own',
      BACKUP_S3_SECRET_ACCESS_KEY: 'key',
    };
    expect(loadSettings({ ...env, ...own }).backup.s3).toMatchObject({
      accessKeyId: 'own',
      secretAccessKey: 'key',
      endpoint: 'https://s3.test',
    });
  });

  it('.env.example documents every setting, and only settings', () => {
    const example = readFileSync(new URL('../../../../../.env.example', import.meta.url), 'utf8');
    const documented = [...example.matchAll(/^#?\s?([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1]);
    expect(documented.toSorted()).toEqual([...settingNames].toSorted());
  });

  it('reads networks', () => {
    const env = { TRUSTED_PROXIES: '10.0.0.7, fd00::/8', METRICS_ALLOWED_NETWORKS: '192.0.2.0/24' };
    expect(loadSettings(env)).toMatchObject({
      trustedProxies: ['10.0.0.7', 'fd00::/8'],
      metricsAllowedNetworks: ['192.0.2.0/24'],
    });
    expect(loadSettings({}).trustedProxies).toBeUndefined();
  });

  const keys = { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'i', S3_SECRET_ACCESS_KEY: 's' };
  it.each([
    ['OIDC_ISSUER', 'http://id.example.com/realms/ludus', 'ALLOW_INSECURE_ISSUER'],
    ['KEYCLOAK_ADMIN_URL', 'http://keycloak:8080', 'ALLOW_INSECURE_ISSUER'],
    ['S3_ENDPOINT', 'http://s3:9000', 'ALLOW_INSECURE_SERVICES'],
    ['BACKUP_S3_ENDPOINT', 'http://s3:9000', 'ALLOW_INSECURE_SERVICES'],
  ])('refuses an insecure %s outside the sandbox unless allowed', (name, value, permission) => {
    const env = { ...keys, HUB_SANDBOX: 'off', [name]: value };
    expect(() => loadSettings(env)).toThrow(
      `${name} must start with https:// while HUB_SANDBOX is off; ${permission}=on allows http://`,
    );
    expect(() => loadSettings({ ...env, [permission]: 'on' })).not.toThrow();
    expect(() => loadSettings({ ...env, [name]: value.replace('http:', 'https:') })).not.toThrow();
    expect(() => loadSettings({ ...env, HUB_SANDBOX: 'on' })).not.toThrow();
    expect(() => loadSettings({ ...env, HUB_SANDBOX: 'on', [permission]: 'off' })).toThrow(name);
  });

  it('asks for TLS to services and to the mail server outside the sandbox', () => {
    const insecure = (env: Record<string, string>) => {
      const { allowInsecureServices, allowInsecureSmtp } = loadSettings(env);
      return [allowInsecureServices, allowInsecureSmtp];
    };
    expect(insecure({})).toEqual([true, true]);
    expect(insecure({ HUB_SANDBOX: 'off' })).toEqual([false, false]);
    const allowed = { ALLOW_INSECURE_SERVICES: 'on', ALLOW_INSECURE_SMTP: 'on' };
    expect(insecure({ HUB_SANDBOX: 'off', ...allowed })).toEqual([true, true]);
  });

  it('[AUTH-10] administers the realm that issues the tokens, where there is a secret for it', () => {
    const issuer = 'https://id.example.com/auth/realms/ludus%20hub/';
    expect(loadSettings({ OIDC_ISSUER: issuer }).keycloakAdmin).toBeUndefined();
    const secret = { OIDC_ISSUER: issuer, KEYCLOAK_ADMIN_CLIENT_SECRET: 's' };
    expect(loadSettings(secret).keycloakAdmin).toEqual({
      baseUrl: 'https://id.example.com/auth',
      realm: 'ludus hub',
      clientId: 'ludus-hub-admin',
      clientSecret: 's',
    });
    const inside = {
      ...secret,
      KEYCLOAK_ADMIN_URL: 'http://keycloak:8080/',
      KEYCLOAK_ADMIN_CLIENT_ID: 'other',
    };
    expect(loadSettings(inside).keycloakAdmin).toMatchObject({
      baseUrl: 'http://keycloak:8080',
      clientId: 'other',
    });
    for (const OIDC_ISSUER of [undefined, 'https://id.example.com']) {
      expect(() => loadSettings({ ...secret, OIDC_ISSUER })).toThrow('KEYCLOAK_ADMIN_CLIENT_SECRET needs');
    }
  });
});

describe('the second factor of the built-in accounts', () => {
  it('is required of staff of the provider outside the sandbox, unless SECOND_FACTOR says otherwise', () => {
    expect(loadSettings({}).secondFactor).toBe('optional');
    expect(loadSettings({ HUB_SANDBOX: 'off' }).secondFactor).toBe('provider');
    expect(loadSettings({ HUB_SANDBOX: 'off', SECOND_FACTOR: 'optional' }).secondFactor).toBe('optional');
    expect(loadSettings({ SECOND_FACTOR: 'required' }).secondFactor).toBe('required');
    expect(() => loadSettings({ SECOND_FACTOR: 'off' })).toThrow(
      'SECOND_FACTOR must be required, provider or optional',
    );
  });
});

describe('the quotas of mails', () => {
  it('are numbers above 0', () => {
    const { mailsPerHour, mailRecipientsPerHour, mailRecipientsPerDay } = loadSettings({});
    expect([mailsPerHour, mailRecipientsPerHour, mailRecipientsPerDay]).toEqual([60, 300, 1_500]);
    expect(loadSettings({ MAILS_PER_HOUR: '5' }).mailsPerHour).toBe(5);
    for (const name of ['MAILS_PER_HOUR', 'MAIL_RECIPIENTS_PER_HOUR', 'MAIL_RECIPIENTS_PER_DAY']) {
      expect(() => loadSettings({ [name]: '0' })).toThrow(name);
    }
  });
});
