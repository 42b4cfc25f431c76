import { createFileRoute } from '@tanstack/react-router';
import { RtpMonitorPage } from '../features/rtp-monitor/pages/rtp-monitor-page.tsx';
import { readRtpSearch } from '../features/rtp-monitor/search.ts';

export const Route = createFileRoute('/rtp-monitor')({
  staticData: { routeId: 'rtpMonitor' },
  validateSearch: readRtpSearch,
  component: RtpMonitorRoute,
});

function RtpMonitorRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <RtpMonitorPage
      search={search}
      onSearch={(next) => void navigate({ search: next, resetScroll: false })}
    />
  );
}
