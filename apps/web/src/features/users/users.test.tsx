import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../test/answer-calls.ts';
import { anna, session, showUsers as show, someone } from '../../test/users-screen.tsx';
import { readUsersSearch } from './search.ts';

const row = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) });
const button = (name: string) => screen.findByRole('button', { name });
const dialog = () => screen.findByRole('dialog');

afterEach(() => {
  notifications.clean();
  vi.restoreAllMocks();
});

describe('Manage', () => {
  it('[USER-01][USER-04][USER-07] lists users in a tab of two, opens one at a time, and marks who looks', async () => {
    const { user, seen } = show();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Manage', 'Create']);
    expect((await row('g.ferraris')).textContent).toContain('(You)');
    expect((await row('anna')).textContent).not.toContain('(You)');
    await user.click(await row('anna'));
    await user.click(await row('desk'));
    expect(screen.getAllByRole('button', { expanded: true }).length).toBe(1);
    expect((await row('desk')).getAttribute('aria-expanded')).toBe('true');
    await user.click(await row('desk'));
    expect(screen.queryByRole('button', { expanded: true })).toBeNull();
    expect(seen.map((search) => search.user)).toEqual(['kc-2', 'hub-3', undefined]);
  });

  it('[USER-05][USER-06][USER-08] shows of an account its sessions, edit and delete, of a hub-only user delete alone, of oneself no delete', async () => {
    const { user } = show();
    await user.click(await row('anna'));
    const sessions = within(await screen.findByRole('table', { name: 'Sign-ins' }));
    expect(await sessions.findByText('10.1.2.3')).toBeTruthy();
    expect(sessions.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'IP address',
      'Start',
      'Last access',
    ]);
    const offered = () =>
      ['Edit', 'Reset password', 'Delete'].filter((name) => screen.queryByRole('button', { name }));
    expect(offered()).toEqual(['Edit', 'Reset password', 'Delete']);
    await user.click(await row('desk'));
    expect(offered()).toEqual(['Delete']);
    expect((await row('desk')).textContent).toContain('No account');
    await user.click(await row('g.ferraris'));
    expect(offered()).toEqual(['Edit']);
    expect((await row('remote')).textContent).toContain('Not in the hub yet');
  });

  it('keeps the sessions of an account when they cannot be read again', async () => {
    let hasFailed = false;
    const { user, queryClient } = show({
      listUserSessions: () =>
        hasFailed ? new Refusal(502, 'The identity provider is unreachable.') : [session],
    });
    await user.click(await row('anna'));
    const sessions = within(await screen.findByRole('table', { name: 'Sign-ins' }));
    expect(await sessions.findByText('10.1.2.3')).toBeTruthy();
    hasFailed = true;
    await queryClient.invalidateQueries({ queryKey: ['listUserSessions'] });
    expect(await screen.findByText(/^Couldn't refresh/)).toBeTruthy();
    expect(sessions.getByText('10.1.2.3')).toBeTruthy();
  });

  it('[USER-02][ROLE-20][OPEN-91] filters by integration and by the roles that may be given', async () => {
    const { made } = show({}, { search: readUsersSearch({ integration: '3', role: 'integration_guest' }) });
    await row('anna');
    expect(made('listAccounts').map(({ query }) => query)).toEqual([
      { role: 'integration_guest', integration: '3' },
    ]);
    expect(readUsersSearch({ integration: 'x', role: 'owner', tab: 'other' })).toEqual({});
  });

  it('[USER-02][USER-03][ROLE-20] shows people of an integration neither that filter nor Sync users, and three roles', async () => {
    const { user, made } = show({}, { role: 'integration_admin' });
    await row('anna');
    expect(screen.queryByRole('button', { name: 'Sync users' })).toBeNull();
    expect(screen.queryByLabelText('Integration')).toBeNull();
    expect(made('listIntegrations')).toEqual([]);
    await user.click(screen.getByLabelText('Role'));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      'Integration admin',
      'Integration manager',
      'Integration guest',
    ]);
  });

  it('finds by name and address, and says when nothing fits', async () => {
    const { user } = show({}, { search: { search: 'ANNA example' } });
    await row('anna');
    expect(screen.queryByRole('button', { name: /^desk/ })).toBeNull();
    await user.clear(screen.getByPlaceholderText('Username or email'));
    await user.type(screen.getByPlaceholderText('Username or email'), 'zzz{Enter}');
    expect(await screen.findByText('No matching users.')).toBeTruthy();
    await user.click(await button('Clear filters'));
    await row('anna');
  });

  it('tells in its own words that the identity provider is away, and reads again', async () => {
    let isAway = true;
    const away = new Refusal(502, 'The identity provider cannot be reached.', { code: 'upstream' });
    const { user } = show({ listAccounts: () => (isAway ? away : [anna]) });
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The identity provider cannot be reached.',
    );
    isAway = false;
    await user.click(await button('Reload'));
    await row('anna');
  });

  it('is read-only, and says why, where the hub may not administer accounts', async () => {
    const { user } = show({ describeIdentityProvider: { kind: 'other' } });
    expect(await screen.findByText(/managed by an external identity provider/)).toBeTruthy();
    expect(screen.queryByRole('tab', { name: 'Create' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Sync users' })).toBeNull();
    await user.click(await row('anna'));
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  });

  it('draws a thousand users as the few in sight', async () => {
    show({ listAccounts: Array.from({ length: 1000 }, (_unused, n) => someone(n + 1, `user-${n}`)) });
    await row('user-0');
    expect(screen.getByText('1.000 users')).toBeTruthy();
    expect(screen.getAllByRole('listitem').length).toBeLessThan(60);
  });
});

describe('deleting', () => {
  it('[USER-09][USER-10][ERR-100] asks with Yes and No, and uses the call of the account', async () => {
    const { user, made } = show({ deleteAccount: null }, { search: { user: 'kc-2' } });
    await user.click(await button('Delete'));
    expect((await dialog()).textContent).toContain('Are you sure?');
    await user.click(await button('No'));
    expect(made('deleteAccount')).toEqual([]);
    await user.click(await button('Delete'));
    await user.click(await button('Yes'));
    expect(await screen.findByText('User anna deleted successfully')).toBeTruthy();
    expect(made('deleteAccount').map(({ path }) => path)).toEqual(['/api/user/kc/kc-2']);
  });

  it('[USER-10] uses the other call for who stands in the hub alone', async () => {
    const { user, made } = show({ deleteLocalUser: null }, { search: { user: 'hub-3' } });
    await user.click(await button('Delete'));
    await user.click(await button('Yes'));
    await waitFor(() => expect(made('deleteLocalUser').map(({ path }) => path)).toEqual(['/api/user/3']));
  });

  it('[ERR-103][OPEN-63] only logs a failure, and the screen stays usable', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { user } = show({ deleteAccount: new Refusal(502) }, { search: { user: 'kc-2' } });
    await user.click(await button('Delete'));
    await user.click(await button('Yes'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(log).toHaveBeenCalledOnce();
    expect(screen.queryByText(/deleted successfully/)).toBeNull();
    expect((await button('Delete')).matches(':disabled')).toBe(false);
  });
});

describe('editing', () => {
  const change = async (user: ReturnType<typeof show>['user'], field: string, option: string) => {
    await user.click(form().getByRole('combobox', { name: field }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  const form = () => within(screen.getByRole('form', { name: 'Edit' }));

  it('[USER-17][USER-18][ERR-099] sends what changed, roles as one to add and one to remove', async () => {
    const { user, made } = show({ updateAccount: anna }, { search: { user: 'kc-2' } });
    await user.click(await button('Edit'));
    expect((await button('Save')).matches(':disabled')).toBe(true);
    await change(user, 'Role', 'Integration manager');
    await change(user, 'Platform', 'Alpina Brand');
    await user.click(await button('Save'));
    expect(await screen.findByText('User anna updated successfully')).toBeTruthy();
    expect(made('updateAccount').map(({ body }) => body)).toEqual([
      {
        clientRolesToAdd: ['integration_manager'],
        clientRolesToRemove: ['integration_guest'],
        platformId: 31,
      },
    ]);
  });

  it('[USER-17][ERR-111] refuses a bad address beside the field, and is not saved while nothing changed', async () => {
    const { user, made } = show({}, { search: { user: 'kc-2' } });
    await user.click(await button('Edit'));
    const email = screen.getByLabelText('Email');
    await user.type(
      email,
      '{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}',
    );
    await user.click(await button('Save'));
    expect(await screen.findByText('Invalid email address')).toBeTruthy();
    await user.type(email, '.example');
    expect(screen.queryByText('Invalid email address')).toBeNull();
    expect((await button('Save')).matches(':disabled')).toBe(true);
    expect(made('updateAccount')).toEqual([]);
  });

  it('[ERR-103] keeps what was typed when the call fails, and shows what it says of a field', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const taken = new Refusal(409, 'Email already exists', {
      code: 'conflict',
      fields: { email: 'Email already exists' },
    });
    const { user } = show({ updateAccount: taken }, { search: { user: 'kc-2' } });
    await user.click(await button('Edit'));
    await user.type(screen.getByLabelText('Email'), 's');
    await user.click(await button('Save'));
    expect(await screen.findByText('Email already exists')).toBeTruthy();
    expect((screen.getByLabelText('Email') as HTMLInputElement).value).toBe('anna@ludus.examples');
  });

  it('[USER-17] keeps what is typed into a user while others are looked at far down the list', async () => {
    const others = Array.from({ length: 300 }, (_, index) => someone(index + 10, `user-${index + 100}`));
    const { user } = show({ listAccounts: [anna, ...others] }, { search: { user: 'kc-2' } });
    await user.click(await button('Edit'));
    // Nothing is laid out here: the list begins at the top of the page.
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(
      () => new DOMRect(0, -window.scrollY, 800, 48),
    );
    const scroll = (top: number) => {
      document.documentElement.scrollTop = top;
      fireEvent.scroll(window);
    };
    const email = await screen.findByLabelText('Email');
    await user.clear(email);
    await user.type(email, 'new@example.com');
    scroll(9600);
    expect(await row('user-300')).toBeTruthy();
    expect(screen.getAllByRole('listitem').length).toBeLessThan(60);
    scroll(0);
    await row('user-101');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('new@example.com');
  });

  it('[USER-17] keeps the form when Esc closes a list, and asks before Esc throws changes away', async () => {
    const { user } = show({}, { search: { user: 'kc-2' } });
    await user.click(await button('Edit'));
    await change(user, 'Platform', 'Alpina Brand');
    await user.click(form().getByRole('combobox', { name: 'Role' }));
    await screen.findAllByRole('option');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryAllByRole('option')).toEqual([]));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(form().getByRole('combobox', { name: 'Platform' })).toHaveValue('Alpina Brand');
    await user.keyboard('{Escape}');
    expect(await dialog()).toHaveTextContent('Leave without saving?');
    await user.click(await button('Stay'));
    expect(form().getByRole('combobox', { name: 'Platform' })).toHaveValue('Alpina Brand');
    await user.click(form().getByRole('combobox', { name: 'Platform' }));
    await user.keyboard('{Escape}{Escape}');
    await user.click(await button('Leave'));
    expect(screen.queryByRole('form', { name: 'Edit' })).toBeNull();
  });

  it('[USER-17] is left by Esc without a question while nothing has changed', async () => {
    const { user } = show({}, { search: { user: 'kc-2' } });
    await user.click(await button('Edit'));
    await user.click(screen.getByLabelText('Email'));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('form', { name: 'Edit' })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('[USER-17] asks before a link leads away from changes, and goes there after Leave', async () => {
    const { user, router } = show({}, { search: { user: 'kc-2' } });
    await user.click(await button('Edit'));
    await user.type(screen.getByLabelText('Email'), 's');
    void router.navigate({ to: '/catalog' });
    expect(await dialog()).toHaveTextContent('Leave without saving?');
    expect(router.state.location.pathname).toBe('/');
    await user.click(await button('Leave'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/catalog'));
  });

  it('[ROLE-19] offers people of an integration its three roles, and no integration', async () => {
    const { user } = show({}, { search: { user: 'kc-2' }, role: 'integration_admin' });
    await user.click(await button('Edit'));
    await user.click(form().getByRole('combobox', { name: 'Role' }));
    expect((await screen.findAllByRole('option')).length).toBe(3);
    expect(form().queryByRole('combobox', { name: 'Integration' })).toBeNull();
  });
});

describe('a new password', () => {
  it('is asked for, and shown once with a copy', async () => {
    const { user } = show({ resetUserPassword: { password: 'made-up-one' } }, { search: { user: 'kc-2' } });
    await user.click(await button('Reset password'));
    await user.click(within(await dialog()).getByRole('button', { name: 'Reset password' }));
    expect(await screen.findByText('made-up-one')).toBeTruthy();
    await user.click(await button('Copy Temporary password'));
    expect(await navigator.clipboard.readText()).toBe('made-up-one');
    await user.keyboard('{Escape}');
    expect(screen.getByText('made-up-one')).toBeVisible();
    await user.click(await button('Done'));
    await waitFor(() => expect(screen.queryByText('made-up-one')).toBeNull());
  });
});

describe('Sync users', () => {
  const gone = {
    usersToDelete: [{ id: 9, username: 'left', email: 'left@ludus.example' }],
    created: 2,
    updated: 1,
  };

  it('[USER-11][ERR-102] lists who would be deleted, and does it after Yes', async () => {
    const { user, made } = show({ synchroniseUsers: gone });
    await user.click(await button('Sync users'));
    expect((await dialog()).textContent).toContain('left@ludus.example');
    expect((await dialog()).textContent).toContain('New: 2. Changed: 1.');
    expect(made('synchroniseUsers').map(({ path }) => path)).toEqual(['/api/users/kc/sync/false']);
    await user.click(await button('Yes'));
    expect(await screen.findByText('Users synced and deleted')).toBeTruthy();
    expect(made('synchroniseUsers').map(({ path }) => path.split('/').at(-1))).toEqual(['false', 'true']);
  });

  it('[OPEN-94][ERR-101] asks nothing when no one would be deleted', async () => {
    const { user, made } = show({ synchroniseUsers: { ...gone, usersToDelete: [] } });
    await user.click(await button('Sync users'));
    expect(await screen.findByText('Users synced')).toBeTruthy();
    expect(made('synchroniseUsers').length).toBe(2);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
