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
import type { AlertsOfMonth } from '../alerts/index.ts';
import type { ReconciliationModule } from '../reconciliation/index.ts';
import type {
  ClosedMonth,
  FetchedCoverage,
  OpenSessionsCount,
  SessionStore,
} from '../session-store/index.ts';

/** A game that an integration pays wrongly. */
export interface Incident {
  gameId: number;
  name: string;
  verdict: string;
  /** Its case was closed, though it is measured as an alert still. */
  isConcluded?: true;
}

export interface ChecklistDeps {
  sessionStore: Pick<SessionStore, 'open' | 'coverage'>;
  findDayStates: ReconciliationModule['findDayStates'];
  /** Rows whose sessions were created in the range, and those that do not say when, by integration. */
  countQuarantined(
    integrationIds: readonly number[],
    range: { from: Date; to: Date },
  ): Promise<Map<number, number>>;
  findIncidents(integrationIds: readonly number[]): Promise<Map<number, Incident[]>>;
  /**
   * How many incidents of alerts are open that began before the end of the month, `2026-10`, and up to when rules were evaluated,
   * null before the first time; incidents of the RTP monitor are above.
   */
  readAlerts(integrationIds: readonly number[], month: string): Promise<AlertsOfMonth>;
}

/** Checks one month of integrations. It takes as many queries for all of them as for one. */
export type Checklist = (
  integrationIds: readonly number[],
  period: ClosedMonth['period'],
) => Promise<Map<number, PeriodCheck[]>>;

export function createChecklist(deps: ChecklistDeps): Checklist {
  return async (integrationIds, period) => {
    if (integrationIds.length === 0) return new Map();
    const days = { from: romeDay(period.from), to: romeDay(new Date(period.to.getTime() - 1)) };
    const [only] = integrationIds;
    const scope: IntegrationScope =
      integrationIds.length === 1 && only !== undefined ? { kind: 'one', id: only } : { kind: 'all' };
    const [coverage, states, quarantined, open, incidents, alerts] = await Promise.all([
      deps.sessionStore.coverage.findMany(integrationIds),
      deps.findDayStates(days, scope),
      deps.countQuarantined(integrationIds, period),
      deps.sessionStore.open.count(scope, {
        at: period.to,
        createdIn: period,
        integrations: integrationIds,
        sessionType: sessionTypes.real,
      }),
      deps.findIncidents(integrationIds),
      deps.readAlerts(integrationIds, days.from.slice(0, 7)),
    ]);
    const statesOf = Map.groupBy(states, ({ integrationId }) => integrationId);
    const openOf = Map.groupBy(open, ({ integrationId }) => integrationId);
    return new Map(
      integrationIds.map((id) => [
        id,
        [
          completeness(coverage.get(id) ?? null, period),
          reconciled(statesOf.get(id) ?? [], daysBetween(days.from, days.to)),
          quarantine(quarantined.get(id) ?? 0),
          openSessions(openOf.get(id) ?? []),
          rtpAlerts(incidents.get(id) ?? []),
          alertsCheck(alerts.open.get(id) ?? 0, alerts.evaluatedUntil, period),
        ],
      ]),
    );
  };
}

/** By how much clocks of platforms may differ from that of the hub, as for fetches. */
const clockSkewMs = 3_600_000;

/**
 * Complete: everything that changed from the month's first instant to its end. A change after the end shows it, or, where no one
 * plays any more, a reading of all that the platform has, so long after the end that no clock can be behind it.
 */
function completeness(coverage: FetchedCoverage | null, { from, to }: ClosedMonth['period']): PeriodCheck {
  if (coverage === null) return check('complete', 'failed', messageOf('periods.notFetched'));
  if (coverage.fromMs > from.getTime()) {
    const since = minuteText(new Date(coverage.fromMs));
    return check('complete', 'failed', messageOf('periods.gapBefore', { from: since }));
  }
  const lateReadMs = coverage.lateReadAt.getTime();
  const changedMs = Math.min(coverage.toMs, coverage.readAt.getTime());
  const read = lateReadMs >= to.getTime() + clockSkewMs ? Math.max(changedMs, lateReadMs) : changedMs;
  const until = minuteText(new Date(read));
  return read >= to.getTime()
    ? check('complete', 'passed', messageOf('periods.completeTo', { until }))
    : check('complete', 'failed', messageOf('periods.notComplete', { until }));
}

/** An integration that is not active any more has no states: none of its days counts as compared. */
function reconciled(states: Awaited<ReturnType<ChecklistDeps['findDayStates']>>, days: number): PeriodCheck {
  const compared = states.filter(({ comparedAt }) => comparedAt !== null).length;
  const equal = states.filter((state) => state.isEqual).length;
  return equal === days
    ? check('reconciled', 'passed', messageOf('periods.reconciled', { count: days }))
    : check('reconciled', 'failed', messageOf('periods.notReconciled', { compared, equal, days }));
}

const quarantine = (count: number): PeriodCheck =>
  count === 0
    ? check('quarantine', 'passed', messageOf('periods.noQuarantine'))
    : check('quarantine', 'failed', messageOf('periods.quarantined', { count }));

function openSessions(ages: readonly Pick<OpenSessionsCount, 'count' | 'bet'>[]): PeriodCheck {
  const count = ages.reduce((sum, age) => sum + age.count, 0);
  const bet = ages.reduce((sum, age) => sum + BigInt(age.bet), 0n);
  return count === 0
    ? check('openSessions', 'passed', messageOf('periods.noOpenSessions'))
    : check('openSessions', 'attention', messageOf('periods.openSessions', { count, bet: amountText(bet) }));
}

function rtpAlerts(found: readonly Incident[]): PeriodCheck {
  if (found.length === 0) return check('incidents', 'passed', messageOf('periods.noIncidents'));
  const closed = found.filter(({ isConcluded }) => isConcluded).length;
  const unsettled = messageOf('periods.incidents', { count: found.length - closed });
  const concluded = messageOf('periods.incidentsConcluded', { count: closed });
  const finding =
    closed === 0
      ? unsettled
      : closed === found.length
        ? concluded
        : messageOf('periods.incidentsOfBoth', { unsettled, concluded });
  const items = found.map(({ isConcluded: _isConcluded, ...item }) => item);
  return check('incidents', 'attention', finding, items);
}

/** No incident says nothing before rules were evaluated past the end of the month. */
function alertsCheck(open: number, evaluatedUntil: Date | null, { to }: ClosedMonth['period']): PeriodCheck {
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
