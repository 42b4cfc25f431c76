import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import styles from './media-fields.module.css';

interface DropZoneProps {
  /** Spoken name of the file field. */
  label: string;
  accept: string;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
  /** What stands in the zone; `open` shows the file picker. */
  children: (open: () => void) => ReactNode;
  className?: string | undefined;
}

/** Takes files by picker or by drag and drop. What a file may be is for the owner to say: a drop knows no filter. */
export function DropZone({ label, accept, multiple, onFiles, children, className }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const hold = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the second way; the picker is a button inside
    <div
      className={className ? `${styles.zone} ${className}` : styles.zone}
      data-over={isOver || undefined}
      onDragEnter={hold}
      onDragOver={hold}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const files = [...event.dataTransfer.files];
        if (files.length > 0) onFiles(multiple ? files : files.slice(0, 1));
      }}
    >
      {children(() => input.current?.click())}
      <input
        ref={input}
        type="file"
        aria-label={label}
        className="hub-visually-hidden"
        tabIndex={-1}
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // The same file may be chosen again after it was removed.
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </div>
  );
}
