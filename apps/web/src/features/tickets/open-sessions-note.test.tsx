import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../test/answer-calls.ts';
import { aSession } from '../../test/sessions.ts';
import { showTicket } from '../../test/ticket-screen.tsx';
import { aTicket } from '../../test/tickets.tsx';

vi.mock('../../components/rich-text/rich-text-editor.tsx', () => import('../../test/tickets.tsx'));

const own = '6f1c2a10-0000-4000-8000-000000000001';
const linked = '6f1c2a10-0000-4000-8000-000000000002';
const createdAt = '2026-11-20T09:00:00.000Z';

/** Opens the question before closing, of a ticket with one session of its own and a linked one. */
async function ask(sessions: Record<string, unknown>) {
  const { user } = showTicket(aTicket({ sessionId: own, createdAt }), {
    listTicketLinks: { rows: [{ id: 1, kind: 'session', ref: linked, name: 'S-2' }] },
    getSession: ({ path }: { path: string }) => sessions[path.split('/').at(-1) ?? ''],
  });
  await user.type(await screen.findByRole('textbox', { name: 'Answer' }), 'Last');
  await user.click(screen.getByRole('switch', { name: 'Close Ticket with this answer?' }));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  return screen.findByRole('dialog', { name: 'Close this ticket?' });
}

describe('the question before a ticket is closed', () => {
  it('names its sessions that are still open, and those that have changed since, and leads to them', async () => {
    const dialog = await ask({
      [own]: aSession({ id: own, sessionId: 'S-1', isOpen: true, createdAt: '2026-11-20T08:30:00.000Z' }),
      [linked]: aSession({
        id: linked,
        sessionId: 'S-2',
        isOpen: false,
        updatedAt: '2026-11-20T10:00:00.000Z',
      }),
    });
    expect(
      await within(dialog).findByText(/Session S-1 is still open, since 20\/11\/2026 09:30\./),
    ).toBeVisible();
    expect(within(dialog).getByRole('link', { name: 'Open session S-1' })).toHaveAttribute(
      'href',
      `/session/${own}`,
    );
    expect(
      await within(dialog).findByText(/Session S-2 is closed\. It has changed .* 20\/11\/2026 11:00\./),
    ).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Send and close' })).toBeEnabled();
  });

  it('says nothing of sessions that closed before, nor of one that cannot be read', async () => {
    const dialog = await ask({
      [own]: aSession({ id: own, isOpen: false, updatedAt: '2026-11-20T08:00:00.000Z' }),
      [linked]: new Refusal(404),
    });
    expect(within(dialog).getByText(/Closing is final/)).toBeVisible();
    expect(within(dialog).queryByRole('listitem')).toBeNull();
  });
});
