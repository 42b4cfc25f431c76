/**
 * Sessions by the time of their latest change. Changes arrive in the order of time and are only appended; an entry counts
 * while the session's `place` still points at it. Old entries are dropped once they are the majority.
 */
export class ChangeLog {
  #times = new Float64Array(1024);
  #sessions = new Uint32Array(1024);
  #count = 0;

  get length(): number {
    return this.#count;
  }

  append(session: number, time: number): number {
    if (this.#count === this.#times.length) {
      const times = new Float64Array(this.#count * 2);
      const sessions = new Uint32Array(this.#count * 2);
      times.set(this.#times);
      sessions.set(this.#sessions);
      this.#times = times;
      this.#sessions = sessions;
    }
    this.#times[this.#count] = time;
    this.#sessions[this.#count] = session;
    return this.#count++;
  }

  time(place: number): number {
    return this.#times[place] ?? 0;
  }

  session(place: number): number {
    return this.#sessions[place] ?? 0;
  }

  /** First place with a time at or after the given one. */
  placeAt(time: number): number {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#times[middle] ?? 0) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Drops the entries that no session points at any more. */
  compact(place: Uint32Array): void {
    let kept = 0;
    for (let at = 0; at < this.#count; at++) {
      const session = this.#sessions[at] ?? 0;
      if (place[session] !== at) continue;
      this.#times[kept] = this.#times[at] ?? 0;
      this.#sessions[kept] = session;
      place[session] = kept++;
    }
    this.#count = kept;
  }
}
