import type { Webhook, WebhookDelivery } from '@ludus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import * as toasts from '../../lib/toast.tsx';
import { toast } from '../../lib/toast.tsx';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { anIntegration } from '../../test/integrations.ts';
import { renderScreen } from '../../test/render.tsx';
import { Webhooks } from './components/webhooks.tsx';

vi.spyOn(toasts, 'toast').mockReturnValue('');

const webhook = (values: Partial<Webhook> = {}): Webhook => ({
  id: 3,
  integration: { id: 1, name: 'Alpina' },
  name: 'Warehouse',
  url: 'https://hooks.alpina.example/ludus',
  events: ['session.closed', 'ticket.answered'],
  isActive: true,
  offReason: null,
  failingSince: null,
  oldSecretUntil: null,
  lastDelivery: { at: '2026-11-20T09:15:00Z', state: 'delivered', status: 204 },
  createdAt: '2026-11-01T08:00:00Z',
  ...values,
});
const delivery: WebhookDelivery = {
  ...{ id: 9, messageId: 'msg_1', type: 'ticket.answered', state: 'waiting', attempts: 2, status: 503 },
  ...{ durationMs: 40, reason: 'The receiver replied with status 503.', createdAt: '2026-11-20T09:15:00Z' },
  ...{ lastAttemptAt: '2026-11-20T09:15:05Z', nextAttemptAt: '2026-11-20T09:20:05Z' },
};
const secret = `whsec_${'x'.repeat(43)}=`;

function Screen({ openId = null }: { openId?: number | null }) {
  const [opened, setOpened] = useState<number | null>(openId);
  return <Webhooks openId={opened} onOpen={setOpened} />;
}

describe('webhooks', () => {
  it('are created with the events that are chosen, and show their secret until it is saved', async () => {
    const calls = answerCalls({ listWebhooks: { rows: [] }, createWebhook: { webhook: webhook(), secret } });
    const { user } = renderScreen(<Screen />, { role: 'integration_admin' });
    expect(await screen.findByText('No webhooks yet. An integration can have up to 10.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'API documentation' })).toHaveAttribute('href', '/api/docs');
    expect(screen.getByRole('link', { name: 'Operator guide' })).toHaveAttribute('href', '/operator-guide');
    await user.click(screen.getByRole('button', { name: 'Create webhook' }));
    const dialog = await screen.findByRole('dialog', { name: 'Create a webhook' });
    const send = () => user.click(within(dialog).getByRole('button', { name: 'Create webhook' }));
    await send();
    expect(within(dialog).getByText('Choose at least one.')).toBeTruthy();
    expect(within(dialog).getByText('Enter a web address.')).toBeTruthy();
    // People of an integration have their own.
    expect(within(dialog).queryByRole('combobox', { name: /Integration/ })).toBeNull();
    await user.type(within(dialog).getByLabelText(/^Name/), 'Warehouse');
    await user.type(within(dialog).getByLabelText(/^Address/), 'https://hooks.alpina.example/ludus');
    await user.click(within(dialog).getByRole('checkbox', { name: 'Ticket answered' }));
    await user.click(within(dialog).getByRole('checkbox', { name: 'Sessions closed' }));
    await send();
    const shown = await screen.findByRole('dialog', { name: 'Save the secret of Warehouse' });
    expect(calls.find(({ endpoint }) => endpoint === 'createWebhook')?.body).toEqual({
      name: 'Warehouse',
      url: 'https://hooks.alpina.example/ludus',
      events: ['session.closed', 'ticket.answered'],
    });
    await user.keyboard('{Escape}');
    expect(within(shown).getByLabelText<HTMLTextAreaElement>('Secret').value).toBe(secret);
    await user.click(within(shown).getByRole('button', { name: 'Copy secret' }));
    expect(await navigator.clipboard.readText()).toBe(secret);
    await user.click(within(shown).getByRole('button', { name: 'I have saved it' }));
    await waitFor(() => expect(screen.queryByLabelText('Secret')).toBeNull());
  });

  it('ask the provider for the integration, and say what is wrong with an address', async () => {
    const calls = answerCalls({
      listWebhooks: { rows: [] },
      listIntegrations: { rows: [anIntegration(7, 'Baltica')] },
      createWebhook: new Refusal(422, 'refused', {
        code: 'validation',
        fields: { url: '10.0.0.1 is a private address, and it is not among the allowed hosts.' },
      }),
    });
    const { user } = renderScreen(<Screen />, { role: 'ludus_admin' });
    await user.click(await screen.findByRole('button', { name: 'Create webhook' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText(/^Name/), 'x');
    await user.type(within(dialog).getByLabelText(/^Address/), 'https://10.0.0.1/');
    await user.click(within(dialog).getByRole('button', { name: 'All events' }));
    const send = () => user.click(within(dialog).getByRole('button', { name: 'Create webhook' }));
    await send();
    expect(within(dialog).getByText('Choose an integration.')).toBeTruthy();
    await user.click(within(dialog).getByRole('combobox', { name: /Integration/ }));
    await user.click(await screen.findByRole('option', { name: 'Baltica' }));
    await send();
    expect(await within(dialog).findByText(/is a private address/)).toBeTruthy();
    expect(calls.find(({ endpoint }) => endpoint === 'createWebhook')?.body).toMatchObject({
      integrationId: 7,
    });
  });

  it('say whether they are on, and are switched off', async () => {
    const calls = answerCalls({
      listWebhooks: {
        rows: [
          webhook(),
          webhook({ id: 4, name: 'Old', isActive: false, offReason: 'failing', lastDelivery: null }),
        ],
      },
      updateWebhook: webhook({ isActive: false, offReason: 'person' }),
    });
    const { user } = renderScreen(<Screen />, { role: 'integration_admin' });
    const [first, second] = within(await screen.findByRole('list', { name: 'Webhooks' })).getAllByRole(
      'listitem',
    );
    expect(first?.textContent).toContain('Alpina · Sessions closed, Ticket answered');
    expect(second?.textContent).toContain('Off after failures');
    expect(second?.textContent).toContain('Nothing sent yet');
    await user.click(screen.getByRole('button', { name: 'Edit Warehouse' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit Warehouse' });
    await user.click(within(dialog).getByRole('switch', { name: /^On/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(calls.find(({ endpoint }) => endpoint === 'updateWebhook')?.body).toEqual({
        name: 'Warehouse',
        url: 'https://hooks.alpina.example/ludus',
        events: ['session.closed', 'ticket.answered'],
        isActive: false,
      }),
    );
  });

  it('are tested, show what was sent with each attempt, and send it again', async () => {
    const calls = answerCalls({
      listWebhooks: { rows: [webhook()] },
      listWebhookDeliveries: { rows: [delivery], count: 1 },
      getWebhookDelivery: {
        ...delivery,
        body: '{"type":"ticket.answered"}',
        allAttempts: [
          {
            at: '2026-11-20T09:15:05Z',
            status: 503,
            durationMs: 40,
            reason: 'The receiver replied with status 503.',
            response: 'busy',
          },
        ],
      },
      testWebhook: delivery,
      redeliverWebhook: delivery,
      renewWebhookSecret: { webhook: webhook({ oldSecretUntil: '2026-11-21T09:15:00Z' }), secret },
    });
    const { user } = renderScreen(<Screen />, { role: 'integration_admin' });
    // From the row, which says what came of it.
    await user.click(await screen.findByRole('button', { name: 'Send a test to Warehouse' }));
    expect(
      await screen.findByText(/^Test failed: The receiver replied with status 503\. \(40 ms\)$/),
    ).toHaveRole('status');
    await user.click(await screen.findByRole('button', { name: 'Deliveries of Warehouse' }));
    const panel = await screen.findByRole('dialog', { name: 'Warehouse' });
    await user.click(within(panel).getByRole('button', { name: 'Send a test' }));
    expect(await within(panel).findByText(/^Test failed: /)).toHaveRole('status');
    // A green toast beside a test that failed would contradict it.
    expect(vi.mocked(toast)).not.toHaveBeenCalledWith('success', expect.anything());
    const table = await within(panel).findByRole('table', { name: 'Deliveries' });
    expect(table.textContent).toContain('Ticket answered');
    expect(table.textContent).toContain('Next attempt 20/11/2026, 10:20:05');
    expect(table.textContent).toContain('503');
    // From its row, without opening it.
    await user.click(within(table).getByRole('button', { name: 'Send “Ticket answered” again' }));
    await waitFor(() => expect(vi.mocked(toast)).toHaveBeenCalledWith('success', 'Queued again'));
    expect(within(panel).queryByLabelText('Body')).toBeNull();
    vi.mocked(toast).mockClear();
    await user.click(within(table).getByText('Ticket answered'));
    expect((await within(panel).findByLabelText('Body')).textContent).toBe(
      '{\n  "type": "ticket.answered"\n}',
    );
    const attempts = within(panel).getByRole('list', { name: 'Attempts' });
    expect(attempts.textContent).toContain('The receiver replied with status 503.');
    expect(attempts.textContent).toContain('busy');
    await user.click(within(panel).getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(vi.mocked(toast)).toHaveBeenCalledWith('success', 'Queued again'));
    const resent = calls.filter(({ endpoint }) => endpoint === 'redeliverWebhook').map(({ path }) => path);
    expect(resent).toEqual(Array(2).fill('/api/webhooks/3/deliveries/9/redeliver'));
    await user.click(within(panel).getByRole('button', { name: 'New secret' }));
    const confirm = await screen.findByRole('dialog', { name: 'New secret for Warehouse?' });
    await user.click(within(confirm).getByRole('button', { name: 'New secret' }));
    const shown = await screen.findByRole('dialog', { name: 'Save the secret of Warehouse' });
    expect(shown.textContent).toContain('The old secret is valid for another 24 hours.');
  });

  it('say that a test arrived by its newest attempt, whatever state was read beside it', async () => {
    const attempt = { at: '2026-11-20T09:15:05Z', status: 200, durationMs: 11, reason: null, response: '' };
    const first = { ...attempt, status: 503, reason: 'The receiver replied with status 503.' };
    answerCalls({
      listWebhooks: { rows: [webhook()] },
      getWebhookDelivery: { ...delivery, state: 'waiting', body: '{}', allAttempts: [attempt, first] },
      testWebhook: delivery,
    });
    const { user } = renderScreen(<Screen />, { role: 'integration_admin' });
    await user.click(await screen.findByRole('button', { name: 'Send a test to Warehouse' }));
    expect(await screen.findByText('Test arrived: Status 200, 11 ms')).toHaveRole('status');
  });

  it('say what to check after the newest delivery, or the open one, has failed', async () => {
    const refused = { ...delivery, id: 10, state: 'failed' as const, status: 401 };
    const taken = { ...delivery, id: 8, state: 'delivered' as const, status: 204, reason: null };
    answerCalls({
      listWebhooks: { rows: [webhook()] },
      listWebhookDeliveries: { rows: [refused, taken], count: 2 },
      getWebhookDelivery: { ...taken, body: '{}', allAttempts: [] },
    });
    const { user } = renderScreen(<Screen openId={3} />, { role: 'integration_admin' });
    const panel = await screen.findByRole('dialog', { name: 'Warehouse' });
    expect(await within(panel).findByText('What to check')).toBeVisible();
    expect(within(panel).getByText(/verifies with the present secret/)).toBeVisible();
    const table = within(within(panel).getByRole('table', { name: 'Deliveries' }));
    expect(table.getAllByRole('row')[1]).toHaveTextContent(
      /20\/11\/2026.* · The receiver replied with status 503\./,
    );
    const rows = table.getAllByText('Ticket answered');
    await user.click(rows[1] as HTMLElement);
    await within(panel).findByLabelText('Body');
    expect(within(panel).queryByText('What to check')).toBeNull();
  });

  it('open from an address, and say when they cannot be read', async () => {
    answerCalls({ listWebhooks: new Refusal(500, 'no') });
    renderScreen(<Screen openId={3} />, { role: 'integration_admin' });
    expect(await screen.findByRole('alert')).toBeTruthy();
  });
});
