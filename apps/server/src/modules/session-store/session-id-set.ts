/** Slots of a part before it grows. */
const firstSlots = 8;
const maxLoad = 0.85;
const growth = 1.5;
const parts = 4096;
const twoTo32 = 2 ** 32;

/**
 * A set of ids of sessions that may take an id for another one and never misses one that was added. Of each id it keeps 44
 * bits: a lookup among n ids finds a wrong one with a probability of n / 2^44, one in 170,000 among 100 million. An id takes
 * 4.7 to 7.1 bytes.
 */
export class SessionIdSet {
  // The first 12 bits of an id choose the part; its next 32 bits lie in a slot near their share of the part, or behind it.
  readonly #parts: (Uint32Array | undefined)[] = new Array(parts);
  readonly #counts = new Uint32Array(parts);
  #slots = 0;

  /** How many bytes so many ids take, at most. */
  static bytesOf(ids: number): number {
    return Math.ceil((ids / maxLoad) * growth * 4);
  }

  get bytes(): number {
    return this.#slots * 4;
  }

  /** @param high the first 32 bits of the id @param low its next 16 bits */
  add(high: number, low: number): void {
    const part = high >>> 20;
    let slots = this.#parts[part];
    const count = this.#counts[part] ?? 0;
    if (slots === undefined || count >= slots.length * maxLoad) slots = this.#grow(part, slots);
    if (insert(slots, slotValue(high, low))) this.#counts[part] = count + 1;
  }

  has(high: number, low: number): boolean {
    const slots = this.#parts[high >>> 20];
    if (slots === undefined) return false;
    const value = slotValue(high, low);
    const { length } = slots;
    for (let at = homeOf(value, length); slots[at] !== 0; at = at + 1 === length ? 0 : at + 1) {
      if (slots[at] === value) return true;
    }
    return false;
  }

  #grow(part: number, slots: Uint32Array | undefined): Uint32Array {
    const larger = new Uint32Array(slots === undefined ? firstSlots : Math.ceil(slots.length * growth));
    for (const value of slots ?? []) if (value !== 0) insert(larger, value);
    this.#slots += larger.length - (slots?.length ?? 0);
    this.#parts[part] = larger;
    return larger;
  }
}

/** An empty slot is 0, so that 0 counts as 1. */
const slotValue = (high: number, low: number) => ((high << 12) | (low >>> 4)) >>> 0 || 1;

const homeOf = (value: number, length: number) => Math.floor((value / twoTo32) * length);

/** Returns false where the value is there already. */
function insert(slots: Uint32Array, value: number): boolean {
  const { length } = slots;
  let at = homeOf(value, length);
  for (; slots[at] !== 0; at = at + 1 === length ? 0 : at + 1) if (slots[at] === value) return false;
  slots[at] = value;
  return true;
}
