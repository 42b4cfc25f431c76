import type { Certificate } from '@ludus/contract';
import { ActionIcon, Button, Loader, Progress, TextInput } from '@mantine/core';
import { IconPlus, IconTrash, IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DocumentList } from '../../../components/files/document-list.tsx';
import { OptionalLabel } from '../../../components/form/optional-label.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { useAddDocument } from '../../../domain/integration/add-document.ts';
import { useDeleteDocument } from '../../../domain/integration/delete-document.ts';
import { toast } from '../../../lib/toast.tsx';
import styles from './documents-panel.module.css';

interface DocumentsPanelProps {
  gameId: number;
  documents: readonly Certificate[];
}

/** The game's files. They are stored and deleted at once, without waiting for the save. */
export function DocumentsPanel({ gameId, documents }: DocumentsPanelProps) {
  const { t } = useTranslation('gameEdit');
  const [isAdding, setAdding] = useState(false);
  return (
    <Panel
      title={t('documents')}
      actions={
        <ActionIcon
          variant="default"
          aria-label={t('addDocument')}
          title={t('addDocument')}
          onClick={() => setAdding(true)}
          disabled={isAdding}
        >
          <IconPlus size={18} stroke={1.75} />
        </ActionIcon>
      }
    >
      {isAdding && (
        <NewDocument
          gameId={gameId}
          onClose={() => setAdding(false)}
          onAdded={() => {
            setAdding(false);
            toast('success', t('documentAdded'));
          }}
        />
      )}
      <DocumentList
        documents={documents}
        label={t('documents')}
        withIntegration
        emptyTitle={t('noDocuments')}
        actionsOf={(document) => <DeleteDocument document={document} />}
      />
    </Panel>
  );
}

/** Each row deletes by itself, so that several can be deleted at a time. */
function DeleteDocument({ document }: { document: Certificate }) {
  const { t } = useTranslation('gameEdit');
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const removal = useDeleteDocument(() => void toast('success', t('documentDeleted')));
  const remove = () => {
    setConfirmOpen(false);
    removal.mutate(document, { onError: (error) => void toast('error', error.message, { error }) });
  };
  if (removal.isPending) {
    return (
      <span role="status" className={styles.deleting}>
        <Loader size={16} /> <span className="hub-visually-hidden">{t('deletingDocument')}</span>
      </span>
    );
  }
  return (
    <>
      <ActionIcon
        aria-label={t('deleteDocument', { name: document.name })}
        onClick={() => setConfirmOpen(true)}
      >
        <IconTrash size={18} stroke={1.5} />
      </ActionIcon>
      <ConfirmModal
        opened={isConfirmOpen}
        onClose={() => setConfirmOpen(false)}
        onConfirm={remove}
        title={t('deleteDocumentTitle', { name: document.name })}
        confirmLabel={t('yes')}
        cancelLabel={t('no')}
        danger
      >
        {t('deleteDocumentText')}
      </ConfirmModal>
    </>
  );
}

interface NewDocumentProps {
  gameId: number;
  onClose: () => void;
  onAdded: () => void;
}

function NewDocument({ gameId, onClose, onAdded }: NewDocumentProps) {
  const { t } = useTranslation('gameEdit');
  const { t: common } = useTranslation('common');
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState('');
  const [part, setPart] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const stop = useRef<AbortController | null>(null);
  const adding = useAddDocument();

  const save = () => {
    if (!file) return;
    setProblem(null);
    setPart(0);
    stop.current = new AbortController();
    const { signal } = stop.current;
    adding.mutate(
      { document: { file, name, gameIds: gameId, integrationId: null }, onProgress: setPart, signal },
      {
        onSuccess: onAdded,
        onError: (error) => {
          if (signal.aborted) return;
          setPart(null);
          setProblem(error.message);
        },
      },
    );
  };
  return (
    <fieldset className={styles.adding} aria-label={t('addDocument')}>
      <Button
        variant="default"
        fullWidth
        justify="flex-start"
        leftSection={<IconUpload size={16} stroke={1.5} />}
        onClick={() => input.current?.click()}
        disabled={part !== null}
      >
        <span className="hub-ellipsis">{file?.name ?? t('chooseDocument')}</span>
      </Button>
      <input
        ref={input}
        type="file"
        className="hub-visually-hidden"
        tabIndex={-1}
        aria-label={t('chooseDocument')}
        onChange={(event) => {
          const chosen = event.currentTarget.files?.[0];
          if (chosen) setFile(chosen);
          event.currentTarget.value = '';
        }}
      />
      <TextInput
        label={<OptionalLabel label={t('documentName')} />}
        aria-label={t('documentName')}
        placeholder={file?.name ?? t('documentPlaceholder')}
        maxLength={200}
        value={name}
        error={problem}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {part !== null && <Progress size={6} value={part * 100} aria-label={t('sendingDocument')} />}
      <div className={styles.buttons}>
        <Button
          variant="subtle"
          onClick={() => {
            stop.current?.abort();
            onClose();
          }}
        >
          {common('cancel')}
        </Button>
        <Button variant="default" disabled={file === null} loading={part !== null} onClick={save}>
          {t('saveDocument')}
        </Button>
      </div>
    </fieldset>
  );
}
