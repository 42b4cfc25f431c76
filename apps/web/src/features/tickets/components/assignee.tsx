import type { Ticket } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Keycaps } from '../../../components/display/keycaps.tsx';
import { MultiPicker } from '../../../components/form/multi-picker.tsx';
import { ticketAssigneesQuery, useAssignTicket } from '../../../domain/ticket/ticket-work.ts';
import { ApiError } from '../../../lib/api/error.ts';
import { useUser } from '../../../lib/auth/index.ts';
import { useCommands } from '../../../lib/keyboard/commands.ts';
import { networkErrorDetail } from '../../../lib/network-error.ts';
import { toast } from '../../../lib/toast.tsx';
import { useIsNarrow } from '../../../lib/use-screen.ts';
import { useAssignedText, usePersonName } from './person.tsx';
import styles from './turn.module.css';

const ownKey = 'a';

/** Assigns a ticket: to whoever reads by a button or its key, to anyone who may be assigned tickets by a picker. */
export function AssignTicket({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('tickets');
  const { userId, username } = useUser();
  const nameOf = usePersonName();
  const hasKeys = !useIsNarrow();
  const assign = useAssignTicket(ticket.id, (error) => {
    const isRefused = error instanceof ApiError && error.status !== 0;
    toast('error', t('assignFailed'), isRefused ? { detail: error.message } : networkErrorDetail(error));
  });
  const known = useQuery(ticketAssigneesQuery()).data?.rows ?? [];
  const current = ticket.assignee;
  const chosen = assign.isPending ? assign.variables : (current?.id ?? null);
  const isOwn = chosen === userId;
  // Whoever holds it stands in the list, also before the list is there.
  const people = new Map([...known, ...(current ? [current] : [])].map((person) => [person.id, person]));
  const choose = (id: string | null) => {
    if (id !== chosen && !assign.isPending) assign.mutate(id);
  };
  useCommands([
    {
      id: 'ticket.assignToMe',
      label: t('assignToMe'),
      group: 'screen',
      keys: [ownKey],
      inPalette: true,
      icon: <IconUserCheck size={16} stroke={1.5} />,
      run: () => choose(userId),
    },
  ]);
  return (
    <div className={styles.assign}>
      <div className={styles.picker}>
        <MultiPicker
          single
          compact
          label={t('assignee')}
          placeholder={t('assignees.none')}
          options={[...people.values()].map((person) => ({ value: person.id, label: nameOf(person) }))}
          value={chosen === null ? [] : [chosen]}
          onChange={([id]) => choose(id ?? null)}
        />
      </div>
      {!isOwn && (
        <Button
          variant="default"
          loading={assign.isPending}
          leftSection={<IconUserCheck size={16} stroke={1.5} />}
          rightSection={
            hasKeys ? (
              <span aria-hidden="true">
                <Keycaps keys={ownKey} />
              </span>
            ) : undefined
          }
          title={username}
          onClick={() => choose(userId)}
        >
          {t('assignToMe')}
        </Button>
      )}
    </div>
  );
}

/** In a row: who takes care of the ticket. */
export function AssigneeNote({ assignee }: Pick<Ticket, 'assignee'>) {
  const nameOf = usePersonName();
  const assignedText = useAssignedText();
  if (assignee === null) return null;
  const text = assignedText(assignee);
  return (
    <span className={styles.assignee} title={text}>
      <IconUserCheck size={12} stroke={1.75} aria-hidden="true" />
      <span className="hub-visually-hidden">{text}</span>
      <span aria-hidden="true" className="hub-ellipsis">
        {nameOf(assignee)}
      </span>
    </span>
  );
}
