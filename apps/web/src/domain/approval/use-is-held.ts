import type { ApprovalSettings } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useCan } from '../../lib/auth/index.ts';
import { approvalSettingsQuery } from './approvals.ts';

/** Whether a save of this kind waits for a second person, as far as the reader may know it. */
export function useIsHeld(kind: 'bets' | 'terms'): boolean {
  const mayKnow = useCan('approvals:decide');
  const settings: ApprovalSettings | undefined = useQuery({ ...approvalSettingsQuery(), enabled: mayKnow })
    .data?.settings;
  return settings?.[kind] ?? false;
}
