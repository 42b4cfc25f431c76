const failing = ['high', 'critical'];

/**
 * Reads the report of `npm audit --json`.
 * @returns the advisories of all severities, each once, or null when the report is none: the registry was unreachable
 */
export function readAudit(text) {
  let report;
  try {
    report = JSON.parse(text);
  } catch {
    return null;
  }
  if (report?.auditReportVersion !== 2 || typeof report.vulnerabilities !== 'object') return null;
  const found = new Map();
  for (const { via } of Object.values(report.vulnerabilities)) {
    // A text names another package of the report that brings the advisory along.
    for (const advisory of via.filter((entry) => typeof entry === 'object')) {
      const id =
        /GHSA(-[23456789cfghjmpqrvwx]{4}){3}/.exec(advisory.url ?? '')?.[0] ?? String(advisory.source);
      const { name, severity, title, range } = advisory;
      found.set(`${id} ${name}`, { id, package: name, severity, title, range });
    }
  }
  return [...found.values()];
}

/**
 * Decides which advisories fail the run: those of a high or critical severity without an exception that is still valid.
 * @param exceptions `{ id, package, reason, until }`, `until` being the last day (YYYY-MM-DD) on which it counts
 * @returns `failures`, `accepted` (advisories with their exception) and `unused` exceptions
 * @throws Error naming an exception that lacks a reason or a day
 */
export function judgeAdvisories(advisories, exceptions, today) {
  for (const { id, package: name, reason, until } of exceptions) {
    if (typeof id === 'string' && name && reason?.trim() && /^\d{4}-\d{2}-\d{2}$/.test(until ?? '')) continue;
    throw new Error(
      `The exception ${id ?? '(without id)'} needs id, package, reason and until (YYYY-MM-DD).`,
    );
  }
  const covers = (exception, advisory) =>
    exception.id === advisory.id && exception.package === advisory.package && exception.until >= today;
  const serious = advisories.filter(({ severity }) => failing.includes(severity));
  const accepted = serious.flatMap((advisory) => {
    const exception = exceptions.find((candidate) => covers(candidate, advisory));
    return exception === undefined ? [] : [{ ...advisory, exception }];
  });
  const isAccepted = ({ id, package: name }) =>
    accepted.some((advisory) => advisory.id === id && advisory.package === name);
  return {
    failures: serious.filter((advisory) => !isAccepted(advisory)),
    accepted,
    unused: exceptions.filter((exception) => !accepted.some((advisory) => advisory.exception === exception)),
  };
}
