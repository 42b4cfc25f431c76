import { describe, expect, it } from 'vitest';
import { createRecentIdentities } from './users.identity.ts';

describe('identities of a moment ago', () => {
  const identity = { userId: 'a', username: 'a', email: null, roles: [], integrationName: null };

  it('are asked for once by person, and anew when the hub takes access back', async () => {
    const asked: string[] = [];
    let change = () => {};
    const recent = createRecentIdentities(
      async (subject) => {
        asked.push(subject);
        return subject === 'a' ? identity : undefined;
      },
      { isLocal: false, onChange: (listener) => (change = listener) },
    );
    expect([await recent('a'), await recent('a'), await recent('b'), await recent('b')]).toEqual([
      identity,
      identity,
      undefined,
      undefined,
    ]);
    expect(asked).toEqual(['a', 'b']);
    change();
    await recent('a');
    expect(asked).toEqual(['a', 'b', 'a']);
  });

  it('are always asked for where the accounts are in the database', async () => {
    let count = 0;
    const recent = createRecentIdentities(
      async () => {
        count += 1;
        return identity;
      },
      { isLocal: true, onChange: () => {} },
    );
    await recent('a');
    await recent('a');
    expect(count).toBe(2);
  });
});
