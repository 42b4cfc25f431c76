import { codeOf } from '../../infra/errors/code.ts';
import { StartupError } from '../../infra/errors/startup-errors.ts';

/** What came of trying one part. `in use`, `built in` and, before the first migration, `not yet` are as they should be. */
export type Outcome = 'ok' | 'built in' | 'in use' | 'not set' | 'not yet' | 'warning' | 'FAILS';

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

/** What is wrong with a certificate, and what to do, by Node's code; anything else is an authority that is not known. */
const certificateProblems: Record<string, string> = {
  CERT_HAS_EXPIRED: 'the certificate has expired: renew it',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet: check the clocks',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is of another host: use a name that it holds',
};
const unknownAuthority =
  'the certificate is of an authority that this machine does not trust: name the file of the authority in NODE_EXTRA_CA_CERTS';

/** Says that a certificate was refused, whatever wraps the error; undefined for other errors. */
function certificateProblem(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code = '', message } = at as NodeJS.ErrnoException;
    const known = certificateProblems[code];
    if (known !== undefined) return known;
    if (/^(UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)|SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED)/.test(code))
      return unknownAuthority;
    // The mail client replaces the code by one of its own.
    if (code !== 'ESOCKET') continue;
    if (/certificate has expired/.test(message)) return certificateProblems.CERT_HAS_EXPIRED;
    if (/certificate's altnames/.test(message)) return certificateProblems.ERR_TLS_CERT_ALTNAME_INVALID;
    if (/(first|self-signed|issuer) certificate/.test(message)) return unknownAuthority;
  }
  return undefined;
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
  const certificate = certificateProblem(error);
  if (certificate !== undefined) return certificate;
  if (error instanceof ProbeError || error instanceof StartupError) return error.message;
  return `failed (${codeOf(error)}): correct ${setting}`;
}
