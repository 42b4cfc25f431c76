import { isProviderRole, type Role, userCreation, userMessages } from '@ludus/contract';
import { bareAddress } from '../../lib/addresses.ts';
import { ApiError } from '../../lib/api/index.ts';

export type UserField = 'username' | 'email' | 'role' | 'integration' | 'tempPass' | 'platformId';
export type FieldErrors = Partial<Record<UserField, string>>;

/** The form of a new user; nothing chosen is empty. */
export interface NewUserValues {
  username: string;
  email: string;
  role: Role | null;
  integration: string | null;
  tempPass: string;
}

/** What the call would say of the form, before it is made (ERR-104, ERR-105, ERR-107, ERR-109, ERR-110, OPEN-93). */
export function newUserErrors({ role, integration, ...values }: NewUserValues): FieldErrors {
  const parsed = userCreation.safeParse(bodyOf({ role, integration, ...values }));
  const errors: FieldErrors = {};
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = String(path[0]) as UserField;
    errors[field] ??= message;
  }
  if (role !== null && !isProviderRole(role) && integration === null) {
    errors.integration = userMessages.integrationRequired;
  }
  return errors;
}

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

const sentAs: Record<string, UserField> = {
  username: 'username',
  email: 'email',
  'userAttributes.email': 'email',
  role: 'role',
  clientRolesToAdd: 'role',
  clientRolesToRemove: 'role',
  integration: 'integration',
  tempPass: 'tempPass',
  platformId: 'platformId',
};

/** What a refusal says of the fields it names. */
export function fieldErrorsOf(error: unknown): FieldErrors {
  if (!(error instanceof ApiError)) return {};
  const errors: FieldErrors = {};
  for (const [name, message] of Object.entries(error.fields)) {
    const field = sentAs[name];
    if (field) errors[field] = message;
  }
  return errors;
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-_';

/** Sixteen characters that are hard to mistake for each other. */
export function madeUpPassword(): string {
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
