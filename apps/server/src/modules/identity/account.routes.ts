import {
  changeOwnPassword,
  confirmSecondFactor,
  endOwnSignIns,
  getAccountSecurity,
  renewRecoveryCodes,
  startSecondFactor,
  turnOffSecondFactor,
} from '@ludus/contract';
import { type BoundEndpoint, bind } from '../../infra/http/index.ts';
import type { AccountService } from './account.service.ts';

export function accountBindings(account: AccountService): BoundEndpoint[] {
  return [
    bind(getAccountSecurity, ({ actor }) => account.security(actor)),
    bind(changeOwnPassword, async ({ actor, body }) => {
      await account.changePassword(actor, body);
      return null;
    }),
    bind(startSecondFactor, ({ actor, body }) => account.startSecondFactor(actor, body.currentPassword)),
    bind(confirmSecondFactor, async ({ actor, body }) => ({
      recoveryCodes: await account.confirmSecondFactor(actor, body.code),
    })),
    bind(turnOffSecondFactor, async ({ actor, body }) => {
      await account.turnOffSecondFactor(actor, body.currentPassword);
      return null;
    }),
    bind(renewRecoveryCodes, async ({ actor, body }) => ({
      recoveryCodes: await account.renewRecoveryCodes(actor, body.currentPassword),
    })),
    bind(endOwnSignIns, async ({ actor, body }) => {
      await account.endSignIns(actor, body);
      return null;
    }),
  ];
}
