import type { ApiToken } from '@ludus/contract';
import { focusManager } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import * as toasts from '../../lib/toast.tsx';
import { toast } from '../../lib/toast.tsx';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { anIntegration } from '../../test/integrations.ts';
import { renderScreen } from '../../test/render.tsx';
import { exampleCalls } from './components/api-guide.tsx';
import { ApiTokens } from './components/api-tokens.tsx';

vi.spyOn(toasts, 'toast').mockReturnValue('');

const token = (values: Partial<ApiToken> = {}): ApiToken => ({
  id: 'abc123def456',
  name: 'Warehouse',
  owner: { userId: 'u', username: 'chief' },
  isOwn: true,
  integration: { id: 1, name: 'Alpina' },
  scopes: ['statistics:read', 'sessions:read'],
  days: 90,
  createdAt: '2026-11-01T08:00:00Z',
  expiresAt: '2027-01-30T08:00:00Z',
  isExpired: false,
  lastUsedAt: null,
  lastUsedFrom: null,
  oldSecretUntil: null,
  ...values,
});
const secret = `ludus_abc123def456_${'x'.repeat(49)}`;
const checked = (within_: HTMLElement) =>
  within(within_)
    .getAllByRole<HTMLInputElement>('checkbox')
    .filter((box) => box.checked)
    .map((box) => box.value);

describe('API tokens', () => {
  it('say that they have been used once the reader is back from the program that used one', async () => {
    const used = { lastUsedAt: '2026-11-20T09:15:00Z', lastUsedFrom: '192.0.2.9' };
    let reads = 0;
    answerCalls({ listApiTokens: () => ({ rows: [token(reads++ === 0 ? {} : used)] }) });
    renderScreen(<ApiTokens />, { role: 'integration_manager' });
    expect(await screen.findByText(/never used/)).toBeVisible();
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    expect(await screen.findByText(/192\.0\.2\.9/)).toBeVisible();
    expect(screen.queryByText(/never used/)).toBeNull();
    focusManager.setFocused(undefined);
  });

  it('creates one with the scopes of a preset that the person holds, and shows it until it is saved', async () => {
    const calls = answerCalls({
      listApiTokens: { rows: [] },
      createApiToken: { token: token(), secret },
    });
    const { user } = renderScreen(<ApiTokens />, { role: 'integration_manager' });
    expect(await screen.findByText('No API tokens yet.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Create token' }));
    const dialog = await screen.findByRole('dialog', { name: 'Create an API token' });
    const send = () => user.click(within(dialog).getByRole('button', { name: 'Create token' }));
    await send();
    expect(within(dialog).getByText('Choose at least one.')).toBeTruthy();
    await user.type(within(dialog).getByLabelText(/^Name/), 'Warehouse');
    await send();
    // Above the list, whose end may be out of sight.
    const [first] = within(dialog).getAllByRole('checkbox');
    const says = within(dialog).getByText('Choose at least one.');
    expect(says.compareDocumentPosition(first as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(document.activeElement).toBe(first);
    await user.click(within(dialog).getByRole('button', { name: 'Read figures' }));
    // Dashboard, report and amounts are for others.
    expect(checked(dialog)).toEqual(['statistics:read']);
    await user.click(within(dialog).getByRole('checkbox', { name: 'Sessions' }));
    await user.click(within(dialog).getByRole('radio', { name: '30 days' }));
    expect(within(dialog).queryByLabelText('Integration')).toBeNull();
    await send();
    expect(calls.find(({ endpoint }) => endpoint === 'createApiToken')?.body).toEqual({
      name: 'Warehouse',
      scopes: ['statistics:read', 'sessions:read'],
      days: 30,
    });
    const shown = await screen.findByRole('dialog', { name: 'Save the token Warehouse' });
    expect(within(shown).getByLabelText<HTMLTextAreaElement>('API token').value).toBe(secret);
    const path = '/api/bookkeeping/sessions/changes?limit=5000';
    const call = `curl --compressed -H "Authorization: Bearer $TOKEN" "${window.location.origin}${path}`;
    await user.click(within(shown).getByRole('button', { name: 'Copy Example' }));
    expect((await navigator.clipboard.readText()).split('\n')).toEqual([
      `TOKEN=${secret}`,
      '# Begin without a cursor',
      `${call}"`,
      '# While hasMore is true, and later for what has changed: with the cursor of the last reply',
      `${call}&cursor=$CURSOR"`,
    ]);
    expect(
      within(shown).getByText(
        /^A reply has at most 5.000 sessions.*ends after 500 rows a page\. .*&from=2026-11-01 /,
      ),
    ).toBeVisible();
    expect(within(shown).getByRole('link', { name: 'API documentation' })).toHaveAttribute(
      'href',
      '/api/docs',
    );
    await user.keyboard('{Escape}');
    await user.click(within(shown).getByRole('button', { name: 'Copy token' }));
    expect(await navigator.clipboard.readText()).toBe(secret);
    await user.click(within(shown).getByRole('button', { name: 'I have saved it' }));
    await waitFor(() => expect(screen.queryByLabelText('API token')).toBeNull());
  });

  it('lets an administrator of the provider limit it to an integration, within which less can be read', async () => {
    const calls = answerCalls({
      listApiTokens: { rows: [] },
      listIntegrations: { rows: [anIntegration(7, 'Baltica')] },
      createApiToken: new Refusal(422, 'refused', {
        code: 'validation',
        fields: { scopes: 'Choose scopes that you hold yourself.' },
      }),
    });
    const { user } = renderScreen(<ApiTokens />, { role: 'ludus_admin' });
    await user.click(await screen.findByRole('button', { name: 'Create token' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText(/^Name/), 'SIEM');
    await user.click(within(dialog).getByRole('button', { name: 'Read everything' }));
    expect(checked(dialog)).toContain('logs:read');
    expect(checked(dialog)).not.toContain('reconciliation:files');
    await user.click(within(dialog).getByRole('combobox', { name: 'Integration' }));
    await user.click(await screen.findByRole('option', { name: 'Baltica' }));
    expect(checked(dialog)).not.toContain('logs:read');
    expect(within(dialog).queryByRole('checkbox', { name: 'Log' })).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Create token' }));
    expect(await within(dialog).findByText('Choose scopes that you hold yourself.')).toBeTruthy();
    expect(calls.find(({ endpoint }) => endpoint === 'createApiToken')?.body).toMatchObject({
      integrationId: 7,
    });
  });

  it('says of each what it reads, until when, and where it was used; own ones are renewed, all are revoked', async () => {
    const calls = answerCalls({
      listApiTokens: {
        rows: [
          token({ lastUsedAt: '2026-11-20T09:15:00Z', lastUsedFrom: '192.0.2.9' }),
          token({
            id: 'zzz',
            name: 'Old',
            isOwn: false,
            isExpired: true,
            owner: { userId: 'g', username: 'guest' },
          }),
        ],
      },
      renewApiToken: { token: token(), secret },
      revokeApiToken: null,
    });
    const { user } = renderScreen(<ApiTokens />, { role: 'integration_admin' });
    const own = within(await screen.findByRole('list', { name: 'API tokens' })).getByRole('listitem');
    expect(own.textContent).toContain('ludus_abc123def456_…');
    expect(own.textContent).toContain('Alpina · Totals and charts, Sessions');
    expect(own.textContent).toMatch(/last used .* from 192\.0\.2\.9/);
    const other = within(screen.getByRole('list', { name: 'Tokens of other people' })).getByRole('listitem');
    expect(other.textContent).toContain('Expired');
    expect(other.textContent).toContain('guest · Alpina');
    expect(within(other).queryByRole('button', { name: /Renew/ })).toBeNull();
    await user.click(within(other).getByRole('button', { name: 'Revoke Old' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(vi.mocked(toast)).toHaveBeenCalledWith('success', 'Token revoked'));
    await user.click(within(own).getByRole('button', { name: 'Renew Warehouse' }));
    const dialog = await screen.findByRole('dialog', { name: 'Renew Warehouse?' });
    expect(dialog.textContent).toContain('The old one stays valid for 24 hours.');
    await user.click(within(dialog).getByRole('button', { name: 'Renew' }));
    expect((await screen.findByLabelText<HTMLTextAreaElement>('API token')).value).toBe(secret);
    expect(calls.filter(({ endpoint }) => endpoint !== 'listApiTokens').map(({ path }) => path)).toEqual([
      '/api/api-tokens/zzz',
      '/api/api-tokens/abc123def456/renew',
    ]);
  });

  it('shows a call that the token may make: one without sessions asks who it is', () => {
    const start = `curl --compressed -H "Authorization: Bearer $TOKEN" "${window.location.origin}/api`;
    expect(exampleCalls({ scopes: ['statistics:read'], integration: null })).toEqual({
      hasSessions: false,
      calls: [`${start}/me"`],
    });
  });

  it('names the integration where the token reads every one', () => {
    const { calls } = exampleCalls({ scopes: ['sessions:read'], integration: null });
    expect(calls).toHaveLength(2);
    for (const call of calls)
      expect(call).toContain('/api/bookkeeping/sessions/changes?limit=5000&integrationId=$INTEGRATION');
  });

  it('leads to the guides that the person may read', async () => {
    answerCalls({ listApiTokens: { rows: [] } });
    renderScreen(<ApiTokens />, { role: 'integration_manager' });
    expect(await screen.findByRole('link', { name: 'API documentation' })).toHaveAttribute(
      'href',
      '/api/docs',
    );
    expect(screen.queryByRole('link', { name: 'Operator guide' })).toBeNull();
  });
});
