import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { anna, showUsers as show } from '../../test/users-screen.tsx';

const button = (name: string) => screen.findByRole('button', { name });
const inDialog = async (name: string) =>
  within(await screen.findByRole('dialog')).getByRole('button', { name });
const hasFocus = (find: () => Promise<HTMLElement>) =>
  waitFor(async () => expect(document.activeElement).toBe(await find()));

/** What a browser does to the focus on a button that is turned off; happy-dom takes it from no disabled one. */
const turnOff = () => {
  const button = document.activeElement;
  if (!(button instanceof HTMLButtonElement)) return;
  const isDisabled = button.disabled;
  button.disabled = false;
  button.blur();
  button.disabled = isDisabled;
};

afterEach(() => notifications.clean());

describe('where the keyboard goes on', () => {
  it('[USER-11] at Sync users, answered with Yes or No', async () => {
    const answer = () => {
      turnOff();
      return { usersToDelete: [{ id: 9, username: 'left', email: null }], created: 0, updated: 0 };
    };
    const { user } = show({ synchroniseUsers: answer });
    for (const word of ['No', 'Yes']) {
      await user.click(await button('Sync users'));
      (await inDialog(word)).focus();
      await user.keyboard('{Enter}');
      await hasFocus(() => button('Sync users'));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  });

  it('[USER-17] at Edit, once a user was saved, left with Esc, or left without saving', async () => {
    const { user } = show({ updateAccount: anna }, { search: { user: 'kc-2' } });
    const edit = async (keys: string) => {
      await user.click(await button('Edit'));
      await user.click(screen.getByLabelText('Email'));
      await user.keyboard(keys);
    };
    await edit('{Escape}');
    await hasFocus(() => button('Edit'));
    await edit('s{Enter}');
    await hasFocus(() => button('Edit'));
    await edit('s{Escape}');
    await user.click(await inDialog('Leave'));
    await hasFocus(() => button('Edit'));
  });

  it('at Reset password, once the new one was passed on', async () => {
    const { user } = show({ resetUserPassword: { password: 'made-up-one' } }, { search: { user: 'kc-2' } });
    await user.click(await button('Reset password'));
    await user.click(await inDialog('Reset password'));
    await user.click(await button('Done'));
    await hasFocus(() => button('Reset password'));
  });

  it('[USER-09] at the row after the one that was deleted, whose sessions are not asked for again', async () => {
    const deletion = Promise.withResolvers<null>();
    let users = [anna, { ...anna, id: 5, keycloakUserId: 'kc-5', username: 'bruno' }];
    const { user, made } = show(
      {
        listAccounts: () => users,
        deleteAccount: () => deletion.promise,
      },
      { search: { user: 'kc-2' } },
    );
    await user.click(await button('Delete'));
    await user.click(await inDialog('Yes'));
    await waitFor(async () => expect(await inDialog('Yes')).toBeDisabled());
    users = users.slice(1);
    deletion.resolve(null);
    await waitFor(() => expect(screen.queryByRole('button', { name: /^anna/ })).toBeNull());
    await hasFocus(() => screen.findByRole('button', { name: /^bruno/ }));
    expect(made('listUserSessions').length).toBe(1);
  });

  it('[USER-04][USER-17] at the row that took its place, once a saved change took a user out of the list', async () => {
    const bruno = { ...anna, id: 5, keycloakUserId: 'kc-5', username: 'bruno' };
    let users = [bruno, anna];
    const updateAccount = () => {
      users = [bruno];
      return anna;
    };
    const { user } = show({ listAccounts: () => users, updateAccount }, { search: { user: 'kc-2' } });
    await user.click(await button('Edit'));
    await user.click(screen.getByLabelText('Email'));
    await user.keyboard('s{Enter}');
    await waitFor(() => expect(screen.queryByRole('button', { name: /^anna/ })).toBeNull());
    await hasFocus(() => screen.findByRole('button', { name: /^bruno/ }));
  });

  it('[USER-12] at the first wrong field of a new user, and at an empty form once one was made', async () => {
    const { user } = show(
      {
        createAccount: () => {
          turnOff();
          return { ...anna, password: 'shown-once' };
        },
      },
      { search: { tab: 'create' } },
    );
    const username = await screen.findByLabelText(/^Username/);
    await user.type(username, 'new-one');
    await user.click(await button('Create user'));
    expect(screen.getByLabelText(/^Email/)).toHaveFocus();
    await user.keyboard('new@alpina.test');
    await user.click(await button('Create user'));
    const role = screen.getByRole('combobox', { name: /^Role/ });
    expect(role).toHaveFocus();
    await user.click(role);
    await user.click(await screen.findByRole('option', { name: 'Ludus admin' }));
    await user.click(await button('Create user'));
    await user.click(await button('Done'));
    await waitFor(() => expect(username).toHaveFocus());
  });
});
