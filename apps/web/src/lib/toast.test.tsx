import { Notifications } from '@mantine/notifications';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderScreen } from '../test/render.tsx';
import { toast } from './toast.tsx';

describe('a toast', () => {
  it('is read out, and its button says that it closes it', async () => {
    const { user } = renderScreen(<Notifications />);
    toast('error', 'Something went wrong');
    expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});
