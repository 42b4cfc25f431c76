import type { MailingListEntry } from '@ludus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { formatDay } from '../../lib/format.ts';
import * as toasts from '../../lib/toast.tsx';
import { toast } from '../../lib/toast.tsx';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { renderScreen } from '../../test/render.tsx';
import { setViewport } from '../../test/viewport.ts';
import { emptyDraft, entriesOf, firstReportDay, problemsOf } from './entry.ts';
import { MailingListPage } from './pages/mailing-list-page.tsx';
import { type MailingListSearch, readMailingListSearch } from './search.ts';

vi.spyOn(toasts, 'toast').mockReturnValue('');

const entry = (id: number, email: string, parts: Partial<MailingListEntry> = {}): MailingListEntry => ({
  id,
  email,
  integrationId: null,
  integration: null,
  reportType: { id: 1, name: 'daily' },
  reportTypeId: 1,
  lastDelivery: null,
  ...parts,
});
const entries = [
  entry(1, 'anna@alpina.test', { integrationId: 1, integration: { id: 1, name: 'Alpina' } }),
  entry(2, 'bounces@ludus.test', {
    reportType: { id: 2, name: 'monthly' },
    reportTypeId: 2,
    lastDelivery: {
      at: '2026-11-20T05:00:04Z',
      state: 'failed',
      reason: 'The mail server did not accept the email (SMTP 550).',
    },
  }),
  entry(3, 'chief@ludus.test', {
    lastDelivery: { at: '2026-11-20T05:00:02Z', state: 'sent', reason: null },
  }),
];
const integrations = {
  rows: ['Alpina', 'Baltica'].map((name, index) => ({
    id: index + 1,
    name,
    version: 'GAI2',
    externalIdentifier: name,
    createdAt: '2026-01-01T10:00:00Z',
    updatedAt: '2026-01-01T10:00:00Z',
  })),
};

function Page() {
  const [search, setSearch] = useState<MailingListSearch>({});
  return <MailingListPage search={search} onSearch={setSearch} />;
}
function show(answers: Record<string, unknown> = {}) {
  const calls = answerCalls({ listMailingList: entries, listIntegrations: integrations, ...answers });
  return { calls, ...renderScreen(<Page />) };
}
const called = (calls: { endpoint: string }[], name: string) =>
  calls.filter(({ endpoint }) => endpoint === name);
const row = (email: string) => screen.findByRole('row', { name: new RegExp(email) });
const dialog = () => screen.findByRole('dialog');
const inDialog = async (role: string, name: string) => within(await dialog()).getByRole(role, { name });

beforeEach(() => {
  setViewport(1366);
  vi.mocked(toast).mockClear();
});

describe('the mailing list', () => {
  it('knows the day of the first report: at 06:00 in Rome, the monthly ones on the 1st', () => {
    const days = (instant: string) => [1, 2, 3].map((type) => firstReportDay(type, new Date(instant)));
    expect(days('2026-11-26T04:59:59Z')).toEqual(['2026-11-26', '2026-12-01', '2026-12-01']);
    expect(days('2026-11-26T05:00:00Z')).toEqual(['2026-11-27', '2026-12-01', '2026-12-01']);
    expect(days('2026-11-30T05:00:00Z')).toEqual(['2026-12-01', '2026-12-01', '2026-12-01']);
    expect(days('2026-12-01T05:00:00Z')).toEqual(['2026-12-02', '2027-01-01', '2027-01-01']);
  });

  it('[MAIL-01] shows address, integration or ALL, type, how the last report went, and an edit icon', async () => {
    show();
    expect((await row('anna@')).textContent).toContain('Alpina');
    const next = formatDay(firstReportDay(1, new Date()));
    expect(within(await row('anna@')).getByText(next)).toBeVisible();
    expect(within(await row('anna@')).getByText('None sent yet')).toBeVisible();
    const bounced = (await row('bounces@')).textContent ?? '';
    for (const part of ['ALL integrations', 'Monthly', 'Failed', '20/11/2026 06:00', 'SMTP 550']) {
      expect(bounced).toContain(part);
    }
    expect((await row('chief@')).textContent).toContain('Last sent 20/11/2026 06:00');
    expect(
      screen.getByText('3 addresses, 3 subscriptions; reports are sent at 06:00 Europe/Rome'),
    ).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /^Edit .*@/ }).length).toBeGreaterThanOrEqual(3);
  });

  it('[MAIL-02][MAIL-03][MAIL-04][API-065][ERR-055] adds an address: daily is chosen from the start', async () => {
    const { user, calls } = show({ createMailingListEntry: entries[0] });
    await row('anna@');
    await user.click(screen.getByRole('button', { name: 'Add recipient' }));
    const types = await inDialog('radiogroup', 'Report type');
    expect(
      within(types)
        .getAllByRole('radio')
        .map((radio) => radio.getAttribute('value')),
    ).toEqual(['1', '2', '3']);
    expect((within(types).getByRole('radio', { name: 'Daily' }) as HTMLInputElement).checked).toBe(true);
    await user.type(await inDialog('textbox', 'Email'), ' new@ludus.test ');
    await user.click(await inDialog('combobox', 'Integration'));
    await user.click(await screen.findByRole('option', { name: 'Baltica' }));
    await user.click(within(types).getByRole('radio', { name: 'Italy games' }));
    await user.click(await inDialog('button', 'Add'));
    await waitFor(() => expect(toast).toHaveBeenCalledWith('success', 'Email added successfully'));
    expect(called(calls, 'createMailingListEntry')[0]).toMatchObject({
      body: { email: 'new@ludus.test', reportTypeId: 3, integrationId: 2 },
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(called(calls, 'listMailingList')).toHaveLength(2);
  });

  it('[MAIL-07] ALL, and the only integration there is, are sent as none', async () => {
    const { user, calls } = show({ createMailingListEntry: entries[0] });
    await row('anna@');
    await user.click(screen.getByRole('button', { name: 'Add recipient' }));
    await user.type(await inDialog('textbox', 'Email'), 'new@ludus.test');
    await user.click(await inDialog('switch', 'ALL'));
    expect((await inDialog('combobox', 'Integration')).hasAttribute('disabled')).toBe(true);
    await user.click(await inDialog('button', 'Add'));
    await waitFor(() => expect(called(calls, 'createMailingListEntry')).toHaveLength(1));
    expect(called(calls, 'createMailingListEntry')[0]).toMatchObject({
      body: { email: 'new@ludus.test', reportTypeId: 1, integrationId: null },
    });
    const draft = { ...emptyDraft, email: 'a@b.it', integrationId: 1 };
    expect(entriesOf(draft, [1]).integrationId).toBeNull();
    expect(entriesOf(draft, [1, 2]).integrationId).toBe(1);
    expect(entriesOf(draft, []).integrationId).toBe(1);
  });

  it('[ERR-048][ERR-051][ERR-052][OPEN-58] says what is missing and sends nothing', async () => {
    const { user, calls } = show();
    await row('anna@');
    await user.click(screen.getByRole('button', { name: 'Add recipient' }));
    await user.type(await inDialog('textbox', 'Email'), 'no-one');
    await user.click(await inDialog('button', 'Add'));
    const text = (await dialog()).textContent;
    expect(text).toContain('Please enter a valid email address.');
    expect(text).toContain('Please select at least one integration, or ALL');
    expect(called(calls, 'createMailingListEntry')).toEqual([]);
    expect(await inDialog('textbox', 'Email')).toHaveFocus();
    expect(problemsOf({ ...emptyDraft, reportTypeId: null }).reportTypeId).toBe(
      'Please select at least one report type.',
    );
  });

  it('[MAIL-02][MAIL-05][ERR-054][OPEN-57] edits type and integration; the address cannot be changed', async () => {
    const { user, calls } = show({ updateMailingListEntry: entries[0] });
    await user.click(
      (await screen.findAllByRole('button', { name: 'Edit anna@alpina.test' }))[0] as HTMLElement,
    );
    expect((await inDialog('textbox', 'Email')).hasAttribute('disabled')).toBe(true);
    await user.click(await inDialog('radio', 'Monthly'));
    await user.click(await inDialog('switch', 'ALL'));
    await user.click(await inDialog('button', 'Save'));
    await waitFor(() => expect(toast).toHaveBeenCalledWith('success', 'Email edited successfully'));
    expect(called(calls, 'updateMailingListEntry')[0]).toMatchObject({
      path: '/api/mailing-list-reports/1',
      body: { reportTypeId: 2, integrationId: null },
    });
  });

  it('[MAIL-06][ERR-053][API-066] deletes after a yes, and not after a no', async () => {
    const { user, calls } = show({ deleteMailingListEntry: null });
    await user.click(
      (await screen.findAllByRole('button', { name: 'Edit anna@alpina.test' }))[0] as HTMLElement,
    );
    await user.click(await inDialog('button', 'Delete'));
    const sure = await screen.findByRole('dialog', { name: 'Are you sure?' });
    await user.click(within(sure).getByRole('button', { name: 'No' }));
    expect(called(calls, 'deleteMailingListEntry')).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const again = await screen.findByRole('dialog', { name: 'Are you sure?' });
    await user.click(within(again).getByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(toast).toHaveBeenCalledWith('success', 'Email deleted successfully'));
    expect(called(calls, 'deleteMailingListEntry')[0]).toMatchObject({ path: '/api/mailing-list-reports/1' });
  });

  const double = 'This address already receives this report for this integration.';

  it('[ERR-056][OPEN-57] an entry that is there is told beside the field, and what was typed stays', async () => {
    const { user } = show({ createMailingListEntry: new Refusal(409, double) });
    await row('anna@');
    await user.click(screen.getByRole('button', { name: 'Add recipient' }));
    await user.type(await inDialog('textbox', 'Email'), 'new@ludus.test');
    await user.click(await inDialog('switch', 'ALL'));
    await user.click(await inDialog('button', 'Add'));
    expect(await screen.findByText(double)).toBeTruthy();
    const field = (await inDialog('textbox', 'Email')) as HTMLInputElement;
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['new@ludus.test', 'true']);
    expect(toast).not.toHaveBeenCalled();
  });

  it('[ERR-056][OPEN-57] an edited entry that is there already is told beside its integration', async () => {
    const { user } = show({ updateMailingListEntry: new Refusal(409, double) });
    await user.click(
      (await screen.findAllByRole('button', { name: 'Edit anna@alpina.test' }))[0] as HTMLElement,
    );
    await user.click(await inDialog('button', 'Save'));
    expect(await screen.findByText(double)).toBeTruthy();
    expect(toast).not.toHaveBeenCalled();
  });

  it("[ERR-056] any other failure is told in the server's own words", async () => {
    const { user } = show({ createMailingListEntry: new Refusal(404, 'Integration not found') });
    await row('anna@');
    await user.click(screen.getByRole('button', { name: 'Add recipient' }));
    await user.type(await inDialog('textbox', 'Email'), 'new@ludus.test');
    await user.click(await inDialog('switch', 'ALL'));
    await user.click(await inDialog('button', 'Add'));
    await waitFor(() =>
      expect(toast).toHaveBeenCalledWith('error', 'Integration not found', {
        error: expect.objectContaining({ status: 404 }),
      }),
    );
    expect(((await inDialog('textbox', 'Email')) as HTMLInputElement).value).toBe('new@ludus.test');
  });

  it('[MAIL-02][OPEN-57] a pasted list adds an entry for each address once; those that are there stay in the field', async () => {
    const { user, calls } = show({
      createMailingListEntry: ({ body }: { body: { email: string } }) =>
        body.email === 'b@y.test' ? new Refusal(409, double) : entries[0],
    });
    await row('anna@');
    await user.click(screen.getByRole('button', { name: 'Add recipient' }));
    await user.click(await inDialog('textbox', 'Email'));
    await user.paste('a@x.test; b@y.test\nA@x.test, c@z.test');
    await user.click(await inDialog('switch', 'ALL'));
    await user.click(await inDialog('button', 'Add'));
    expect(await screen.findByText(`${double} (b@y.test)`)).toBeTruthy();
    expect(called(calls, 'createMailingListEntry')).toMatchObject(
      ['a@x.test', 'b@y.test', 'c@z.test'].map((email) => ({ body: { email } })),
    );
    // Both are shown: how many were taken, and which of them is there already.
    expect(vi.mocked(toast).mock.calls).toEqual([['success', '2 addresses added']]);
    const field = await inDialog('textbox', 'Email');
    expect(field).toHaveValue('b@y.test');
    expect(field).toHaveFocus();
    // Nothing is lost with what is on the list already.
    await user.click(await inDialog('button', 'Close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(called(calls, 'listMailingList')).toHaveLength(2);
  });

  it('[MAIL-02][ERR-056] of several addresses, what is there and what failed otherwise are told apart', async () => {
    const { user } = show({
      createMailingListEntry: ({ body }: { body: { email: string } }) =>
        body.email === 'a@x.test' ? new Refusal(409, double) : new Refusal(500, 'Out of order'),
    });
    await row('anna@');
    await user.click(screen.getByRole('button', { name: 'Add recipient' }));
    await user.type(await inDialog('textbox', 'Email'), 'a@x.test b@y.test');
    await user.click(await inDialog('switch', 'ALL'));
    await user.click(await inDialog('button', 'Add'));
    expect(await screen.findByText(`${double} (a@x.test)`)).toBeTruthy();
    expect(vi.mocked(toast).mock.calls).toEqual([['error', 'Out of order', { error: expect.any(Error) }]]);
    expect(await inDialog('textbox', 'Email')).toHaveValue('a@x.test, b@y.test');
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeTruthy();
  });

  it('[MAIL-02] takes the address where one is pasted with its name', async () => {
    const { user, calls } = show({ createMailingListEntry: entries[0] });
    await row('anna@');
    await user.click(screen.getByRole('button', { name: 'Add recipient' }));
    await user.click(await inDialog('textbox', 'Email'));
    await user.paste('Rossi, Anna <a@x.test>; Ugo <b@y.test>');
    await user.click(await inDialog('switch', 'ALL'));
    await user.click(await inDialog('button', 'Add'));
    await waitFor(() => expect(called(calls, 'createMailingListEntry')).toHaveLength(2));
    expect(called(calls, 'createMailingListEntry')).toMatchObject(
      ['a@x.test', 'b@y.test'].map((email) => ({ body: { email } })),
    );
  });

  it('[MAIL-02] asks before what was typed is left, by Esc, beside the dialog, or for another page', async () => {
    const { user, router } = show();
    await row('anna@');
    await user.click(screen.getByRole('button', { name: 'Add recipient' }));
    await user.click(await inDialog('textbox', 'Email'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Add recipient' }));
    await user.type(await inDialog('textbox', 'Email'), 'new@ludus.test');
    const beside = () => user.click(document.querySelector('.mantine-Modal-overlay') as HTMLElement);
    for (const leave of [() => user.keyboard('{Escape}'), beside]) {
      await leave();
      const asked = await screen.findByRole('dialog', { name: 'Leave without saving?' });
      await user.click(within(asked).getByRole('button', { name: 'Stay' }));
      await waitFor(() => expect(asked).not.toBeInTheDocument());
      expect(await inDialog('textbox', 'Email')).toHaveValue('new@ludus.test');
    }
    void router.navigate({ to: '/catalog' });
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/catalog'));
  });

  it('[MAIL-02] closes after Leave, and is left without a question where nothing is changed any more', async () => {
    const { user } = show();
    const open = async () =>
      user.click((await screen.findAllByRole('button', { name: 'Edit anna@alpina.test' }))[0] as HTMLElement);
    await open();
    await user.click(await inDialog('radio', 'Monthly'));
    await user.click(await inDialog('radio', 'Daily'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await open();
    await user.click(await inDialog('radio', 'Monthly'));
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await open();
    expect(await inDialog('radio', 'Daily')).toBeChecked();
  });

  it('[MAIL-06] the keyboard goes on at the row after the deleted one', async () => {
    let rows = entries;
    const { user } = show({
      listMailingList: () => rows,
      deleteMailingListEntry: () => {
        rows = entries.filter(({ id }) => id !== 2);
        return null;
      },
    });
    await user.click(await row('bounces@'));
    await user.click(await inDialog('button', 'Delete'));
    await user.click(await screen.findByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await row('chief@')).toHaveFocus();
  });

  it('[MAIL-08][OPEN-62] a failed read is said, and read again', async () => {
    let isDown = true;
    const { user } = show({ listMailingList: () => (isDown ? new Refusal(500) : entries) });
    expect(await screen.findByText('Server error, reload to try again')).toBeTruthy();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Reload' }));
    expect(await row('anna@')).toBeTruthy();
  });

  it('is searched by address, integration and type', async () => {
    const { user } = show();
    await row('anna@');
    const field = screen.getByRole('textbox', { name: 'Search addresses' });
    await user.type(field, 'all monthly{Enter}');
    await waitFor(() => expect(screen.queryByText('anna@alpina.test')).toBeNull());
    expect(screen.getByText('bounces@ludus.test')).toBeTruthy();
    await user.clear(field);
    await user.type(field, 'no-one like this{Enter}');
    expect(await screen.findByText('No matching addresses.')).toBeTruthy();
    expect(readMailingListSearch({ search: 7 })).toEqual({ search: '7' });
  });

  it('says how to begin while no one is on it', async () => {
    show({ listMailingList: [] });
    expect(await screen.findByText('Add a recipient for the next report.')).toBeTruthy();
  });
});
