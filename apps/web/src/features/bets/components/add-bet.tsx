import { eurosFromCents } from '@ludus/contract';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BetEdits, checkBet, stepped } from '../edits.ts';
import styles from './add-bet.module.css';

interface AddBetProps {
  list: readonly number[];
  edits: BetEdits;
  minFactor: number;
  /** Cents; left out where the game names none. */
  maxBet?: number | undefined;
  onAdd: (cents: number) => void;
}

/** The field of the Add mode: the arrow keys go in steps of 0.1, Enter adds. */
export function AddBet({ list, edits, minFactor, maxBet, onAdd }: AddBetProps) {
  const { t } = useTranslation('bets');
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<'invalidBet' | 'betExists' | 'betAboveMax' | null>(null);
  const change = (next: string) => {
    setText(next);
    setProblem(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const checked = checkBet(text, { list, edits, minFactor, maxBet });
    if ('problem' in checked) {
      setProblem(checked.problem);
      return;
    }
    onAdd(checked.cents);
    change('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = ({ ArrowUp: 1, ArrowDown: -1 } as const)[event.key];
    if (by === undefined) return;
    event.preventDefault();
    change(stepped(text, by));
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextInput
        className={styles.field}
        label={t('newBet')}
        description={t('addHelp', { factor: eurosFromCents(minFactor) })}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        inputMode="decimal"
        step="0.1"
        autoComplete="off"
        placeholder="0,00"
        value={text}
        error={problem === null ? undefined : t(problem, { max: eurosFromCents(maxBet ?? 0) })}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        rightSectionWidth={60}
        rightSection={
          <span className={styles.steps}>
            <ActionIcon
              size="sm"
              tabIndex={-1}
              aria-label={t('less')}
              onClick={() => change(stepped(text, -1))}
            >
              <IconMinus size={14} stroke={1.5} />
            </ActionIcon>
            <ActionIcon
              size="sm"
              tabIndex={-1}
              aria-label={t('more')}
              onClick={() => change(stepped(text, 1))}
            >
              <IconPlus size={14} stroke={1.5} />
            </ActionIcon>
          </span>
        }
      />
      <Button type="submit" variant="default" className={styles.button}>
        {t('addBet')}
      </Button>
    </form>
  );
}
