import { useSyncExternalStore } from 'react';
import { placeOf } from './view-as.ts';

/** A small value shared by screens and kept on this device; storage that is full or forbidden only forgets it. */
export interface PersistentStore<Value> {
  get(): Value;
  set(value: Value | ((before: Value) => Value)): void;
  subscribe(listener: () => void): () => void;
}

/** `read` turns what storage holds (anything) into a value, or undefined when it does not fit. */
export function createPersistentStore<Value>(
  name: string,
  initial: Value,
  read: (value: unknown) => Value | undefined,
  given: () => Storage = () => localStorage,
): PersistentStore<Value> {
  const { key, storage } = placeOf(name, given);
  const listeners = new Set<() => void>();
  const load = (): Value => {
    try {
      const text = storage().getItem(key);
      return text === null ? initial : (read(JSON.parse(text)) ?? initial);
    } catch {
      return initial;
    }
  };
  let value = load();
  const notifyListeners = () => {
    for (const listener of [...listeners]) listener();
  };
  // Another tab of the same person changed it.
  window.addEventListener('storage', (event) => {
    if (event.key !== key && event.key !== null) return;
    value = load();
    notifyListeners();
  });
  return {
    get: () => value,
    set(next) {
      value = typeof next === 'function' ? (next as (before: Value) => Value)(value) : next;
      try {
        storage().setItem(key, JSON.stringify(value));
      } catch {
        // It then lasts until the page is closed.
      }
      notifyListeners();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function usePersistent<Value>(store: PersistentStore<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get);
}
