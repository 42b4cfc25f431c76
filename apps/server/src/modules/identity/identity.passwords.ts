import { type FieldCode, type Message, messageOf } from '@ludus/contract';
import { hash, verify } from '@node-rs/argon2';
import { demoPassword } from './identity.demo.ts';
import { isStrong } from './identity.password-strength.ts';

/** The shortest password a person may choose. */
export const minPasswordLength = 10;
/** Longer input is refused before it is hashed. */
export const maxPasswordLength = 256;

// argon2id (the library's default kind) with the smallest cost that OWASP advises.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), cost);
}

let decoy: Promise<string> | undefined;

/**
 * Compares a password with a hash. Without a hash (an unknown or disabled account) the same work is done against a
 * decoy, so that response times do not reveal which names exist.
 */
export async function passwordMatches(password: string, passwordHash: string | undefined): Promise<boolean> {
  decoy ??= hashPassword('a password that no one has');
  const matches = await verify(passwordHash ?? (await decoy), password.normalize('NFC'));
  return matches && passwordHash !== undefined;
}

export type PasswordProblem =
  | 'tooShort'
  | 'tooLong'
  | 'isUsername'
  | 'isKnown'
  | 'tooWeak'
  | 'isOld'
  | 'notRepeated';

const problemCodes = {
  tooShort: 'fields.passwordTooShort',
  tooLong: 'fields.passwordTooLong',
  isUsername: 'fields.passwordIsUsername',
  isKnown: 'fields.passwordIsKnown',
  tooWeak: 'fields.passwordTooWeak',
  isOld: 'fields.passwordIsOld',
  notRepeated: 'fields.passwordNotRepeated',
} as const satisfies Record<PasswordProblem, FieldCode>;

/** What a refused call says of a password. */
export const passwordMessage = (problem: PasswordProblem): Message => messageOf(problemCodes[problem]);

/** A new password, and whose it is to be. */
export interface PasswordChoice {
  owner: { username: string; email: string; integrationName: string | null };
  newPassword: string;
  repeated: string;
}

/** Returns what is wrong with a new password, by field; nothing when it may be used. */
export async function passwordProblems({ owner, newPassword, repeated }: PasswordChoice): Promise<{
  newPassword?: PasswordProblem;
  repeatPassword?: PasswordProblem;
}> {
  const { username, email, integrationName } = owner;
  if ([...newPassword].length < minPasswordLength) return { newPassword: 'tooShort' };
  if (newPassword.length > maxPasswordLength) return { newPassword: 'tooLong' };
  if (newPassword.toLowerCase() === username.toLowerCase()) return { newPassword: 'isUsername' };
  if (newPassword === demoPassword) return { newPassword: 'isKnown' };
  if (!(await isStrong(newPassword, [username, email, integrationName ?? '']))) {
    return { newPassword: 'tooWeak' };
  }
  if (newPassword !== repeated) return { repeatPassword: 'notRepeated' };
  return {};
}
