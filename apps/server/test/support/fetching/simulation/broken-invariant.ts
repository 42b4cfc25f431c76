/** What does not hold; the simulation names its seed and what led there. */
export class BrokenInvariant extends Error {
  override readonly name = 'BrokenInvariant';
}
