import { gameLabel } from '@ludus/contract';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FunBadge } from '../../../components/display/badge.tsx';
import { OptionalLabel } from '../../../components/form/optional-label.tsx';
import { isFun } from '../../../domain/session/sessions.ts';
import type { ChosenSession, SessionChoice } from '../use-session-choice.ts';
import styles from './new-ticket.module.css';

interface SessionFieldProps {
  choice: SessionChoice;
  /** The type of the ticket needs one. */
  required: boolean;
  disabled: boolean;
}

/** The session of a ticket: its id is typed and looked up, or given. */
export function SessionField({ choice, required, disabled }: SessionFieldProps) {
  const { t } = useTranslation('tickets');
  const { state, isGiven, type, find, choose, clear } = choice;
  const place = useRef<HTMLDivElement>(null);
  const { kind } = state;
  const kindBefore = useRef(kind);
  useEffect(() => {
    if (kindBefore.current === kind) return;
    kindBefore.current = kind;
    // What had the focus is gone, or was out of use while the session was looked up.
    const active = document.activeElement;
    if (kind === 'loading' || (active !== document.body && !place.current?.contains(active))) return;
    const next = { none: 'input', several: 'button[data-choice]', chosen: 'button' }[kind];
    place.current?.querySelector<HTMLElement>(next)?.focus();
  }, [kind]);
  if (state.kind === 'chosen') {
    return (
      <div ref={place} className={styles.field}>
        <span className="hub-label">{t('sessionField')}</span>
        <div className={styles.session}>
          <SessionFacts session={state.session} />
          {!isGiven && (
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
    <div ref={place} className={styles.field}>
      <div className={styles.lookup}>
        <TextInput
          className={styles.grow}
          label={required ? t('sessionField') : <OptionalLabel label={t('sessionField')} />}
          aria-label={t('sessionField')}
          description={t('sessionHint')}
          value={state.text}
          disabled={disabled || isLoading}
          error={state.kind === 'none' ? state.problem : undefined}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || state.text.trim() === '') return;
            // Enter looks the session up; it does not send the ticket.
            event.preventDefault();
            void find();
          }}
        />
        <Button
          variant="default"
          className={styles.find}
          loading={isLoading}
          disabled={disabled || state.text.trim() === ''}
          onClick={() => void find()}
        >
          {isGiven ? t('retry') : t('find')}
        </Button>
      </div>
      {state.kind === 'several' && (
        <div className={styles.several}>
          <span className={styles.hint}>{t('manySessions')}</span>
          {state.found.map((session) => (
            <button
              key={session.id}
              type="button"
              data-choice
              className={styles.session}
              onClick={() => choose(session)}
            >
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
      <span className={styles.hint}>{t(session.aamsTicketId === null ? 'session' : 'externalTicketId')}</span>
      <span className="hub-id">{session.aamsTicketId ?? session.sessionId}</span>
      {isFun(session) && <FunBadge />}
      <span className={`hub-ellipsis ${styles.hint}`}>
        {t('sessionFacts', { integration: session.integration.name, game: gameLabel(session.game) })}
      </span>
    </span>
  );
}
