import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadSettings, SettingsError, settingNames } from './settings.ts';

describe('loadSettings', () => {
  it('[CONST-05][CONST-06][CONST-07] an empty environment gives a hub that runs', () => {
    const settings = loadSettings({});
    expect(settings).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      sandbox: true,
      publicUrl: 'http://localhost:3000',
      oidcClientId: 'ludus-hub',
      oidcAudience: 'urn:ludus:api',
      fetchIntervalMinutes: 10,
      italianTaxPercent: 25,
      catalogPageSize: 50,
      integrationsPageSize: 50,
      metricsPublic: false,
      allowPrivateHosts: [],
      logLevel: 'info',
    });
    expect(settings.databaseUrl).toBeUndefined();
    expect(isAbsolute(settings.dataDir)).toBe(true);
  });

  it('an empty value counts as not set', () => {
    expect(loadSettings({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000 });
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
    ['ITALIAN_TAX_PERCENT', '101'],
    ['PUBLIC_URL', 'https://hub.example.com/path'],
    ['SMTP_URL', 'http://mail.example.com'],
    ['CLICKHOUSE_CLUSTER', 'books'],
    ['LOG_LEVEL', 'loud'],
    ['OIDC_ISSUER', 'not an address'],
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

  it('.env.example documents every setting, and only settings', () => {
    const example = readFileSync(new URL('../../../../../.env.example', import.meta.url), 'utf8');
    const documented = [...example.matchAll(/^#?\s?([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1]);
    expect(documented.toSorted()).toEqual([...settingNames].toSorted());
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
