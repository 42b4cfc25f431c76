import { createRootRouteWithContext, redirect } from '@tanstack/react-router';
import i18next from 'i18next';
import { decide, isUnknownPath, type RouterContext } from '../app/guard.ts';
import { Shell } from '../app/shell/shell.tsx';
import { toast } from '../lib/toast.tsx';

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: ({ location, context, preload }) => {
    const path = decodeURIComponent(location.pathname);
    const decision = decide(path, context.roles(), context.built);
    if (decision.kind === 'redirect') {
      if (!preload && isUnknownPath(path)) {
        toast('info', i18next.t('shell:pageNotFound'), { detail: path });
      }
      const isCut = location.pathname.startsWith(decision.to) && location.pathname.includes('&');
      // A cut path keeps its query string; another page has its own.
      throw redirect({ to: decision.to, search: isCut ? location.search : {}, replace: true });
    }
  },
  component: Shell,
});
