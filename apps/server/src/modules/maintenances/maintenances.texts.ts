import {
  affectedMessage,
  asksAvailability,
  type MaintenanceKind,
  type Message,
  messageOf,
  type Service,
  type Severity,
  textMessage,
} from '@ludus/contract';
import { romeDay, startOfRomeDay, wallClock } from '../../infra/clock/index.ts';
import type { NotificationTexts } from '../notifications/index.ts';

/** What a maintenance is to those who are notified of it. */
export interface AnnouncedMaintenance {
  startsAt: Date;
  /** Null where only the start is announced. */
  endsAt?: Date | null;
  kind?: MaintenanceKind;
  description: string;
  severity: Severity;
  /** None is all of them. */
  services?: readonly Service[];
  games?: readonly { name: string }[];
}

/**
 * The notification of a maintenance, and the email beside it: when it is, in which zone, how severe, what it
 * affects, and what is wanted.
 * It names no integration.
 */
export function maintenanceTexts(maintenance: AnnouncedMaintenance): NotificationTexts {
  const { startsAt, kind, description } = maintenance;
  const day = dayMessage(startsAt);
  return {
    title:
      kind === 'emergency'
        ? messageOf('notifications.maintenanceEmergency', { day })
        : messageOf('notifications.maintenance', { day }),
    description: textMessage(description),
    mailBody: [
      textMessage(description),
      whenMessage(maintenance),
      affectedOf(maintenance),
      asks(maintenance)
        ? messageOf('notifications.maintenanceConfirm')
        : messageOf('notifications.maintenanceInforms'),
    ],
  };
}

/** The reminder of a maintenance that is about to begin. */
export function reminderTexts(maintenance: AnnouncedMaintenance): NotificationTexts {
  const { startsAt, description } = maintenance;
  return {
    title: messageOf('notifications.maintenanceReminder', { moment: momentMessage(startsAt) }),
    description: textMessage(description),
    mailBody: [textMessage(description), whenMessage(maintenance), affectedOf(maintenance)],
  };
}

/** Says that a maintenance begins at another time than was announced, and asks again where confirmations count. */
export function startTexts(maintenance: AnnouncedMaintenance, to: Date, reason = ''): NotificationTexts {
  const { startsAt, description } = maintenance;
  const times = { to: atMessage(to), before: atMessage(startsAt) };
  const text =
    reason === ''
      ? messageOf('notifications.maintenanceMovedText', times)
      : messageOf('notifications.maintenanceMovedBecause', { ...times, reason });
  const asked = asks(maintenance) ? [messageOf('notifications.maintenanceMovedAsk')] : [];
  return {
    title: messageOf('notifications.maintenanceMoved', { day: dayMessage(startsAt) }),
    description: text,
    mailBody: [text, ...asked, textMessage(description), affectedOf(maintenance)],
  };
}

/** Says that a maintenance ends at another time than was announced; `isNow`: that it has just ended. */
export function endTexts(
  { startsAt, endsAt = null, description }: AnnouncedMaintenance,
  { to, isNow }: { to: Date; isNow: boolean },
): NotificationTexts {
  const day = dayMessage(startsAt);
  const at = { to: atMessage(to) };
  // Where no end was announced there is none to compare with.
  const text = isNow
    ? messageOf(
        endsAt === null ? 'notifications.maintenanceEndedOpenText' : 'notifications.maintenanceEndedText',
        at,
      )
    : endsAt === null
      ? messageOf('notifications.maintenanceEndSetText', at)
      : messageOf('notifications.maintenanceEndText', { ...at, before: atMessage(endsAt) });
  return {
    title: isNow
      ? messageOf('notifications.maintenanceEnded', { day })
      : messageOf('notifications.maintenanceEndChanged', { day }),
    description: text,
    mailBody: [text, textMessage(description)],
  };
}

export function cancelTexts(
  { startsAt, description }: AnnouncedMaintenance,
  reason: string,
): NotificationTexts {
  const text = messageOf('notifications.maintenanceCancelledText', { reason });
  return {
    title: messageOf('notifications.maintenanceCancelled', { day: dayMessage(startsAt) }),
    description: text,
    mailBody: [text, textMessage(description)],
  };
}

/** Before it begins, an emergency or a critical one takes place whatever anyone replies. */
const asks = ({ kind = 'planned', severity }: AnnouncedMaintenance): boolean =>
  asksAvailability({ kind, severity }, 'announced');

const affectedOf = ({ services = [], games = [] }: AnnouncedMaintenance): Message =>
  affectedMessage({ services, games });

function whenMessage({ startsAt, endsAt = null, severity }: AnnouncedMaintenance): Message {
  const severityMessage = messageOf(`notifications.severity${severity}`);
  return endsAt === null
    ? messageOf('notifications.maintenanceWhen', {
        moment: momentMessage(startsAt),
        severity: severityMessage,
      })
    : messageOf('notifications.maintenanceSpan', {
        from: timeMessage(startsAt),
        to: timeMessage(endsAt),
        severity: severityMessage,
      });
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

function timeMessage(at: Date): Message {
  return messageOf('notifications.dayAndTime', { day: dayMessage(at), time: wallClock(at).slice(11, 16) });
}

/** The same within a sentence. */
function atMessage(at: Date): Message {
  return messageOf('notifications.dayAtTime', { day: dayMessage(at), time: wallClock(at).slice(11, 16) });
}
