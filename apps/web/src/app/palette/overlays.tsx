import { Suspense } from 'react';
import { latePart } from '../../lib/late-part.ts';
import { useOverlay } from './overlay.ts';
import { ShellCommands } from './shell-commands.tsx';

// None of them belongs to the first load.
const Palette = latePart(async () => (await import('./palette.tsx')).Palette);
const KeyboardHelp = latePart(async () => (await import('./keyboard-help.tsx')).KeyboardHelp);
const SessionOverlay = latePart(async () => (await import('./session-overlay.tsx')).SessionOverlay);

/** The commands that every page has, and what lies over the page. */
export function Overlays() {
  const overlay = useOverlay();
  return (
    <>
      {/* With the shell: a key that is pressed in the first moment counts. */}
      <ShellCommands />
      <Suspense>
        {overlay?.kind === 'palette' && <Palette />}
        {overlay?.kind === 'keys' && <KeyboardHelp />}
        {(overlay?.kind === 'session' || overlay?.kind === 'player') && <SessionOverlay overlay={overlay} />}
      </Suspense>
    </>
  );
}
