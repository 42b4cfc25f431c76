import { messageOf, routes } from '@ludus/contract';
import type { Tx } from '../../infra/postgres/index.ts';
import type { NotificationTexts, Notify } from '../notifications/index.ts';

/** What happened to the credentials of an account. */
export type CredentialChange =
  | 'password-changed'
  | 'password-reset'
  | 'second-factor-on'
  | 'second-factor-off'
  | 'second-factor-reset'
  | 'recovery-codes-renewed';

/** Notifies the person of an account, within the transaction of the change. */
export type NotifyAccount = (tx: Tx, accountId: string, change: CredentialChange) => Promise<void>;

/** Creates a notification and a mail; without `notify` (command lines, tests of one module) nothing is written. */
export function createAccountNotices(notify: Notify | undefined): NotifyAccount {
  return async (tx, accountId, change) => {
    await notify?.(
      tx,
      { subjects: [accountId] },
      {
        severity: 2,
        path: routes.settings.path,
        texts: textsOf(change),
        mail: true,
      },
    );
  };
}

const titles = {
  'password-changed': 'notifications.passwordChanged',
  'password-reset': 'notifications.passwordReset',
  'second-factor-on': 'notifications.secondFactorOn',
  'second-factor-off': 'notifications.secondFactorOff',
  'second-factor-reset': 'notifications.secondFactorReset',
  'recovery-codes-renewed': 'notifications.recoveryCodesRenewed',
} as const satisfies Record<CredentialChange, string>;

function textsOf(change: CredentialChange): NotificationTexts {
  const what = messageOf(titles[change]);
  return {
    title: what,
    description: messageOf('notifications.happenedNotYou', { what }),
    mailBody: [messageOf('notifications.happened', { what }), messageOf('notifications.notYou')],
  };
}
