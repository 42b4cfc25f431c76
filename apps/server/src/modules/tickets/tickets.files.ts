import { type Actor, integrationScope } from '../../infra/access/index.ts';
import type { Files } from '../../infra/files/index.ts';
import type { Download } from '../../infra/http/index.ts';
import type { Db } from '../../infra/postgres/index.ts';
import { isShown } from './tickets.kinds.ts';
import { findMedium, findTickets } from './tickets.repo.ts';

/** Returns a file of a ticket that the actor may see: shown in the browser where that is safe, else as a download. */
export async function findTicketFile(
  { db, files }: { db: Db; files: Files },
  actor: Actor,
  id: number,
): Promise<Download | undefined> {
  const file = actor.can('tickets:use') ? await findMedium(db, id) : undefined;
  if (file === undefined) return undefined;
  const [ticket] = await findTickets(db, integrationScope(actor), { id: file.ticket_id });
  if (ticket === undefined) return undefined;
  return {
    fileName: file.name,
    contentType: file.content_type,
    bytes: Number(file.bytes),
    inline: isShown(file.content_type),
    open: (range) => files.stream(file.file_key, range),
  };
}
