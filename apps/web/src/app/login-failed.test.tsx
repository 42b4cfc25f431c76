import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../test/render.tsx';
import { LoginFailed } from './login-failed.tsx';

describe('login-failed page', () => {
  it('[AUTH-08][AUTH-09] shows the quoted text, "Try again" (reloads) and "Logout"', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    const logout = vi.fn();
    const { user } = renderScreen(<LoginFailed onLogout={logout} />);
    expect(
      screen.getByText(
        'Something went wrong, please try again. If the problem persists please contact our team.',
      ),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(reload).toHaveBeenCalledTimes(1);
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    expect(logout).toHaveBeenCalledTimes(1);
    reload.mockRestore();
  });
});
