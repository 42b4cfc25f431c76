import { IconAlertCircle } from '@tabler/icons-react';
import { Suspense, useId } from 'react';
import { latePart } from '../../lib/late-part.ts';
import styles from './rich-text.module.css';
import type { RichTextProps } from './rich-text-editor.tsx';

const Editor = latePart(async () => (await import('./rich-text-editor.tsx')).default);

interface RichTextFieldProps extends RichTextProps {
  /** Low while it is empty, without a label above: for a form that has a heading of its own. */
  compact?: boolean;
}

/** A field for formatted text. The editor is loaded when one is shown, into a place as high as it is. */
export function RichText({ compact, ...props }: RichTextFieldProps) {
  const errorId = useId();
  return (
    <div className={styles.field} data-compact={compact || undefined}>
      {!compact && (
        <span className="hub-label" aria-hidden="true">
          {props.label}
        </span>
      )}
      <Suspense fallback={<div className={styles.loading} aria-busy="true" />}>
        <Editor {...props} errorId={errorId} />
      </Suspense>
      {props.error && (
        <div className={styles.error} id={errorId} role="alert">
          <IconAlertCircle size={14} stroke={1.75} aria-hidden="true" />
          {props.error}
        </div>
      )}
    </div>
  );
}
