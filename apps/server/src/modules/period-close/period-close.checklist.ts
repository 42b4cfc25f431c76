/** What guards the close of a month. Each check says what it has found; who closes decides about those that do not pass. */
import {
  type BodyOf,
  type closePeriod,
  type Message,
  messageOf,
  type PeriodCheck,
  type PeriodCheckId,
  type PeriodCheckResult,
  sessionTypes,
} from '@ludus/contract';
import type { IntegrationScope } from '../../infra/access/index.ts';
import { daysBetween, minuteText, romeDay } from '../../infra/clock/index.ts';
import { ConflictError } from '../../infra/errors/index.ts';
import { renderMessage } from '../../infra/messages/index.ts';
import type { ReconciliationModule } from '../reconciliation/index.ts';
import type { ClosedMonth, FetchedCoverage, SessionStore } from '../session-store/index.ts';

/** A game that an integration pays wrongly. */
export interface Incident {
  gameId: number;
  name: string;
  verdict: string;
}

export interface ChecklistDeps {
  sessionStore: Pick<SessionStore, 'queryAggregates' | 'coverage'>;
  findDayStates: ReconciliationModule['findDayStates'];
  /** Rows whose sessions were created in the range, and those that do not say when. */
  countQuarantined(integrationId: number, range: { from: Date; to: Date }): Promise<number>;
  findIncidents(integrationId: number): Promise<Incident[]>;
  /**
   * How many incidents of alerts are open that began before the end of the month, `2026-10`, and up to when rules were evaluated,
   * null before the first time; incidents of the RTP monitor are above.
   */
  readAlerts(integrationId: number, month: string): Promise<{ open: number; evaluatedUntil: Date | null }>;
}

export type Checklist = (month: ClosedMonth) => Promise<PeriodCheck[]>;

export function createChecklist(deps: ChecklistDeps): Checklist {
  return async (month) => {
    const { integrationId, period } = month;
    const days = { from: romeDay(period.from), to: romeDay(new Date(period.to.getTime() - 1)) };
    const scope: IntegrationScope = { kind: 'one', id: integrationId };
    const [coverage, states, quarantined, [open], incidents, alerts] = await Promise.all([
      deps.sessionStore.coverage.find(integrationId),
      deps.findDayStates(days, scope),
      deps.countQuarantined(integrationId, period),
      deps.sessionStore.queryAggregates(
        { periods: [period], sessionType: sessionTypes.real, isOpen: true },
        scope,
      ),
      deps.findIncidents(integrationId),
      deps.readAlerts(integrationId, days.from.slice(0, 7)),
    ]);
    const all = daysBetween(days.from, days.to);
    // An integration that is not active any more has no states: none of its days counts as compared.
    const compared = states.filter(({ comparedAt }) => comparedAt !== null).length;
    const equal = states.filter(({ isEqual }) => isEqual).length;
    const isReconciled = equal === all;
    const openSessions = Number(open?.sessions ?? 0n);
    return [
      completeness(coverage, period),
      check(
        'reconciled',
        isReconciled ? 'passed' : 'failed',
        isReconciled
          ? messageOf('periods.reconciled', { count: all })
          : messageOf('periods.notReconciled', { compared, equal, days: all }),
      ),
      check(
        'quarantine',
        quarantined === 0 ? 'passed' : 'failed',
        quarantined === 0
          ? messageOf('periods.noQuarantine')
          : messageOf('periods.quarantined', { count: quarantined }),
      ),
      check(
        'openSessions',
        openSessions === 0 ? 'passed' : 'attention',
        openSessions === 0
          ? messageOf('periods.noOpenSessions')
          : messageOf('periods.openSessions', { count: openSessions, bet: amountText(open?.bet ?? 0n) }),
      ),
      check(
        'incidents',
        incidents.length === 0 ? 'passed' : 'attention',
        incidents.length === 0
          ? messageOf('periods.noIncidents')
          : messageOf('periods.incidents', { count: incidents.length }),
        incidents,
      ),
      alertsCheck(alerts, period),
    ];
  };
}

/** Complete: everything that changed from the month's first instant to its end, and a reading of the platform after it. */
function completeness(coverage: FetchedCoverage | null, { from, to }: ClosedMonth['period']): PeriodCheck {
  if (coverage === null) return check('complete', 'failed', messageOf('periods.notFetched'));
  if (coverage.fromMs > from.getTime()) {
    const since = minuteText(new Date(coverage.fromMs));
    return check('complete', 'failed', messageOf('periods.gapBefore', { from: since }));
  }
  const read = Math.min(coverage.toMs, coverage.readAt.getTime());
  const until = minuteText(new Date(read));
  return read >= to.getTime()
    ? check('complete', 'passed', messageOf('periods.completeTo', { until }))
    : check('complete', 'failed', messageOf('periods.notComplete', { until }));
}

/** No incident says nothing before rules were evaluated past the end of the month. */
function alertsCheck(
  { open, evaluatedUntil }: Awaited<ReturnType<ChecklistDeps['readAlerts']>>,
  { to }: ClosedMonth['period'],
): PeriodCheck {
  if (open > 0) return check('alerts', 'attention', messageOf('periods.alerts', { count: open }));
  return evaluatedUntil !== null && evaluatedUntil >= to
    ? check('alerts', 'passed', messageOf('periods.noAlerts'))
    : check('alerts', 'attention', messageOf('periods.alertsNotEvaluated'));
}

function check(
  id: PeriodCheckId,
  result: PeriodCheckResult,
  detail: Message,
  items: readonly Incident[] = [],
): PeriodCheck {
  return { id, result, text: renderMessage(detail), detail, items: [...items], decision: null };
}

const euros = new Intl.NumberFormat('it-IT', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  useGrouping: 'always',
});

/** Cents as Italians write euro, in every language: the screen shows amounts so. */
const amountText = (cents: bigint): string =>
  euros.format(`${cents / 100n}.${String(cents % 100n).padStart(2, '0')}` as `${number}`);

/** Adds what was decided to the checks. @throws ConflictError for the first one that keeps the month open */
export function decide(checks: readonly PeriodCheck[], decisions: BodyOf<typeof closePeriod>): PeriodCheck[] {
  return checks.map((check) => {
    if (check.result === 'passed') return check;
    if (check.result === 'attention' && decisions.acknowledged.includes(check.id))
      return { ...check, decision: { kind: 'acknowledged', reason: null } };
    const override = decisions.overrides.find(({ check: id }) => id === check.id);
    if (override) return { ...check, decision: { kind: 'overridden', reason: override.reason } };
    throw new ConflictError(messageOf('refusals.periodCheckFailed', { finding: check.detail }));
  });
}
