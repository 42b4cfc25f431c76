/** Takes every round of checks: where services stand, what their days were, and which outages begin and end. */
import { messageOf, type Service, services } from '@ludus/contract';
import { romeDay, romeDayRange } from '../../infra/clock/index.ts';
import type { Tx } from '../../infra/postgres/index.ts';
import type { CheckListener, CheckRow } from '../integrations/index.ts';
import { assumedEnd, findMaintenanceTimes, type MaintenanceTime, takesPlace } from '../maintenances/index.ts';
import {
  addToDays,
  closeServices,
  type DayAddition,
  findOpenOutages,
  findRuns,
  insertEvent,
  insertOutage,
  lockServices,
  openService,
  type StoredRun,
  saveRuns,
  updateOutage,
} from './outages.repo.ts';
import { nextRun, type RunStep, sumByDay } from './outages.runs.ts';
import { publishOutage } from './outages.webhooks.ts';

/** A maintenance without an announced end lasts a day at most. */
const longestAssumedMs = 26 * 3_600_000;

export const dayOf = (at: Date) => {
  const day = romeDay(at);
  return { day, end: romeDayRange(day).to };
};

interface Turn {
  integrationId: number;
  service: Service;
  kind: 'opens' | 'closes';
  at: Date;
  check: CheckRow;
}

export interface CheckDeps {
  /** A longer time between two checks is one of which nothing is known. */
  longestGapMs: number;
  /** Notifies people of an event, once the transaction has committed. */
  announce(tx: Tx, eventId: number): Promise<void>;
}

export function createCheckListener({ announce, longestGapMs }: CheckDeps): CheckListener {
  return async (tx, checks, at) => {
    await lockServices(tx);
    const before = new Map(
      (await findRuns(tx, null)).map((one) => [`${one.integrationId} ${one.service}`, one.run]),
    );
    const maintenances = await readMaintenances(tx, at);
    const [runs, days, turns]: [StoredRun[], DayAddition[], Turn[]] = [[], [], []];
    for (const check of checks) {
      const integrationId = check.integration_id;
      for (const service of services) {
        const known = before.get(`${integrationId} ${service}`);
        // A round that was late is older than what is known.
        if (known !== undefined && known.checkedAt >= at) continue;
        const spans = maintenances
          .filter((one) => one.integrationId === integrationId && touches(one, service))
          .map(({ startsAt, endsAt }) => ({ from: startsAt, to: endsAt ?? assumedEnd(startsAt) }));
        const isMaintenance = spans.some(({ from, to }) => from <= at && at < to);
        const isFailing = check[service] === 'failing';
        const step = nextRun(known, { at, isFailing, isMaintenance }, longestGapMs);
        runs.push({ integrationId, service, run: step.run });
        days.push(...additionsOf({ integrationId, service, isFailing, at }, step, spans));
        if (step.turn) turns.push({ integrationId, service, ...step.turn, check });
      }
    }
    await saveRuns(tx, runs);
    await addToDays(tx, days);
    await applyTurns(tx, turns, { at, checked: new Set(checks.map((one) => one.integration_id)), announce });
  };
}

export const touches = ({ services: touched }: MaintenanceTime, service: Service) =>
  touched.length === 0 || touched.includes(service);

/** Those that took place from an instant up to another one. */
export async function readMaintenances(tx: Tx, at: Date, since = at): Promise<MaintenanceTime[]> {
  const from = new Date(since.getTime() - longestAssumedMs);
  const times = await findMaintenanceTimes(tx, { from, to: new Date(at.getTime() + 1) });
  return times.filter(takesPlace);
}

interface CheckedService {
  integrationId: number;
  service: Service;
  isFailing: boolean;
  at: Date;
}

function additionsOf(
  { integrationId, service, isFailing, at }: CheckedService,
  { counted }: RunStep,
  spans: readonly { from: Date; to: Date }[],
): DayAddition[] {
  const sums = sumByDay(counted, spans, dayOf);
  const today = romeDay(at);
  if (!sums.has(today)) sums.set(today, { up: 0, degraded: 0, down: 0, maintenance: 0 });
  return [...sums].map(([day, sum]) => ({
    integrationId,
    service,
    day,
    checks: day === today ? 1 : 0,
    failedChecks: day === today && isFailing ? 1 : 0,
    sums: sum,
  }));
}

interface TurnContext extends Pick<CheckDeps, 'announce'> {
  at: Date;
  /** Integrations that are still checked. */
  checked: ReadonlySet<number>;
}

async function applyTurns(tx: Tx, turns: readonly Turn[], { at, checked, announce }: TurnContext) {
  const open = new Map(
    (await findOpenOutages(tx)).map(({ id, integration_id, services: parts }) => [
      integration_id,
      { id, down: new Set(parts.flatMap(({ service, isOpen }) => (isOpen ? [service] : []))) },
    ]),
  );
  const announced: number[] = [];
  const turned = new Set<number>();
  // What begins joins an outage before another service leaves it.
  for (const turn of turns.filter(({ kind }) => kind === 'opens')) {
    const { integrationId, service, check } = turn;
    const outage = open.get(integrationId);
    const id = outage?.id ?? (await insertOutage(tx, integrationId, turn.at));
    await openService(tx, id, service, turn.at);
    const detail = check.reasons[service];
    const kind = outage === undefined ? 'opened' : 'joined';
    const event = { outage_id: id, at: turn.at, kind, service, ...(detail === undefined ? {} : { detail }) };
    const eventId = await insertEvent(tx, event);
    if (outage === undefined) {
      open.set(integrationId, { id, down: new Set([service]) });
      announced.push(eventId);
      turned.add(id);
    } else outage.down.add(service);
  }
  for (const turn of turns.filter(({ kind }) => kind === 'closes')) {
    const outage = open.get(turn.integrationId);
    if (outage === undefined) continue;
    await closeServices(tx, outage.id, turn.at, turn.service);
    await insertEvent(tx, { outage_id: outage.id, at: turn.at, kind: 'recovered', service: turn.service });
    outage.down.delete(turn.service);
    if (outage.down.size > 0) continue;
    await updateOutage(tx, outage.id, { closed_at: turn.at });
    announced.push(await insertEvent(tx, { outage_id: outage.id, at: turn.at, kind: 'closed' }));
    turned.add(outage.id);
  }
  // An integration that is no longer active is not checked any more.
  for (const [integrationId, { id }] of open) {
    if (checked.has(integrationId)) continue;
    await closeServices(tx, id, at);
    await updateOutage(tx, id, { closed_at: at });
    await insertEvent(tx, { outage_id: id, at, kind: 'closed', detail: messageOf('outages.notChecked') });
    turned.add(id);
  }
  for (const eventId of announced) await announce(tx, eventId);
  for (const id of turned) await publishOutage(tx, id, at);
}
