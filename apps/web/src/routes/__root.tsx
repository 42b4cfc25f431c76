import { createRootRouteWithContext, redirect } from '@tanstack/react-router';
import { decide, type RouterContext, refusalOf } from '../app/guard.ts';
import { Shell } from '../app/shell/shell.tsx';
import { opensWithFirstTexts } from '../app/texts.ts';
import { wholeTexts } from '../lib/texts.ts';

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ location, context, preload }) => {
    const path = decodeURIComponent(location.pathname);
    const decision = decide(path, context.roles(), context.built);
    if (decision.kind === 'redirect') {
      const refusal = preload ? null : refusalOf(path, context.roles());
      const isCut = location.pathname.startsWith(decision.to) && location.pathname.includes('&');
      // A cut path keeps its query string; another page has its own.
      throw redirect({
        to: decision.to,
        search: isCut ? location.search : {},
        replace: true,
        ...(refusal ? { state: { refusal } } : {}),
      });
    }
    if (!opensWithFirstTexts(location.pathname)) await wholeTexts();
  },
  component: Shell,
});
