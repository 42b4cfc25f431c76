import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { PlayerSessions } from '../session-parts.tsx';
import { closeOverlay } from './overlay.ts';

const close = () => closeOverlay('player');

/** The sessions of a player, over whatever page is open. */
export function PlayerOverlay({ userId }: { userId: string }) {
  const pathname = useLocation({ select: (location) => location.pathname });
  const [openedAt] = useState(pathname);
  // A link in it has led to another page.
  useEffect(() => {
    if (pathname !== openedAt) close();
  }, [pathname, openedAt]);
  return <PlayerSessions userId={userId} onClose={close} />;
}
