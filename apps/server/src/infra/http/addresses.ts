import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import type { Settings } from '../config/settings.ts';

/** Whether an address belongs to one of some networks. Text that is no address belongs to none. */
export type IsWithin = (address: string | undefined) => boolean;

/** Returns a test for addresses within addresses and networks in CIDR notation. @throws Error for text that is neither */
export function withinNetworks(networks: readonly string[]): IsWithin {
  const ranges = networks.map((text): [ipaddr.IPv4 | ipaddr.IPv6, number] => {
    if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
    const address = ipaddr.parse(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  });
  return (text) => {
    const address = addressOf(text);
    if (address === undefined) return false;
    return ranges.some((range) => range[0].kind() === address.kind() && address.match(range));
  };
}

// An IPv4 address inside of IPv6 (::ffff:127.0.0.1) is that IPv4 address.
function addressOf(text: string | undefined): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return text !== undefined && ipaddr.isValid(text) ? ipaddr.process(text) : undefined;
}

const longestAddress = 60;

/** Returns what limits count: an IPv4 address, or the /64 of an IPv6 address, which one caller has to itself. */
export function countedNetwork(text: string): string {
  const address = addressOf(text);
  if (address === undefined) return text.slice(0, longestAddress).toLowerCase();
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

/** Whether the `X-Forwarded-For` header of an address is trusted; `hop` 0 is the peer that is connected to the hub. */
export type TrustsProxy = (address: string | undefined, hop: number) => boolean;

const isLoopback = withinNetworks(['127.0.0.0/8', '::1']);
const isPrivate = withinNetworks(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']);

/**
 * Reads `TRUSTED_PROXIES`. Without it, proxies on this machine are trusted, and with a public https address also one in a
 * private network: only its own entry counts then, so that callers within that network cannot choose their address.
 */
export function trustsProxy({
  trustedProxies,
  publicUrl,
}: Pick<Settings, 'trustedProxies' | 'publicUrl'>): TrustsProxy {
  if (trustedProxies !== undefined) {
    const isTrusted = withinNetworks(trustedProxies);
    return (address) => isTrusted(address);
  }
  const isBehindProxy = publicUrl.startsWith('https:');
  return (address, hop) => isLoopback(address) || (isBehindProxy && hop === 0 && isPrivate(address));
}

/** Returns the caller's address of a request that Fastify does not see, by the rules of its `request.ip`. */
export function callerOf({ headers, socket }: IncomingMessage, trusts: TrustsProxy): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .reverse();
  let address = socket.remoteAddress ?? '';
  for (const [hop, entry] of forwarded.entries()) {
    if (!trusts(address, hop)) break;
    address = entry;
  }
  return address;
}
