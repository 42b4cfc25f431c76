export interface PieSlice<Part> {
  part: Part;
  /** Angles from twelve o'clock, clockwise, in turns from 0 to 1. */
  from: number;
  to: number;
}

/** Slices by size. What is zero, missing or below zero has no size and gets none. */
export function pieSlices<Part extends { value: number | null | undefined }>(
  parts: readonly Part[],
): PieSlice<Part>[] {
  const drawn = parts.filter((part) => (part.value ?? 0) > 0);
  const whole = drawn.reduce((sum, part) => sum + (part.value ?? 0), 0);
  let at = 0;
  return drawn.map((part, index) => {
    const from = at;
    // Rounded parts can add up to a little more than one before the last of them.
    at = index === drawn.length - 1 ? 1 : Math.min(1, at + (part.value ?? 0) / whole);
    return { part, from, to: at };
  });
}

/** The outline of a slice around (0, 0), as SVG path data. */
export function slicePath({ from, to }: Pick<PieSlice<unknown>, 'from' | 'to'>, radius: number): string {
  if (to - from >= 0.9999)
    return `M0 ${-radius}A${radius} ${radius} 0 1 1 0 ${radius}A${radius} ${radius} 0 1 1 0 ${-radius}Z`;
  const at = (turn: number) => {
    const angle = turn * 2 * Math.PI;
    return `${Math.round(radius * Math.sin(angle) * 100) / 100} ${Math.round(-radius * Math.cos(angle) * 100) / 100}`;
  };
  return `M0 0L${at(from)}A${radius} ${radius} 0 ${to - from > 0.5 ? 1 : 0} 1 ${at(to)}Z`;
}
