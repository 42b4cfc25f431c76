import { createFileRoute } from '@tanstack/react-router';
import { FiguresPage } from '../features/figures/pages/figures-page.tsx';

export const Route = createFileRoute('/figures')({
  staticData: { routeId: 'figures' },
  component: FiguresPage,
});
