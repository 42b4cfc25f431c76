import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import styles from './sheet-panel.module.css';

interface ImportFootProps {
  importId: string;
  /** Of the button and of the question's. */
  label: string;
  question: { title: string; text: ReactNode };
  /** Nothing of the import can be applied. */
  isDisabled: boolean;
  applying: {
    isPending: boolean;
    mutate: (id: string, events: { onSettled: () => void }) => void;
  };
  /** Secondary buttons. */
  children?: ReactNode;
}

/** Applies a checked import after a question. */
export function ImportFoot({ importId, label, question, isDisabled, applying, children }: ImportFootProps) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <div className={styles.foot}>
        {children}
        <Button disabled={isDisabled} onClick={() => setAsked(true)}>
          {label}
        </Button>
      </div>
      <ConfirmModal
        opened={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => applying.mutate(importId, { onSettled: () => setAsked(false) })}
        title={question.title}
        confirmLabel={label}
        loading={applying.isPending}
      >
        {question.text}
      </ConfirmModal>
    </>
  );
}
