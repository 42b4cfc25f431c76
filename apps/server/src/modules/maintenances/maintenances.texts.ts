import { type Message, messageOf, type Severity, textMessage } from '@ludus/contract';
import { romeDay, startOfRomeDay, wallClock } from '../../infra/clock/index.ts';
import type { NotificationTexts } from '../notifications/index.ts';

/** What a maintenance is to those who are notified of it. */
export interface AnnouncedMaintenance {
  startsAt: Date;
  description: string;
  severity: Severity;
}

/**
 * The notification of a maintenance, and the email beside it: when it is, in which zone, how severe, and what is wanted.
 * It names no integration.
 */
export function maintenanceTexts({
  startsAt,
  description,
  severity,
}: AnnouncedMaintenance): NotificationTexts {
  return {
    title: messageOf('notifications.maintenance', { day: dayMessage(startsAt) }),
    description: textMessage(description),
    mailBody: [
      textMessage(description),
      messageOf('notifications.maintenanceWhen', {
        moment: momentMessage(startsAt),
        severity: messageOf(`notifications.severity${severity}`),
      }),
      // A critical one takes place whatever anyone replies.
      ...(severity < 4 ? [messageOf('notifications.maintenanceConfirm')] : []),
    ],
  };
}

type Month = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12;

function dayMessage(at: Date): Message {
  const [year = '', month, day] = romeDay(at).split('-');
  return messageOf(`notifications.day${Number(month) as Month}`, { day: `${Number(day)}`, year });
}

/** With the hour where one was given; a plain day begins at midnight and is meant as a whole. */
function momentMessage(at: Date): Message {
  const day = dayMessage(at);
  const isWholeDay = at.getTime() === startOfRomeDay(romeDay(at)).getTime();
  return isWholeDay ? day : messageOf('notifications.dayAndTime', { day, time: wallClock(at).slice(11, 16) });
}
