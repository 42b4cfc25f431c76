import { createRootRouteWithContext, redirect } from '@tanstack/react-router';
import { decide, type RouterContext } from '../app/guard.ts';
import { Shell } from '../app/shell/shell.tsx';

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: ({ location, context }) => {
    const decision = decide(decodeURIComponent(location.pathname), context.roles(), context.built);
    if (decision.kind === 'redirect') {
      const isCut = location.pathname.startsWith(decision.to) && location.pathname.includes('&');
      // A cut path keeps its query string; another page has its own.
      throw redirect({ to: decision.to, search: isCut ? location.search : {}, replace: true });
    }
  },
  component: Shell,
});
