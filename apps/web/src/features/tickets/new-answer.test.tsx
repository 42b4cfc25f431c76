import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from '../../lib/toast.tsx';
import { Refusal } from '../../test/answer-calls.ts';
import { answerUploads } from '../../test/answer-uploads.ts';
import { showTicket } from '../../test/ticket-screen.tsx';
import { anAnswer, aTicket } from '../../test/tickets.tsx';
import { setViewport } from '../../test/viewport.ts';
import { keepAnswerDraft, readAnswerDraft } from './answer-drafts.ts';

vi.mock('../../lib/toast.tsx', () => ({ toast: vi.fn() }));
vi.mock('../../components/rich-text/rich-text-editor.tsx', () => import('../../test/tickets.tsx'));

beforeEach(() => {
  vi.mocked(toast).mockClear();
});

describe('a new answer', () => {
  async function open(answers: object = {}) {
    const shown = showTicket(aTicket(), { createAnswer: anAnswer(), ...answers });
    return { ...shown, text: await screen.findByRole('textbox', { name: 'Answer' }) };
  }
  const send = () => screen.getByRole('button', { name: 'Send' });
  const sent = (calls: { endpoint: string; body?: unknown }[]) =>
    calls.filter(({ endpoint }) => endpoint === 'createAnswer').map(({ body }) => body);
  const file = (name: string, size = 3) => new File(['x'.repeat(size)], name);

  it('[TICK-10][TICK-11][ERR-058] goes as ongoing, or closes the ticket when the toggle is on', async () => {
    const { user, text, calls } = await open();
    await user.type(text, 'First');
    await user.click(send());
    await waitFor(() => expect(toast).toHaveBeenCalledWith('success', 'Answer added'));
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Answer' })).toHaveValue(''));
    await user.type(screen.getByRole('textbox', { name: 'Answer' }), 'Last');
    await user.click(screen.getByRole('switch', { name: 'Close Ticket with this answer?' }));
    await user.click(send());
    await user.click(await screen.findByRole('button', { name: 'Send and close' }));
    await waitFor(() =>
      expect(sent(calls)).toEqual([
        { ticketId: 12, status: 'ongoing', description: 'First' },
        { ticketId: 12, status: 'closed', description: 'Last' },
      ]),
    );
  });

  it('ends the page of a phone, where toasts then stand above it', async () => {
    setViewport(390);
    await open();
    expect(send().closest('form')).toHaveAttribute('data-ends-page');
    setViewport(1366);
    await waitFor(() => expect(send().closest('form')).not.toHaveAttribute('data-ends-page'));
  });

  it('[TICK-10][OPEN-59] asks before it closes the ticket for good, and sends nothing after Cancel', async () => {
    const { user, text, calls } = await open();
    await user.type(text, 'Last');
    await user.click(screen.getByRole('switch', { name: 'Close Ticket with this answer?' }));
    await user.click(send());
    const dialog = await screen.findByRole('dialog', { name: 'Close this ticket?' });
    expect(dialog).toHaveTextContent('Closing is final');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(sent(calls)).toEqual([]);
    expect(screen.getByRole('textbox', { name: 'Answer' })).toHaveValue('Last');
  });

  it('[TICK-10][OPEN-59] offers to send and leave the ticket open in place of closing it for good', async () => {
    const { user, text, calls } = await open();
    await user.type(text, 'Last');
    await user.click(screen.getByRole('switch', { name: 'Close Ticket with this answer?' }));
    await user.click(send());
    const dialog = await screen.findByRole('dialog', { name: 'Close this ticket?' });
    expect(dialog).toHaveTextContent('Once it is closed, only a new ticket goes on with it.');
    await user.click(within(dialog).getByRole('button', { name: 'Send and leave open' }));
    await waitFor(() =>
      expect(sent(calls)).toEqual([{ ticketId: 12, status: 'ongoing', description: 'Last' }]),
    );
  });

  it('[TICK-10] asks before Cancel takes away what was written, and offers none while nothing was', async () => {
    const { user, text } = await open();
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    await user.type(text, 'Half');
    const cancel = () => user.click(screen.getByRole('button', { name: 'Cancel' }));
    await cancel();
    const question = await screen.findByRole('dialog', { name: 'Discard this answer?' });
    await user.click(within(question).getByRole('button', { name: 'Keep writing' }));
    expect(screen.getByRole('textbox', { name: 'Answer' })).toHaveValue('Half');
    await cancel();
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Answer' })).toHaveValue(''));
    expect(screen.getByRole('textbox', { name: 'Answer' })).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  });

  it('[TICK-10] keeps the text when the ticket is left, until it is sent or discarded', async () => {
    const { user, text, unmount } = await open();
    await user.type(text, 'Half a sentence');
    unmount();
    const again = await open();
    expect(again.text).toHaveValue('Half a sentence');
    await again.user.type(again.text, ', then all');
    await again.user.click(send());
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Answer' })).toHaveValue(''));
    expect(sent(again.calls)).toEqual([
      { ticketId: 12, status: 'ongoing', description: 'Half a sentence, then all' },
    ]);
    again.unmount();
    expect((await open()).text).toHaveValue('');
  });

  it('keeps the texts of different tickets and people apart, and only the latest of many', () => {
    keepAnswerDraft('anna', 1, 'One');
    keepAnswerDraft('anna', 2, 'Two');
    expect(readAnswerDraft('anna', 1)).toBe('One');
    expect(readAnswerDraft('mara', 1)).toBe('');
    for (let id = 3; id <= 21; id += 1) keepAnswerDraft('anna', id, 'More');
    expect([readAnswerDraft('anna', 1), readAnswerDraft('anna', 2)]).toEqual(['', 'Two']);
    keepAnswerDraft('anna', 2, '');
    expect(readAnswerDraft('anna', 2)).toBe('');
    localStorage.setItem('ludus.answers', 'no JSON');
    expect(readAnswerDraft('anna', 3)).toBe('');
  });

  it('[TICK-10] is sent by Ctrl+Enter, and needs words', async () => {
    const { user, text, calls } = await open();
    await user.click(text);
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Please enter a description.')).toBeVisible();
    expect(sent(calls)).toEqual([]);
    await user.type(text, 'By keys{Control>}{Enter}{/Control}');
    await waitFor(() =>
      expect(sent(calls)).toEqual([{ ticketId: 12, status: 'ongoing', description: 'By keys' }]),
    );
  });

  it('[TICK-10][TICK-12] leaves the keyboard where one goes on, also when it has closed the ticket', async () => {
    let status = 'open';
    const { user, text } = await open({
      getTicket: () => aTicket({ status: status as 'open' }),
      createAnswer: ({ body }: { body: { status: string } }) => {
        status = body.status;
        return anAnswer();
      },
    });
    await user.type(text, 'First');
    await user.click(send());
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Answer' })).toHaveValue(''));
    const next = screen.getByRole('textbox', { name: 'Answer' });
    await waitFor(() => expect(next).toHaveFocus());
    await user.type(next, 'Last');
    await user.click(screen.getByRole('switch', { name: 'Close Ticket with this answer?' }));
    await user.click(send());
    await user.click(await screen.findByRole('button', { name: 'Send and close' }));
    await waitFor(() => expect(screen.getByRole('article', { name: 'Ticket #12' })).toHaveFocus());
    expect(screen.queryByRole('form', { name: 'Add answer' })).toBeNull();
  });

  it('[TICK-10] is open from the first on without taking the focus, which R gives to it', async () => {
    const { user, text } = await open();
    expect(text).toBeVisible();
    expect(text).not.toHaveFocus();
    await user.keyboard('r');
    expect(text).toHaveFocus();
    expect(text).toHaveValue('');
  });

  it('[ERR-060] says that the ticket was deleted meanwhile, keeps the text to be copied, and leads back', async () => {
    let isGone = false;
    const gone = new Refusal(404, 'Ticket not found');
    const { user, text, onDeleted } = await open({
      getTicket: () => (isGone ? gone : aTicket()),
      createAnswer: () => gone,
    });
    await user.type(text, 'Too late');
    isGone = true;
    await user.click(send());
    expect(await screen.findByRole('alert')).toHaveTextContent('This ticket was deleted.');
    expect(toast).toHaveBeenCalledWith('error', 'This ticket was deleted.');
    expect(screen.getByRole('textbox', { name: 'Answer' })).toHaveValue('Too late');
    expect(screen.getByText(/deleted in the meantime. You can copy your text/)).toBeVisible();
    expect(send()).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Back to Tickets' }));
    expect(onDeleted).toHaveBeenCalled();
  });

  it('[TICK-20][ERR-065] names a file whose content is not what its name says, and takes it off the list', async () => {
    const uploads = answerUploads(({ file: one }) =>
      one.name === 'page.png'
        ? { status: 415, body: { message: 'x', code: 'x' } }
        : { status: 200, body: {} },
    );
    const { user, text } = await open();
    await user.type(text, 'See');
    await user.upload(screen.getByLabelText('Add files'), [file('page.png'), file('b.pdf')]);
    await user.click(send());
    const words = 'The content of page.png does not match its file type.';
    expect(await screen.findByText(words)).toBeVisible();
    expect(toast).toHaveBeenCalledWith('error', 'Something went wrong submitting media, please try again.', {
      detail: words,
    });
    // To send it again would not help.
    expect(screen.queryByRole('button', { name: /again/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Remove page.png from the list' }));
    await user.click(screen.getByRole('button', { name: 'Finish' }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Answer' })).toBeEnabled());
    expect(screen.queryByRole('list', { name: 'Attachments' })).toBeNull();
    expect(uploads.map(({ file: one }) => one.name)).toEqual(['page.png', 'b.pdf']);
  });

  it('[TICK-20] sends its files after it, with its id', async () => {
    const uploads = answerUploads(() => ({ status: 200, body: {} }));
    const { user, text } = await open();
    await user.type(text, 'See');
    await user.upload(screen.getByLabelText('Add files'), [file('a.png'), file('b.pdf')]);
    expect(uploads).toEqual([]);
    await user.click(send());
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Answer' })).toHaveValue(''));
    expect(uploads.map(({ path, fields, file: one }) => [path, fields.answerId, one.name])).toEqual([
      ['/api/tickets/12/media', '31', 'a.png'],
      ['/api/tickets/12/media', '31', 'b.pdf'],
    ]);
  });

  it('[TICK-20][ERR-065] keeps a file that was not sent, and sends it again without a second answer', async () => {
    let isDown = true;
    const uploads = answerUploads(() => (isDown ? { status: 500 } : { status: 200, body: {} }));
    const { user, text, calls } = await open();
    await user.type(text, 'See');
    await user.upload(screen.getByLabelText('Add files'), [file('a.png')]);
    await user.click(send());
    expect(await screen.findByText('Not sent')).toBeVisible();
    expect(toast).toHaveBeenCalledWith(
      'error',
      'Something went wrong submitting media, please try again.',
      {},
    );
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Send a.png again' }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Answer' })).toHaveValue(''));
    expect([uploads.length, sent(calls).length]).toEqual([2, 1]);
  });

  it('refuses files of another kind, empty ones and large ones before they are sent', async () => {
    const { user } = await open();
    const large = file('film.mp4');
    Object.defineProperty(large, 'size', { value: 26_214_401 });
    const field = screen.getByLabelText('Add files');
    field.removeAttribute('accept');
    await user.upload(field, [file('page.html'), file('none.png', 0), large, file('ok.zip')]);
    expect(screen.getByRole('alert')).toHaveTextContent(
      'page.html is not an image, video, PDF or ZIP. none.png is empty. film.mp4 is larger than 25 MB.',
    );
    expect(within(screen.getByRole('list', { name: 'Attachments' })).getAllByRole('listitem')).toHaveLength(
      1,
    );
  });

  it('[ERR-060] keeps what was typed when it cannot be sent, and says when the ticket was closed meanwhile', async () => {
    let ticket = aTicket();
    const { user, text } = await open({
      getTicket: () => ticket,
      createAnswer: () => {
        ticket = aTicket({ status: 'closed', answers: [anAnswer({ status: 'closed' })] });
        return new Refusal(409, 'A closed ticket cannot be answered.');
      },
    });
    await user.type(text, 'Too late');
    await user.click(send());
    expect(await screen.findByText(/was closed in the meantime/)).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Answer' })).toHaveValue('Too late');
    expect(send()).toBeDisabled();
    expect(toast).toHaveBeenCalledWith('error', 'Something went wrong, please try again', {
      detail: 'A closed ticket cannot be answered.',
    });
  });
});
