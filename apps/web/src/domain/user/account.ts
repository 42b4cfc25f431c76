import {
  changeOwnPassword,
  confirmSecondFactor,
  endOwnSignIns,
  getAccountSecurity,
  renewRecoveryCodes,
  startSecondFactor,
  turnOffSecondFactor,
} from '@ludus/contract';
import { call, queryFor, useInvalidateTags, useMutation } from '../../lib/api/index.ts';

export const securityQuery = () => queryFor(getAccountSecurity, {});

/** How a call is made, and that the panel shows the state after it. */
function useChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn,
    onSuccess: () => invalidate(['account']),
  });
}

export const useChangePassword = () =>
  useChange((body: { currentPassword: string; newPassword: string }) => call(changeOwnPassword, { body }));

export const useStartSecondFactor = () =>
  useChange((currentPassword: string) => call(startSecondFactor, { body: { currentPassword } }));

export const useConfirmSecondFactor = () =>
  useChange((code: string) => call(confirmSecondFactor, { body: { code } }));

export const useTurnOffSecondFactor = () =>
  useChange((currentPassword: string) => call(turnOffSecondFactor, { body: { currentPassword } }));

export const useRenewRecoveryCodes = () =>
  useChange((currentPassword: string) => call(renewRecoveryCodes, { body: { currentPassword } }));

/** Ends one sign-in of the person, or all others without an id. */
export const useEndSignIns = (id: string | undefined) =>
  useChange((currentPassword: string) =>
    call(endOwnSignIns, { body: { currentPassword, ...(id === undefined ? {} : { id }) } }),
  );
