import type { Menu, MenuProps, Popover, PopoverDropdownProps, PopoverProps } from '@mantine/core';
import { cloneElement, type ReactElement, type ReactNode, startTransition, useEffect, useState } from 'react';
import { afterFirstTouch } from '../../lib/first-screen.ts';
import { untilLoaded } from '../../lib/late-part.ts';

/*
 * What floats over the page (hints, popovers, menus) and the library that places it are no part of the first screen: they come
 * after it, when someone first touches the page. Until then only its button is there.
 */

type Parts = typeof import('./float-parts.ts');

let parts: Parts | null = null;
let loading: Promise<void> | null = null;
const waiting = new Set<() => void>();

/** Loads what floats; done once. */
export function loadFloats(): Promise<void> {
  loading ??= untilLoaded(() => import('./float-parts.ts')).then((loaded) => {
    parts = loaded;
    for (const run of waiting) run();
  });
  return loading;
}

/** The parts once they are here; at once where one is wanted, otherwise after the first touch. */
function useFloats(isWanted: boolean): Parts | null {
  useEffect(() => {
    const load = () => void loadFloats();
    if (!isWanted) return afterFirstTouch(load);
    load();
  }, [isWanted]);
  const [known, setKnown] = useState(parts);
  useEffect(() => {
    const follow = () => startTransition(() => setKnown(parts));
    follow();
    waiting.add(follow);
    return () => {
      waiting.delete(follow);
    };
  }, []);
  return known;
}

/** The hints of the page (`hint()`). */
export function PageHints() {
  const floats = useFloats(false);
  return floats && <floats.Hints />;
}

/** Only the button; a press on it is kept until it can be followed. */
function waitingButton(
  target: ReactElement<ButtonProps>,
  open: (() => void) | undefined,
  popup: 'dialog' | 'menu',
) {
  return cloneElement(target, {
    'aria-haspopup': popup,
    'aria-expanded': false,
    ...(open && { onClick: open }),
  });
}

interface ButtonProps {
  'aria-haspopup'?: 'dialog' | 'menu';
  'aria-expanded'?: boolean;
  onClick?: () => void;
}

interface LatePopoverProps extends Omit<PopoverProps, 'children'> {
  /** The button. With `opened` it opens the popover itself. */
  target: ReactElement<ButtonProps>;
  dropdown?: PopoverDropdownProps;
  children: ReactNode;
}

/** Mantine's Popover, loaded late. */
export function LatePopover({ target, dropdown, children, ...props }: LatePopoverProps) {
  const [wasPressed, setPressed] = useState(false);
  const isControlled = props.opened !== undefined;
  const floats = useFloats(props.opened ?? wasPressed);
  if (!floats) return waitingButton(target, isControlled ? undefined : () => setPressed(true), 'dialog');
  const Float: typeof Popover = floats.Popover;
  return (
    <Float defaultOpened={wasPressed} {...props}>
      <Float.Target>{target}</Float.Target>
      <Float.Dropdown {...dropdown}>{children}</Float.Dropdown>
    </Float>
  );
}

interface LateMenuProps extends Omit<MenuProps, 'children'> {
  target: ReactElement<ButtonProps>;
  /** The items, made of the parts of the menu. */
  children: (parts: typeof Menu) => ReactNode;
}

/** Mantine's Menu, loaded late. */
export function LateMenu({ target, children, ...props }: LateMenuProps) {
  const [wasPressed, setPressed] = useState(false);
  const floats = useFloats(wasPressed);
  if (!floats) return waitingButton(target, () => setPressed(true), 'menu');
  const Float: typeof Menu = floats.Menu;
  return (
    <Float defaultOpened={wasPressed} {...props}>
      <Float.Target>{target}</Float.Target>
      <Float.Dropdown>{children(Float)}</Float.Dropdown>
    </Float>
  );
}
