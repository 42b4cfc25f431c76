import type { Certificate } from '@ludus/contract';
import { ActionIcon } from '@mantine/core';
import { IconDownload, IconFileArrowRight, IconPencil, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoreMenu } from '../../../components/overlay/more-menu.tsx';
import { breakpoints, useMedia } from '../../../lib/use-screen.ts';
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

/** Download as a button of its own, and for those who may: change, replace and delete behind another one. On narrow screens all of it is behind one. */
export function DocumentActions({ document, mayManage, withDownload = true }: DocumentActionsProps) {
  const { t: files } = useTranslation('files');
  const [isEditing, setEditing] = useState(false);
  const [isReplacing, setReplacing] = useState(false);
  const isGathered = useMedia(breakpoints.laptop) && mayManage;
  return (
    <span className={styles.rowActions}>
      {withDownload && !isGathered && (
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
        <ActionsMenu
          document={document}
          withDownload={withDownload && isGathered}
          onEdit={() => setEditing(true)}
          onReplace={document.replacedBy === null ? () => setReplacing(true) : null}
        />
      )}
      {isEditing && <EditDocument document={document} onClose={() => setEditing(false)} />}
      {isReplacing && <ReplaceDocument document={document} onClose={() => setReplacing(false)} />}
    </span>
  );
}

interface ActionsMenuProps {
  document: Certificate;
  withDownload: boolean;
  onEdit: () => void;
  /** Null for one that another has replaced. */
  onReplace: (() => void) | null;
}

/** One button for all of them; the question before a deletion takes its place. */
function ActionsMenu({ document, withDownload, onEdit, onReplace }: ActionsMenuProps) {
  const { t } = useTranslation('documents');
  const [isDeleting, setDeleting] = useState(false);
  const wasDeleting = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  // The keyboard stays where the question was asked.
  useEffect(() => {
    if (wasDeleting.current && !isDeleting) button.current?.focus();
    wasDeleting.current = isDeleting;
  }, [isDeleting]);
  if (isDeleting)
    return <DeleteDocument document={document} startsAsking onKept={() => setDeleting(false)} />;
  return (
    <MoreMenu ref={button} label={t('actionsOf', { name: document.name })}>
      {(Menu) => (
        <>
          {withDownload && (
            <Menu.Item
              component="a"
              href={document.url}
              download={document.fileName}
              leftSection={<IconDownload size={16} stroke={1.5} />}
            >
              {t('menu.download')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconPencil size={16} stroke={1.5} />} onClick={onEdit}>
            {t('menu.edit')}
          </Menu.Item>
          {onReplace && (
            <Menu.Item leftSection={<IconFileArrowRight size={16} stroke={1.5} />} onClick={onReplace}>
              {t('replaceFile')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item leftSection={<IconTrash size={16} stroke={1.5} />} onClick={() => setDeleting(true)}>
            {t('menu.delete')}
          </Menu.Item>
        </>
      )}
    </MoreMenu>
  );
}
