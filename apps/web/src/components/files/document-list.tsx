import type { Certificate } from '@ludus/contract';
import { ActionIcon } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { DateTime } from '../display/date-time.tsx';
import { IntegrationName } from '../display/entity-label.tsx';
import { EmptyState } from '../feedback/states.tsx';
import styles from './document-list.module.css';
import { FileIcon } from './file-icon.tsx';

/** A limit as the server names it, in round megabytes. */
export function limitOf(bytes: number): string {
  return `${formatNumber(Math.floor(bytes / 1_048_576))} MB`;
}

/** `48 kB`, `1,2 MB`: as file managers write it, in thousands. */
export function sizeOf(bytes: number): string {
  return bytes < 1_000_000
    ? `${formatNumber(Math.max(1, Math.round(bytes / 1000)))} kB`
    : `${formatNumber(bytes / 1_000_000, 0, 1)} MB`;
}

interface DocumentListProps {
  documents: readonly Certificate[];
  /** Spoken name of the list. */
  label: string;
  /** Says for which integration a file is, where files of several stand together. */
  withIntegration?: boolean;
  /** Replaces the words for a list without files. */
  emptyTitle?: string;
  /** A further remark on the line below the name. */
  noteOf?: ((document: Certificate) => ReactNode) | undefined;
  /** More that can be done with a file, after its download. */
  actionsOf?: ((document: Certificate) => ReactNode) | undefined;
}

/** Files with icon, name, upload day and download; says when there are none. */
export function DocumentList({
  documents,
  label,
  withIntegration,
  emptyTitle,
  noteOf,
  actionsOf,
}: DocumentListProps) {
  const { t } = useTranslation('files');
  if (documents.length === 0) return <EmptyState title={emptyTitle ?? t('none')} compact />;
  return (
    <ul className={styles.list} aria-label={label}>
      {documents.map((document) => (
        <li key={document.id} className={styles.row}>
          <span className={styles.icon}>
            <FileIcon fileName={document.fileName} />
          </span>
          <span className={styles.texts}>
            <span className={styles.name} title={document.name}>
              {document.name}
            </span>
            <span className={styles.line}>
              <span>
                <Trans
                  t={t}
                  i18nKey="uploadedOn"
                  components={{ day: <DateTime value={document.updatedAt} format="date" /> }}
                />
              </span>
              <span>{sizeOf(document.bytes)}</span>
              {withIntegration && document.integration && (
                <IntegrationName
                  name={document.integration.name}
                  number={document.integration.id}
                  size={16}
                />
              )}
              {noteOf?.(document)}
            </span>
          </span>
          <ActionIcon
            component="a"
            href={document.url}
            download={document.fileName}
            className={styles.action}
            aria-label={t('download', { name: document.name })}
          >
            <IconDownload size={18} stroke={1.5} />
          </ActionIcon>
          {actionsOf?.(document)}
        </li>
      ))}
    </ul>
  );
}
