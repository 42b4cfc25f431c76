import type { ChangeRequestRow } from '@ludus/contract';

let show: (request: ChangeRequestRow) => void = () => {};

/** Sets what says that a change waits for approval, whichever screen has made it; done once at start. */
export function showHeldWith(listener: typeof show): void {
  show = listener;
}

/** Says that a change waits for approval. */
export function showHeld(request: ChangeRequestRow): void {
  show(request);
}
