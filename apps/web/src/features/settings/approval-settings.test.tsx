import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { approvalSettingsQuery } from '../../domain/approval/approvals.ts';
import { toast } from '../../lib/toast.tsx';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { renderScreen } from '../../test/render.tsx';
import { ApprovalSettingsForm } from './components/approval-settings.tsx';

const settings = {
  visibility: true,
  bets: false,
  roles: false,
  terms: false,
  visibilityThreshold: 20,
  expiryDays: 7,
};

vi.mock('../../lib/toast.tsx', () => ({ toast: vi.fn() }));

describe('which changes need approval', () => {
  it('is switched off only where no second person could approve, and says so', async () => {
    const roles = { ...settings, roles: true };
    answerCalls({ getApprovalSettings: { settings: roles, approvers: 1 } });
    renderScreen(<ApprovalSettingsForm />, { role: 'ludus_admin' });
    expect(await screen.findByText(/Only one Ludus admin can approve/)).toBeTruthy();
    const isDisabled = (name: RegExp) => screen.getByRole<HTMLInputElement>('switch', { name }).disabled;
    expect([isDisabled(/^Bet lists/), isDisabled(/^User rights/)]).toEqual([true, false]);
  });

  it('is saved whole', async () => {
    const calls = answerCalls({
      getApprovalSettings: { settings, approvers: 2 },
      saveApprovalSettings: { settings: { ...settings, bets: true }, approvers: 2 },
    });
    const { user: person } = renderScreen(<ApprovalSettingsForm />, { role: 'ludus_admin' });
    const form = await screen.findByRole('form', { name: 'Approvals' });
    await person.click(within(form).getByRole('switch', { name: /^Bet lists/ }));
    await person.click(within(form).getByRole('button', { name: 'Save approvals' }));
    await vi.waitFor(() => expect(toast).toHaveBeenCalledWith('success', 'Approvals saved'));
    const sent = calls.find(({ endpoint }) => endpoint === 'saveApprovalSettings');
    expect(sent?.body).toEqual({ ...settings, bets: true });
  });

  it('says that it was saved, also where the form begins anew before the answer', async () => {
    const saved = { settings: { ...settings, bets: true }, approvers: 2 };
    vi.mocked(toast).mockClear();
    answerCalls({
      getApprovalSettings: { settings, approvers: 2 },
      saveApprovalSettings: async () => {
        queryClient.setQueryData(approvalSettingsQuery().queryKey, saved);
        await expect.poll(() => screen.getByRole('switch', { name: /^Bet lists/ })).not.toBe(first);
        return saved;
      },
    });
    const { user: person, queryClient } = renderScreen(<ApprovalSettingsForm />, { role: 'ludus_admin' });
    const first = await screen.findByRole('switch', { name: /^Bet lists/ });
    await person.click(first);
    await person.click(screen.getByRole('button', { name: 'Save approvals' }));
    await vi.waitFor(() => expect(toast).toHaveBeenCalledWith('success', 'Approvals saved'));
  });

  it('asks before a kind of which changes wait is switched off, and says that they stay', async () => {
    const off = { ...settings, visibility: false };
    const calls = answerCalls({
      getApprovalSettings: { settings, approvers: 2 },
      listChangeRequests: { rows: [], count: 2, waitingForMe: 0 },
      saveApprovalSettings: { settings: off, approvers: 2 },
    });
    const { user: person } = renderScreen(<ApprovalSettingsForm />, { role: 'ludus_admin' });
    await person.click(await screen.findByRole('switch', { name: /^Visibility of games/ }));
    await person.click(screen.getByRole('button', { name: 'Save approvals' }));
    const dialog = await screen.findByRole('dialog', { name: 'Turn approvals off while changes wait?' });
    expect(within(dialog).getByText(/^2 changes wait\. They stay in the queue/)).toBeVisible();
    expect(calls.filter(({ endpoint }) => endpoint === 'saveApprovalSettings')).toEqual([]);
    expect(calls.find(({ endpoint }) => endpoint === 'listChangeRequests')?.query).toMatchObject({
      kind: 'visibility',
      state: 'waiting',
    });
    await person.click(within(dialog).getByRole('button', { name: 'Save approvals' }));
    await vi.waitFor(() =>
      expect(calls.find(({ endpoint }) => endpoint === 'saveApprovalSettings')?.body).toEqual(off),
    );
  });

  it('says why it was not saved, and switches back to what applies', async () => {
    answerCalls({
      getApprovalSettings: { settings, approvers: 2 },
      saveApprovalSettings: new Refusal(409, 'No second person can approve changes yet.'),
    });
    const { user: person } = renderScreen(<ApprovalSettingsForm />, { role: 'ludus_admin' });
    const bets = await screen.findByRole<HTMLInputElement>('switch', { name: /^Bet lists/ });
    await person.click(bets);
    expect(bets.checked).toBe(true);
    await person.click(screen.getByRole('button', { name: 'Save approvals' }));
    await vi.waitFor(() =>
      expect(toast).toHaveBeenCalledWith('error', 'No second person can approve changes yet.', {
        error: expect.objectContaining({ status: 409 }),
      }),
    );
    expect(bets.checked).toBe(false);
  });
});
