import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVault, openVault, Secret } from './index.ts';

const key = 'ab'.repeat(32);

describe('[OPEN-49] credentials of services', () => {
  it('are opened again as they were sealed, and two seals of one value differ', () => {
    const vault = createVault(key);
    const one = vault.seal(new Secret('s3cret-ü'), 'integration 1 play');
    const two = vault.seal(new Secret('s3cret-ü'), 'integration 1 play');
    expect(one).not.toBe(two);
    expect(one).not.toContain('s3cret');
    expect(vault.open(one, 'integration 1 play').reveal()).toBe('s3cret-ü');
  });

  it('cannot be opened for another purpose, with another key, or after a change', () => {
    const vault = createVault(key);
    const sealed = vault.seal(new Secret('s3cret'), 'integration 1 play');
    const changed = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA');
    expect(() => vault.open(sealed, 'integration 2 play')).toThrow('cannot be read');
    expect(() => createVault('cd'.repeat(32)).open(sealed, 'integration 1 play')).toThrow('cannot be read');
    expect(() => vault.open(changed, 'integration 1 play')).toThrow('cannot be read');
    expect(() => vault.open('v1.', 'integration 1 play')).toThrow('cannot be read');
  });

  it('are not what signatures show: one fits its text, purpose and key alone', () => {
    const vault = createVault(key);
    const signature = vault.sign('file 1', 'address');
    expect(createVault(key).sign('file 1', 'address')).toBe(signature);
    const others = [vault.sign('file 2', 'address'), vault.sign('file 1', 'other')];
    others.push(createVault('cd'.repeat(32)).sign('file 1', 'address'));
    expect(others).not.toContain(signature);
    expect(signature).toMatch(/^[\w-]{43}$/);
  });

  it('never appear in JSON, logs or sentences', () => {
    const secret = new Secret('s3cret');
    expect(`${JSON.stringify({ secret })} ${inspect({ secret })} ${secret}`).not.toContain('s3cret');
  });
});

describe('the key of the hub', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ludus-vault-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is made once, whoever asks at the same time, and only its owner may read it', async () => {
    const vaults = await Promise.all([1, 2, 3, 4].map(() => openVault({ dataDir: folder })));
    const sealed = vaults.map((vault) => vault.seal(new Secret('x'), 'p'));
    const again = await openVault({ dataDir: folder });
    expect(sealed.map((text) => again.open(text, 'p').reveal())).toEqual(['x', 'x', 'x', 'x']);
    const file = join(folder, 'encryption.key');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readFile(file, 'utf8')).trim()).toMatch(/^[0-9a-f]{64}$/);
  });

  it('of ENCRYPTION_KEY comes before the file', async () => {
    const vault = await openVault({ dataDir: folder, encryptionKey: key });
    expect(
      createVault(key)
        .open(vault.seal(new Secret('y'), 'p'), 'p')
        .reveal(),
    ).toBe('y');
  });
});
