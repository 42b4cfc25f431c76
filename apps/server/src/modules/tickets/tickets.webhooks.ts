import type { Answer } from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import type { Tx } from '../../infra/postgres/index.ts';
import { publishWebhook } from '../../infra/webhooks/index.ts';

interface AnsweredTicket {
  id: number;
  integration_id: number | null;
  title: string;
}

/** Notifies operators' machines of an answer. Its text stays in the hub, where rights are checked. */
export async function publishAnswer(
  tx: Tx,
  { side }: Pick<Actor, 'side'>,
  { id: ticketId, integration_id: integrationId, title }: AnsweredTicket,
  answer: Pick<Answer, 'id' | 'status'> & { at: Date },
): Promise<void> {
  if (integrationId === null) return;
  const { id: answerId, status, at } = answer;
  const data = { ticketId, answerId, title, status, side };
  await publishWebhook(tx, { type: 'ticket.answered', integrationId, key: `${answerId}`, at, data });
}
