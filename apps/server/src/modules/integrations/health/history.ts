import { type Message, type Service, type ServiceSpan, services } from '@ludus/contract';
import { renderMessage } from '../../../infra/messages/index.ts';
import type { CheckRow } from './health-checks.repo.ts';

/**
 * The states of the services from `since` to `now`, from checks in the order of time. A state holds until the next
 * check, the last one until its own; times without checks are unknown.
 */
export function spansOf(
  checks: readonly CheckRow[],
  { since, now, longestGapMs }: { since: Date; now: Date; longestGapMs: number },
): Record<Service, ServiceSpan[]> {
  const of = (service: Service) => {
    const spans: ServiceSpan[] = [];
    const add = (from: Date, to: Date, state: ServiceSpan['state'], detail?: Message) => {
      const last = spans.at(-1);
      const reason = detail === undefined ? null : renderMessage(detail);
      if (last?.state === state && last.reason === reason) {
        last.to = to.toISOString();
        return;
      }
      const reasons = detail === undefined ? { reason } : { reason, reasonDetail: detail };
      spans.push({ from: from.toISOString(), to: to.toISOString(), state, ...reasons });
    };
    const silent = (from: Date, to: Date) => {
      const long = to.getTime() - from.getTime() > longestGapMs;
      if (long) add(from, to, 'unknown');
      return long;
    };
    silent(since, checks[0]?.checked_at ?? now);
    checks.forEach((check, index) => {
      const at = check.checked_at;
      const next = checks[index + 1]?.checked_at;
      const isSilent = next === undefined || next.getTime() - at.getTime() > longestGapMs;
      add(at, isSilent ? at : next, check[service], check.reasons[service]);
      if (isSilent) silent(at, next ?? now);
    });
    return spans;
  };
  return Object.fromEntries(services.map((service) => [service, of(service)])) as Record<
    Service,
    ServiceSpan[]
  >;
}
