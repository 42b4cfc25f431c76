import { Notifications, notifications } from '@mantine/notifications';
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../test/render.tsx';
import { CopyButton } from './copy-button.tsx';

const show = (value: string | (() => Promise<string>)) =>
  renderScreen(
    <>
      <Notifications />
      <CopyButton
        value={value}
        label="Session ID"
        success="Session ID copied to clipboard"
        failure="It failed"
      />
    </>,
  );

describe('copy button', () => {
  afterEach(() => notifications.clean());

  it('copies and says so', async () => {
    const { user } = show('abc');
    await user.click(screen.getByRole('button', { name: 'Copy Session ID' }));
    expect(await screen.findByText('Session ID copied to clipboard')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe('abc');
  });

  it('says that it failed when the text cannot be had or the clipboard refuses', async () => {
    const { user } = show(() => Promise.reject(new Error('no link')));
    await user.click(screen.getByRole('button', { name: 'Copy Session ID' }));
    expect(await screen.findByText('It failed')).toBeTruthy();
    notifications.clean();
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    await user.click(screen.getByRole('button', { name: 'Copy Session ID' }));
    expect(await screen.findByText('It failed')).toBeTruthy();
    write.mockRestore();
  });
});
