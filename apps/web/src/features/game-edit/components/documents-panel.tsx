import { type Certificate, createCertificate, deleteCertificate, listCertificates } from '@ludus/contract';
import { ActionIcon, Button, Loader, Progress, TextInput } from '@mantine/core';
import { IconPlus, IconTrash, IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmModal } from '../../../components/confirm-modal.tsx';
import { DocumentList } from '../../../components/files/document-list.tsx';
import { Panel } from '../../../components/panel.tsx';
import { call, keyOf, upload } from '../../../lib/api/index.ts';
import { toast } from '../../../lib/toast.tsx';
import { useOnce } from '../../../lib/use-once.ts';
import styles from './documents-panel.module.css';

interface DocumentsPanelProps {
  gameId: number;
  documents: readonly Certificate[];
}

/** EDIT-13 to EDIT-16: the game's files. They are stored and deleted at once, without waiting for the save. */
export function DocumentsPanel({ gameId, documents }: DocumentsPanelProps) {
  const { t } = useTranslation('gameEdit');
  const client = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const [asked, setAsked] = useState<Certificate | null>(null);
  const [deleting, setDeleting] = useState<ReadonlySet<number>>(new Set());
  const refresh = () => client.invalidateQueries({ queryKey: keyOf(listCertificates) });

  const remove = async (document: Certificate) => {
    setAsked(null);
    setDeleting((before) => new Set(before).add(document.id));
    try {
      await call(deleteCertificate, { params: { id: document.id } });
      await refresh();
      toast('success', t('documentDeleted'));
    } catch (error) {
      toast('error', (error as Error).message);
    } finally {
      setDeleting((before) => new Set([...before].filter((id) => id !== document.id)));
    }
  };
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
            void refresh();
          }}
        />
      )}
      <DocumentList
        documents={documents}
        label={t('documents')}
        withIntegration
        actionsOf={(document) =>
          deleting.has(document.id) ? (
            <span role="status" className={styles.deleting}>
              <Loader size={16} /> <span className="hub-visually-hidden">{t('deletingDocument')}</span>
            </span>
          ) : (
            <ActionIcon
              aria-label={t('deleteDocument', { name: document.name })}
              onClick={() => setAsked(document)}
            >
              <IconTrash size={18} stroke={1.5} />
            </ActionIcon>
          )
        }
      />
      <ConfirmModal
        opened={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => asked && void remove(asked)}
        title={t('deleteDocumentTitle', { name: asked?.name ?? '' })}
        confirmLabel={t('yes')}
        cancelLabel={t('no')}
        danger
      >
        {t('deleteDocumentText')}
      </ConfirmModal>
    </Panel>
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
  const once = useOnce();

  const save = async () => {
    if (!file) return;
    setProblem(null);
    setPart(0);
    stop.current = new AbortController();
    const { signal } = stop.current;
    try {
      await upload(createCertificate, {
        fields: { isGeneral: 'false', gameId: String(gameId), name: name.trim() || undefined },
        file,
        onProgress: setPart,
        signal,
      });
      onAdded();
    } catch (error) {
      if (signal.aborted) return;
      setPart(null);
      setProblem((error as Error).message);
    }
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
        label={
          <>
            {t('documentName')} <i className={styles.optional}>{common('optional')}</i>
          </>
        }
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
        <Button variant="default" disabled={file === null} loading={part !== null} onClick={() => once(save)}>
          {t('saveDocument')}
        </Button>
      </div>
    </fieldset>
  );
}
