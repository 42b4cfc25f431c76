import { defaultApprovalSettings } from '@ludus/contract';
import type { Approvals } from './approvals.kinds.ts';

/** For modules without change requests beside them: every change is made at once. */
export const holdNothing: Approvals = {
  hold: () => async () => undefined,
  settings: async () => defaultApprovalSettings,
};
