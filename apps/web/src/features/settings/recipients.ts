import { emailAddress, type PickedUser, scopesOf } from '@ludus/contract';

/** Somebody a report can be sent to: a person the hub knows, or an address that was typed. */
export interface Recipient {
  email: string;
  name: string;
  /** They stay chosen when the integration changes (SET-07). */
  isAdministrator: boolean;
}

export const hasEmail = ({ email }: Pick<PickedUser, 'email'>): boolean =>
  emailAddress.safeParse(email).success;

export const isAdministrator = ({ roles }: Pick<PickedUser, 'roles'>): boolean =>
  scopesOf(roles).has('settings:reports');

/** SET-05: administrators, and whoever has a valid address. */
export function offered(users: readonly PickedUser[]): PickedUser[] {
  return users.filter((user) => isAdministrator(user) || hasEmail(user));
}

/** One address is one recipient, whatever its case. */
export function withRecipient(chosen: readonly Recipient[], added: Recipient): Recipient[] {
  const key = added.email.toLowerCase();
  return chosen.some(({ email }) => email.toLowerCase() === key) ? [...chosen] : [...chosen, added];
}
