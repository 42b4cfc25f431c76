import { describe, expect, it } from 'vitest';
import { settingNames } from './settings.ts';
import { describeUnknown, findUnknownSettings } from './unknown-settings.ts';

describe('names that look like settings', () => {
  it.each([
    ['HUB_DATA_DRI', 'HUB_DATA_DIR'],
    ['HUB_PUBLIC_URL', 'PUBLIC_URL'],
    ['HUB_PORT', 'PORT'],
    ['HUB_COLOUR', undefined],
    ['DATABASE_URl', 'DATABASE_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['ENCRYPTON_KEY', 'ENCRYPTION_KEY'],
    ['FETCH_INTERVAL_MINUTE', 'FETCH_INTERVAL_MINUTES'],
    ['ENCRYPTION_KEYFILE', 'ENCRYPTION_KEY_FILE'],
    ['PUBLIC_URL_FILE', 'PUBLIC_URL'],
    ['CLICKHOUSE_HOST', 'CLICKHOUSE_URL'],
    ['SMTP_PASSWORD', 'SMTP_URL'],
    ['log_level', 'LOG_LEVEL'],
  ])('%s is reported, with %s', (name, suggestion) => {
    expect(findUnknownSettings({ [name]: '3000' })).toEqual([{ name, suggestion }]);
  });

  it('are reported with a sentence for whoever wrote them', () => {
    expect(describeUnknown({ name: 'HUB_DATA_DRI', suggestion: 'HUB_DATA_DIR' })).toBe(
      'HUB_DATA_DRI is no setting of the hub: did you mean HUB_DATA_DIR?',
    );
    expect(describeUnknown({ name: 'HUB_COLOUR', suggestion: undefined })).toBe(
      'HUB_COLOUR is no setting of the hub: remove it, or see .env.example',
    );
  });

  it('are not reported when the hub reads them', () => {
    const env = Object.fromEntries(settingNames.map((name) => [name, 'x']));
    expect(
      findUnknownSettings({ ...env, DATABASE_URL_FILE: '/run/secrets/db', NODE_ENV: 'production' }),
    ).toEqual([]);
  });

  it('are not reported when other programs read them, or Kubernetes describes a service named hub', () => {
    const others =
      'PATH HOME LANG LC_ALL HOSTNAME SHLVL TZ TMPDIR PGHOST PGPASSWORD NODE_OPTIONS npm_config_port AWS_REGION'
        .concat(
          ' HTTP_PROXY NO_PROXY KEYCLOAK_ADMIN KC_DB_URL POSTGRES_PASSWORD POSTGRES_DB MINIO_ROOT_USER WEB_PORT SORT',
        )
        .split(' ');
    expect(findUnknownSettings(Object.fromEntries(others.map((name) => [name, 'x'])))).toEqual([]);
    const service = {
      HUB_SERVICE_HOST: '10.0.0.1',
      HUB_SERVICE_PORT: '3000',
      HUB_SERVICE_PORT_HTTP: '3000',
      HUB_PORT: 'tcp://10.0.0.1:3000',
      HUB_PORT_3000_TCP: 'tcp://10.0.0.1:3000',
      HUB_PORT_3000_TCP_ADDR: '10.0.0.1',
      CLICKHOUSE_PORT: 'tcp://10.0.0.2:8123',
    };
    expect(findUnknownSettings(service)).toEqual([]);
  });

  it('of parts of an address are those of another program where the address is set', () => {
    expect(findUnknownSettings({ CLICKHOUSE_USER: 'x', CLICKHOUSE_URL: 'http://c' })).toEqual([]);
    expect(findUnknownSettings({ SMTP_HOST: 'x', SMTP_URL_FILE: '/run/secrets/smtp' })).toEqual([]);
  });
});
