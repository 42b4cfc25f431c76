/** The origin of the shared hub. */
export function origin(): string {
  const given = process.env.E2E_ORIGIN;
  if (given === undefined) throw new Error('The hub has not been started: E2E_ORIGIN is not set.');
  return given;
}
