import { describe, expect, it } from 'vitest';
import { createCookieSigner } from './identity.cookie-signer.ts';

describe('the signature of a cookie', () => {
  const signer = createCookieSigner(['new key', 'old key']);
  const data = 'ludus_session=abc';

  it('is HMAC-SHA-256 in base64url, by the first key', () => {
    // printf '%s' 'ludus_session=abc' | openssl dgst -sha256 -hmac 'new key' -binary | basenc --base64url
    expect(signer.sign(data)).toBe('GlsXHHe_5JRHoUUix0bkToEtTzJvZIvhAe0sOJi_kfw');
  });

  it('of any key is good, and says which one made it', () => {
    const old = createCookieSigner(['old key']).sign(data);
    expect([signer.index(data, signer.sign(data)), signer.index(data, old)]).toEqual([0, 1]);
    expect([signer.verify(data, signer.sign(data)), signer.verify(data, old)]).toEqual([true, true]);
  });

  it.each([
    ['another value', 'ludus_session=abd', signer.sign(data)],
    ['another name', 'other=abc', signer.sign(data)],
    ['another key', data, createCookieSigner(['a third key']).sign(data)],
    ['no signature', data, ''],
    ['half a signature', data, signer.sign(data).slice(0, 20)],
  ])('of %s is refused', (_what, given, signature) => {
    expect(signer.verify(given, signature)).toBe(false);
    expect(signer.index(given, signature)).toBe(-1);
  });
});
