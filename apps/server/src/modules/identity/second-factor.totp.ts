import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** What an authenticator app needs. */
export interface ShownKey {
  /** Base32, to be typed where no picture can be scanned. */
  key: string;
  /** `otpauth://…` */
  uri: string;
  /** The address as a QR code, an SVG document. */
  qr: string;
}

const periodSeconds = 30;
/** Steps before and after the present one that are accepted, for clocks that differ. */
const window = 1;
const keyBytes = 20;

/** RFC 6238 with what every authenticator app supports: SHA-1, six digits, 30 seconds. */
const totpOf = (key: string, username: string): TOTP =>
  new TOTP({
    issuer: 'Ludus Hub',
    label: username,
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
    secret: Secret.fromBase32(key),
  });

export const newKey = (): string => new Secret({ size: keyBytes }).base32;

export function showKey(key: string, username: string): ShownKey {
  const uri = totpOf(key, username).toString();
  return { key, uri, qr: renderSVG(uri, { border: 2, ecc: 'M' }) };
}

/** Returns the time step that a code belongs to; undefined for a wrong one. */
export function stepOfCode(key: string, code: string, now: Date): number | undefined {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const totp = totpOf(key, '');
  const timestamp = now.getTime();
  const delta = totp.validate({ token, timestamp, window });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}
