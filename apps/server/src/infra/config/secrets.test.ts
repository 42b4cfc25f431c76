import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folders.ts';
import { fileNameOf, secretNames } from './secrets.ts';
import { loadSettings, SettingsError, settingNames } from './settings.ts';

let folder: string;

beforeAll(async () => {
  folder = await temporaryFolder('secrets');
});
afterAll(() => rm(folder, { recursive: true }));

async function fileWith(content: string): Promise<string> {
  const path = join(folder, 'secret');
  await writeFile(path, content);
  return path;
}

function refusal(env: Record<string, string>): string {
  try {
    loadSettings(env);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('a secret in a file', () => {
  it('is read for each setting that is a secret, without the line break behind it', async () => {
    const url = 'postgres://hub:hunter2@db/hub';
    expect(loadSettings({ DATABASE_URL_FILE: await fileWith(`${url}\n`) }).databaseUrl).toBe(url);
    const key = 'AB'.repeat(32);
    expect(loadSettings({ ENCRYPTION_KEY_FILE: await fileWith(key) }).encryptionKey).toBe('ab'.repeat(32));
    const files = Object.fromEntries(secretNames.map((name) => [fileNameOf(name), '']));
    expect(() => loadSettings(files)).not.toThrow();
  });

  it('may hold every key, token and secret that there is', () => {
    const secret = settingNames.filter((name) => /_(KEY|KEY_ID|SECRET|TOKEN|PASSWORD)$/.test(name));
    expect(secretNames).toEqual(expect.arrayContaining(secret));
    expect(settingNames).toEqual(expect.arrayContaining([...secretNames]));
  });

  it('is checked like the setting itself, and not repeated', async () => {
    const env = { DATABASE_URL_FILE: await fileWith('mysql://hub:hunter2@db/hub') };
    expect(refusal(env)).toBe(
      'These settings cannot be used:\n  DATABASE_URL must be an address starting with postgres:// or postgresql://',
    );
  });

  it('is refused beside the setting, when it is missing, empty or no file, with what to do', async () => {
    const both = {
      METRICS_TOKEN_FILE: await fileWith('0123456789abcdef'),
      METRICS_TOKEN: '0123456789abcdef',
    };
    expect(refusal(both)).toMatch(/METRICS_TOKEN_FILE and METRICS_TOKEN are both set: remove one$/);
    const nothing = { SMTP_URL_FILE: join(folder, 'nothing') };
    expect(refusal(nothing)).toMatch(/SMTP_URL_FILE names a file that does not exist: correct the path/);
    const empty = { ENCRYPTION_KEY_FILE: await fileWith(' \n') };
    expect(refusal(empty)).toMatch(/ENCRYPTION_KEY_FILE names an empty file/);
    const noFile = { CLICKHOUSE_URL_FILE: folder };
    expect(refusal(noFile)).toMatch(/CLICKHOUSE_URL_FILE names a file that cannot be read \(EISDIR\)/);
    // The secret itself in place of a path.
    expect(refusal({ METRICS_TOKEN_FILE: 'hunter2-hunter2-hunter2' })).not.toContain('hunter2');
  });

  it.skipIf(process.getuid?.() === 0)('is refused when its mode keeps the hub out', async () => {
    const path = join(folder, 'closed', 'secret');
    await mkdir(join(folder, 'closed'));
    await writeFile(path, 'x');
    await chmod(path, 0);
    expect(refusal({ METRICS_TOKEN_FILE: path })).toMatch(
      /the user of the hub may not read: change its owner or mode/,
    );
  });
});
