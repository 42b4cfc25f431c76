import { createFileRoute, Navigate } from '@tanstack/react-router';
import { useReportHref } from '../app/session-parts.tsx';
import { SessionPage } from '../features/session-details/pages/session-page.tsx';

export const Route = createFileRoute('/session/{-$id}')({
  staticData: { routeId: 'session' },
  component: SessionRoute,
});

function SessionRoute() {
  const { id } = Route.useParams();
  const reportHref = useReportHref();
  if (id === undefined) return <Navigate to="/session-list" replace />;
  return <SessionPage key={id} sessionId={id} reportHref={reportHref} />;
}
