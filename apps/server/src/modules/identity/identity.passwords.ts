import { hash, verify } from '@node-rs/argon2';
import { demoPassword } from './identity.demo.ts';

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
 * decoy, so that the time of the answer does not tell which names exist.
 */
export async function passwordMatches(password: string, passwordHash: string | undefined): Promise<boolean> {
  decoy ??= hashPassword('a password that nobody has');
  const matches = await verify(passwordHash ?? (await decoy), password.normalize('NFC'));
  return matches && passwordHash !== undefined;
}

export type PasswordProblem = 'tooShort' | 'tooLong' | 'isUsername' | 'isKnown' | 'isOld' | 'notRepeated';

/** What is wrong with a new password, by field; nothing when it may be used. */
export function passwordProblems(choice: { username: string; newPassword: string; repeated: string }): {
  newPassword?: PasswordProblem;
  repeatPassword?: PasswordProblem;
} {
  const { username, newPassword, repeated } = choice;
  if ([...newPassword].length < minPasswordLength) return { newPassword: 'tooShort' };
  if (newPassword.length > maxPasswordLength) return { newPassword: 'tooLong' };
  if (newPassword.toLowerCase() === username.toLowerCase()) return { newPassword: 'isUsername' };
  if (newPassword === demoPassword) return { newPassword: 'isKnown' };
  if (newPassword !== repeated) return { repeatPassword: 'notRepeated' };
  return {};
}
