import { fieldCode, isProviderRole, type Role, userCreation } from '@ludus/contract';
import { bareAddress } from '../../lib/addresses.ts';

/** The form of a new user; nothing chosen is empty. */
export interface NewUserValues {
  username: string;
  email: string;
  role: Role | null;
  integration: string | null;
  tempPass: string;
}

/** What the call accepts; which roles need an integration is decided behind it. */
export const newUserSchema = userCreation.refine(
  ({ role, integration }) => isProviderRole(role) || integration !== undefined,
  { path: ['integration'], error: fieldCode('fields.integrationRequired') },
);

/** The form as it is sent. */
export function bodyOf({ username, email, role, integration, tempPass }: NewUserValues) {
  return {
    username: username.trim(),
    email: bareAddress(email),
    role: role as Role,
    ...(integration === null ? {} : { integration }),
    ...(tempPass === '' ? {} : { tempPass }),
  };
}

/** The role is changed under names of its own. */
export const sentAs = { clientRolesToAdd: 'role', clientRolesToRemove: 'role' } as const;

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-_';

/** Sixteen characters that are hard to mistake for each other. */
export function generatePassword(): string {
  // A byte above the last whole round would favour the first characters.
  const fair = 256 - (256 % letters.length);
  let password = '';
  while (password.length < 16) {
    for (const byte of crypto.getRandomValues(new Uint8Array(32))) {
      if (byte < fair && password.length < 16) password += letters[byte % letters.length];
    }
  }
  return password;
}
