import { maxDocumentBytes } from '@ludus/contract';
import { ActionIcon, Progress, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { limitOf, sizeOf } from '../../../components/files/document-list.tsx';
import { FileIcon } from '../../../components/files/file-icon.tsx';
import type { Upload, Uploads } from '../use-uploads.ts';
import styles from './documents.module.css';

/** The chosen files with what each is to be called, how far it is, and what is wrong with it. */
export function UploadRows({ uploads }: { uploads: Uploads }) {
  const { t } = useTranslation('documents');
  const { rows } = uploads;
  if (rows.length === 0) return null;
  return (
    <ul className={styles.uploads} aria-label={t('chosenFiles')}>
      {rows.map((row) => (
        <UploadRow key={row.file.name} row={row} isOnly={rows.length === 1} uploads={uploads} />
      ))}
    </ul>
  );
}

function UploadRow({ row, isOnly, uploads }: { row: Upload; isOnly: boolean; uploads: Uploads }) {
  const { t } = useTranslation('documents');
  const { t: common } = useTranslation('common');
  const { file, name, state, part, problem, refusal } = row;
  const error = problem
    ? t(problem, { size: limitOf(maxDocumentBytes) })
    : (refusal ?? (state === 'failed' ? t('notSent') : null));
  return (
    <li className={styles.upload}>
      <div className={styles.chosen}>
        <FileIcon fileName={file.name} />
        <span className="hub-ellipsis" title={file.name}>
          {file.name}
        </span>
        <span className={styles.size}>{sizeOf(file.size)}</span>
        <ActionIcon
          size="sm"
          aria-label={common('remove', { what: file.name })}
          disabled={uploads.isSending}
          onClick={() => uploads.remove(file)}
        >
          <IconX size={16} stroke={1.5} />
        </ActionIcon>
      </div>
      {problem === null && (
        <TextInput
          aria-label={isOnly ? t('name') : t('nameOf', { file: file.name })}
          placeholder={t('nameHint')}
          maxLength={200}
          disabled={uploads.isSending}
          value={name}
          onChange={(event) => uploads.rename(file, event.currentTarget.value)}
        />
      )}
      {state === 'sending' && (
        <Progress size={6} value={part * 100} aria-label={t('sending', { file: file.name })} />
      )}
      {error !== null && (
        <div className={styles.failed} role="alert">
          <IconAlertTriangle size={14} stroke={1.75} aria-hidden="true" /> {error}
        </div>
      )}
    </li>
  );
}
