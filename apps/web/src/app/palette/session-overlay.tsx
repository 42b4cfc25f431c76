import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { PlayerSessions, SessionDetailsPopup } from '../session-parts.tsx';
import { closeOverlay, type Overlay } from './overlay.ts';

/** A session, or the sessions of a player, over whatever page is open. */
export function SessionOverlay({ overlay }: { overlay: Extract<Overlay, { kind: 'session' | 'player' }> }) {
  const { kind } = overlay;
  const onClose = () => closeOverlay(kind);
  const pathname = useLocation({ select: (location) => location.pathname });
  const [openedAt] = useState(pathname);
  // A link in it has led to another page.
  useEffect(() => {
    if (pathname !== openedAt) closeOverlay(kind);
  }, [pathname, openedAt, kind]);
  return overlay.kind === 'session' ? (
    <SessionDetailsPopup sessionId={overlay.id} onClose={onClose} />
  ) : (
    <PlayerSessions userId={overlay.userId} onClose={onClose} />
  );
}
