import { readFileSync } from 'node:fs';

/** Settings that hold a credential. Each may also be given as `<name>_FILE`, the path of a file that holds it. */
export const secretNames: readonly string[] = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'CLICKHOUSE_URL',
  'ENCRYPTION_KEY',
  'ENCRYPTION_KEY_OTHER',
  'KEYCLOAK_ADMIN_CLIENT_SECRET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  'SMTP_URL',
  'METRICS_TOKEN',
];

export const fileNameOf = (name: string) => `${name}_FILE`;

/**
 * Reads the secrets that are given as files, as Docker and Kubernetes mount them. Spaces and line breaks around one do not count.
 * @param given values by the names of environment variables
 * @returns values by name, and a line for each file that cannot be used; no line repeats a value, which may be the secret itself
 */
export function readSecretFiles(given: Readonly<Record<string, string>>): {
  secrets: Record<string, string>;
  problems: string[];
} {
  const secrets: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of secretNames) {
    const path = given[fileNameOf(name)];
    if (path === undefined) continue;
    const read = name in given ? { problem: `and ${name} are both set: remove one` } : readSecret(path);
    if ('secret' in read) secrets[name] = read.secret;
    else problems.push(`${fileNameOf(name)} ${read.problem}`);
  }
  return { secrets, problems };
}

function readSecret(path: string): { secret: string } | { problem: string } {
  try {
    const secret = readFileSync(path, 'utf8').trim();
    return secret === '' ? { problem: 'names an empty file: write the secret into it' } : { secret };
  } catch (error) {
    return { problem: problemOf((error as NodeJS.ErrnoException).code) };
  }
}

function problemOf(code = 'unknown error'): string {
  if (code === 'ENOENT') return 'names a file that does not exist: correct the path or create the file';
  if (code === 'EACCES')
    return 'names a file that the user of the hub may not read: change its owner or mode';
  return `names a file that cannot be read (${code}): it must be the path of a text file`;
}
