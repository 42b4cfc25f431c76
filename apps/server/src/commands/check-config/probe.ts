import { StartupError } from '../../infra/errors/startup-errors.ts';

/** What came of trying one part. `in use` and `built in` are as they should be. */
export type Outcome = 'ok' | 'built in' | 'in use' | 'not set' | 'warning' | 'FAILS';

export interface Finding {
  part: string;
  setting: string;
  outcome: Outcome;
  /** What was found, and what to do when something is wrong. */
  detail: string;
}

/** A part, the setting that names it, and how to try it. Nothing that it writes is left behind. */
export interface Probe {
  part: string;
  setting: string;
  /** @throws Error when the part does not work; the message of a ProbeError or StartupError is shown */
  run(): Promise<Pick<Finding, 'outcome' | 'detail'>>;
}

/** A part that does not work, in words for whoever sets it up; they hold no secret. */
export class ProbeError extends Error {
  override readonly name = 'ProbeError';
}

/** Tries a part within a time. Never rejects. */
export async function tryPart({ part, setting, run }: Probe, timeoutMs: number): Promise<Finding> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () =>
      late.reject(
        new ProbeError(`did not respond within ${timeoutMs / 1000} s: check the address and the network`),
      ),
    timeoutMs,
  );
  try {
    return { part, setting, ...(await Promise.race([run(), late.promise])) };
  } catch (error) {
    return { part, setting, outcome: 'FAILS', detail: wordsOf(error, setting) };
  } finally {
    clearTimeout(timer);
  }
}

// Words of other programs may repeat what they were sent; their codes do not.
function wordsOf(error: unknown, setting: string): string {
  if (error instanceof ProbeError || error instanceof StartupError) return error.message;
  return `failed (${codeOf(error)}): correct ${setting}`;
}

/** The code or the name of the innermost error. */
export function codeOf(error: unknown): string {
  const { cause, code, name, errors } = (error ?? {}) as {
    cause?: unknown;
    code?: unknown;
    name?: unknown;
    errors?: readonly unknown[];
  };
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) return code;
  if (cause instanceof Error) return codeOf(cause);
  if (errors?.[0] instanceof Error) return codeOf(errors[0]);
  return typeof code === 'string' ? code : String(name ?? 'unknown error');
}
