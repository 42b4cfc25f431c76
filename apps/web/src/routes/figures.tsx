import { createFileRoute } from '@tanstack/react-router';
import { FiguresPage } from '../features/figures/pages/figures-page.tsx';
import { readText } from '../lib/search.ts';

export const Route = createFileRoute('/figures')({
  staticData: { routeId: 'figures' },
  // The page whose figure was explained.
  validateSearch: ({ from }): { from?: string | undefined } => ({ from: readText(from, 2000) }),
  component: FiguresRoute,
});

function FiguresRoute() {
  return <FiguresPage from={Route.useSearch().from} />;
}
