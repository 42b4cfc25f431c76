import type { Certificate } from '@ludus/contract';
import { ActionIcon, Button, Loader } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeleteDocument } from '../../../domain/integration/delete-document.ts';
import { toast } from '../../../lib/toast.tsx';
import styles from './documents.module.css';

interface DeleteDocumentProps {
  document: Certificate;
  onDeleted?: () => void;
  /** It was chosen elsewhere, and asks at once. */
  startsAsking?: boolean;
  /** After "no". */
  onKept?: () => void;
}

/** Deletes in the row: normal, "Sure? yes/no", deleted; "no" returns to normal. */
export function DeleteDocument({ document, onDeleted, startsAsking = false, onKept }: DeleteDocumentProps) {
  const { t } = useTranslation('documents');
  const [isAsking, setAsking] = useState(startsAsking);
  const wasAsking = useRef(false);
  const trash = useRef<HTMLButtonElement>(null);
  const no = useRef<HTMLButtonElement>(null);
  const { mutate, isPending, isSuccess, isError } = useDeleteDocument(({ isGeneral }) => {
    if (isGeneral) toast('success', t('generalDeleted'));
    onDeleted?.();
  });

  // The keyboard stays where the question was asked.
  useEffect(() => {
    if (isAsking) no.current?.focus();
    else if (wasAsking.current) trash.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);

  const keep = () => {
    setAsking(false);
    onKept?.();
  };
  const remove = () => {
    setAsking(false);
    mutate(document);
  };
  if (isPending) {
    return (
      <span role="status" className={styles.state}>
        <Loader size={16} /> <span className="hub-visually-hidden">{t('deleting')}</span>
      </span>
    );
  }
  if (isSuccess) {
    return (
      <span role="status" className={styles.state}>
        <IconCheck size={16} stroke={1.75} aria-hidden="true" /> {t('deleted')}
      </span>
    );
  }
  if (isAsking) {
    return (
      <fieldset
        className={styles.question}
        aria-label={t('deleteTitle', { name: document.name })}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          keep();
        }}
      >
        <span>{t('sure')}</span>
        <Button size="xs" data-danger onClick={remove}>
          {t('yes')}
        </Button>
        <Button size="xs" variant="default" ref={no} onClick={keep}>
          {t('no')}
        </Button>
      </fieldset>
    );
  }
  return (
    <>
      {isError && (
        <span className={styles.failed} role="alert">
          <IconAlertTriangle size={14} stroke={1.75} aria-hidden="true" /> {t('notDeleted')}
        </span>
      )}
      <ActionIcon
        ref={trash}
        aria-label={t('delete', { name: document.name })}
        onClick={() => setAsking(true)}
      >
        <IconTrash size={18} stroke={1.5} />
      </ActionIcon>
    </>
  );
}
