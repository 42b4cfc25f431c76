import { StartupError } from '../infra/errors/startup-errors.ts';

/** Wrong use of a command: its message is printed without a stack. */
export class UsageError extends StartupError {
  override readonly name = 'UsageError';
}
