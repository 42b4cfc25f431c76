import { messageOf } from '@ludus/contract';
import type { Notify } from '../notifications/index.ts';
import { notificationTexts, type TellIncident } from './alerts.apply.ts';
import { findSettings } from './alerts.repo.ts';

/** Tells people on screen and by email, each in their language. What only gets worse is told on screens that show incidents. */
export function createTell({ notify }: { notify: Notify }): TellIncident {
  return async (tx, incident) => {
    if (incident.turn === 'worse') return [];
    const { recipients, sends_mail } = await findSettings(tx);
    const { notices, mails } = await notify(
      tx,
      recipients === null ? { admins: true } : { subjects: recipients },
      {
        severity: incident.turn === 'closed' ? 1 : 3,
        path: `/alerts?incident=${incident.id}`,
        texts: notificationTexts(incident),
        mail: sends_mail,
      },
    );
    return [messageOf('alerts.notified', { notices, mails })];
  };
}
