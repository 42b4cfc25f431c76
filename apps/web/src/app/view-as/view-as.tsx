import { Suspense } from 'react';
import { latePart } from '../../lib/late-part.ts';
import { wholeTexts } from '../../lib/texts.ts';
import { viewing } from '../../lib/view-as.ts';

const Bar = latePart(async () => {
  await wholeTexts();
  return (await import('../../features/view-as/components/view-as-bar.tsx')).ViewAsBar;
});

/** Anew, and not by the router: nothing that one side has read may be left for the other. */
function load(path?: string): void {
  if (path === undefined) location.reload();
  else location.assign(path);
}

/** The bar around the pages of someone who views as an integration. */
export function ViewAs() {
  const view = viewing();
  if (view === null) return null;
  return (
    <Suspense>
      <Bar view={view} onLoad={load} />
    </Suspense>
  );
}
