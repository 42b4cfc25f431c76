import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render.tsx';
import { addEmails, EmailListForm } from './email-list.tsx';

const own = 'g.ferraris@ludus.example';
const show = (ownEmail: string | null = own) => {
  const onSend = vi.fn();
  const view = renderScreen(<EmailListForm ownEmail={ownEmail} onSend={onSend} />);
  return {
    ...view,
    user: view.user,
    onSend,
    input: screen.getByRole('textbox', { name: 'Email addresses' }),
  };
};
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });

describe('email list', () => {
  it('[LIST-24] starts with the own address and takes several', async () => {
    const { user, onSend, input } = show();
    await user.type(input, 'a@b.example{Enter}c@d.example');
    await user.click(send());
    expect(onSend).toHaveBeenCalledWith([own, 'a@b.example', 'c@d.example']);
  });

  it('[LIST-24][ERR-084][OPEN-66] refuses an invalid address and keeps what was typed', async () => {
    const { user, onSend, input } = show();
    await user.type(input, 'no-one@nowhere{Enter}');
    expect(screen.getByRole('alert').textContent).toBe('Please enter a valid email address.');
    await user.click(send());
    expect(onSend).not.toHaveBeenCalled();
    expect((input as HTMLInputElement).value).toBe('no-one@nowhere');
  });

  it('[LIST-24][ERR-085] refuses a duplicate, also in other case', async () => {
    const { user, input } = show();
    await user.type(input, 'G.Ferraris@Ludus.example{Enter}');
    expect(screen.getByRole('alert').textContent).toBe('Email already added');
  });

  it('[LIST-25] cannot send an empty list', async () => {
    const { user } = show();
    expect(send().disabled).toBe(false);
    await user.click(screen.getByRole('button', { name: `Remove ${own}` }));
    expect(send().disabled).toBe(true);
  });

  it('[LIST-24] removes an address with the keyboard alone', async () => {
    const { user, onSend } = show();
    await user.tab();
    expect(screen.getByRole('button', { name: `Remove ${own}` })).toHaveFocus();
    await user.keyboard('{Enter}');
    await user.tab();
    await user.keyboard('a@b.example{Enter}{Enter}');
    await user.click(send());
    expect(onSend).toHaveBeenCalledWith(['a@b.example']);
  });

  it('starts empty for a user without an address', () => {
    show(null);
    expect(send().disabled).toBe(true);
    expect(addEmails([], ' a@b.it ')).toEqual({ ok: true, emails: ['a@b.it'] });
  });

  it('[LIST-24][LIST-25] sends what is still typed, also as the only address', async () => {
    const { user, onSend, input } = show(null);
    await user.type(input, 'a@b.example');
    expect(send().disabled).toBe(false);
    await user.click(send());
    expect(onSend).toHaveBeenCalledWith(['a@b.example']);
  });

  it.each([
    ['a comma', 'a@b.example, c@d.example'],
    ['a semicolon', 'a@b.example;c@d.example'],
    ['a space', 'a@b.example c@d.example'],
    ['a new line', 'a@b.example\r\nc@d.example\n'],
  ])('[LIST-24] a pasted list with %s between them becomes several, each once', async (_, text) => {
    const { user, onSend, input } = show();
    await user.click(input);
    await user.paste(`${text}, A@B.example; ${own}`);
    expect(screen.getAllByRole('button', { name: /^Remove/ })).toHaveLength(3);
    await user.click(send());
    expect(onSend).toHaveBeenCalledWith([own, 'a@b.example', 'c@d.example']);
  });

  it('[LIST-24][ERR-084] of a pasted list with something that is no address nothing is taken, and it is named', async () => {
    const { user, onSend, input } = show();
    await user.click(input);
    await user.paste('a@b.example\nno-one');
    expect(screen.getByRole('alert').textContent).toBe('Please enter a valid email address. (no-one)');
    expect((input as HTMLInputElement).value).toBe('a@b.example no-one');
    await user.click(send());
    expect(onSend).not.toHaveBeenCalled();
  });
});
