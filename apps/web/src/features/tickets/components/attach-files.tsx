import { ticketFileExtensions } from '@ludus/contract';
import { ActionIcon, Button, Progress } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconPaperclip, IconReload, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { sizeOf } from '../../../components/files/document-list.tsx';
import { FileIcon } from '../../../components/files/file-icon.tsx';
import { OptionalLabel } from '../../../components/form/optional-label.tsx';
import { DropZone } from '../../../domain/game/form/drop-zone.tsx';
import { type Attachment, type Attachments, maxFileSize } from '../use-attachments.ts';
import styles from './attach-files.module.css';

const accepted = ticketFileExtensions.map((extension) => `.${extension}`).join(',');

interface AttachFilesProps {
  attachments: Attachments;
  /** While and after the text is sent: no file comes or goes. */
  locked: boolean;
  /** Sends one that failed again; there is nowhere to send it before the text has been. */
  onRetry: ((key: number) => void) | null;
  /** A button without a frame and a label above, for a form that leaves room for what stands over it. */
  compact?: boolean;
}

/** Files to go with a text: chosen or dropped, each with its size, its progress, and another try when it failed. */
export function AttachFiles({ attachments, locked, onRetry, compact }: AttachFilesProps) {
  const { t } = useTranslation('tickets');
  const { files, problem, add, remove } = attachments;
  return (
    <div className={styles.field} data-compact={compact || undefined}>
      {!compact && (
        <span className="hub-label">
          <OptionalLabel label={t('files')} isMany />
        </span>
      )}
      <DropZone
        label={t('attach')}
        accept={accepted}
        multiple
        onFiles={(chosen) => !locked && add(chosen)}
        className={styles.zone}
      >
        {(open) => (
          <>
            {files.length > 0 && (
              <ul className={styles.list} aria-label={t('files')}>
                {files.map((one) => (
                  <li key={one.key} className={styles.file}>
                    <FileIcon fileName={one.file.name} />
                    <span className={styles.texts}>
                      <span className="hub-ellipsis" title={one.file.name}>
                        {one.file.name}
                      </span>
                      <FileState attachment={one} />
                    </span>
                    <FileTools
                      attachment={one}
                      locked={locked}
                      onRetry={onRetry && (() => onRetry(one.key))}
                      onRemove={() => remove(one.key)}
                    />
                  </li>
                ))}
              </ul>
            )}
            {!locked && (
              <div className={styles.foot}>
                <Button
                  variant={compact ? 'subtle' : 'default'}
                  leftSection={<IconPaperclip size={16} stroke={1.5} />}
                  onClick={open}
                >
                  {t('attach')}
                </Button>
                <span className={styles.hint}>{t('attachHint', { size: maxFileSize })}</span>
              </div>
            )}
          </>
        )}
      </DropZone>
      {problem && (
        <div className={styles.problem} role="alert">
          <IconAlertTriangle size={14} stroke={1.75} aria-hidden="true" />
          {problem}
        </div>
      )}
    </div>
  );
}

interface FileToolsProps {
  attachment: Attachment;
  locked: boolean;
  onRetry: (() => void) | null;
  onRemove: () => void;
}

/** One that was refused can only be taken away; it says so in words. */
function FileTools({ attachment: { file, state, problem }, locked, onRetry, onRemove }: FileToolsProps) {
  const { t } = useTranslation('tickets');
  const { t: common } = useTranslation('common');
  const { name } = file;
  if (problem !== undefined) {
    return (
      <Button variant="default" aria-label={t('removeFromList', { name })} onClick={onRemove}>
        {t('removeFile')}
      </Button>
    );
  }
  return (
    <>
      {state === 'failed' && onRetry && (
        <ActionIcon aria-label={t('again', { name })} onClick={onRetry}>
          <IconReload size={16} stroke={1.5} />
        </ActionIcon>
      )}
      {(!locked || state === 'failed') && (
        <ActionIcon aria-label={common('remove', { what: name })} onClick={onRemove}>
          <IconX size={16} stroke={1.5} />
        </ActionIcon>
      )}
    </>
  );
}

function FileState({ attachment: { file, state, part, problem } }: { attachment: Attachment }) {
  const { t } = useTranslation('tickets');
  if (state === 'sending') {
    return <Progress size={6} value={part * 100} aria-label={t('sending', { name: file.name })} />;
  }
  if (state === 'failed') {
    return (
      <span className={styles.problem} role="alert">
        <IconAlertTriangle size={14} stroke={1.75} aria-hidden="true" />
        {problem ?? t('notSent')}
      </span>
    );
  }
  if (state === 'sent') {
    return (
      <span className={styles.sent}>
        <IconCheck size={14} stroke={1.75} aria-hidden="true" />
        {t('sent')}
      </span>
    );
  }
  return <span className={styles.hint}>{sizeOf(file.size)}</span>;
}
