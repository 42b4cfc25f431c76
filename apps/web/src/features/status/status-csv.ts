import { type StatusPage, uptimeOf } from '@ludus/contract';

const head = [
  'integration',
  'service',
  'day',
  'state',
  'uptime_percent',
  'checks',
  'failed_checks',
  'up_seconds',
  'degraded_seconds',
  'down_seconds',
  'maintenance_seconds',
];

const quoted = (text: string): string => {
  // A spreadsheet would run text that begins like a formula.
  const safe = /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A row for each service and day with checks, the oldest first. Decimals have a dot, whatever the language. */
export function statusCsv({ integration, services }: StatusPage): string {
  const rows = services.flatMap(({ service, days }) =>
    days.flatMap((day) => {
      if (day.checks === 0) return [];
      const uptime = uptimeOf([day]);
      return [
        [
          quoted(integration.name),
          service,
          day.day,
          day.state,
          uptime === null ? '' : Math.round(uptime * 100_000) / 1_000,
          day.checks,
          day.failedChecks,
          day.upSeconds,
          day.degradedSeconds,
          day.downSeconds,
          day.maintenanceSeconds,
        ].join(','),
      ];
    }),
  );
  return `${[head.join(','), ...rows].join('\r\n')}\r\n`;
}
