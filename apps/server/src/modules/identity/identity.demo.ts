import type { Role } from '@ludus/contract';

/**
 * The password of every demo account; they exist with the sandbox only, on a hub that only this machine reaches.
 * Everybody knows it: elsewhere it opens no account, also none that was made while the hub was a demo.
 */
export const demoPassword = 'ludus-demo';

export interface DemoAccount {
  username: string;
  role: Role;
  integrationName: string | null;
}

export const demoAccounts: readonly DemoAccount[] = [
  { username: 'admin', role: 'ludus_admin', integrationName: null },
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
