import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Settings } from '../config/settings.ts';

/** Decides which hosts and addresses the hub may call. */
export interface AddressGuard {
  /** True when the address may be called for this host. */
  permits(host: string, address: string): boolean;
}

/** The part of IPv6 that public addresses are given out from; the rest carries IPv4 addresses or is unassigned. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * True for every address that is not a public one: loopback, private, link-local, multicast, reserved, or IPv6 that leads
 * to an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo). Anything but a plain address, such as one with a zone or in
 * an unusual notation, is not public either.
 */
export function isPrivateAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return true;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return true;
  return parsed instanceof ipaddr.IPv6 && !parsed.match(globalUnicast);
}

function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.parse(address).range() === 'loopback';
}

/**
 * Private addresses are refused unless their host is listed in `allowPrivateHosts` (a name or an address); with the
 * sandbox on, this machine and the sandbox's own host are allowed too.
 */
export function createAddressGuard(
  settings: Pick<Settings, 'sandbox' | 'sandboxUrl' | 'allowPrivateHosts'>,
): AddressGuard {
  const hosts = new Set(settings.allowPrivateHosts.map((host) => bareHost(host.toLowerCase())));
  if (settings.sandbox && settings.sandboxUrl !== undefined) {
    hosts.add(bareHost(new URL(settings.sandboxUrl).hostname));
  }
  const trusts = (host: string, address: string) =>
    hosts.has(bareHost(host)) || (settings.sandbox && isLoopback(address));
  return { permits: (host, address) => !isPrivateAddress(address) || trusts(host, address) };
}

/** A URL writes IPv6 addresses in brackets; sockets do not. */
export function bareHost(host: string): string {
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
}
