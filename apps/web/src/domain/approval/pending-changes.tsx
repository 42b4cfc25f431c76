import type { PendingChange } from '@ludus/contract';
import { IconHourglass } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Note } from '../../components/feedback/note.tsx';
import { InternalLink } from '../../components/internal-link.tsx';
import { useCan } from '../../lib/auth/index.ts';
import { renderMessage } from '../../lib/messages.ts';
import { pendingChangesQuery } from './approvals.ts';

const none: readonly PendingChange[] = [];

/** Changes of one thing, or of those below it, that wait for a second person; none while that is not known. */
export function usePendingChanges(subject: string): readonly PendingChange[] {
  const mayRead = useCan('approvals:read');
  return useQuery({ ...pendingChangesQuery(subject), enabled: mayRead }).data?.rows ?? none;
}

/** Changes of one thing that wait for a second person, for its screen. Nothing while there are none, or while that is not known. */
export function PendingChanges({ subject }: { subject: string }) {
  const { t } = useTranslation('approval');
  const rows = usePendingChanges(subject);
  if (rows.length === 0) return null;
  return (
    <Note
      role="status"
      icon={<IconHourglass size={20} stroke={1.5} />}
      title={t('title', { count: rows.length })}
    >
      {rows.map((row) => (
        <Pending key={row.id} row={row} />
      ))}
    </Note>
  );
}

function Pending({ row }: { row: PendingChange }) {
  const { t } = useTranslation('approval');
  const title = renderMessage(row.title);
  const values = { username: row.requestedBy.username, at: row.requestedAt };
  return (
    <p>
      {row.mayOpen ? <InternalLink href={`/approvals?id=${row.id}`}>{title}</InternalLink> : title}
      {`, ${t(row.isOwn ? 'byYou' : 'by', values)}`}
    </p>
  );
}
