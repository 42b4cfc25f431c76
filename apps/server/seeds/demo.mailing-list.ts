import { reportTypes } from '@ludus/contract';
import type { EntryChange } from '../src/modules/mailing-list/index.ts';

/** Who gets which report in the demo: people of the provider and of its first integrations, by the names of accounts. */
export function demoMailingList(
  members: readonly { id: number; usernames: readonly string[] }[],
  emailOf: (username: string) => string | undefined,
): (EntryChange & { email: string })[] {
  const wanted: { username: string | undefined; reportTypeId: number; integrationId: number | null }[] = [
    { username: 'admin', reportTypeId: reportTypes.daily, integrationId: null },
    { username: 'admin', reportTypeId: reportTypes['italy-games'], integrationId: null },
    { username: 'manager', reportTypeId: reportTypes.monthly, integrationId: null },
    ...members.flatMap(({ id, usernames: [first] }) => [
      { username: first, reportTypeId: reportTypes.daily, integrationId: id },
      { username: first, reportTypeId: reportTypes.monthly, integrationId: id },
    ]),
  ];
  return wanted.flatMap(({ username, ...change }) => {
    const email = username === undefined ? undefined : emailOf(username);
    return email === undefined ? [] : [{ email, ...change }];
  });
}
