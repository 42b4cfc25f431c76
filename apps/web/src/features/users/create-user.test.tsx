import type { Role } from '@ludus/contract';
import { notifications } from '@mantine/notifications';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Refusal } from '../../test/answer-calls.ts';
import { anna, showUsers as show } from '../../test/users-screen.tsx';

const button = (name: string) => screen.findByRole('button', { name });

afterEach(() => notifications.clean());

describe('Create', () => {
  const open = (answers: Parameters<typeof show>[0] = {}, role: Role = 'ludus_admin') =>
    show(answers, { search: { tab: 'create' }, role });
  const fill = async (
    user: ReturnType<typeof show>['user'],
    values: { role?: string; integration?: string } = {},
  ) => {
    await user.type(await screen.findByLabelText(/^Username/), 'new-one');
    await user.type(screen.getByLabelText(/^Email/), 'new@alpina.test');
    if (values.role) await choose(user, /^Role/, values.role);
    if (values.integration) await choose(user, /^Integration/, values.integration);
  };
  const choose = async (user: ReturnType<typeof show>['user'], field: RegExp, option: string) => {
    await user.click(screen.getByRole('combobox', { name: field }));
    await user.click(await screen.findByRole('option', { name: option }));
  };

  it('[USER-12][USER-13][USER-14][ERR-104][ERR-105][ERR-107][ERR-109][ERR-110] says beside each field what it needs', async () => {
    const { user, made } = open();
    await user.click(await button('Create user'));
    for (const text of ['Username is required', 'Email is required', 'Role is required']) {
      expect(screen.getByText(text)).toBeTruthy();
    }
    const username = screen.getByLabelText(/^Username/);
    expect(username).toHaveAccessibleDescription(
      expect.stringContaining('Letters A to Z, digits, hyphens (-) and underscores (_).'),
    );
    await user.type(username, 'new one');
    await user.type(screen.getByLabelText(/^Email/), 'new@alpina');
    expect(screen.getByText('Username cannot contain spaces or special characters')).toBeTruthy();
    expect(screen.getByText('Invalid email')).toBeTruthy();
    expect(made('createAccount')).toEqual([]);
  });

  it('[USER-12][ERR-105] says at the first wrong character of a username that it is one, before anything is sent', async () => {
    const { user } = open();
    const username = await screen.findByLabelText(/^Username/);
    await user.type(username, 'new-on');
    expect(username).not.toHaveAttribute('aria-invalid', 'true');
    await user.type(username, '!');
    expect(await screen.findByText('Username cannot contain spaces or special characters')).toBeVisible();
    expect(screen.queryByText('Email is required')).toBeNull();
    await user.type(username, '{Backspace}');
    expect(screen.queryByText('Username cannot contain spaces or special characters')).toBeNull();
  });

  it('[USER-13][ERR-109] says that an address is none once someone goes on from it', async () => {
    const { user } = open();
    await user.type(await screen.findByLabelText(/^Email/), 'new@alpina');
    expect(screen.queryByText('Invalid email')).toBeNull();
    await user.tab();
    expect(await screen.findByText('Invalid email')).toBeVisible();
  });

  it('[USER-14] explains each role where it is chosen, and what happens next', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('combobox', { name: /^Role/ }));
    const guest = await screen.findByRole('option', { name: 'Integration guest' });
    expect(guest).toHaveTextContent('The Catalog of their integration and requests for games.');
    await user.click(guest);
    expect(screen.getByRole('combobox', { name: /^Role/ })).toHaveAccessibleDescription(
      'The Catalog of their integration and requests for games. No sessions and no figures.',
    );
    const next = screen.getByRole('region', { name: 'What happens next' });
    expect(next).toHaveTextContent('The hub sends no email: you pass it on.');
    expect(next).toHaveTextContent(`They sign in at ${window.location.host}`);
  });

  it('[ERR-106][ERR-108] shows beside its field what is taken, until it is changed, and keeps the rest', async () => {
    const fields = { username: 'Username already exists', email: 'Email already exists' };
    const { user } = open({ createAccount: new Refusal(409, 'taken', { code: 'conflict', fields }) });
    await fill(user, { role: 'Ludus manager' });
    await user.click(await button('Create user'));
    expect(await screen.findByText('Username already exists')).toBeTruthy();
    await user.type(screen.getByLabelText(/^Username/), '2');
    expect(screen.queryByText('Username already exists')).toBeNull();
    expect(screen.getByText('Email already exists')).toBeTruthy();
    expect(screen.queryByText('Something went wrong')).toBeNull();
  });

  it('[USER-15] leads to the temporary password when it was refused, and keeps what was typed', async () => {
    const fields = { tempPass: 'This password is easy to guess.' };
    const { user } = open({ createAccount: new Refusal(422, 'weak', { code: 'validation', fields }) });
    await fill(user, { role: 'Ludus manager' });
    const password = screen.getByLabelText('Temporary password');
    await user.type(password, 'aaaaaaaaaa');
    await user.click(await button('Create user'));
    expect(await screen.findByText('This password is easy to guess.')).toBeVisible();
    await waitFor(() => expect(password).toHaveFocus());
    expect(password).toHaveAttribute('aria-invalid', 'true');
    expect(password).toHaveValue('aaaaaaaaaa');
  });

  it('[USER-15][ERR-097][API-097] creates with a password that was made up, shown once, and an empty form after it', async () => {
    const { user, made } = open({
      createAccount: { ...anna, username: 'new-one', password: 'shown-once' },
    });
    await fill(user, { role: 'Integration guest', integration: 'Baltica' });
    await user.click(await button('Create user'));
    expect(await screen.findByText('User created successfully')).toBeTruthy();
    expect(await screen.findByText('shown-once')).toBeTruthy();
    expect(made('createAccount').map(({ body }) => body)).toEqual([
      { username: 'new-one', email: 'new@alpina.test', role: 'integration_guest', integration: 'Baltica' },
    ]);
    expect((screen.getByLabelText(/^Username/) as HTMLInputElement).value).toBe('');
  });

  it('[USER-15] makes a password up in the field, for those who choose it before, and shows it as once', async () => {
    const { user, made } = open({ createAccount: { ...anna, password: null } });
    await fill(user, { role: 'Ludus admin' });
    await user.click(await button('Generate'));
    await user.click(await button('Create user'));
    await screen.findByText('User created successfully');
    expect(made('createAccount')[0]?.body).toMatchObject({
      tempPass: expect.stringMatching(/^[\w-]{16}$/),
    });
    const sent = made('createAccount')[0]?.body as { tempPass: string };
    expect(await screen.findByText(sent.tempPass)).toBeVisible();
  });

  it('[USER-15] shows no password that someone typed', async () => {
    const { user } = open({ createAccount: { ...anna, password: null } });
    await fill(user, { role: 'Ludus admin' });
    await user.click(await button('Generate'));
    await user.type(screen.getByLabelText('Temporary password'), ' of mine');
    await user.click(await button('Create user'));
    await screen.findByText('User created successfully');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('[USER-12] asks before what was typed is left', async () => {
    const { user, router } = open();
    await user.type(await screen.findByLabelText(/^Username/), 'n');
    void router.navigate({ to: '/catalog' });
    expect(await screen.findByText('Leave without saving?')).toBeTruthy();
    await user.click(await button('Stay'));
    expect(router.state.location.pathname).toBe('/');
    expect(screen.getByLabelText(/^Username/)).toHaveValue('n');
  });

  it('[ERR-098] says that something went wrong otherwise, and keeps what was typed', async () => {
    const { user } = open({ createAccount: new Refusal(502) });
    await fill(user, { role: 'Ludus admin' });
    await user.click(await button('Create user'));
    expect(await screen.findByText('Something went wrong')).toBeTruthy();
    expect((screen.getByLabelText(/^Username/) as HTMLInputElement).value).toBe('new-one');
  });

  it('[USER-16] names an integration that is missing together with the role', async () => {
    const { user } = open();
    await user.click(await button('Create user'));
    expect(await screen.findByText('Integration is required')).toBeVisible();
    await choose(user, /^Role/, 'Ludus manager');
    expect(screen.queryByText('Integration is required')).toBeNull();
  });

  it('[USER-16][OPEN-93] needs an integration for its roles, clears and disables it for the provider’s', async () => {
    const { user, made } = open();
    await fill(user, { role: 'Integration guest' });
    await user.click(await button('Create user'));
    expect(screen.getByText('Integration is required')).toBeTruthy();
    await choose(user, /^Integration/, 'Alpina');
    await choose(user, /^Role/, 'Ludus manager');
    const integration = screen.getByRole('combobox', { name: /^Integration/ }) as HTMLInputElement;
    expect([integration.value, integration.disabled]).toEqual(['', true]);
    expect(made('createAccount')).toEqual([]);
  });

  it('[ROLE-18][OPEN-93] gives people of an integration three roles and their own integration, fixed', async () => {
    const { user, made } = open({ createAccount: { ...anna, password: null } }, 'integration_admin');
    const integration = (await screen.findByRole('combobox', { name: /^Integration/ })) as HTMLInputElement;
    expect([integration.value, integration.disabled]).toEqual(['Alpina', true]);
    await user.click(screen.getByRole('combobox', { name: /^Role/ }));
    expect((await screen.findAllByRole('option')).length).toBe(3);
    await user.keyboard('{Escape}');
    await fill(user, { role: 'Integration guest' });
    await user.click(await button('Create user'));
    await screen.findByText('User created successfully');
    expect(made('createAccount')[0]?.body).toMatchObject({ integration: 'Alpina' });
  });
});
