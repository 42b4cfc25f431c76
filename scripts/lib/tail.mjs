import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const everyMs = 200;

/** Follows a file that grows and hands on its new lines. */
export class Tail {
  #file;
  #position;
  #rest = '';
  #timer;
  #onLines;

  constructor(path, onLines) {
    this.#file = openSync(path, 'r');
    this.#position = fstatSync(this.#file).size;
    this.#onLines = onLines;
    this.#timer = setInterval(() => this.read(), everyMs).unref();
  }

  /** Hands on what has been written since the last time. */
  read() {
    if (this.#file === null) return;
    const size = fstatSync(this.#file).size;
    if (size <= this.#position) return;
    const piece = Buffer.alloc(size - this.#position);
    const length = readSync(this.#file, piece, 0, piece.length, this.#position);
    this.#position += length;
    const lines = (this.#rest + piece.toString('utf8', 0, length)).split('\n');
    this.#rest = lines.pop();
    if (lines.length > 0) this.#onLines(lines.filter(Boolean));
  }

  close() {
    clearInterval(this.#timer);
    if (this.#file === null) return;
    this.read();
    closeSync(this.#file);
    this.#file = null;
  }
}
