import { emailAddress, type PickedUser, scopesOf } from '@ludus/contract';
import { hasAddress } from '../../lib/addresses.ts';

/** Someone a report can be sent to: a person the hub knows, or an address that was typed. */
export interface Recipient {
  email: string;
  name: string;
  /** They stay chosen when the integration changes. */
  isAdministrator: boolean;
}

export const hasEmail = ({ email }: Pick<PickedUser, 'email'>): boolean =>
  emailAddress.safeParse(email).success;

export const isAdministrator = ({ roles }: Pick<PickedUser, 'roles'>): boolean =>
  scopesOf(roles).has('settings:reports');

/** Administrators, and whoever has a valid address. */
export function offered(users: readonly PickedUser[]): PickedUser[] {
  return users.filter((user) => isAdministrator(user) || hasEmail(user));
}

/** Those chosen and the addresses that were typed; one address is one recipient, whatever its case. */
export function withTyped(chosen: readonly Recipient[], addresses: readonly string[]): Recipient[] {
  const emails = chosen.map(({ email }) => email);
  const added = addresses.filter((address) => !hasAddress(emails, address));
  return [...chosen, ...added.map((email) => ({ email, name: email, isAdministrator: false }))];
}
