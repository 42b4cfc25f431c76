import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeTestStores, openTestStores, type TestStores } from '../../../test/harness.ts';
import { fixedClock } from '../clock/index.ts';
import { createMailQuota } from './quota.ts';

const clock = fixedClock('2027-01-01T10:00:00Z');
let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => closeTestStores(stores));
beforeEach(async () => {
  clock.set('2027-01-01T10:00:00Z');
  await stores.postgres.db.deleteFrom('mail_quota_uses').execute();
});

const limits = { mailsPerHour: 3, mailRecipientsPerHour: 10, mailRecipientsPerDay: 15 };
// Two processes of one hub.
const quotas = [createMailQuota(limits, clock), createMailQuota(limits, clock)] as const;
const spend = (recipients: number, userId = 'anna', quota = quotas[0]) =>
  stores.postgres.transaction((tx) => quota.spend(tx, { userId }, recipients));
const minutes = (count: number) => clock.advance(count * 60_000);

describe('the mail quota of a person', () => {
  it('counts the mails of an hour over all processes, and says when the next one fits', async () => {
    await spend(1);
    minutes(10);
    await spend(1, 'anna', quotas[1]);
    await spend(1);
    await expect(spend(1, 'anna', quotas[1])).rejects.toMatchObject({
      status: 429,
      retryAfterSeconds: 3_000,
    });
    await spend(1, 'boris');
    minutes(50);
    await spend(1);
    await expect(spend(1)).rejects.toMatchObject({ status: 429, retryAfterSeconds: 600 });
  });

  it('counts the recipients of an hour and of a day', async () => {
    await spend(8);
    await expect(spend(3)).rejects.toMatchObject({ status: 429, retryAfterSeconds: 3_600 });
    await spend(2);
    minutes(61);
    await spend(5);
    minutes(61);
    await expect(spend(1)).rejects.toMatchObject({ status: 429, retryAfterSeconds: (24 * 60 - 122) * 60 });
    minutes(22 * 60);
    await spend(10);
  });

  it('refuses more than the whole quota, and counts nothing that was refused', async () => {
    await expect(spend(11)).rejects.toMatchObject({ status: 429, retryAfterSeconds: 3_600 });
    await spend(10);
  });

  it('holds when calls come at once', async () => {
    const calls = await Promise.allSettled(
      Array.from({ length: 8 }, (_, at) => spend(1, 'anna', quotas[at % 2])),
    );
    expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });
});
