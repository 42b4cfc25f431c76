import type { ReplyInput } from '@ludus/contract';
import type { Tx } from '../src/infra/postgres/index.ts';
import { insertReply } from '../src/modules/tickets/index.ts';

/** What support writes most often, in both languages. */
const replies: readonly Omit<ReplyInput, 'isShared'>[] = [
  {
    title: 'Session ID needed',
    textEn:
      '<p>Hello {person},</p><p>please send us the ID of the session. Players find it in the menu of the game, and you find it in the details of the session.</p>',
    textIt:
      '<p>Ciao {person},</p><p>inviaci l’ID della sessione: i giocatori lo trovano nel menu del gioco, tu nella scheda della sessione.</p>',
  },
  {
    title: 'Session closed',
    textEn:
      '<p>Hello {person},</p><p>we have closed the session. The player can open the game again, and the totals are right with the next fetch.</p>',
    textIt:
      '<p>Ciao {person},</p><p>abbiamo chiuso la sessione. Il giocatore può riaprire il gioco e i totali saranno corretti dal prossimo aggiornamento.</p>',
  },
  {
    title: 'Passed on to the game team',
    textEn:
      '<p>Hello {person},</p><p>we see the same and have passed it on to the game team. We will write in ticket {ticket} as soon as it is mended.</p>',
    textIt:
      '<p>Ciao {person},</p><p>abbiamo riscontrato lo stesso problema e lo abbiamo segnalato al team del gioco. Ti scriveremo nel ticket {ticket} appena sarà risolto.</p>',
  },
];

/** Replies that everyone at the provider who answers tickets has. */
export async function enterReplies(tx: Tx, now: Date): Promise<void> {
  for (const { title, textEn, textIt } of replies)
    await insertReply(tx, { title, text_en: textEn, text_it: textIt, owner_id: null, updated_at: now });
}
