import { recognisedRoles } from '@ludus/contract';
import { actorFromIdentity } from '../src/infra/access/index.ts';
import type { RequestQueue } from '../src/modules/games/index.ts';
import type { NoticeReader } from './demo.notices.ts';

/** Whoever answers for the provider. */
export interface DemoDecider extends NoticeReader {
  id: string;
  email: string;
}

const reason = 'The certificate for your market is not here yet. Ask again once it is in Documentation.';
const question = 'From which month on do you plan to offer it?';

/**
 * Answers two requests of the demo as its administrator would: the newest of one platform is refused, the oldest of another is in
 * review, with a question. A platform with a single request keeps it open.
 */
export async function answerDemoRequests(
  queue: Pick<RequestQueue, 'list' | 'review' | 'decide' | 'comment'>,
  { id: userId, email, roles }: DemoDecider,
  platforms: { refused: number | undefined; reviewed: number | undefined },
): Promise<void> {
  const decider = { userId, username: 'admin', email, roles: recognisedRoles(roles) };
  const actor = actorFromIdentity(decider, null);
  const openOf = async (integrationId: number | undefined) => {
    if (integrationId === undefined) return [];
    const query = { state: 'open', integrationId, limit: 50, offset: 0 } as const;
    const { rows } = await queue.list(actor, query);
    return rows.length > 1 ? rows : [];
  };
  const refused = (await openOf(platforms.refused)).at(-1);
  if (refused) await queue.decide(actor, refused.id, { decision: 'refuse', reason });
  const reviewed = (await openOf(platforms.reviewed)).find(({ state }) => state === 'asked');
  if (reviewed === undefined) return;
  await queue.review(actor, reviewed.id);
  await queue.comment(actor, reviewed.id, question);
}
