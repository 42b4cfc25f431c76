import { inspect } from 'node:util';

/** A credential in memory. Logs, JSON and string templates show `[hidden]`; only `reveal` gives the value. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return '[hidden]';
  }

  toJSON(): string {
    return '[hidden]';
  }

  [inspect.custom](): string {
    return '[hidden]';
  }
}
