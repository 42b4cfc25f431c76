import type { AlertKind, IncidentState } from '@ludus/contract';
import { addMonths, startOfRomeMonth } from '../../infra/clock/index.ts';
import type { Db } from '../../infra/postgres/index.ts';

/** An incident that is not closed, as whoever closes a month is shown it. */
export interface IncidentOfMonth {
  id: number;
  kind: AlertKind;
  /** Of a rule that people have made. */
  ruleName: string | null;
  state: Exclude<IncidentState, 'closed'>;
  openedAt: Date;
}

/**
 * The incidents of an integration that are open now and began before the end of a month (`YYYY-MM`, of Rome): what they are about may
 * touch its figures. Those over all integrations together are among them. Oldest first.
 */
export async function findOpenIncidentsOf(
  db: Db,
  integrationId: number,
  month: string,
): Promise<IncidentOfMonth[]> {
  const rows = await db
    .selectFrom('alert_incidents')
    .select(['id', 'kind', 'rule_name', 'is_muted', 'opened_at'])
    .where('closed_at', 'is', null)
    .where('integration_id', 'in', [0, integrationId])
    .where('opened_at', '<', startOfRomeMonth(addMonths(`${month}-01`, 1)))
    .orderBy('opened_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, kind, rule_name, is_muted, opened_at }) => ({
    id,
    kind,
    ruleName: rule_name,
    state: is_muted ? 'muted' : 'open',
    openedAt: opened_at,
  }));
}
