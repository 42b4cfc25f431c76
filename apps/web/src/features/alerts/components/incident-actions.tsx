import { type IncidentDetail, longestIncidentNote } from '@ludus/contract';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../components/modal.tsx';
import { type IncidentAction, useIncidentAction } from '../../../domain/alert/alerts.ts';
import { toast } from '../../../lib/toast.tsx';
import styles from './alerts.module.css';

const done = { acknowledge: 'taken', note: 'noted', close: 'wasClosed' } as const;

/** What an administrator does about an incident: takes charge, writes a note, closes it with a reason. */
export function IncidentActions({ incident }: { incident: IncidentDetail }) {
  const { t } = useTranslation('alerts');
  const [asked, setAsked] = useState<'note' | 'close' | null>(null);
  const action = useIncidentAction(incident.id);
  const run = (what: IncidentAction) =>
    action.mutate(what, {
      onSuccess: () => {
        toast('success', t(done[what.kind]));
        setAsked(null);
      },
      onError: (error) => toast('error', error.message, { error }),
    });
  const isOpen = incident.state !== 'closed';
  return (
    <div className={styles.actions}>
      {isOpen && incident.acknowledgedBy === null && (
        <Button loading={action.isPending && asked === null} onClick={() => run({ kind: 'acknowledge' })}>
          {t('acknowledge')}
        </Button>
      )}
      <Button variant="default" onClick={() => setAsked('note')}>
        {t('addNote')}
      </Button>
      {isOpen && (
        <Button variant="default" onClick={() => setAsked('close')}>
          {t('close')}
        </Button>
      )}
      <Modal
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={asked === 'close' ? t('closeTitle') : t('addNote')}
        size={480}
        closeButtonProps={{ 'aria-label': t('cancel') }}
      >
        {asked !== null && (
          <NoteForm
            kind={asked}
            pending={action.isPending}
            onCancel={() => setAsked(null)}
            onSend={(text) =>
              run(asked === 'close' ? { kind: 'close', reason: text } : { kind: 'note', text })
            }
          />
        )}
      </Modal>
    </div>
  );
}

interface NoteFormProps {
  kind: 'note' | 'close';
  pending: boolean;
  onCancel: () => void;
  onSend: (text: string) => void;
}

function NoteForm({ kind, pending, onCancel, onSend }: NoteFormProps) {
  const { t } = useTranslation('alerts');
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        const written = text.trim();
        setMissing(written === '');
        if (written !== '') onSend(written);
      }}
    >
      <Textarea
        label={kind === 'close' ? t('reason') : t('note')}
        description={kind === 'close' ? t('closeText') : undefined}
        error={isMissing && t(kind === 'close' ? 'reasonNeeded' : 'noteNeeded')}
        value={text}
        maxLength={longestIncidentNote}
        rows={4}
        data-autofocus
        onChange={(event) => {
          setMissing(false);
          setText(event.currentTarget.value);
        }}
      />
      <div className={styles.foot}>
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" loading={pending}>
          {t(kind === 'close' ? 'close' : 'addNote')}
        </Button>
      </div>
    </form>
  );
}
