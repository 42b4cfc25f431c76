import type { MouseEvent } from 'react';

/** How a card or row leads to its game: an ordinary link, so that new tabs and copied addresses work. */
export interface GameOpener {
  href: (id: number) => string;
  /** Before the game is opened, here or in another tab. */
  onLeave: () => void;
  /** Opens it in this tab. */
  onOpen: (id: number) => void;
}

/** @param onArt what a plain click on the art does instead, such as selecting the game; its name and Enter open it then */
export function linkTo(opener: GameOpener, id: number, onArt?: () => void) {
  return {
    href: opener.href(id),
    onAuxClick: opener.onLeave,
    onClick: (event: MouseEvent<HTMLAnchorElement>) => {
      opener.onLeave();
      const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (!isPlain || event.button !== 0) return;
      event.preventDefault();
      const isPressed = event.detail > 0;
      if (onArt && isPressed && (event.target as Element).closest('[data-art]')) onArt();
      else opener.onOpen(id);
    },
  };
}
