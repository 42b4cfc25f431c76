import type { AlertKind, IncidentState } from '@ludus/contract';
import type { Selectable } from 'kysely';
import { addMonths, startOfRomeMonth } from '../../infra/clock/index.ts';
import type { Db } from '../../infra/postgres/index.ts';
import { findSettings } from './alerts.repo.ts';
import type { AlertIncidentsTable } from './alerts.tables.ts';

/** An incident that is not closed, as whoever closes a month is shown it. */
export interface IncidentOfMonth {
  id: number;
  kind: AlertKind;
  /** Of a rule that people have made. */
  ruleName: string | null;
  state: Exclude<IncidentState, 'closed'>;
  openedAt: Date;
}

/** What alerts say about a month of integrations. */
export interface AlertsOfMonth {
  /** How many incidents are open, by integration; those of the RTP monitor are cases, and not among them. */
  open: Map<number, number>;
  /** Up to when the rules were evaluated; null before the first time. */
  evaluatedUntil: Date | null;
}

export async function readAlertsOfMonth(
  db: Db,
  integrationIds: readonly number[],
  month: string,
): Promise<AlertsOfMonth> {
  const [incidents, settings] = await Promise.all([
    findOpenIncidentsOf(db, integrationIds, month),
    findSettings(db),
  ]);
  return {
    open: new Map([...incidents].map(([id, own]) => [id, own.filter(({ kind }) => kind !== 'rtp').length])),
    evaluatedUntil: settings.evaluated_until,
  };
}

/**
 * The incidents of integrations that are open now and began before the end of a month (`YYYY-MM`, of Rome): what they are about may
 * touch its figures. Those over all integrations together are among the ones of each. Oldest first; none for an unknown integration.
 */
export async function findOpenIncidentsOf(
  db: Db,
  integrationIds: readonly number[],
  month: string,
): Promise<Map<number, IncidentOfMonth[]>> {
  const rows = await db
    .selectFrom('alert_incidents')
    .select(['id', 'integration_id', 'kind', 'rule_name', 'is_muted', 'opened_at'])
    .where('closed_at', 'is', null)
    .where('integration_id', 'in', [0, ...integrationIds])
    .where('opened_at', '<', startOfRomeMonth(addMonths(`${month}-01`, 1)))
    .orderBy('opened_at')
    .orderBy('id')
    .execute();
  return new Map(
    integrationIds.map((integrationId) => [
      integrationId,
      rows.filter((row) => row.integration_id === 0 || row.integration_id === integrationId).map(toIncident),
    ]),
  );
}

const toIncident = ({
  id,
  kind,
  rule_name,
  is_muted,
  opened_at,
}: Pick<
  Selectable<AlertIncidentsTable>,
  'id' | 'kind' | 'rule_name' | 'is_muted' | 'opened_at'
>): IncidentOfMonth => ({
  id,
  kind,
  ruleName: rule_name,
  state: is_muted ? 'muted' : 'open',
  openedAt: opened_at,
});
