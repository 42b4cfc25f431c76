import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';

/** Longer than a pointer takes on its way across. */
const openDelayMs = 250;

interface Shown {
  element: HTMLElement;
  text: string;
}

const hintedOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-hint]') : null;

/** Shows the hint (`hint()`) of the element that is pointed at or has the keyboard's focus. */
export function Hints() {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current: HTMLElement | null = null;
    const turnTo = (element: HTMLElement | null) => {
      if (element === current) return;
      clearTimeout(timer);
      current = element;
      setShown(null);
      const text = element?.dataset.hint;
      if (element && text) timer = setTimeout(() => setShown({ element, text }), openDelayMs);
    };
    const point = (event: PointerEvent) => {
      // A finger that lands is about to do something, not to ask.
      if (event.pointerType !== 'touch') turnTo(hintedOf(event.target));
    };
    const focus = (event: FocusEvent) => {
      const element = hintedOf(event.target);
      if (element?.matches(':focus-visible')) turnTo(element);
    };
    const leave = () => turnTo(null);
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') leave();
    };
    const events = new AbortController();
    const options = { signal: events.signal, passive: true };
    document.addEventListener('pointerover', point, options);
    document.addEventListener('focusin', focus, options);
    document.addEventListener('focusout', leave, options);
    document.addEventListener('pointerdown', leave, options);
    document.documentElement.addEventListener('pointerleave', leave, options);
    document.addEventListener('keydown', onKey, options);
    return () => {
      events.abort();
      clearTimeout(timer);
    };
  }, []);
  if (shown === null) return null;
  return (
    <Tooltip
      key={shown.text}
      target={shown.element}
      label={shown.text}
      opened
      style={{ whiteSpace: 'pre-line', pointerEvents: 'none' }}
    />
  );
}
