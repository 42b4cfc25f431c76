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
