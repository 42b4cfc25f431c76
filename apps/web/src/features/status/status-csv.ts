import { type IntegrationStatus, type StatusPage, uptimeOf } from '@ludus/contract';

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

/** Three decimals, as on the screen. */
const percentOf = (uptime: number | null) => (uptime === null ? '' : Math.round(uptime * 100_000) / 1_000);

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
          percentOf(uptime),
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

const listHead = [
  'integration',
  'service',
  'from',
  'to',
  'uptime_percent',
  'checked_days',
  'up_seconds',
  'degraded_seconds',
  'down_seconds',
  'maintenance_seconds',
];

/** All integrations in one table: a row for each service, and one for all services of an integration together. */
export function statusListCsv(all: readonly IntegrationStatus[]): string {
  const rows = all.flatMap(({ integration, services, uptime, days }) => {
    const period = [days[0]?.day ?? '', days.at(-1)?.day ?? ''];
    const sum = (read: (one: IntegrationStatus['services'][number]) => number) =>
      services.reduce((whole, one) => whole + read(one), 0);
    const whole = {
      service: 'all',
      uptime,
      checkedDays: days.filter(({ state }) => state !== 'unknown').length,
      upSeconds: sum((one) => one.upSeconds),
      degradedSeconds: sum((one) => one.degradedSeconds),
      downSeconds: sum((one) => one.downSeconds),
      maintenanceSeconds: sum((one) => one.maintenanceSeconds),
    };
    return [whole, ...services].map((one) =>
      [
        quoted(integration.name),
        one.service,
        ...period,
        percentOf(one.uptime),
        one.checkedDays,
        one.upSeconds,
        one.degradedSeconds,
        one.downSeconds,
        one.maintenanceSeconds,
      ].join(','),
    );
  });
  return `${[listHead.join(','), ...rows].join('\r\n')}\r\n`;
}
