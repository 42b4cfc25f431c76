import type { Ticket } from '@ludus/contract';
import { IconAlarm, IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import { TwoLines } from '../../../components/table/two-lines.tsx';
import { useCan } from '../../../lib/auth/index.ts';
import { formatDuration } from '../../../lib/format.ts';
import { isPastTarget, turnFor } from '../waiting.ts';
import styles from './turn.module.css';

/** Whom a ticket waits for, in the words of the reader's side. */
export function useTurnNames(): Record<'ours' | 'theirs', string> {
  const { t } = useTranslation('tickets');
  const isProvider = useCan('integrations:manage');
  return { ours: t('turns.us'), theirs: t(isProvider ? 'turns.integration' : 'turns.provider') };
}

/** For how long a ticket has waited for the reader's side, or how far it is from the target of its answer. */
function useOwnTurn(ticket: Ticket, now: number) {
  const { t, i18n } = useTranslation('tickets');
  if (ticket.turn === null) return null;
  const durationOf = (ms: number) => formatDuration(Math.abs(ms), i18n.language);
  if (ticket.answerDue === null) {
    const age = durationOf(Math.max(0, now - Date.parse(ticket.turn.since)));
    return { isLate: false, short: t('waits', { age }), whole: t('waitingFor', { age }) };
  }
  const left = Date.parse(ticket.answerDue) - now;
  const isLate = isPastTarget(ticket, now);
  const age = durationOf(left);
  return {
    isLate,
    short: t(isLate ? 'late' : 'dueIn', { age }),
    whole: t(isLate ? 'answerLate' : 'answerDueIn', { age }),
  };
}

/** In a row: for how long a ticket has waited for the reader's side, or that the other side has it. */
export function TurnNote({ ticket, now }: { ticket: Ticket; now: number }) {
  const { t, i18n } = useTranslation('tickets');
  const isProvider = useCan('integrations:manage');
  const turn = turnFor(ticket, isProvider);
  const own = useOwnTurn(ticket, now);
  if (turn === null || own === null || ticket.turn === null) return null;
  if (turn === 'theirs') {
    const age = formatDuration(Math.max(0, now - Date.parse(ticket.turn.since)), i18n.language);
    const side = isProvider ? 'integration' : 'provider';
    return <span title={t(`theirsFor.${side}`, { age })}>{t(`theirs.${side}`)}</span>;
  }
  return (
    <span className={styles.waiting} data-late={own.isLate || undefined} title={own.whole}>
      {own.isLate ? (
        <IconAlarm size={12} stroke={1.75} aria-hidden="true" />
      ) : (
        <IconClock size={12} stroke={1.75} aria-hidden="true" />
      )}
      <span className="hub-visually-hidden">{own.whole}</span>
      <span aria-hidden="true">{own.short}</span>
    </span>
  );
}

/** In a column of its own: whom a ticket waits for, and for how long or until when. */
export function TurnCell({ ticket, now }: { ticket: Ticket; now: number }) {
  const { i18n } = useTranslation('tickets');
  const names = useTurnNames();
  const turn = turnFor(ticket, useCan('integrations:manage'));
  if (turn === null || ticket.turn === null) return null;
  const age = formatDuration(Math.max(0, now - Date.parse(ticket.turn.since)), i18n.language);
  return (
    <TwoLines second={turn === 'theirs' ? age : <TurnNote ticket={ticket} now={now} />}>
      {names[turn]}
    </TwoLines>
  );
}

/** Among the facts of a ticket: whom it waits for, since when, and when an answer is due. */
export function TurnFact({ ticket, now }: { ticket: Ticket; now: number }) {
  const { t } = useTranslation('tickets');
  const names = useTurnNames();
  const isProvider = useCan('integrations:manage');
  const turn = turnFor(ticket, isProvider);
  const own = useOwnTurn(ticket, now);
  if (turn === null || own === null || ticket.turn === null) return null;
  return (
    <span className={styles.fact}>
      <span>{names[turn]}</span>
      <span className={styles.since}>
        {t('since')} <DateTime value={ticket.turn.since} format="minutes" />
      </span>
      {turn === 'ours' && ticket.answerDue !== null && (
        <span className={styles.due} data-late={own.isLate || undefined}>
          {own.whole}
        </span>
      )}
    </span>
  );
}
