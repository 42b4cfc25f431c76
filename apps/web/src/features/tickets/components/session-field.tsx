import { gameLabel } from '@ludus/contract';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ChosenSession, SessionChoice } from '../use-session-choice.ts';
import styles from './new-ticket.module.css';

interface SessionFieldProps {
  choice: SessionChoice;
  /** Given by the address: it stays (TICK-17). */
  locked: boolean;
  disabled: boolean;
}

/** The session of a ticket: its id is typed and looked up, or given. */
export function SessionField({ choice, locked, disabled }: SessionFieldProps) {
  const { t } = useTranslation('tickets');
  const { t: common } = useTranslation('common');
  const { state, type, find, choose, clear } = choice;
  if (state.kind === 'chosen') {
    return (
      <div className={styles.field}>
        <span className="hub-label">{t('sessionField')}</span>
        <div className={styles.session}>
          <SessionFacts session={state.session} />
          {!locked && (
            <ActionIcon aria-label={t('removeSession')} disabled={disabled} onClick={clear}>
              <IconX size={16} stroke={1.5} />
            </ActionIcon>
          )}
        </div>
        <span className={styles.hint}>{t('sessionLocked')}</span>
      </div>
    );
  }
  const isLoading = state.kind === 'loading';
  return (
    <div className={styles.field}>
      <div className={styles.lookup}>
        <TextInput
          className={styles.grow}
          label={
            <>
              {t('sessionField')} {!locked && <i className={styles.optional}>{common('optional')}</i>}
            </>
          }
          aria-label={t('sessionField')}
          placeholder={t('sessionHint')}
          value={state.text}
          readOnly={locked}
          disabled={disabled || isLoading}
          error={state.kind === 'none' ? state.problem : undefined}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || state.text.trim() === '') return;
            // Enter looks the session up; it does not send the ticket.
            event.preventDefault();
            find();
          }}
        />
        <Button
          variant="default"
          className={styles.find}
          loading={isLoading}
          disabled={disabled || state.text.trim() === ''}
          onClick={find}
        >
          {locked ? t('retry') : t('find')}
        </Button>
      </div>
      {state.kind === 'several' && (
        <div className={styles.several}>
          <span className={styles.hint}>{t('manySessions')}</span>
          {state.found.map((session) => (
            <button key={session.id} type="button" className={styles.session} onClick={() => choose(session)}>
              <SessionFacts session={session} />
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function SessionFacts({ session }: { session: ChosenSession }) {
  const { t } = useTranslation('tickets');
  return (
    <span className={styles.facts}>
      <span className="hub-id">{session.aamsTicketId ?? session.sessionId}</span>
      <span className={`hub-ellipsis ${styles.hint}`}>
        {t('sessionFacts', { integration: session.integration.name, game: gameLabel(session.game) })}
      </span>
    </span>
  );
}
