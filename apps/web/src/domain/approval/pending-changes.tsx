import type { PendingChange } from '@ludus/contract';
import { IconHourglass } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Note } from '../../components/feedback/note.tsx';
import { InternalLink } from '../../components/internal-link.tsx';
import { useCan } from '../../lib/auth/index.ts';
import { renderMessage } from '../../lib/messages.ts';
import { pendingChangesQuery } from './approvals.ts';

/** Changes of one thing that wait for a second person, for its screen. Nothing while there are none, or while that is not known. */
export function PendingChanges({ subject }: { subject: string }) {
  const { t } = useTranslation('approval');
  const mayRead = useCan('approvals:read');
  const query = useQuery({ ...pendingChangesQuery(subject), enabled: mayRead });
  const rows = query.data?.rows ?? [];
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
