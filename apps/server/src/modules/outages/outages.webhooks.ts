/** Notifies operators' machines of the beginning and the end of an outage, in the transaction of the change. */
import type { Tx } from '../../infra/postgres/index.ts';
import { publishWebhook } from '../../infra/webhooks/index.ts';
import { findOutage } from './outages.repo.ts';

/** Reads the outage as the transaction has left it: with all services that have joined it, and its end. */
export async function publishOutage(tx: Tx, id: number, at: Date): Promise<void> {
  const row = await findOutage(tx, id);
  if (row === undefined) return;
  const { integration_id: integrationId, opened_at, closed_at } = row;
  const data = {
    outageId: id,
    services: row.services.map(({ service }) => service),
    openedAt: opened_at.toISOString(),
  };
  const event = { integrationId, key: `${id}`, at };
  if (closed_at === null) await publishWebhook(tx, { ...event, type: 'outage.opened', data });
  else
    await publishWebhook(tx, {
      ...event,
      type: 'outage.ended',
      data: { ...data, closedAt: closed_at.toISOString() },
    });
}
