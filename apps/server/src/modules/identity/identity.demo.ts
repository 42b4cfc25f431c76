import type { IncomingMessage } from 'node:http';
import type { Role } from '@ludus/contract';
import ipaddr from 'ipaddr.js';

/**
 * The password of every demo account; they exist with the sandbox only, on a hub that only this machine reaches.
 * It is public: elsewhere it signs in to no account, also none that was created while the hub was a demo.
 */
export const demoPassword = 'ludus-demo';

export interface DemoAccount {
  username: string;
  role: Role;
  integrationName: string | null;
}

export const demoAccounts: readonly DemoAccount[] = [
  { username: 'admin', role: 'ludus_admin', integrationName: null },
  // Changes that need a second person can be tried.
  { username: 'deputy', role: 'ludus_admin', integrationName: null },
  { username: 'manager', role: 'ludus_manager', integrationName: null },
  { username: 'alpina.admin', role: 'integration_admin', integrationName: 'Alpina' },
  { username: 'alpina.manager', role: 'integration_manager', integrationName: 'Alpina' },
  { username: 'alpina.guest', role: 'integration_guest', integrationName: 'Alpina' },
  { username: 'baltica.admin', role: 'integration_admin', integrationName: 'Baltica' },
];

export const demoEmail = (username: string): string => `${username}@ludus.example`;

const loopbackHosts = ['127.0.0.1', 'localhost', '::1', '[::1]'];

/** Accounts with a known password must not be reachable from elsewhere, neither directly nor through a proxy. */
export function demoAllowed(settings: { sandbox: boolean; host: string; publicUrl: string }): boolean {
  const addresses = [settings.host, new URL(settings.publicUrl).hostname];
  return settings.sandbox && addresses.every((address) => loopbackHosts.includes(address));
}

const proxyHeader = /^(?:x-forwarded(?:-.*)?|forwarded|x-real-ip|x-client-ip|via)$/;

/**
 * Returns true for a request that a program of this machine sent itself. A proxy on this machine has a loopback address
 * too, but says so in a header: whoever is behind it gets no demo account.
 */
export function isDirectCaller({ raw }: { raw: Pick<IncomingMessage, 'headers' | 'socket'> }): boolean {
  const address = raw.socket.remoteAddress ?? '';
  if (!ipaddr.isValid(address) || ipaddr.process(address).range() !== 'loopback') return false;
  return !Object.keys(raw.headers).some((name) => proxyHeader.test(name));
}
