/** A mistake of the person at the command line: told in words, without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
