import type { AlertKind, AlertRule, IncidentEventKind, IncidentState, Message } from '@ludus/contract';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';
import type { AlertState, Entity } from './alerts.evaluate.ts';
import { type AlertResult, alertKeyOf, type OpenIncident } from './alerts.incidents.ts';
import type {
  AlertEventsTable,
  AlertIncidentPartsTable,
  AlertIncidentsTable,
  AlertSettingsTable,
  AlertStatesTable,
} from './alerts.tables.ts';

export type IncidentRow = Selectable<AlertIncidentsTable>;
export type PartRow = Selectable<AlertIncidentPartsTable>;
export type EventRow = Selectable<AlertEventsTable>;
export type StateRow = Selectable<AlertStatesTable>;
export type SettingsRow = Selectable<AlertSettingsTable>;

/** Until the transaction ends, no one else evaluates rules or changes incidents. */
export async function lockAlerts(tx: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('alerts', 0))`.execute(tx);
}

export function findSettings(db: Db): Promise<SettingsRow> {
  return db.selectFrom('alert_settings').selectAll().executeTakeFirstOrThrow();
}

export async function updateSettings(tx: Db, change: Updateable<AlertSettingsTable>): Promise<void> {
  await tx.updateTable('alert_settings').set(change).execute();
}

export async function saveEvaluated(tx: Db, until: Date, at: Date): Promise<void> {
  await tx.updateTable('alert_settings').set({ evaluated_until: until, evaluated_at: at }).execute();
}

export async function findStates(db: Db): Promise<StateRow[]> {
  return db.selectFrom('alert_states').selectAll().execute();
}

export const entityOfRow = ({
  integration_id,
  operator_id,
  game_id,
}: Pick<StateRow, 'integration_id' | 'operator_id' | 'game_id'>): Entity => ({
  integrationId: integration_id,
  operatorId: operator_id,
  gameId: game_id,
});

const rowOfEntity = ({ integrationId, operatorId, gameId }: Entity) => ({
  integration_id: integrationId,
  operator_id: operatorId,
  game_id: gameId,
});

/** Stores where an alert stands; one that is quiet has no row. */
export async function saveState(tx: Db, ruleKey: string, entity: Entity, state: AlertState): Promise<void> {
  const { breaches, clears, isOpen } = state;
  const key = { rule_key: ruleKey, ...rowOfEntity(entity) };
  if (!isOpen && breaches === 0) {
    await tx
      .deleteFrom('alert_states')
      .where('rule_key', '=', key.rule_key)
      .where('integration_id', '=', key.integration_id)
      .where('operator_id', '=', key.operator_id)
      .where('game_id', '=', key.game_id)
      .execute();
    return;
  }
  const values = { breaches, clears, is_open: isOpen };
  await tx
    .insertInto('alert_states')
    .values({ ...key, ...values })
    .onConflict((conflict) =>
      conflict.columns(['rule_key', 'integration_id', 'operator_id', 'game_id']).doUpdateSet(values),
    )
    .execute();
}

/** The incidents that are not closed, with their open alerts. */
export async function findOpenIncidents(tx: Db): Promise<OpenIncident[]> {
  const incidents = await tx
    .selectFrom('alert_incidents')
    .select(['id', 'opened_at', 'cause', 'integration_id', 'is_muted', 'is_told', 'told_deviation'])
    .where('closed_at', 'is', null)
    .execute();
  if (incidents.length === 0) return [];
  const parts = await tx
    .selectFrom('alert_incident_parts')
    .select(['incident_id', 'rule_key', 'integration_id', 'operator_id', 'game_id'])
    .where(
      'incident_id',
      'in',
      incidents.map(({ id }) => id),
    )
    .where('closed_at', 'is', null)
    .execute();
  return incidents.map((one) => ({
    id: one.id,
    openedAt: one.opened_at,
    cause: one.cause,
    integrationId: one.integration_id,
    isMuted: one.is_muted,
    isNotified: one.is_told,
    notifiedDeviation: one.told_deviation,
    openParts: new Set(
      parts
        .filter(({ incident_id }) => incident_id === one.id)
        .map((part) => alertKeyOf(part.rule_key, entityOfRow(part))),
    ),
  }));
}

export async function insertIncident(
  tx: Db,
  row: {
    cause: string;
    kind: AlertKind;
    ruleName: string | null;
    integrationId: number;
    openedAt: Date;
    isMuted: boolean;
    isNotified: boolean;
    notifiedDeviation: number | null;
  },
): Promise<number> {
  const { id } = await tx
    .insertInto('alert_incidents')
    .values({
      cause: row.cause,
      kind: row.kind,
      rule_name: row.ruleName,
      integration_id: row.integrationId,
      opened_at: row.openedAt,
      is_muted: row.isMuted,
      is_told: row.isNotified,
      told_deviation: row.notifiedDeviation,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateIncident(
  tx: Db,
  id: number,
  change: Partial<
    Pick<
      IncidentRow,
      | 'is_muted'
      | 'is_told'
      | 'told_deviation'
      | 'closed_at'
      | 'closed_by'
      | 'close_reason'
      | 'acknowledged_at'
      | 'acknowledged_by'
    >
  >,
): Promise<void> {
  await tx.updateTable('alert_incidents').set(change).where('id', '=', id).execute();
}

/** Stores the figures of an alert of an incident; `closedAt` while it is open is null. */
export async function savePart(
  tx: Db,
  incidentId: number,
  result: AlertResult,
  { openedAt, closedAt }: { openedAt: Date; closedAt: Date | null },
): Promise<void> {
  const { rule, measurement } = result;
  const { value, expected, deviation } = measurement;
  // What is unknown now leaves the last figures.
  const figures = measurement.verdict === 'unknown' ? {} : { value, expected, deviation };
  await tx
    .insertInto('alert_incident_parts')
    .values({
      incident_id: incidentId,
      rule_key: rule.key,
      rule_name: rule.name,
      level: rule.config.level,
      metric: rule.config.metric,
      ...rowOfEntity(result),
      config: JSON.stringify(rule.config),
      opened_at: openedAt,
      closed_at: closedAt,
      value,
      expected,
      deviation,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['incident_id', 'rule_key', 'integration_id', 'operator_id', 'game_id'])
        .doUpdateSet({ closed_at: closedAt, ...figures }),
    )
    .execute();
}

/** Ends the alerts of an incident that a person closes. */
export async function closeParts(tx: Db, incidentId: number, at: Date): Promise<void> {
  await tx
    .updateTable('alert_incident_parts')
    .set({ closed_at: at })
    .where('incident_id', '=', incidentId)
    .where('closed_at', 'is', null)
    .execute();
}

export async function insertEvent(
  tx: Db,
  incidentId: number,
  event: {
    at: Date;
    kind: IncidentEventKind;
    username?: string;
    text?: string;
    detail?: Message | undefined;
  },
): Promise<void> {
  await tx
    .insertInto('alert_events')
    .values({
      incident_id: incidentId,
      at: event.at,
      kind: event.kind,
      username: event.username ?? null,
      text: event.text ?? null,
      detail: event.detail === undefined ? null : JSON.stringify(event.detail),
    })
    .execute();
}

export interface IncidentFilter {
  states?: readonly IncidentState[] | undefined;
  kinds?: readonly AlertKind[] | undefined;
  integrationId?: number | undefined;
  id?: number | undefined;
}

/** A page of incidents, open ones first, then the newest, and the count of all that match. */
export async function findIncidents(
  db: Db,
  { states = [], kinds = [], integrationId, id }: IncidentFilter,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: IncidentRow[]; count: number }> {
  let query = db.selectFrom('alert_incidents');
  if (id !== undefined) query = query.where('id', '=', id);
  if (kinds.length > 0) query = query.where('kind', 'in', [...kinds]);
  if (integrationId !== undefined) query = query.where('integration_id', '=', integrationId);
  if (states.length > 0)
    query = query.where((eb) =>
      eb.or([
        ...(states.includes('closed') ? [eb('closed_at', 'is not', null)] : []),
        ...(states.includes('muted')
          ? [eb.and([eb('closed_at', 'is', null), eb('is_muted', '=', true)])]
          : []),
        ...(states.includes('open')
          ? [eb.and([eb('closed_at', 'is', null), eb('is_muted', '=', false)])]
          : []),
      ]),
    );
  const [rows, counted] = await Promise.all([
    query
      .selectAll()
      .orderBy(sql`closed_at IS NOT NULL`)
      .orderBy('opened_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    query.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { rows, count: Number(counted.count) };
}

/** The alerts of incidents, the widest level first. */
export async function findParts(db: Db, incidentIds: readonly number[]): Promise<PartRow[]> {
  if (incidentIds.length === 0) return [];
  return db
    .selectFrom('alert_incident_parts')
    .selectAll()
    .where('incident_id', 'in', [...incidentIds])
    .orderBy('opened_at')
    .orderBy('rule_key')
    .orderBy('integration_id')
    .orderBy('operator_id')
    .orderBy('game_id')
    .execute();
}

export async function findEvents(db: Db, incidentId: number): Promise<EventRow[]> {
  return db
    .selectFrom('alert_events')
    .selectAll()
    .where('incident_id', '=', incidentId)
    .orderBy('id')
    .execute();
}

/** Rules that have a row: changed defaults, and those that people have made. */
export async function findStoredRules(db: Db) {
  return db.selectFrom('alert_rules').selectAll().orderBy('key').execute();
}

export async function upsertRule(tx: Db, rule: AlertRule, by: string, at: Date): Promise<void> {
  const values = {
    name: rule.name,
    is_enabled: rule.isEnabled,
    config: JSON.stringify(rule.config),
    updated_at: at,
    updated_by: by,
  };
  await tx
    .insertInto('alert_rules')
    .values({ key: rule.key, kind: rule.kind, ...values })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
    .execute();
}

export async function deleteRule(tx: Db, key: string): Promise<boolean> {
  const result = await tx.deleteFrom('alert_rules').where('key', '=', key).executeTakeFirst();
  return Number(result.numDeletedRows) > 0;
}
