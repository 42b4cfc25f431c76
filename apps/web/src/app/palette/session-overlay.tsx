import { PlayerSessions, SessionDetailsPopup } from '../session-parts.tsx';
import { closeOverlay, type Overlay } from './overlay.ts';

/** A session, or the sessions of a player, over whatever page is open. */
export function SessionOverlay({ overlay }: { overlay: Extract<Overlay, { kind: 'session' | 'player' }> }) {
  const onClose = () => closeOverlay(overlay.kind);
  return overlay.kind === 'session' ? (
    <SessionDetailsPopup sessionId={overlay.id} onClose={onClose} />
  ) : (
    <PlayerSessions userId={overlay.userId} onClose={onClose} />
  );
}
