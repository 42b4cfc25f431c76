/** Media queries for tests: width queries are answered from the width set here. */
let width = 1440;
const lists = new Set<{ query: string; listeners: Set<() => void> }>();

function matches(query: string): boolean {
  const min = /min-width:\s*([\d.]+)px/.exec(query);
  const max = /max-width:\s*([\d.]+)px/.exec(query);
  if (!min && !max) return false;
  return (!min || width >= Number(min[1])) && (!max || width <= Number(max[1]));
}

function matchMedia(query: string): MediaQueryList {
  const entry = { query, listeners: new Set<() => void>() };
  lists.add(entry);
  const add = (_type: string, listener: () => void) => entry.listeners.add(listener);
  const remove = (_type: string, listener: () => void) => entry.listeners.delete(listener);
  const list = {
    get matches() {
      return matches(query);
    },
    media: query,
    onchange: null,
    addEventListener: add,
    removeEventListener: remove,
    addListener: (listener: () => void) => add('change', listener),
    removeListener: (listener: () => void) => remove('change', listener),
    dispatchEvent: () => true,
  };
  return list as unknown as MediaQueryList;
}

/** Sets the width of the window, and tells whoever follows a media query. */
export function setViewport(pixels: number): void {
  const before = new Map([...lists].map((entry) => [entry, matches(entry.query)]));
  width = pixels;
  window.matchMedia = matchMedia;
  Object.defineProperty(window, 'innerWidth', { value: pixels, configurable: true, writable: true });
  for (const [entry, was] of before) {
    if (was !== matches(entry.query)) for (const listener of [...entry.listeners]) listener();
  }
}
