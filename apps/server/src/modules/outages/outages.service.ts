import {
  type BodyOf,
  type IntegrationStatus,
  type Interruption,
  type listInterruptions,
  messageOf,
  type Outage,
  type OutageDetail,
  type OutageEvent,
  type OutageRecipient,
  type QueryOf,
  type Service,
  type ServiceDay,
  type ServicePresentState,
  type StatusPage,
  type sendOutageMessage,
  services,
  stateOfDay,
  statusDays,
  uptimeOf,
} from '@ludus/contract';
import { type Actor, integrationScope, visibleIntegrations } from '../../infra/access/index.ts';
import { recordAudit } from '../../infra/audit/index.ts';
import { addDays, type Clock, romeDay, startOfRomeDay } from '../../infra/clock/index.ts';
import { ConflictError, NotFoundError } from '../../infra/errors/index.ts';
import { afterCommit, type Db, type Postgres, type Tx } from '../../infra/postgres/index.ts';
import type { ReferenceData, References } from '../integrations/index.ts';
import { assumedEnd, findMaintenanceTimes, type MaintenanceTime, takesPlace } from '../maintenances/index.ts';
import type { RecipientLookup } from '../users/index.ts';
import { recipientsOf } from './outages.announce.ts';
import { secondsOf, sumOf } from './outages.days.ts';
import {
  closeServices,
  type EventRow,
  findDays,
  findEvents,
  findOutage,
  findOutages,
  findRecipients,
  findRuns,
  holdServices,
  insertEvent,
  lockServices,
  type OutageRow,
  type RecipientRow,
  type StoredDay,
  type StoredRun,
  updateOutage,
} from './outages.repo.ts';
import { publishOutage } from './outages.webhooks.ts';

export interface OutagesService {
  list(actor: Actor): Promise<{ rows: IntegrationStatus[] }>;
  /** Outages and maintenances that took place in a period, the earliest first. */
  interruptions(actor: Actor, query: InterruptionsQuery): Promise<{ rows: Interruption[] }>;
  /** @throws NotFoundError also for an integration that the actor does not see */
  page(actor: Actor, integrationId: number): Promise<Omit<StatusPage, 'files'>>;
  get(actor: Actor, id: number): Promise<OutageDetail>;
  /** @throws ConflictError for one that is over */
  send(actor: Actor, id: number, body: BodyOf<typeof sendOutageMessage>): Promise<OutageDetail>;
  close(actor: Actor, id: number): Promise<OutageDetail>;
}

type InterruptionsQuery = QueryOf<typeof listInterruptions>;

export interface OutagesDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  referenceData: Pick<ReferenceData, 'read'>;
  users: RecipientLookup;
  /** After a longer time without a check nothing is known of a service. */
  longestGapMs: number;
  /** When the schedule checks the services next. */
  nextCheck(now: Date): Date;
  /** Notifies people of an event, once the transaction has committed. */
  announce(tx: Tx, eventId: number): Promise<void>;
  publishChange(integrationId: number): void;
}

const dayMs = 86_400_000;

export function createOutagesService(deps: OutagesDeps): OutagesService {
  const { postgres, clock, referenceData, longestGapMs, nextCheck, announce, publishChange } = deps;
  const { db } = postgres;

  const firstDay = () => addDays(romeDay(clock.now()), 1 - statusDays);

  async function presentStates(ids: readonly number[] | null) {
    const now = clock.now();
    const [runs, times] = await Promise.all([
      findRuns(db, ids),
      findMaintenanceTimes(db, {
        from: new Date(now.getTime() - dayMs * 1.1),
        to: new Date(now.getTime() + 1),
      }),
    ]);
    const running = times.filter((one) => takesPlace(one) && now < (one.endsAt ?? assumedEnd(one.startsAt)));
    const byKey = new Map(runs.map((one) => [`${one.integrationId} ${one.service}`, one]));
    return {
      of(integrationId: number, service: Service) {
        const stored = byKey.get(`${integrationId} ${service}`);
        const isKnown =
          stored !== undefined && now.getTime() - stored.run.checkedAt.getTime() <= longestGapMs;
        return isKnown ? presentState(stored, running, integrationId, service) : 'unknown';
      },
      checkedAt: (integrationId: number) =>
        services
          .flatMap((service) => byKey.get(`${integrationId} ${service}`)?.run.checkedAt ?? [])
          .reduce<Date | null>((last, at) => (last === null || at > last ? at : last), null),
    };
  }

  /** One that the actor sees, as the transaction sees it. */
  async function seen(from: Db, actor: Actor, id: number): Promise<OutageRow> {
    const scope = integrationScope(actor);
    const row = await findOutage(from, id);
    const isSeen = scope.kind === 'all' || (scope.kind === 'one' && scope.id === row?.integration_id);
    if (row === undefined || !isSeen) throw new NotFoundError(messageOf('refusals.outageNotFound'));
    return row;
  }

  async function detail(from: Db, actor: Actor, id: number): Promise<OutageDetail> {
    const row = await seen(from, actor, id);
    const [references, events] = [await referenceData.read(), await findEvents(from, id)];
    const told = actor.side === 'provider' ? await findRecipients(from, id) : [];
    const toldOf = Map.groupBy(told, ({ event_id }) => event_id);
    return {
      ...outageOf(actor, row, references),
      openSessions: row.open_sessions,
      figuresAsOf: row.figures_as_of?.toISOString() ?? null,
      audience: actor.side === 'provider' && row.closed_at === null ? await audienceOf(from, row) : null,
      events: events.map((event) => eventOf(actor, event, (toldOf.get(event.id) ?? []).map(recipientOf))),
    };
  }

  async function audienceOf(from: Db, { integration_id }: OutageRow): Promise<OutageDetail['audience']> {
    const people = await deps.users.recipients(recipientsOf(integration_id), from);
    const reached = people.filter(({ subject, email }) => subject !== null || email !== null);
    const provider = reached.filter(({ integrationId }) => integrationId === null).length;
    return { integration: reached.length - provider, provider };
  }

  /** What an administrator does to one that goes on. */
  async function change(
    actor: Actor,
    id: number,
    apply: (tx: Tx, row: OutageRow, integration: string) => Promise<void>,
  ): Promise<OutageDetail> {
    const references = await referenceData.read();
    return postgres.transaction(async (tx) => {
      // The checks may be about to end it.
      await lockServices(tx);
      const row = await seen(tx, actor, id);
      if (row.closed_at !== null) throw new ConflictError(messageOf('refusals.outageOver'));
      await apply(tx, row, nameOf(row.integration_id, references));
      afterCommit(tx, () => publishChange(row.integration_id));
      return detail(tx, actor, id);
    });
  }

  return {
    async list(actor) {
      const ids = visibleIntegrations(actor);
      const { integrations } = await referenceData.read();
      const from = firstDay();
      const [states, stored, outages] = await Promise.all([
        presentStates(ids),
        findDays(db, ids, from),
        findOutages(db, ids, clock.now()),
      ]);
      const storedOf = Map.groupBy(stored, (day) => day.integration_id);
      const openOf = new Map(
        outages.flatMap((one) => (one.closed_at === null ? [[one.integration_id, one.id] as const] : [])),
      );
      const rows = [...integrations].flatMap(([id, { name, isActive }]) => {
        if (!isActive || (ids !== null && !ids.includes(id))) return [];
        const all = storedOf.get(id) ?? [];
        return {
          integration: { id, name },
          checkedAt: states.checkedAt(id)?.toISOString() ?? null,
          nextCheckAt: nextCheck(clock.now()).toISOString(),
          services: services.map((service) => {
            const days = all.filter((day) => day.service === service);
            return {
              service,
              state: states.of(id, service),
              uptime: uptimeOf(days.map(secondsOf)),
              checkedDays: days.filter((day) => stateOfDay(secondsOf(day)) !== 'unknown').length,
              ...sumOf(days),
            };
          }),
          uptime: uptimeOf(all.map(secondsOf)),
          days: daysOf(from, all),
          outageId: openOf.get(id) ?? null,
        };
      });
      return { rows: rows.toSorted((a, b) => a.integration.name.localeCompare(b.integration.name)) };
    },

    async interruptions(actor, query) {
      const [from, to] = [new Date(query.from), new Date(query.to)];
      const now = clock.now();
      const visible = visibleIntegrations(actor);
      const isSeen = (id: number) =>
        (visible === null || visible.includes(id)) &&
        (!query.integrations || query.integrations.includes(id));
      const [references, outages, times] = await Promise.all([
        referenceData.read(),
        findOutages(db, visible, from),
        findMaintenanceTimes(db, { from: new Date(from.getTime() - dayMs), to }),
      ]);
      const place = (id: number) => ({ id, name: nameOf(id, references) });
      const ofOutages = outages
        .filter((one) => isSeen(one.integration_id) && one.opened_at < to)
        .map(
          (one): Interruption => ({
            kind: 'outage',
            integration: place(one.integration_id),
            services: one.services.map(({ service }) => service),
            from: one.opened_at.toISOString(),
            to: one.closed_at?.toISOString() ?? null,
          }),
        );
      const ofMaintenances = times.flatMap((one): Interruption[] => {
        const endsAt = one.endsAt ?? assumedEnd(one.startsAt);
        if (!isSeen(one.integrationId) || !takesPlace(one) || one.startsAt > now || endsAt <= from) return [];
        return [
          {
            kind: 'maintenance',
            integration: place(one.integrationId),
            services: one.services,
            from: one.startsAt.toISOString(),
            to: endsAt > now ? null : endsAt.toISOString(),
          },
        ];
      });
      const rows = [...ofOutages, ...ofMaintenances];
      return { rows: rows.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0)) };
    },

    async page(actor, integrationId) {
      const references = await referenceData.read();
      const scope = integrationScope(actor);
      const isSeen = scope.kind === 'all' || (scope.kind === 'one' && scope.id === integrationId);
      if (!isSeen || !references.integrations.has(integrationId))
        throw new NotFoundError(messageOf('refusals.integrationNotFound'));
      const from = firstDay();
      const ids = [integrationId];
      const [states, stored, outages] = await Promise.all([
        presentStates(ids),
        findDays(db, ids, from),
        findOutages(db, ids, startOfRomeDay(from)),
      ]);
      const byKey = new Map(stored.map((day) => [`${day.service} ${day.day}`, day]));
      const shown = daysFrom(from);
      return {
        integration: { id: integrationId, name: nameOf(integrationId, references) },
        checkedAt: states.checkedAt(integrationId)?.toISOString() ?? null,
        nextCheckAt: nextCheck(clock.now()).toISOString(),
        from,
        to: shown.at(-1) ?? from,
        services: services.map((service) => {
          const days = shown.map((day) => serviceDayOf(day, byKey.get(`${service} ${day}`)));
          return { service, state: states.of(integrationId, service), uptime: uptimeOf(days), days };
        }),
        outages: outages.map((row) => outageOf(actor, row, references)),
      };
    },

    get: (actor, id) => detail(db, actor, id),

    send: (actor, id, { textEn, textIt }) =>
      change(actor, id, async (tx, row, integration) => {
        const eventId = await insertEvent(tx, {
          outage_id: row.id,
          at: clock.now(),
          kind: 'message',
          username: actor.username,
          text_en: textEn,
          text_it: textIt,
        });
        await recordAudit(tx, {
          actor,
          type: 'outages',
          action: 'message',
          objectId: id,
          description: messageOf('logs.outageMessage', { integration }),
          changes: { textEn: { old: null, new: textEn }, textIt: { old: null, new: textIt } },
          object: { integration },
        });
        await announce(tx, eventId);
      }),

    close: (actor, id) =>
      change(actor, id, async (tx, row, integration) => {
        const at = clock.now();
        await closeServices(tx, row.id, at);
        await updateOutage(tx, row.id, { closed_at: at, closed_by: actor.username });
        await holdServices(tx, row.integration_id);
        await publishOutage(tx, row.id, at);
        const eventId = await insertEvent(tx, {
          outage_id: row.id,
          at,
          kind: 'closed',
          username: actor.username,
        });
        await recordAudit(tx, {
          actor,
          type: 'outages',
          action: 'close',
          objectId: id,
          description: messageOf('logs.outageClosed', { integration }),
          object: { integration },
        });
        await announce(tx, eventId);
      }),
  };
}

function presentState(
  stored: StoredRun,
  running: readonly MaintenanceTime[],
  integrationId: number,
  service: Service,
): ServicePresentState {
  if (stored.run.isDown) return 'down';
  const isMaintained = running.some(
    (one) =>
      one.integrationId === integrationId && (one.services.length === 0 || one.services.includes(service)),
  );
  if (isMaintained) return 'maintenance';
  return stored.run.isFailing ? 'degraded' : 'up';
}

const nameOf = (id: number, { integrations }: Pick<References, 'integrations'>) =>
  integrations.get(id)?.name ?? `#${id}`;

/** The days of a status page, the oldest first. */
const daysFrom = (from: string) => Array.from({ length: statusDays }, (_, index) => addDays(from, index));

/** What each day was for all services together. */
function daysOf(from: string, stored: readonly StoredDay[]): IntegrationStatus['days'] {
  const ofDay = Map.groupBy(stored, ({ day }) => day);
  return daysFrom(from).map((day) => ({ day, state: stateOfDay(sumOf(ofDay.get(day) ?? [])) }));
}

function serviceDayOf(day: string, stored: StoredDay | undefined): ServiceDay {
  const sums = sumOf(stored === undefined ? [] : [stored]);
  return {
    day,
    state: stateOfDay(sums),
    checks: stored?.checks ?? 0,
    failedChecks: stored?.failed_checks ?? 0,
    ...sums,
  };
}

/** Who works at the provider is not for people of integrations. */
function outageOf(actor: Actor, row: OutageRow, references: References): Outage {
  return {
    id: row.id,
    integration: { id: row.integration_id, name: nameOf(row.integration_id, references) },
    services: row.services.map(({ service }) => service),
    openedAt: row.opened_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    closedBy: actor.side === 'provider' ? row.closed_by : null,
  };
}

const recipientOf = ({ username, integration_id, has_notice, has_mail }: RecipientRow): OutageRecipient => ({
  username,
  side: integration_id === null ? 'provider' : 'integration',
  hasNotice: has_notice,
  hasMail: has_mail,
});

function eventOf(actor: Actor, row: EventRow, people: OutageRecipient[]): OutageEvent {
  const isProvider = actor.side === 'provider';
  return {
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind as OutageEvent['kind'],
    service: row.service,
    username: isProvider ? row.username : null,
    textEn: row.text_en,
    textIt: row.text_it,
    detail: row.detail as OutageEvent['detail'],
    told:
      isProvider && row.notices !== null && row.mails !== null
        ? { notices: row.notices, mails: row.mails, people }
        : null,
  };
}
