import { roles } from '@ludus/contract';
import { notifications } from '@mantine/notifications';
import { act, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Session } from '../../lib/auth/index.ts';
import { Refusal } from '../../test/answer-calls.ts';
import { testSession } from '../../test/session.ts';
import { self, showUsers as show } from '../../test/users-screen.tsx';
import { listLostScreens } from './own-role.ts';

const button = (name: string) => screen.findByRole('button', { name });

afterEach(() => {
  notifications.clean();
  vi.restoreAllMocks();
});

describe('the own role', () => {
  const integrationAdmin = {
    ...self,
    role: 'integration_admin',
    integrationId: 3,
    integration: 'Alpina',
  } as const;
  const form = () => within(screen.getByRole('form', { name: 'Edit' }));
  const editSelf = async (session: Session, answers: Parameters<typeof show>[0], to: string) => {
    const shown = show(answers, { search: { user: 'user-1' }, session });
    await shown.user.click(await button('Edit'));
    await shown.user.click(form().getByRole('combobox', { name: 'Role' }));
    await shown.user.click(await screen.findByRole('option', { name: to }));
    await shown.user.click(await button('Save'));
    return shown;
  };

  it('[ROLE-19][USER-18] is given up for one that may do less only after a question that names what is lost', async () => {
    const session = testSession('integration_admin');
    let person = session.user();
    const listeners = new Set<() => void>();
    session.user = () => person;
    session.subscribe = (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    };
    session.renew = async () => {
      person = testSession('integration_guest').user();
      act(() => {
        for (const listener of listeners) listener();
      });
      return 'renewed';
    };
    const { user, made, queryClient } = await editSelf(
      session,
      { listAccounts: [integrationAdmin], updateAccount: self },
      'Integration guest',
    );
    const asked = within(await screen.findByRole('dialog', { name: 'Change your own role?' }));
    expect(asked.getByText(/As Integration guest, you lose access/)).toBeVisible();
    expect(
      asked.getByText(
        'Dashboard, Documentation, Certificates, Approvals, Status, Sessions, Charts, Reports, Reconciliation, Statements, Users, Tickets',
      ),
    ).toBeVisible();
    await user.click(asked.getByRole('button', { name: 'Cancel' }));
    expect(made('updateAccount')).toEqual([]);
    expect(form().getByRole('combobox', { name: 'Role' })).toHaveValue('Integration guest');
    await user.click(await button('Save'));
    await user.click(await button('Change my role'));
    expect(await screen.findByText('User g.ferraris updated successfully')).toBeTruthy();
    expect(made('updateAccount').map(({ body }) => body)).toEqual([
      { clientRolesToAdd: ['integration_guest'], clientRolesToRemove: ['integration_admin'] },
    ]);
    // Whatever makes the page stale now: with this role it would be refused.
    await queryClient.invalidateQueries();
    for (const asked of ['describeIdentityProvider', 'listAccounts', 'listUserSessions']) {
      expect(made(asked).length).toBe(1);
    }
  });

  it('[ROLE-19] shows beside the role why it cannot be given up', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const last = 'This is the last administrator of the provider.';
    const { user } = await editSelf(
      testSession('ludus_admin'),
      {
        updateAccount: new Refusal(409, last, { code: 'conflict', fields: { clientRolesToAdd: last } }),
      },
      'Ludus manager',
    );
    await user.click(await button('Change my role'));
    expect(await screen.findByText(last)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('[ROLE-19] asks nothing where no page closes', () => {
    for (const role of roles) expect(listLostScreens(role, role)).toEqual([]);
    expect(listLostScreens('integration_guest', 'integration_admin')).toEqual([]);
    expect(listLostScreens('ludus_admin', 'ludus_manager')).toContain('users');
    expect(listLostScreens('integration_admin', 'integration_manager')).toContain('users');
    expect(listLostScreens('ludus_admin', 'integration_admin')).toContain('integrations');
  });
});
