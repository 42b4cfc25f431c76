import {
  type Incident,
  type IncidentChart,
  type IncidentDetail,
  type IncidentPart,
  incidentsPerPage,
  type listIncidents,
  messageOf,
  type QueryOf,
  type ResponseOf,
} from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { recordAudit } from '../../infra/audit/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import { ConflictError, NotFoundError } from '../../infra/errors/index.ts';
import { afterCommit, type Db, type Postgres, type Tx } from '../../infra/postgres/index.ts';
import type { ReferenceData, References } from '../integrations/index.ts';
import { countOpenCases } from '../rtp-monitor/index.ts';
import type { SessionStore } from '../session-store/index.ts';
import { chartPoints } from './alerts.chart.ts';
import { deliveryOf, findDeliveries } from './alerts.deliveries.repo.ts';
import { leadOf } from './alerts.incidents.ts';
import { nextEvaluation } from './alerts.job.ts';
import {
  closeParts,
  findEvents,
  findIncidents,
  findParts,
  findSettings,
  type IncidentRow,
  insertEvent,
  lockAlerts,
  type PartRow,
  updateIncident,
} from './alerts.repo.ts';

export interface AlertsService {
  list(query: QueryOf<typeof listIncidents>): Promise<ResponseOf<typeof listIncidents>>;
  /** @throws NotFoundError */
  get(id: number): Promise<IncidentDetail>;
  /** The leading part unless another one is named. @throws NotFoundError */
  chart(id: number, part: number | undefined): Promise<IncidentChart>;
  /** @throws NotFoundError, ConflictError when it is closed or someone has it */
  acknowledge(actor: Actor, id: number): Promise<IncidentDetail>;
  /** @throws NotFoundError */
  note(actor: Actor, id: number, text: string): Promise<IncidentDetail>;
  /** @throws NotFoundError, ConflictError when it is closed */
  close(actor: Actor, id: number, reason: string): Promise<IncidentDetail>;
}

export interface AlertsDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  referenceData: Pick<ReferenceData, 'read'>;
  sessionStore: Pick<SessionStore, 'queryAggregates' | 'state'>;
  publishChange(): void;
}

export function createAlertsService(deps: AlertsDeps): AlertsService {
  const { postgres, clock, referenceData } = deps;

  async function find(db: Db, id: number): Promise<IncidentRow> {
    const { rows } = await findIncidents(db, { id }, { page: 1, limit: 1 });
    if (rows[0] === undefined) throw new NotFoundError(messageOf('refusals.incidentNotFound'));
    return rows[0];
  }

  async function detail(db: Db, id: number): Promise<IncidentDetail> {
    const row = await find(db, id);
    const [references, parts, events, deliveries] = [
      await referenceData.read(),
      await findParts(db, [id]),
      await findEvents(db, id),
      await findDeliveries(db, id),
    ];
    return {
      ...incidentOf(row, parts, references),
      allParts: parts.map((part) => partOf(part, references)),
      events: events.map((event) => ({
        id: event.id,
        at: event.at.toISOString(),
        kind: event.kind,
        username: event.username,
        text: event.text,
        detail: event.detail,
      })),
      deliveries: deliveries.map(deliveryOf),
    };
  }

  const change = (id: number, apply: (tx: Tx, row: IncidentRow) => Promise<void>) =>
    postgres.transaction(async (tx) => {
      await lockAlerts(tx);
      await apply(tx, await find(tx, id));
      afterCommit(tx, deps.publishChange);
      return detail(tx, id);
    });

  function requireOpen({ closed_at }: IncidentRow): void {
    if (closed_at !== null) throw new ConflictError(messageOf('refusals.incidentClosed'));
  }

  return {
    async list({ states, kinds, integrationId, page = 1, limit = incidentsPerPage }) {
      const { db } = postgres;
      const { rows, count } = await findIncidents(db, { states, kinds, integrationId }, { page, limit });
      const [references, parts, settings, openCases] = await Promise.all([
        referenceData.read(),
        findParts(
          db,
          rows.map(({ id }) => id),
        ),
        findSettings(db),
        countOpenCases(db),
      ]);
      const byIncident = Map.groupBy(parts, ({ incident_id }) => incident_id);
      return {
        rows: rows.map((row) => incidentOf(row, byIncident.get(row.id) ?? [], references)),
        count,
        evaluatedAt: settings.evaluated_at?.toISOString() ?? null,
        evaluatedUntil: settings.evaluated_until?.toISOString() ?? null,
        nextEvaluationAt: nextEvaluation(clock.now(), settings.evaluated_until).toISOString(),
        openCases,
      };
    },

    get: (id) => detail(postgres.db, id),

    async chart(id, index) {
      const row = await find(postgres.db, id);
      const parts = await findParts(postgres.db, [id]);
      const part = index === undefined ? leadPart(parts) : parts[index];
      if (part === undefined) throw new NotFoundError(messageOf('refusals.incidentNotFound'));
      const points = await chartPoints(row, part, {
        sessionStore: deps.sessionStore,
        now: clock.now(),
      });
      return { part: partOf(part, await referenceData.read()), rule: part.config, points };
    },

    acknowledge: (actor, id) =>
      change(id, async (tx, row) => {
        requireOpen(row);
        if (row.acknowledged_by !== null) {
          const { acknowledged_by: username } = row;
          throw new ConflictError(messageOf('refusals.incidentAcknowledged', { username }));
        }
        const at = clock.now();
        await updateIncident(tx, id, { acknowledged_at: at, acknowledged_by: actor.username });
        await insertEvent(tx, id, { at, kind: 'acknowledged', username: actor.username });
        await recordAudit(tx, {
          actor,
          type: 'alerts',
          action: 'acknowledge',
          objectId: id,
          description: messageOf('logs.incidentAcknowledged', { id: `${id}` }),
        });
      }),

    note: (actor, id, text) =>
      change(id, (tx) =>
        insertEvent(tx, id, { at: clock.now(), kind: 'note', username: actor.username, text }),
      ),

    close: (actor, id, reason) =>
      change(id, async (tx, row) => {
        requireOpen(row);
        const at = clock.now();
        await updateIncident(tx, id, {
          closed_at: at,
          closed_by: actor.username,
          close_reason: reason,
          is_muted: false,
        });
        // The alerts themselves stay open: they are quiet until they are over, and alert again after that.
        await closeParts(tx, id, at);
        await insertEvent(tx, id, { at, kind: 'closed', username: actor.username, text: reason });
        await recordAudit(tx, {
          actor,
          type: 'alerts',
          action: 'close',
          objectId: id,
          description: messageOf('logs.incidentClosed', { id: `${id}`, reason }),
        });
      }),
  };
}

/** Of those that are still open, or of all when none is. */
function leadPart(parts: readonly PartRow[]): PartRow | undefined {
  const open = parts.filter(({ closed_at }) => closed_at === null);
  return leadOf(open.length > 0 ? open : parts);
}

export function incidentOf(row: IncidentRow, parts: readonly PartRow[], references: References): Incident {
  const lead = leadPart(parts);
  return {
    id: row.id,
    kind: row.kind,
    ruleName: row.rule_name,
    integration: named(row.integration_id, references.integrations),
    state: row.closed_at !== null ? 'closed' : row.is_muted ? 'muted' : 'open',
    openedAt: row.opened_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    closedBy: row.closed_by,
    closeReason: row.close_reason,
    acknowledgedAt: row.acknowledged_at?.toISOString() ?? null,
    acknowledgedBy: row.acknowledged_by,
    parts: parts.length,
    openParts: parts.filter(({ closed_at }) => closed_at === null).length,
    lead: lead === undefined ? null : partOf(lead, references),
  };
}

function named(id: number, names: ReadonlyMap<number, { name: string }>) {
  return id === 0 ? null : { id, name: names.get(id)?.name ?? `#${id}` };
}

function gameNamed(id: number, { games }: References) {
  return id === 0 ? null : { id, name: games.get(id)?.summary.name ?? `#${id}` };
}

export function partOf(row: PartRow, references: References): IncidentPart {
  return {
    ruleKey: row.rule_key,
    ruleName: row.rule_name,
    level: row.level,
    metric: row.metric,
    integration: named(row.integration_id, references.integrations),
    operator: named(row.operator_id, references.operators),
    game: gameNamed(row.game_id, references),
    openedAt: row.opened_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    value: row.value,
    expected: row.expected,
    deviation: row.deviation,
  };
}
