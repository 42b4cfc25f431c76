/** Wrong use of a command: its message is printed without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
