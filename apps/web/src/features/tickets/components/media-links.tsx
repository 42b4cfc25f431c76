import type { TicketMedium } from '@ludus/contract';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { sizeOf } from '../../../components/files/document-list.tsx';
import { FileIcon } from '../../../components/files/file-icon.tsx';
import styles from './ticket-detail.module.css';

/** Files of a ticket or an answer; each opens in a new window. */
export function MediaLinks({ media }: { media: readonly TicketMedium[] }) {
  const { t } = useTranslation('tickets');
  if (media.length === 0) return null;
  return (
    <ul className={styles.media} aria-label={t('files')}>
      {media.map(({ id, name, bytes, url }) => (
        <li key={id}>
          <a className={styles.file} href={url} target="_blank" rel="noopener noreferrer">
            <FileIcon fileName={name} size={20} />
            <span className="hub-ellipsis" title={name}>
              {name}
            </span>
            <span className={styles.size}>{sizeOf(bytes)}</span>
            <IconExternalLink size={14} stroke={1.5} aria-hidden="true" />
            <span className="hub-visually-hidden">{t('newWindow')}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
