import '@mantine/tiptap/styles.layer.css';
import { Link, RichTextEditor } from '@mantine/tiptap';
import { useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { type ReactNode, type RefObject, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsNarrow } from '../../lib/use-screen.ts';
import { LinkControl } from './link-control.tsx';
import { RareControls } from './rare-controls.tsx';
import text from './rich-html.module.css';
import { cleanedHtml } from './rich-html.tsx';
import styles from './rich-text.module.css';
import { tablesAsLines } from './table-lines.ts';

const extensions = [
  StarterKit.configure({ link: false, heading: { levels: [3] }, trailingNode: false }),
  // http, https and mailto are known to it: naming them again registers each once more, with a warning.
  Link.configure({ defaultProtocol: 'https' }),
];

const transformPastedHTML = (html: string) => cleanedHtml(tablesAsLines(html));

/** What is spoken of the field follows its state. */
function attributesOf({ label, error, errorId, disabled }: RichTextEditorProps): Record<string, string> {
  return {
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    ...(error ? { 'aria-invalid': 'true', 'aria-describedby': errorId } : {}),
    ...(disabled ? { 'aria-disabled': 'true' } : {}),
    class: `${styles.content} ${text.text}`,
  };
}

export interface RichTextProps {
  label: string;
  /** HTML to begin with; give the field another key to begin anew. */
  value: string;
  /** HTML, empty when there is nothing to read. */
  onChange: (html: string) => void;
  error?: ReactNode;
  disabled?: boolean;
  /** Receives what puts HTML where the cursor is, and the focus there. */
  inserter?: RefObject<((html: string) => void) | null>;
  /** Given for the field to begin with: it takes the focus once it can be written into, and says so. */
  onReady?: (() => void) | undefined;
}

interface RichTextEditorProps extends RichTextProps {
  errorId: string;
}

/** The editor itself, in a chunk of its own. What is pasted keeps what the hub keeps of it, and nothing else. */
export default function RichTextEditorField(props: RichTextEditorProps) {
  const { t } = useTranslation('richText');
  const isNarrow = useIsNarrow();
  const { label, value, onChange, error, errorId, disabled = false, inserter, onReady } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: exactly what is spoken
  const attributes = useMemo(() => attributesOf(props), [label, error, errorId, disabled]);
  const editor = useEditor({
    extensions,
    // What was typed before the editor was loaded anew; afterwards the editor has the text.
    content: value,
    immediatelyRender: true,
    shouldRerenderOnTransaction: false,
    editable: !disabled,
    editorProps: { attributes, transformPastedHTML },
    onUpdate: ({ editor: changed }) => onChange(changed.getText().trim() === '' ? '' : changed.getHTML()),
  });
  useEffect(() => {
    editor?.setOptions({ editorProps: { attributes, transformPastedHTML } });
    editor?.setEditable(!disabled, false);
  }, [editor, attributes, disabled]);
  useEffect(() => {
    if (!inserter || !editor) return;
    // Cleaned as what is pasted: it comes from outside of the field.
    inserter.current = (html) => void editor.chain().focus().insertContent(cleanedHtml(html)).run();
    return () => {
      inserter.current = null;
    };
  }, [editor, inserter]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each editor
  useEffect(() => {
    // The first one is thrown away for another when the browser was busy for a moment.
    if (!onReady || !editor || editor.isDestroyed) return;
    editor.commands.focus('end', { scrollIntoView: false });
    onReady();
  }, [editor]);
  const labels = {
    boldControlLabel: t('bold'),
    italicControlLabel: t('italic'),
    underlineControlLabel: t('underline'),
    strikeControlLabel: t('strike'),
    bulletListControlLabel: t('bulletList'),
    orderedListControlLabel: t('orderedList'),
    unlinkControlLabel: t('unlink'),
    blockquoteControlLabel: t('quote'),
    codeBlockControlLabel: t('codeBlock'),
  };
  return (
    <RichTextEditor
      editor={editor}
      labels={labels}
      className={styles.root}
      data-error={error ? true : undefined}
      data-disabled={disabled || undefined}
    >
      <RichTextEditor.Toolbar className={styles.toolbar} role="toolbar" aria-label={t('toolbar')}>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Bold disabled={disabled} />
          <RichTextEditor.Italic disabled={disabled} />
          <RichTextEditor.Underline disabled={disabled} />
          {!isNarrow && <RichTextEditor.Strikethrough disabled={disabled} />}
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.BulletList disabled={disabled} />
          <RichTextEditor.OrderedList disabled={disabled} />
          {!isNarrow && <RichTextEditor.Blockquote disabled={disabled} />}
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <LinkControl disabled={disabled} />
          {!isNarrow && <RichTextEditor.Unlink disabled={disabled} />}
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          {isNarrow ? <RareControls disabled={disabled} /> : <RichTextEditor.CodeBlock disabled={disabled} />}
        </RichTextEditor.ControlsGroup>
      </RichTextEditor.Toolbar>
      <RichTextEditor.Content />
    </RichTextEditor>
  );
}
