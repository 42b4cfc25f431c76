import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render.tsx';
import { Modal } from '../modal.tsx';
import { ConfirmModal } from './confirm-modal.tsx';

/** A dialog that asks before it closes, and one more on top of it. */
function Nested({ asks = false }: { asks?: boolean }) {
  const [outer, setOuter] = useState(false);
  const [inner, setInner] = useState(false);
  const [question, setQuestion] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOuter(true)}>
        Open outer
      </button>
      {outer && (
        <Modal opened onClose={() => (asks ? setQuestion(true) : setOuter(false))} title="Outer">
          <button type="button" onClick={() => setInner(true)}>
            Open inner
          </button>
          <ConfirmModal
            opened={inner}
            onClose={() => setInner(false)}
            onConfirm={() => {}}
            title="Inner"
            confirmLabel="Yes"
          >
            Sure?
          </ConfirmModal>
        </Modal>
      )}
      <ConfirmModal
        opened={question}
        onClose={() => setQuestion(false)}
        onConfirm={() => setOuter(false)}
        title="Leave?"
        confirmLabel="Leave"
      >
        It is lost.
      </ConfirmModal>
    </>
  );
}

const dialog = (name: string) => screen.queryByRole('dialog', { name });

describe('dialogs over each other', () => {
  it('close one by one by Esc, the topmost first, and give the focus back', async () => {
    const { user } = renderScreen(<Nested />);
    await user.click(screen.getByRole('button', { name: 'Open outer' }));
    await user.click(await screen.findByRole('button', { name: 'Open inner' }));
    await waitFor(() => expect(dialog('Inner')).toContainElement(document.activeElement as HTMLElement));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(dialog('Inner')).toBeNull());
    expect(dialog('Outer')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Open inner' })).toHaveFocus());
    // The style sheets have toasts stand elsewhere meanwhile.
    expect(document.documentElement).toHaveAttribute('data-dialog');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(dialog('Outer')).toBeNull());
    expect(document.documentElement).not.toHaveAttribute('data-dialog');
    // The outer one was taken off the page as it was.
    expect(screen.getByRole('button', { name: 'Open outer' })).toHaveFocus();
  });

  it('stay when Esc opened them: the key that asks does not answer', async () => {
    const { user } = renderScreen(<Nested asks />);
    await user.click(screen.getByRole('button', { name: 'Open outer' }));
    await screen.findByRole('dialog', { name: 'Outer' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(dialog('Leave?')).toBeVisible());
    expect(dialog('Outer')).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(dialog('Leave?')).toBeNull());
    expect(dialog('Outer')).toBeVisible();
  });

  it('leave the key to no one below, and to everyone when they do not close by it', async () => {
    const onKeyDown = vi.fn();
    const onClose = vi.fn();
    const page = (closes: boolean) => (
      // biome-ignore lint/a11y/noStaticElementInteractions: stands for a form that handles the same key
      <div onKeyDown={onKeyDown}>
        <Modal opened onClose={onClose} closeOnEscape={closes} title="Kept">
          <input />
        </Modal>
      </div>
    );
    const { user, unmount } = renderScreen(page(true));
    await user.click(await screen.findByRole('textbox'));
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
    expect(onKeyDown).not.toHaveBeenCalled();
    unmount();
    const { user: another } = renderScreen(page(false));
    await another.click(await screen.findByRole('textbox'));
    await another.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
    expect(onKeyDown).toHaveBeenCalledOnce();
  });
});
