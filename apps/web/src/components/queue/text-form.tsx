import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import styles from './queue.module.css';

/** Fewer letters say nothing. */
export const shortestText = 3;

interface TextFormProps {
  label: string;
  description: string;
  /** Asks for a text where there is none. */
  needed: string;
  submitLabel: string;
  initial?: string;
  maxLength: number;
  pending: boolean;
  /** Sends what was written; `clear` empties the field, which keeps it otherwise. */
  onSend: (text: string, clear: () => void) => void;
}

/** A few words for the other side. What was typed stays until it is sent. */
export function TextForm({ initial = '', needed, pending, onSend, submitLabel, ...field }: TextFormProps) {
  const [text, setText] = useState(initial);
  const [isMissing, setMissing] = useState(false);
  const send = () => {
    const written = text.trim();
    setMissing(written.length < shortestText);
    if (written.length >= shortestText) onSend(written, () => setText(''));
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
        {...field}
        error={isMissing && needed}
        value={text}
        rows={3}
        onChange={(event) => {
          setMissing(false);
          setText(event.currentTarget.value);
        }}
      />
      <div className={styles.foot}>
        <Button type="submit" variant="default" loading={pending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
