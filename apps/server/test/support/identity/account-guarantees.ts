/** What every side of the port of accounts guarantees: the built-in provider, and Keycloak (`npm run test:keycloak`). */
import { randomBytes } from 'node:crypto';
import { roles } from '@ludus/contract';
import { describe, expect, it } from 'vitest';
import type { Postgres, Tx } from '../../../src/infra/postgres/index.ts';
import type { IdentityProvider } from '../../../src/modules/users/index.ts';

export interface ProviderUnderTest {
  identityProvider: IdentityProvider;
  postgres: Postgres;
}

/** `given` is read within the tests, when `beforeAll` has made it. */
export function describeIdentityProvider(name: string, given: () => ProviderUnderTest): void {
  const write = <T>(work: (identityProvider: IdentityProvider, tx: Tx) => Promise<T>) =>
    given().postgres.transaction((tx) => work(given().identityProvider, tx));
  const someone = (values: Partial<Parameters<IdentityProvider['create']>[1]> = {}) => {
    const username = `u-${randomBytes(5).toString('hex')}`;
    const account = { username, email: `${username}@ludus.test`, password: 'a temporary one', ...values };
    return { role: 'integration_guest' as const, integrationName: 'Alpina', ...account };
  };
  const make = (values: Parameters<typeof someone>[0] = {}) =>
    write((identityProvider, tx) => identityProvider.create(tx, someone(values)));
  const find = (subject: string) => given().identityProvider.find(given().postgres.db, subject);
  const identity = (subject: string) => given().identityProvider.identity(given().postgres.db, subject);

  describe(`[ENT-07] the accounts of ${name}`, () => {
    it('[API-097] are what they were made as, with a password that must be changed', async () => {
      const made = await make();
      expect(made).toMatchObject({
        roles: ['integration_guest'],
        integrationName: 'Alpina',
        enabled: true,
        mustChangePassword: true,
      });
      expect(await find(made.subject)).toEqual(made);
      expect(await given().identityProvider.list(given().postgres.db)).toContainEqual(made);
      expect(await find('0b5f0b5f-0000-4000-8000-000000000000')).toBeUndefined();
      expect(await given().identityProvider.sessions(made.subject)).toEqual([]);
    });

    it('[ROLE-18] hold one role at a time, and staff of the provider no integration', async () => {
      const { subject } = await make();
      for (const role of roles) {
        await write((identityProvider, tx) => identityProvider.update(tx, subject, { role }));
        expect((await find(subject))?.roles).toEqual([role]);
      }
      await write((identityProvider, tx) => identityProvider.update(tx, subject, { integrationName: null }));
      expect(await find(subject)).toMatchObject({ integrationName: null, roles: ['integration_guest'] });
      const moved = { integrationName: 'Baltica', email: `moved-${subject}@ludus.test` };
      await write((identityProvider, tx) => identityProvider.update(tx, subject, moved));
      expect(await find(subject)).toMatchObject({ ...moved, roles: ['integration_guest'] });
      await write((identityProvider, tx) => identityProvider.update(tx, subject, {}));
      expect(await find(subject)).toMatchObject(moved);
    });

    it('[ERR-106][ERR-108] share neither name nor address, in any case of letters', async () => {
      const made = await make();
      const upper = (text: string | null) => (text ?? '').toUpperCase();
      await expect(make({ username: upper(made.username) })).rejects.toMatchObject({
        status: 409,
        fields: { username: 'Username already exists' },
      });
      await expect(make({ email: upper(made.email) })).rejects.toMatchObject({
        status: 409,
        fields: { email: 'Email already exists' },
      });
      const other = await make();
      await expect(
        write((identityProvider, tx) =>
          identityProvider.update(tx, other.subject, { email: made.email ?? '' }),
        ),
      ).rejects.toMatchObject({ status: 409, fields: { email: 'Email already exists' } });
      expect((await find(other.subject))?.email).toBe(other.email);
    });

    it('[USER-15] take no password that the provider refuses, and no half account stays behind', async () => {
      const username = `u-${randomBytes(5).toString('hex')}`;
      await expect(make({ username, password: username })).rejects.toMatchObject({
        status: 422,
        fields: { tempPass: expect.any(String) },
      });
      expect((await make({ username })).username).toBe(username);
    });

    it('[API-099] are gone once removed, and cannot be changed then', async () => {
      const { subject } = await make();
      await write((identityProvider, tx) => identityProvider.remove(tx, subject));
      expect(await find(subject)).toBeUndefined();
      const late = [
        write((identityProvider, tx) => identityProvider.remove(tx, subject)),
        write((identityProvider, tx) => identityProvider.update(tx, subject, { role: 'ludus_admin' })),
        write((identityProvider, tx) => identityProvider.resetPassword(tx, subject, 'another temporary')),
        write((identityProvider, tx) => identityProvider.resetSecondFactor(tx, subject)),
      ];
      await Promise.all(late.map((call) => expect(call).rejects.toMatchObject({ status: 404 })));
    });

    it('[OPEN-01][AUTH-04][AUTH-05] say what a token of theirs would hold at this moment, and nothing once removed', async () => {
      const { subject, username, email } = await make();
      const held = { userId: subject, username, email, integrationName: 'Alpina' };
      expect(await identity(subject)).toEqual({ ...held, roles: ['integration_guest'] });
      await write((identityProvider, tx) =>
        identityProvider.update(tx, subject, { role: 'integration_admin' }),
      );
      expect(await identity(subject)).toEqual({ ...held, roles: ['integration_admin'] });
      await write((identityProvider, tx) => identityProvider.remove(tx, subject));
      expect(await identity(subject)).toBeUndefined();
    });

    it('must change their password again once they were given another', async () => {
      const { subject } = await make();
      await write((identityProvider, tx) => identityProvider.resetPassword(tx, subject, 'another temporary'));
      expect((await find(subject))?.mustChangePassword).toBe(true);
    });
  });
}
