import { createFileRoute } from '@tanstack/react-router';
import { OperatorGuidePage } from '../features/operator-guide/pages/operator-guide-page.tsx';

export const Route = createFileRoute('/operator-guide')({
  staticData: { routeId: 'operatorGuide' },
  component: OperatorGuidePage,
});
