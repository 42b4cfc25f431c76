import { RichTextEditor, useRichTextEditorContext } from '@mantine/tiptap';
import { IconCheck, IconDots } from '@tabler/icons-react';
import { useEditorState } from '@tiptap/react';
import { useTranslation } from 'react-i18next';
import { LateMenu } from '../overlay/floats.tsx';

/** What is rarely used, behind one button where a finger needs the room. */
export function RareControls({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation('richText');
  const { editor } = useRichTextEditorContext();
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      now && !now.isDestroyed
        ? {
            strike: now.isActive('strike'),
            quote: now.isActive('blockquote'),
            codeBlock: now.isActive('codeBlock'),
          }
        : null,
  });
  const chain = () => editor?.chain().focus();
  const kinds = {
    strike: () => chain()?.toggleStrike().run(),
    quote: () => chain()?.toggleBlockquote().run(),
    codeBlock: () => chain()?.toggleCodeBlock().run(),
  };
  return (
    <LateMenu
      position="bottom-end"
      withinPortal
      zIndex={10_000}
      returnFocus={false}
      target={
        <RichTextEditor.Control aria-label={t('more')} title={t('more')} disabled={disabled}>
          <IconDots size={16} stroke={1.5} />
        </RichTextEditor.Control>
      }
    >
      {({ Item }) => (
        <>
          {(['strike', 'quote', 'codeBlock'] as const).map((kind) => (
            <Item
              key={kind}
              rightSection={active?.[kind] && <IconCheck size={16} stroke={1.5} aria-hidden="true" />}
              onClick={kinds[kind]}
            >
              {t(kind)}
            </Item>
          ))}
          <Item onClick={() => chain()?.unsetLink().run()}>{t('unlink')}</Item>
        </>
      )}
    </LateMenu>
  );
}
