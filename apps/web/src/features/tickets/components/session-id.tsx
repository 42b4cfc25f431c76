import type { Ticket } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/copy-button.tsx';

type TicketSession = NonNullable<Ticket['session']>;

/** The external ticket id of the session; one without it, such as that of a fun session, goes by the hub's own id. */
export const sessionIdOf = ({ aamsTicketId, id }: TicketSession) => aamsTicketId ?? id;

/** Returns what `sessionIdOf` gives by the name that it has on the other screens. */
export function useSessionIdLabel() {
  const { t } = useTranslation('tickets');
  return (session: TicketSession | null) =>
    t(session !== null && session.aamsTicketId === null ? 'hubSessionId' : 'externalTicketId');
}

/** Copies the session's id under its own name. */
export function CopySessionId({ session }: { session: TicketSession }) {
  const { t } = useTranslation('tickets');
  const label = useSessionIdLabel()(session);
  return (
    <CopyButton
      value={sessionIdOf(session)}
      label={label}
      success={t('idCopied', { label })}
      failure={t('failed')}
    />
  );
}
