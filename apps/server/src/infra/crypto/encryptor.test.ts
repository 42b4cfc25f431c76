import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEncryptor, openEncryptor, Secret } from './index.ts';

const key = 'ab'.repeat(32);

describe('[OPEN-49] credentials of services', () => {
  it('are decrypted as they were encrypted, and two ciphertexts of one value differ', () => {
    const encryptor = createEncryptor(key);
    const one = encryptor.encrypt(new Secret('s3cret-ü'), 'integration 1 play');
    const two = encryptor.encrypt(new Secret('s3cret-ü'), 'integration 1 play');
    expect(one).not.toBe(two);
    expect(one).not.toContain('s3cret');
    expect(encryptor.decrypt(one, 'integration 1 play').reveal()).toBe('s3cret-ü');
  });

  it('cannot be decrypted for another purpose, with another key, or after a change', () => {
    const encryptor = createEncryptor(key);
    const ciphertext = encryptor.encrypt(new Secret('s3cret'), 'integration 1 play');
    const changed = ciphertext.slice(0, -2) + (ciphertext.endsWith('AA') ? 'BB' : 'AA');
    expect(() => encryptor.decrypt(ciphertext, 'integration 2 play')).toThrow('cannot be read');
    expect(() => createEncryptor('cd'.repeat(32)).decrypt(ciphertext, 'integration 1 play')).toThrow(
      'cannot be read',
    );
    expect(() => encryptor.decrypt(changed, 'integration 1 play')).toThrow('cannot be read');
    expect(() => encryptor.decrypt('v1.', 'integration 1 play')).toThrow('cannot be read');
  });

  it('are not what signatures show: one fits its text, purpose and key alone', () => {
    const encryptor = createEncryptor(key);
    const signature = encryptor.sign('file 1', 'address');
    expect(createEncryptor(key).sign('file 1', 'address')).toBe(signature);
    const others = [encryptor.sign('file 2', 'address'), encryptor.sign('file 1', 'other')];
    others.push(createEncryptor('cd'.repeat(32)).sign('file 1', 'address'));
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
    folder = await mkdtemp(join(tmpdir(), 'ludus-encryptor-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is made once, whoever asks at the same time, and only its owner may read it', async () => {
    const encryptors = await Promise.all([1, 2, 3, 4].map(() => openEncryptor({ dataDir: folder })));
    const ciphertext = encryptors.map((encryptor) => encryptor.encrypt(new Secret('x'), 'p'));
    const again = await openEncryptor({ dataDir: folder });
    expect(ciphertext.map((text) => again.decrypt(text, 'p').reveal())).toEqual(['x', 'x', 'x', 'x']);
    const file = join(folder, 'encryption.key');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readFile(file, 'utf8')).trim()).toMatch(/^[0-9a-f]{64}$/);
  });

  it('of ENCRYPTION_KEY comes before the file', async () => {
    const encryptor = await openEncryptor({ dataDir: folder, encryptionKey: key });
    expect(
      createEncryptor(key)
        .decrypt(encryptor.encrypt(new Secret('y'), 'p'), 'p')
        .reveal(),
    ).toBe('y');
  });
});
