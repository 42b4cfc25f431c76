import ipaddr from 'ipaddr.js';
import type { KnownBrowser } from './sign-in.known-browser.ts';

/** Where a sign-in comes from. */
export interface Caller {
  address: string;
  /** The `User-Agent` header. */
  browser: string;
  /** True for a program of this machine without a proxy in between; only there the demo password is good. */
  direct?: boolean | undefined;
  /** Set when the browser has signed in before; for one account only. */
  known?: KnownBrowser | undefined;
}

/**
 * Returns the network that attempts are counted for: an IPv4 address by itself, an IPv6 address by its /64, of which one
 * caller usually owns every address.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  // An IPv4 address in IPv6 notation is the IPv4 address.
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? `${ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone(parsed)}/64`).toString()}/64`
    : parsed.toString();
}

const withoutZone = (address: ipaddr.IPv6): string => address.toNormalizedString().split('%')[0] ?? '';

/** What someone typed or their browser sent, fit to be stored: without control characters, and not too long. */
export function storable(text: string, maxLength: number): string {
  const clean = text.replace(/\p{Cc}+/gu, ' ').trim();
  return clean.length <= maxLength ? clean : `${clean.slice(0, maxLength - 1).toWellFormed()}…`;
}
