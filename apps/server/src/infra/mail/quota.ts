import { type Generated, sql } from 'kysely';
import type { Clock } from '../clock/index.ts';
import type { Settings } from '../config/settings.ts';
import { TooManyRequestsError } from '../errors/index.ts';
import type { Tx } from '../postgres/index.ts';

interface MailQuotaUsesTable {
  id: Generated<string>;
  user_id: string;
  recipients: number;
  used_at: Date;
}

declare module '../postgres/database.ts' {
  interface Database {
    mail_quota_uses: MailQuotaUsesTable;
  }
}

/** The mail quota of each user, counted over all processes. */
export interface MailQuota {
  /**
   * Counts a mail that a person sends to so many addresses, in the transaction that queues it.
   * @throws TooManyRequestsError with the time after which the same call fits
   */
  spend(tx: Tx, sender: { userId: string }, recipients: number): Promise<void>;
}

export type MailLimits = Pick<Settings, 'mailsPerHour' | 'mailRecipientsPerHour' | 'mailRecipientsPerDay'>;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export function createMailQuota(limits: MailLimits, clock: Clock): MailQuota {
  return {
    async spend(tx, { userId }, recipients) {
      if (recipients === 0) return;
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`mail quota ${userId}`}, 0))`.execute(tx);
      const now = clock.now();
      const since = new Date(now.getTime() - dayMs);
      await tx
        .deleteFrom('mail_quota_uses')
        .where('user_id', '=', userId)
        .where('used_at', '<=', since)
        .execute();
      const uses = await tx
        .selectFrom('mail_quota_uses')
        .select(['recipients', 'used_at'])
        .where('user_id', '=', userId)
        .orderBy('used_at')
        .execute();
      const waits = [
        waitMs(uses, now, hourMs, limits.mailsPerHour, 1, () => 1),
        waitMs(uses, now, hourMs, limits.mailRecipientsPerHour, recipients, (use) => use.recipients),
        waitMs(uses, now, dayMs, limits.mailRecipientsPerDay, recipients, (use) => use.recipients),
      ];
      const wait = Math.max(...waits);
      if (wait > 0) throw new TooManyRequestsError(wait / 1_000);
      await tx.insertInto('mail_quota_uses').values({ user_id: userId, recipients, used_at: now }).execute();
    },
  };
}

type Use = Pick<MailQuotaUsesTable, 'recipients' | 'used_at'>;

/** Returns after how long `added` fits below the limit of a window, as its oldest uses leave it; 0 for now. */
function waitMs(
  uses: readonly Use[],
  now: Date,
  windowMs: number,
  limit: number,
  added: number,
  amount: (use: Use) => number,
): number {
  const within = uses.filter(({ used_at }) => used_at.getTime() > now.getTime() - windowMs);
  let total = within.reduce((sum, use) => sum + amount(use), added);
  if (total <= limit) return 0;
  for (const use of within) {
    total -= amount(use);
    if (total <= limit) return use.used_at.getTime() + windowMs - now.getTime();
  }
  // More than the whole quota: no time makes it fit.
  return windowMs;
}
