/** Relative change of a figure against a fair comparison; null where there is nothing to compare with. */
export function changeOf(current: number, previous: number): number | null {
  return previous === 0 ? null : (current - previous) / Math.abs(previous);
}
