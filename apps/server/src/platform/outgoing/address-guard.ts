import { BlockList, isIP } from 'node:net';
import type { Settings } from '../config/settings.ts';

/** Decides which hosts and addresses the hub may call. */
export interface AddressGuard {
  /** True when the address may be called for this host. */
  permits(host: string, address: string): boolean;
}

const v4 = (network: string, prefix: number) => [network, prefix, 'ipv4'] as const;
const v6 = (network: string, prefix: number) => [network, prefix, 'ipv6'] as const;

/** Everything that is not a public unicast address (IANA special-purpose registries). */
const special = [
  v4('0.0.0.0', 8),
  v4('10.0.0.0', 8),
  v4('100.64.0.0', 10),
  v4('127.0.0.0', 8),
  v4('169.254.0.0', 16),
  v4('172.16.0.0', 12),
  v4('192.0.0.0', 24),
  v4('192.0.2.0', 24),
  v4('192.88.99.0', 24),
  v4('192.168.0.0', 16),
  v4('198.18.0.0', 15),
  v4('198.51.100.0', 24),
  v4('203.0.113.0', 24),
  v4('224.0.0.0', 4),
  v4('240.0.0.0', 4),
  v6('::', 128),
  v6('::1', 128),
  // Addresses that carry an IPv4 address inside: it would have to be unpacked to be judged, and nobody needs them here.
  v6('64:ff9b::', 96),
  v6('64:ff9b:1::', 48),
  v6('2001::', 32),
  v6('2002::', 16),
  v6('100::', 64),
  v6('2001:db8::', 32),
  v6('fc00::', 7),
  v6('fe80::', 10),
  v6('fec0::', 10),
  v6('ff00::', 8),
];

const privateAddresses = new BlockList();
for (const [network, prefix, family] of special) privateAddresses.addSubnet(network, prefix, family);

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

function listed(list: BlockList, address: string): boolean {
  const family = isIP(address);
  // What is no address cannot be judged, so it is not let through.
  return family === 0 || list.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** True for every address that is not a public one: loopback, private, link-local, multicast, reserved, embedded IPv4. */
export function isPrivateAddress(address: string): boolean {
  return listed(privateAddresses, address);
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
    hosts.has(bareHost(host)) || (settings.sandbox && isIP(address) !== 0 && listed(loopback, address));
  return { permits: (host, address) => !isPrivateAddress(address) || trusts(host, address) };
}

/** A URL writes IPv6 addresses in brackets; sockets do not. */
export function bareHost(host: string): string {
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
}
