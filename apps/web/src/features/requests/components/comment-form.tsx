import { maxRequestText } from '@ludus/contract';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRequestStep } from '../../../domain/game/game-requests.ts';
import { toast } from '../../../lib/toast.tsx';
import styles from './requests.module.css';

const shortest = 3;

/** Writes to the other side. What was typed stays until it is sent. */
export function CommentForm({ id }: { id: number }) {
  const { t } = useTranslation('requests');
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const step = useRequestStep(id);
  const send = () => {
    const written = text.trim();
    setMissing(written.length < shortest);
    if (written.length < shortest) return;
    step.mutate(
      { kind: 'comment', text: written },
      {
        onSuccess: () => {
          toast('success', t('done.comment'));
          setText('');
        },
        onError: (error) => toast('error', error.message, { error }),
      },
    );
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Textarea
        label={t('comment')}
        description={t('commentHelp')}
        error={isMissing && t('commentNeeded')}
        value={text}
        rows={3}
        maxLength={maxRequestText}
        onChange={(event) => {
          setMissing(false);
          setText(event.currentTarget.value);
        }}
      />
      <div className={styles.foot}>
        <Button type="submit" variant="default" loading={step.isPending}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
}
