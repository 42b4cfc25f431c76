/** Media queries for tests: width queries use the width set here. */
let width = 1440;
const lists = new Set<{ query: string; listeners: Set<() => void> }>();

/** In pixels, of which an em has 16. */
function bound(query: string, side: 'min' | 'max'): number | undefined {
  const [, value, unit] = new RegExp(`${side}-width:\\s*([\\d.]+)(px|em)`).exec(query) ?? [];
  return value === undefined ? undefined : Number(value) * (unit === 'em' ? 16 : 1);
}

function matches(query: string): boolean {
  const min = bound(query, 'min');
  const max = bound(query, 'max');
  if (min === undefined && max === undefined) return false;
  return (min === undefined || width >= min) && (max === undefined || width <= max);
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

/** Sets the width of the window and notifies the listeners of media queries. */
export function setViewport(pixels: number): void {
  const before = new Map([...lists].map((entry) => [entry, matches(entry.query)]));
  width = pixels;
  window.matchMedia = matchMedia;
  Object.defineProperty(window, 'innerWidth', { value: pixels, configurable: true, writable: true });
  for (const [entry, was] of before) {
    if (was !== matches(entry.query)) for (const listener of [...entry.listeners]) listener();
  }
}
