import type { Certificate } from '@ludus/contract';
import { ActionIcon } from '@mantine/core';
import { IconDownload, IconFileArrowRight, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hint } from '../../../components/hint.ts';
import { DeleteDocument } from './delete-document.tsx';
import styles from './documents.module.css';
import { EditDocument } from './edit-document.tsx';
import { ReplaceDocument } from './replace-document.tsx';

interface DocumentActionsProps {
  document: Certificate;
  mayManage: boolean;
  /** Left out where the list has a download of its own. */
  withDownload?: boolean;
}

/** Download, and for those who may: change, replace and delete. */
export function DocumentActions({ document, mayManage, withDownload = true }: DocumentActionsProps) {
  const { t } = useTranslation('documents');
  const { t: files } = useTranslation('files');
  const [isEditing, setEditing] = useState(false);
  const [isReplacing, setReplacing] = useState(false);
  return (
    <span className={styles.rowActions}>
      {withDownload && (
        <ActionIcon
          component="a"
          href={document.url}
          download={document.fileName}
          aria-label={files('download', { name: document.name })}
        >
          <IconDownload size={18} stroke={1.5} />
        </ActionIcon>
      )}
      {mayManage && (
        <>
          <ActionIcon aria-label={t('edit', { name: document.name })} onClick={() => setEditing(true)}>
            <IconPencil size={18} stroke={1.5} />
          </ActionIcon>
          {document.replacedBy === null && (
            <ActionIcon
              {...hint(t('replaceFile'))}
              aria-label={t('replaceOf', { name: document.name })}
              onClick={() => setReplacing(true)}
            >
              <IconFileArrowRight size={18} stroke={1.5} />
            </ActionIcon>
          )}
          <DeleteDocument document={document} />
        </>
      )}
      {isEditing && <EditDocument document={document} onClose={() => setEditing(false)} />}
      {isReplacing && <ReplaceDocument document={document} onClose={() => setReplacing(false)} />}
    </span>
  );
}
