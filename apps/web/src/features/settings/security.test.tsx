import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import * as toasts from '../../lib/toast.tsx';
import { toast } from '../../lib/toast.tsx';
import { answerCalls } from '../../test/answer-calls.ts';
import { renderScreen } from '../../test/render.tsx';
import { Security } from './components/security.tsx';

vi.spyOn(toasts, 'toast').mockReturnValue('');

const own = (values: object = {}, signIns: object[] = []) => ({
  kind: 'built-in',
  accountUrl: null,
  signIns,
  secondFactor: { isRequired: false, since: null, recoveryCodesLeft: 0, ...values },
});
const codes = Array.from({ length: 10 }, (_, index) => `ABCD${index + 2}-FGHJ${index + 2}`.slice(0, 11));

describe('the security of the own account', () => {
  it('changes the password, and says beside each field what is wrong with it', async () => {
    const calls = answerCalls({ getAccountSecurity: own(), changeOwnPassword: null });
    const { user } = renderScreen(<Security />, { role: 'integration_guest' });
    await user.click(await screen.findByRole('button', { name: 'Change password' }));
    const dialog = await screen.findByRole('dialog', { name: 'Change password' });
    const send = () => user.click(within(dialog).getByRole('button', { name: 'Change password' }));
    await send();
    expect(within(dialog).getByText('Enter your current password.')).toBeTruthy();
    expect(within(dialog).getByText('Enter a new password.')).toBeTruthy();
    await user.type(within(dialog).getByLabelText('Current password'), 'old one');
    await user.type(within(dialog).getByLabelText('New password'), 'new one');
    await user.type(within(dialog).getByLabelText('Repeat the new password'), 'new');
    await send();
    expect(within(dialog).getByText('The two passwords are not the same.')).toBeTruthy();
    await user.type(within(dialog).getByLabelText('Repeat the new password'), ' one');
    await send();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(vi.mocked(toast).mock.calls).toEqual([['success', 'Password changed']]);
    expect(calls.find(({ endpoint }) => endpoint === 'changeOwnPassword')?.body).toEqual({
      currentPassword: 'old one',
      newPassword: 'new one',
    });
  });

  it('turns the second factor on in two steps, and shows the recovery codes until they are saved', async () => {
    answerCalls({
      getAccountSecurity: own(),
      startSecondFactor: { key: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/x', qr: '<svg/>' },
      confirmSecondFactor: { recoveryCodes: codes },
    });
    const { user } = renderScreen(<Security />, { role: 'integration_guest' });
    await user.click(await screen.findByRole('button', { name: 'Turn on' }));
    await user.type(await screen.findByLabelText('Current password'), 'old one');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    const picture = await screen.findByRole('img', { name: 'QR code for the authenticator app' });
    expect(picture.getAttribute('src')).toBe('data:image/svg+xml,%3Csvg%2F%3E');
    expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeTruthy();
    await user.type(screen.getByLabelText('Code from the app'), '123456');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Turn on' }));
    const list = await screen.findByRole('list', { name: 'Recovery codes' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(10);
    await user.keyboard('{Escape}');
    expect(screen.getByRole('list', { name: 'Recovery codes' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'I have saved them' }));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Recovery codes' })).toBeNull());
  });

  it('lists where the person is signed in, and ends one or all others with the password', async () => {
    const at = (id: string, ipAddress: string, isCurrent: boolean) => ({
      id,
      ipAddress,
      start: '2026-11-22T08:00:00Z',
      lastAccess: '2026-11-22T09:30:00Z',
      isCurrent,
    });
    const calls = answerCalls({
      getAccountSecurity: own({}, [at('here', '192.0.2.1', true), at('there', '198.51.100.7', false)]),
      endOwnSignIns: null,
    });
    const { user } = renderScreen(<Security />, { role: 'integration_guest' });
    const list = await screen.findByRole('list', { name: 'Where you are signed in' });
    const [here, there] = within(list).getAllByRole('listitem');
    expect(here?.textContent).toContain('192.0.2.1This browser');
    expect(there?.textContent).toBe(
      '198.51.100.7Since 22/11/2026 09:00 · last active 22/11/2026 10:30Sign out',
    );
    expect(within(list).getAllByRole('button')).toHaveLength(1);
    const confirm = async (button: string) => {
      await user.click(screen.getByRole('button', { name: button }));
      await user.type(await screen.findByLabelText('Current password'), 'old one');
      await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Sign out' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      return calls.findLast(({ endpoint }) => endpoint === 'endOwnSignIns')?.body;
    };
    expect(await confirm('Sign out 198.51.100.7')).toEqual({ currentPassword: 'old one', id: 'there' });
    expect(await confirm('Sign out everywhere else')).toEqual({ currentPassword: 'old one' });
  });

  it('lists this browser and the latest two others until all are asked for', async () => {
    const signIns = Array.from({ length: 7 }, (_, index) => ({
      id: `id-${index}`,
      ipAddress: `192.0.2.${index}`,
      start: '2026-11-22T08:00:00Z',
      lastAccess: `2026-11-22T09:3${9 - index}:00Z`,
      // Not the latest one: another browser may be busier.
      isCurrent: index === 6,
    }));
    answerCalls({ getAccountSecurity: own({}, signIns) });
    const { user } = renderScreen(<Security />, { role: 'integration_guest' });
    const list = await screen.findByRole('list', { name: 'Where you are signed in' });
    const addresses = () =>
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent?.slice(0, 9));
    const [here, ...others] = [6, 0, 1, 2, 3, 4, 5].map((index) => `192.0.2.${index}`);
    expect(addresses()).toEqual([here, ...others.slice(0, 2)]);
    await user.click(screen.getByRole('button', { name: 'Show all (7)' }));
    expect(addresses()).toEqual([here, ...others]);
    await user.click(screen.getByRole('button', { name: 'Show fewer' }));
    expect(addresses()).toHaveLength(3);
  });

  it('offers no way to turn off what the role needs, and leads to an external provider', async () => {
    answerCalls({
      getAccountSecurity: own({ isRequired: true, since: '2026-11-01T10:00:00Z', recoveryCodesLeft: 3 }),
    });
    const first = renderScreen(<Security />, { role: 'ludus_admin' });
    expect(await screen.findByText('3 codes left. Each signs you in once without the app.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Turn off' })).toBeNull();
    first.unmount();
    answerCalls({
      getAccountSecurity: {
        kind: 'external',
        accountUrl: 'https://id.example/realms/casino/account',
        secondFactor: null,
        signIns: null,
      },
    });
    renderScreen(<Security />, { role: 'ludus_admin' });
    const link = await screen.findByRole('link', { name: 'Open account page' });
    expect(link.getAttribute('href')).toBe('https://id.example/realms/casino/account');
    expect(screen.queryByRole('button', { name: 'Change password' })).toBeNull();
  });
});
