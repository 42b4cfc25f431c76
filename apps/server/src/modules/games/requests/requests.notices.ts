import { type GameRequestAction, messageOf } from '@ludus/contract';
import type { Actor } from '../../../infra/access/index.ts';
import type { Tx } from '../../../infra/postgres/index.ts';
import type { NotificationTexts, Notify } from '../../notifications/index.ts';
import { requestPath } from './requests.mapper.ts';
import type { RequestRow } from './requests.repo.ts';

/** Who is notified of what happens to a request, in the transaction of the change. */
export interface RequestNotices {
  moved(tx: Tx, actor: Actor, happened: Happened & { action: GameRequestAction }): Promise<void>;
  commented(tx: Tx, actor: Actor, happened: Happened): Promise<void>;
}

export interface Happened {
  request: Pick<RequestRow, 'id' | 'game_id' | 'integration_id' | 'integration_name' | 'asked_by'>;
  /** Name of the game. */
  name: string;
  /** The reason, or what was written. */
  text: string | null;
}

/** Who has asked may be a guest, in whose place a colleague acts. */
function askerBeside(userId: string, { request: { asked_by } }: Happened): readonly string[] {
  return asked_by === null || asked_by === userId ? [] : [asked_by];
}

export function createRequestNotices(notify: Notify): RequestNotices {
  /** Who speaks for the integration, and whoever has asked. */
  async function toIntegration(
    tx: Tx,
    { request }: Happened,
    texts: NotificationTexts,
    { severity, mail }: { severity: 1 | 2; mail: boolean },
  ): Promise<void> {
    const to = {
      speakersOf: [request.integration_id],
      subjects: request.asked_by === null ? [] : [request.asked_by],
    };
    await notify(tx, to, { severity, path: requestPath(request.id), texts, mail });
  }

  async function toProvider(
    tx: Tx,
    { request }: Happened,
    texts: NotificationTexts,
    { mail, subjects }: { mail: boolean; subjects?: readonly string[] },
  ): Promise<void> {
    const to = { staff: true, ...(subjects?.length ? { subjects } : {}) } as const;
    await notify(tx, to, { severity: 1, path: requestPath(request.id), texts, mail });
  }

  return {
    async moved(tx, { userId, username }, { action, ...happened }) {
      const { name, text, request } = happened;
      // The game's id lets its notice lead to the game, beside its request.
      const values = { name, username, integration: request.integration_name, gameId: request.game_id };
      const answer =
        text === null
          ? messageOf('notifications.requestAnsweredText', values)
          : messageOf('notifications.requestNote', { username, note: text });
      if (action === 'review') {
        const texts = {
          title: messageOf('notifications.requestReviewing', values),
          description: messageOf('notifications.requestReviewingText', values),
        };
        await toIntegration(tx, happened, texts, { severity: 1, mail: false });
      } else if (action === 'grant') {
        const texts = { title: messageOf('notifications.requestGranted', values), description: answer };
        await toIntegration(tx, happened, texts, { severity: 1, mail: true });
      } else if (action === 'refuse') {
        const texts = { title: messageOf('notifications.requestRefused', values), description: answer };
        await toIntegration(tx, happened, texts, { severity: 2, mail: true });
      } else {
        const texts = {
          title: messageOf('notifications.requestWithdrawn', values),
          description: messageOf('notifications.requestWithdrawnText', values),
        };
        await toProvider(tx, happened, texts, { mail: true, subjects: askerBeside(userId, happened) });
      }
    },

    async commented(tx, { userId, username, side }, happened) {
      const { name, text, request } = happened;
      const texts = {
        title: messageOf('notifications.requestCommented', { name, integration: request.integration_name }),
        description: messageOf('notifications.requestNote', { username, note: text ?? '' }),
      };
      if (side === 'provider') await toIntegration(tx, happened, texts, { severity: 1, mail: true });
      else {
        await toProvider(tx, happened, texts, { mail: true, subjects: askerBeside(userId, happened) });
      }
    },
  };
}
