import type { SavedReply } from '@ludus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from '../../lib/toast.tsx';
import { showTicket } from '../../test/ticket-screen.tsx';
import { anAnswer, aTicket } from '../../test/tickets.tsx';

vi.mock('../../lib/toast.tsx', () => ({ toast: vi.fn() }));
vi.mock('../../components/rich-text/rich-text-editor.tsx', () => import('../../test/tickets.tsx'));

const aReply = (part: Partial<SavedReply> = {}): SavedReply => ({
  id: 4,
  title: 'We look into it',
  textEn: '<p>Hello {person}, we look into {ticket} of {integration}.</p>',
  textIt: '<p>Ciao {person}, stiamo verificando {ticket}.</p>',
  isShared: false,
  updatedAt: '2026-11-20T10:00:00.000Z',
  ...part,
});
const picture = aReply({
  id: 5,
  title: 'Ask for a picture',
  textEn: '<p>Please send one.</p>',
  isShared: true,
});
const replies = { listSavedReplies: { rows: [picture, aReply()] } };
const answer = () => screen.findByRole('textbox', { name: 'Answer' });

beforeEach(() => {
  vi.mocked(toast).mockClear();
  localStorage.clear();
});

describe('saved replies', () => {
  it('are inserted with the keyboard alone, filled in with what the ticket says', async () => {
    const { user } = showTicket(aTicket(), replies);
    await user.click(await answer());
    await user.keyboard('{Control>}.{/Control}');
    const search = await screen.findByRole('textbox', { name: 'Search replies' });
    await waitFor(() => expect(search).toHaveFocus());
    await screen.findByRole('button', { name: /^We look into it/ });
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(async () =>
      expect(await answer()).toHaveValue('<p>Hello anna, we look into #12 of Alpina.</p>'),
    );
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(async () => expect(await answer()).toHaveFocus());
  });

  it('name whoever answers on the other side of a ticket that the provider opened, else no one', async () => {
    const own = { reporter: { id: 'ada', username: 'ada' }, reporterSide: 'provider' as const, answers: [] };
    const insert = async (user: ReturnType<typeof showTicket>['user']) => {
      await user.click(await screen.findByRole('button', { name: 'Saved replies' }));
      await user.click(await screen.findByRole('button', { name: /^We look into it/ }));
    };
    const first = showTicket(aTicket(own), replies);
    await insert(first.user);
    await waitFor(async () =>
      expect(await answer()).toHaveValue('<p>Hello, we look into #12 of Alpina.</p>'),
    );
    first.unmount();
    localStorage.clear();
    const by = (username: string, role: 'integration_admin' | 'ludus_admin') => ({
      ...anAnswer(),
      responder: { id: username, username, role },
    });
    const second = showTicket(
      aTicket({ ...own, answers: [by('boris', 'integration_admin'), by('ada', 'ludus_admin')] }),
      replies,
    );
    await insert(second.user);
    await waitFor(async () =>
      expect(await answer()).toHaveValue('<p>Hello boris, we look into #12 of Alpina.</p>'),
    );
  });

  it('are found by their words, in the language that was chosen', async () => {
    const { user } = showTicket(aTicket(), replies);
    await user.click(await screen.findByRole('button', { name: 'Saved replies' }));
    const list = await screen.findByRole('list', { name: 'Saved replies' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(2);
    await user.type(screen.getByRole('textbox', { name: 'Search replies' }), 'verificando');
    expect(await screen.findByText('No matching replies')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Italiano' }));
    await user.click(await screen.findByRole('button', { name: /^We look into it/ }));
    await waitFor(async () =>
      expect(await answer()).toHaveValue('<p>Ciao anna, stiamo verificando #12.</p>'),
    );
  });

  it('are saved in both languages, for the team where one says so', async () => {
    const { user, calls } = showTicket(aTicket(), {
      listSavedReplies: { rows: [] },
      createSavedReply: aReply(),
    });
    await user.click(await screen.findByRole('button', { name: 'Saved replies' }));
    expect(await screen.findByText('No saved replies yet')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'New reply' }));
    await user.click(await screen.findByRole('button', { name: 'Save reply' }));
    expect(await screen.findByText('Write the reply in at least one language.')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Thanks');
    await user.type(screen.getByRole('textbox', { name: 'Text in English' }), 'Thank you');
    await user.type(screen.getByRole('textbox', { name: 'Text in Italian' }), 'Grazie');
    await user.click(screen.getByRole('switch', { name: 'Share with the team' }));
    await user.click(screen.getByRole('button', { name: 'Save reply' }));
    await waitFor(() => expect(toast).toHaveBeenCalledWith('success', 'Reply saved'));
    expect(calls.filter(({ endpoint }) => endpoint === 'createSavedReply').map(({ body }) => body)).toEqual([
      { title: 'Thanks', textEn: 'Thank you', textIt: 'Grazie', isShared: true },
    ]);
    expect(calls.some(({ endpoint }) => endpoint === 'createAnswer')).toBe(false);
  });

  it('are saved in one language, with what is filled in later', async () => {
    const { user, calls } = showTicket(aTicket(), {
      listSavedReplies: { rows: [] },
      createSavedReply: aReply(),
    });
    await user.click(await screen.findByRole('button', { name: 'Saved replies' }));
    await user.click(await screen.findByRole('button', { name: 'New reply' }));
    await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Thanks');
    await user.click(screen.getByRole('button', { name: 'Save reply' }));
    expect(await screen.findByText('Write the reply in at least one language.')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'Text in Italian' }), 'Grazie ');
    expect(screen.queryByText('Write the reply in at least one language.')).toBeNull();
    const italian = screen.getByRole('group', { name: 'Insert into: Text in Italian' });
    await user.click(within(italian).getByRole('button', { name: 'Reporter' }));
    await user.click(screen.getByRole('button', { name: 'Save reply' }));
    await waitFor(() => expect(toast).toHaveBeenCalledWith('success', 'Reply saved'));
    expect(calls.find(({ endpoint }) => endpoint === 'createSavedReply')?.body).toEqual({
      title: 'Thanks',
      textEn: '',
      textIt: 'Grazie {person}',
      isShared: false,
    });
  });

  it('are offered in the other language where theirs is missing, and say so', async () => {
    const italian = aReply({ id: 6, title: 'Only here', textEn: '' });
    const { user } = showTicket(aTicket(), { listSavedReplies: { rows: [aReply(), italian] } });
    await user.click(await screen.findByRole('button', { name: 'Saved replies' }));
    const row = await screen.findByRole('button', { name: /^Only here/ });
    expect(row).toHaveTextContent('Only in Italian');
    expect(screen.getAllByText('Only in Italian')).toHaveLength(1);
    await user.click(row);
    await waitFor(async () =>
      expect(await answer()).toHaveValue('<p>Ciao anna, stiamo verificando #12.</p>'),
    );
  });

  it('are deleted after a question that says whose they are', async () => {
    const { user, calls } = showTicket(aTicket(), { ...replies, deleteSavedReply: null });
    await user.click(await screen.findByRole('button', { name: 'Saved replies' }));
    await user.click(await screen.findByRole('button', { name: 'Delete reply Ask for a picture' }));
    const question = await screen.findByRole('dialog', { name: 'Delete the reply “Ask for a picture”?' });
    expect(within(question).getByText(/Your colleagues lose it too/)).toBeVisible();
    await user.click(within(question).getByRole('button', { name: 'Delete reply' }));
    await waitFor(() =>
      expect(calls.filter(({ endpoint }) => endpoint === 'deleteSavedReply')).toMatchObject([
        { path: expect.stringMatching(/saved-replies\/5$/) },
      ]),
    );
  });

  it('are for the provider alone', async () => {
    showTicket(aTicket(), {}, { role: 'integration_admin' });
    await answer();
    expect(screen.queryByRole('button', { name: 'Saved replies' })).toBeNull();
  });
});
