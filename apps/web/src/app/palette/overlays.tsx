import { useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useSessionAddress } from '../../domain/session/session-address.ts';
import { useCan } from '../../lib/auth/index.ts';
import { useFirstScreenShown } from '../../lib/first-screen.ts';
import { latePart } from '../../lib/late-part.ts';
import { useOverlay } from './overlay.ts';
import { ShellCommands } from './shell-commands.tsx';

// None of them belongs to the first load.
const Palette = latePart(async () => (await import('./palette.tsx')).Palette);
const KeyboardHelp = latePart(async () => (await import('./keyboard-help.tsx')).KeyboardHelp);
const PlayerOverlay = latePart(async () => (await import('./player-overlay.tsx')).PlayerOverlay);
const StartViewAs = latePart(async () => (await import('../view-as/start-view-as.tsx')).StartViewAs);
const FigureExplanations = latePart(
  async () => (await import('./figure-explanations.tsx')).FigureExplanations,
);
const Session = latePart(async () => (await import('../session-parts.tsx')).SessionDetailsPopup);

/** The commands that every page has, and what lies over the page. */
export function Overlays() {
  const overlay = useOverlay();
  const isShown = useFirstScreenShown();
  return (
    <>
      {/* With the shell: a key that is pressed in the first moment counts. */}
      <ShellCommands />
      <Suspense>
        {overlay?.kind === 'palette' && <Palette />}
        {overlay?.kind === 'keys' && <KeyboardHelp />}
        {overlay?.kind === 'player' && <PlayerOverlay userId={overlay.userId} />}
        {overlay?.kind === 'viewAs' && <StartViewAs integrationId={overlay.integrationId} />}
        <AddressedSession />
      </Suspense>
      <Suspense>{isShown && <FigureExplanations />}</Suspense>
    </>
  );
}

/** The session of the address over the page, where the page does not show it itself. */
function AddressedSession() {
  const { shown, close } = useSessionAddress();
  const pathname = useLocation({ select: (location) => location.pathname });
  const maySee = useCan('sessions:read');
  if (shown === null || !maySee || pathname === '/session-list') return null;
  return <Session key={shown} sessionId={shown} onClose={close} />;
}
