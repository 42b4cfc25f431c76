import { describe, expect, it } from 'vitest';
import { loadSettings } from '../infra/config/settings.ts';
import { describeParts, partsOf } from './parts.ts';

const describeOf = (env: Record<string, string>) => describeParts(partsOf(loadSettings(env)));

describe('what a start says of its parts', () => {
  it('is that everything is built in where nothing is set', () => {
    expect(describeOf({})).toBe(
      'built in: PostgreSQL, ClickHouse, files, sign-in, mail, game storage; external: nothing',
    );
  });

  it('names where each external one is, without credentials, and leaves out what there is not', () => {
    const env = {
      HUB_SANDBOX: 'off',
      DATABASE_URL: 'postgres://hub:hunter2@db.example.com:5432/hub',
      CLICKHOUSE_URL: 'https://hub:hunter2@clickhouse.example.com:8443/hub',
      S3_BUCKET: 'hub',
      S3_ACCESS_KEY_ID: 'hunter2',
      S3_SECRET_ACCESS_KEY: 'hunter2',
      SMTP_URL: 'smtps://hub:hunter2@mail.example.com',
    };
    expect(describeOf(env)).toBe(
      'built in: sign-in; external: PostgreSQL (db.example.com:5432), ClickHouse (clickhouse.example.com:8443), ' +
        'files (bucket hub), mail (mail.example.com)',
    );
  });
});
