import { screen } from '@testing-library/react';
import type { Editor } from '@tiptap/react';
import { describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render.tsx';
import { setViewport } from '../../test/viewport.ts';
import RichTextEditorField from './rich-text-editor.tsx';

function open(value = '') {
  const onChange = vi.fn();
  const onReady = vi.fn();
  const shown = renderScreen(
    <RichTextEditorField
      label="Answer"
      value={value}
      onChange={onChange}
      onReady={onReady}
      errorId="problem"
    />,
  );
  const text = () => onChange.mock.lastCall?.[0];
  return { ...shown, onReady, text };
}

async function link(user: ReturnType<typeof open>['user'], typed: string) {
  await user.click(screen.getByRole('button', { name: 'Link' }));
  await user.type(await screen.findByRole('textbox', { name: 'Link URL' }), typed);
  await user.click(screen.getByRole('button', { name: 'Save link' }));
}

describe('the editor', () => {
  it('[OPEN-60] completes the address of a link', async () => {
    const { user, text } = open();
    await link(user, 'www.example.com');
    expect(text()).toContain('href="https://www.example.com/"');
    expect(text()).toContain('>www.example.com</a>');
    expect(screen.queryByRole('textbox', { name: 'Link URL' })).toBeNull();
  });

  it('[OPEN-60] refuses an address that could run, beside its field', async () => {
    const { user, text } = open();
    await link(user, 'javascript:alert(1)');
    expect(screen.getByText(/Enter a web address/)).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Link URL' })).toHaveAttribute('aria-invalid', 'true');
    expect(text()).toBeUndefined();
  });

  it('registers no scheme of addresses again that linkify knows, each of which would be a warning', () => {
    open();
    const field = screen.getByRole('textbox', { name: 'Answer' }) as HTMLElement & { editor?: Editor };
    const link = field.editor?.extensionManager.extensions.find(({ name }) => name === 'link');
    expect(link?.options).toMatchObject({ protocols: [], defaultProtocol: 'https' });
  });

  it('says when it can be written into', () => {
    expect(open().onReady).toHaveBeenCalledOnce();
  });

  it('keeps what is rarely used behind one button on a phone', async () => {
    setViewport(390);
    const { user, text } = open('<p>word</p>');
    const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
    expect(names).toEqual([
      'Bold',
      'Italic',
      'Underline',
      'Bullet list',
      'Numbered list',
      'Link',
      'More formatting',
    ]);
    await user.click(screen.getByRole('button', { name: 'More formatting' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Quote' }));
    expect(text()).toBe('<blockquote><p>word</p></blockquote>');
    setViewport(1366);
  });
});
