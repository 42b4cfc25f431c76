import { type Message, messageOf } from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { recordAudit } from '../../infra/audit/index.ts';
import type { Tx } from '../../infra/postgres/index.ts';
import type { NotificationTexts, Notify } from '../notifications/index.ts';
import { changeRequestPath } from './approvals.mapper.ts';
import type { ChangeRequestEnd, ChangeRequestRecord } from './approvals.repo.ts';

type Step = 'requested' | ChangeRequestEnd['state'];

const actions = {
  requested: 'request',
  approved: 'approve',
  refused: 'refuse',
  withdrawn: 'withdraw',
  expired: 'expire',
  outdated: 'outdate',
} as const satisfies Record<Step, string>;

const sentences = {
  requested: 'logs.changeRequested',
  approved: 'logs.changeApproved',
  refused: 'logs.changeRefused',
  withdrawn: 'logs.changeWithdrawn',
  expired: 'logs.changeExpired',
  outdated: 'logs.changeOutdated',
} as const satisfies Record<Step, string>;

export interface ApprovalNotices {
  /** Writes a step to the log and notifies whom it concerns, in its transaction. */
  note(
    tx: Tx,
    actor: Pick<Actor, 'userId' | 'username'>,
    request: ChangeRequestRecord,
    step: Step,
    answer?: string | null,
  ): Promise<void>;
}

export function createApprovalNotices(notify: Notify): ApprovalNotices {
  const toApprovers = (tx: Tx, { id, requested_by: except }: ChangeRequestRecord, texts: NotificationTexts) =>
    notify(tx, { admins: true, except }, { severity: 2, path: changeRequestPath(id), texts, mail: true });
  const toRequester = (
    tx: Tx,
    { id, requested_by }: ChangeRequestRecord,
    texts: NotificationTexts,
    severity: 1 | 2,
  ) => notify(tx, { subjects: [requested_by] }, { severity, path: changeRequestPath(id), texts, mail: true });

  async function send(
    tx: Tx,
    username: string,
    request: ChangeRequestRecord,
    step: Step,
    answer: string | null,
  ): Promise<void> {
    const { title } = request;
    const withAnswer = (text: Message) =>
      answer === null ? text : messageOf('notifications.requestNote', { username, note: answer });
    switch (step) {
      case 'requested':
        await toApprovers(tx, request, {
          title: messageOf('notifications.changeRequested', { title }),
          description: messageOf('notifications.changeRequestedText', { username }),
        });
        return;
      case 'approved': {
        const description = withAnswer(messageOf('notifications.changeApprovedText', { username }));
        await toRequester(
          tx,
          request,
          { title: messageOf('notifications.changeApproved', { title }), description },
          1,
        );
        return;
      }
      case 'refused': {
        const description = messageOf('notifications.requestNote', { username, note: answer ?? '' });
        await toRequester(
          tx,
          request,
          { title: messageOf('notifications.changeRefused', { title }), description },
          2,
        );
        return;
      }
      case 'expired':
        await toRequester(
          tx,
          request,
          {
            title: messageOf('notifications.changeExpired', { title }),
            description: messageOf('notifications.changeExpiredText'),
          },
          2,
        );
        return;
      case 'outdated':
        await toRequester(
          tx,
          request,
          {
            title: messageOf('notifications.changeOutdated', { title }),
            description: messageOf('notifications.changeOutdatedText'),
          },
          2,
        );
        return;
      case 'withdrawn':
        return;
    }
  }

  return {
    async note(tx, actor, request, step, answer = null) {
      const { title, requester: username } = request;
      await recordAudit(tx, {
        actor,
        type: 'approvals',
        action: actions[step],
        objectId: request.id,
        description: messageOf(sentences[step], { title, username }),
        object: {
          requestedBy: username,
          kind: request.kind,
          ...(request.integration_name === null ? {} : { integration: request.integration_name }),
        },
        changes: {
          state: {
            old: step === 'requested' ? null : 'waiting',
            new: step === 'requested' ? 'waiting' : step,
          },
          ...(answer === null ? {} : { reason: { old: null, new: answer } }),
        },
      });
      await send(tx, actor.username, request, step, answer);
    },
  };
}
