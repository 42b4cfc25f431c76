import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal, type SeenCall } from '../../test/answer-calls.ts';
import { button, names, renderDocumentation, row } from '../../test/documentation-screen.tsx';

beforeEach(() => {
  notifications.clean();
  vi.stubGlobal('scrollTo', () => {});
});

type User = ReturnType<typeof renderDocumentation>['user'];

async function chooseAction(user: User, document: string, action: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${document}` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

describe('a document is edited', () => {
  it('by name, type and end, and the row follows', async () => {
    const { user, calls } = renderDocumentation();
    await chooseAction(user, 'Shared rules', 'Edit');
    const dialog = await screen.findByRole('dialog', { name: 'Edit Shared rules' });
    const name = within(dialog).getByRole('textbox', { name: 'Name' });
    await user.clear(name);
    await user.type(name, 'Rules 2027');
    await user.click(within(dialog).getByRole('combobox', { name: 'Type' }));
    await user.click(await screen.findByRole('option', { name: 'Game rules' }));
    await user.click(button('Save', dialog));
    expect(await row(/Rules 2027/)).toHaveTextContent('Game rules');
    expect(calls.find(({ endpoint }) => endpoint === 'updateCertificate')).toMatchObject({
      path: '/api/certificates/edit/61',
      body: { name: 'Rules 2027', type: 'game-rules', validUntil: null },
    });
  });

  it('sends nothing while its end is no day, which stays as typed and is named beside the field', async () => {
    const { user, calls } = renderDocumentation();
    await chooseAction(user, 'Shared rules', 'Edit');
    const dialog = await screen.findByRole('dialog');
    const end = within(dialog).getByRole('textbox', { name: 'Valid until' });
    await user.type(end, '31/02/2027');
    await user.click(button('Save', dialog));
    expect(end).toHaveValue('31/02/2027');
    expect(end).toBeInvalid();
    expect(end).toHaveAccessibleDescription('Invalid date (dd/mm/yyyy)');
    expect(calls.map(({ endpoint }) => endpoint)).not.toContain('updateCertificate');
    await user.clear(end);
    await user.type(end, '28/02/2027');
    await user.click(button('Save', dialog));
    await waitFor(() =>
      expect(calls.find(({ endpoint }) => endpoint === 'updateCertificate')).toMatchObject({
        body: { validUntil: '2027-02-28' },
      }),
    );
  });

  it('not without a name', async () => {
    const { user, calls } = renderDocumentation();
    await chooseAction(user, 'Shared rules', 'Edit');
    const dialog = await screen.findByRole('dialog');
    await user.clear(within(dialog).getByRole('textbox', { name: 'Name' }));
    await user.click(button('Save', dialog));
    expect(within(dialog).getByRole('textbox', { name: 'Name' })).toBeInvalid();
    expect(calls.map(({ endpoint }) => endpoint)).not.toContain('updateCertificate');
  });
});

describe('[CERT-06] deleting a document', () => {
  const deletions = (calls: SeenCall[]) => calls.filter(({ endpoint }) => endpoint === 'deleteCertificate');

  it('asks in the row; "no" and Escape return to normal', async () => {
    const { user, calls } = renderDocumentation();
    await chooseAction(user, 'Shared rules', 'Delete');
    const question = screen.getByRole('group', { name: 'Delete Shared rules?' });
    expect(question).toHaveTextContent('Sure?');
    expect(button('No', question)).toHaveFocus();
    await user.click(button('No', question));
    expect(button('Actions for Shared rules')).toHaveFocus();
    await chooseAction(user, 'Shared rules', 'Delete');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('group', { name: 'Delete Shared rules?' })).toBeNull();
    expect(deletions(calls)).toEqual([]);
  });

  it('[API-026] "yes" deletes it, without a toast, and the others stay', async () => {
    const { user, calls } = renderDocumentation();
    await chooseAction(user, 'Shared rules', 'Delete');
    await user.click(button('Yes'));
    await waitFor(() => expect(screen.queryByText('Shared rules')).toBeNull());
    expect(deletions(calls).map(({ path }) => path)).toEqual(['/api/certificates/delete/61']);
    expect((await names()).toSorted()).toEqual(['Certificate Italy', 'Platform certificate']);
    expect(screen.queryByText('General document deleted')).toBeNull();
  });

  it('[ERR-037] says "General document deleted" of a general one', async () => {
    const { user } = renderDocumentation({ search: { show: 'general' } });
    await chooseAction(user, 'Platform certificate', 'Delete');
    await user.click(button('Yes'));
    expect(await screen.findByText('General document deleted')).toBeVisible();
    expect(await screen.findByText('No documents found')).toBeVisible();
  });

  it('[ERR-033][OPEN-63] that fails is logged, without a message; the row says so and can be tried again', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { user } = renderDocumentation({
      search: { show: 'general' },
      answers: { deleteCertificate: new Refusal(500, 'broken') },
    });
    await chooseAction(user, 'Platform certificate', 'Delete');
    await user.click(button('Yes'));
    expect(await screen.findByText('Not deleted')).toBeVisible();
    expect(log).toHaveBeenCalledTimes(1);
    expect(screen.queryByText('broken')).toBeNull();
    expect(button('Delete Platform certificate')).toBeEnabled();
    log.mockRestore();
  });

  it('that someone else has deleted counts as deleted', async () => {
    const { user } = renderDocumentation({
      search: { show: 'general' },
      answers: { deleteCertificate: new Refusal(404) },
    });
    await chooseAction(user, 'Platform certificate', 'Delete');
    await user.click(button('Yes'));
    expect(await screen.findByText('General document deleted')).toBeVisible();
  });
});
