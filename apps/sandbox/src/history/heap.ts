/** A binary heap of session indexes, earliest next change first, ties by index. */
export class ChangeHeap {
  readonly #items: number[] = [];
  readonly #timeOf: (index: number) => number;

  constructor(timeOf: (index: number) => number) {
    this.#timeOf = timeOf;
  }

  get size(): number {
    return this.#items.length;
  }

  peek(): number | undefined {
    return this.#items[0];
  }

  push(index: number): void {
    const items = this.#items;
    let at = items.push(index) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#before(index, items[parent] as number)) break;
      items[at] = items[parent] as number;
      at = parent;
    }
    items[at] = index;
  }

  pop(): number | undefined {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (top === undefined || last === undefined || items.length === 0) return top;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && this.#before(items[child + 1] as number, items[child] as number))
        child++;
      if (!this.#before(items[child] as number, last)) break;
      items[at] = items[child] as number;
      at = child;
    }
    items[at] = last;
    return top;
  }

  #before(a: number, b: number): boolean {
    const timeA = this.#timeOf(a);
    const timeB = this.#timeOf(b);
    return timeA < timeB || (timeA === timeB && a < b);
  }
}
