import { Button, Popover, TextInput } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { RichTextEditor, useRichTextEditorContext } from '@mantine/tiptap';
import { IconLink } from '@tabler/icons-react';
import { useEditorState } from '@tiptap/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { linkAddress } from './link-address.ts';
import styles from './rich-text.module.css';

/** Makes what is marked a link, changes one, or puts the address itself where nothing is marked. */
export function LinkControl({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation('richText');
  const { editor } = useRichTextEditorContext();
  const [typed, setTyped] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  const isActive = useEditorState({
    editor,
    selector: (state) => !!state.editor && !state.editor.isDestroyed && state.editor.isActive('link'),
  });
  const open = () => {
    if (!editor?.isEditable) return;
    setRefused(false);
    setTyped(editor.getAttributes('link').href ?? '');
  };
  const close = () => setTyped(null);
  // Ctrl+K in the text.
  useWindowEvent('edit-link', open);

  function save() {
    const text = (typed ?? '').trim();
    const href = linkAddress(text);
    if (text !== '' && href === null) {
      setRefused(true);
      return;
    }
    close();
    const chain = editor?.chain().focus();
    if (href === null) chain?.extendMarkRange('link').unsetLink().run();
    else if (editor?.state.selection.empty && !isActive) {
      chain?.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] }).run();
    } else chain?.extendMarkRange('link').setLink({ href }).run();
  }

  return (
    <Popover
      opened={typed !== null}
      onChange={(opened) => !opened && close()}
      trapFocus
      returnFocus
      position="bottom"
      width={300}
      zIndex={10_000}
    >
      <Popover.Target>
        <RichTextEditor.Control
          aria-label={t('link')}
          title={t('link')}
          active={isActive ?? false}
          disabled={disabled}
          onClick={open}
        >
          <IconLink size={16} stroke={1.5} />
        </RichTextEditor.Control>
      </Popover.Target>
      <Popover.Dropdown className={styles.link}>
        <TextInput
          className={styles.address}
          aria-label={t('address')}
          placeholder="https://"
          inputMode="url"
          autoComplete="off"
          data-autofocus
          // Esc closes only this, not the dialog around the text.
          data-mantine-stop-propagation
          value={typed ?? ''}
          error={isRefused && t('refused')}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setRefused(false);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            save();
          }}
        />
        <Button variant="default" onClick={save} data-mantine-stop-propagation>
          {t('save')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
