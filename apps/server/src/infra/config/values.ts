/** The kinds of values that settings have. */
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** Decimal digits, from `min` to `max`. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`);

/** A switch: on, true and 1, or off, false and 0. */
export const onOff = z
  .enum(['on', 'off', 'true', 'false', '1', '0'], 'must be on or off')
  .transform((value) => value === 'on' || value === 'true' || value === '1');

/** An address with one of these protocols. */
export const urlOf = (...protocols: string[]) => {
  const wanted = `must be an address starting with ${protocols.map((p) => `${p}://`).join(' or ')}`;
  return z
    .string()
    .refine((value) => {
      const url = URL.parse(value);
      return url !== null && protocols.includes(url.protocol.slice(0, -1));
    }, wanted)
    .refine(hasReadableCredentials, 'must have % in user and password written as %25');
};

function hasReadableCredentials(value: string): boolean {
  const { username = '', password = '' } = URL.parse(value) ?? {};
  try {
    decodeURIComponent(`${username}:${password}`);
    return true;
  } catch {
    return false;
  }
}

/** An http or https address without a path, normalised. */
export const origin = urlOf('http', 'https')
  .refine((value) => {
    const url = new URL(value);
    return url.pathname === '/' && url.search === '' && url.hash === '';
  }, 'must be an origin such as https://hub.example.com, without a path')
  .transform((value) => new URL(value).origin);

/** Host names separated by commas, in lower case. */
export const hostList = z.string().transform((value) =>
  value
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== ''),
);

const isNetwork = (text: string) => ipaddr.isValid(text) || ipaddr.isValidCIDR(text);

/** Addresses and networks separated by commas. */
export const networkList = hostList.refine(
  (networks) => networks.every(isNetwork),
  'must be addresses or networks such as 10.0.0.7, 10.1.0.0/16 or fd00::/8, separated by commas',
);
